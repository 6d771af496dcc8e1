import type { OutgoingHttpHeaders } from 'node:http';
import { isKnown, rangeHolds } from '@stele/http';
import { attachmentOf, type ObjectInfo, type ObjectStorage, verifySignedDownload } from '@stele/storage';
import { HttpError, notFound } from '../http/errors.ts';
import { type Exchange, header, IMMUTABLE, isHead, sendEmpty, sendStream } from '../http/exchange.ts';
import { contentRange, parseRange } from '../http/range.ts';
import { unsatisfiable } from './json-object.ts';
import { SANDBOX, safetyHeaders } from './media-safety.ts';
import type { SignedStorage } from './signed-storage.ts';

/** Answers with a public file of an asset, or a range of it. */
export async function serveMedia(exchange: Exchange, storage: ObjectStorage, key: string): Promise<void> {
  return serveStored(exchange, storage, key, ({ contentType }) => ({
    'cache-control': IMMUTABLE,
    ...safetyHeaders(contentType),
  }));
}

/**
 * Answers with an object, a range of it, or 304.
 *
 * @param more headers besides type, etag and date
 */
export async function serveStored(
  exchange: Exchange,
  storage: ObjectStorage,
  key: string,
  more: (info: ObjectInfo) => OutgoingHttpHeaders,
): Promise<void> {
  const conditional = header(exchange, 'range') !== undefined || header(exchange, 'if-none-match') !== undefined;
  if (!isHead(exchange) && !conditional) return sendWhole(exchange, storage, key, more);

  const info = await storage.head(key);
  if (info === null) throw notFound();
  const etag = etagOf(info);
  const headers = headersOf(info, more);
  if (isKnown(header(exchange, 'if-none-match'), etag)) return sendEmpty(exchange, 304, headers);
  if (isHead(exchange)) return sendEmpty(exchange, 200, { ...headers, 'content-length': info.size });

  const holds = rangeHolds(header(exchange, 'if-range'), etag, info.lastModified);
  const range = holds ? parseRange(header(exchange, 'range'), info.size) : null;
  if (range === null) return sendWhole(exchange, storage, key, more);
  if (range === 'unsatisfiable') throw unsatisfiable(info.size);
  const found = await storage.stream(key, range);
  if (found === null) throw notFound();
  const part = { 'content-range': contentRange(range, info.size), 'content-length': range.end - range.start + 1 };
  await sendStream(exchange, 206, { ...headers, ...part }, found.body);
}

async function sendWhole(
  exchange: Exchange,
  storage: ObjectStorage,
  key: string,
  more: (info: ObjectInfo) => OutgoingHttpHeaders,
): Promise<void> {
  const found = await storage.stream(key);
  if (found === null) throw notFound();
  const headers = { ...headersOf(found.info, more), 'content-length': found.info.size };
  await sendStream(exchange, 200, headers, found.body);
}

function headersOf(info: ObjectInfo, more: (info: ObjectInfo) => OutgoingHttpHeaders): OutgoingHttpHeaders {
  return {
    etag: etagOf(info),
    'last-modified': info.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': info.contentType,
    ...more(info),
  };
}

function etagOf(info: ObjectInfo): string {
  return `"${info.etag}"`;
}

/** Serves an object, as a file to save, to anyone with a signed URL. */
export async function serveDownload(
  exchange: Exchange,
  { storage, signingKey }: SignedStorage,
  key: string,
  query: URLSearchParams,
  now: () => Date,
): Promise<void> {
  const signed = verifySignedDownload(key, query, { signingKey, now: now() });
  if (signed === null) {
    throw new HttpError('download.invalid_signature', 'The signature of this URL is not valid, or has expired.');
  }
  await serveStored(exchange, storage, key, () => ({
    'cache-control': 'private, no-store',
    'content-disposition': attachmentOf(signed.filename),
    'content-security-policy': SANDBOX,
  }));
}

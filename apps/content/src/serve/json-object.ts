import { chooseEncoding, isKnown, rangeHolds } from '@stele/http';
import { HttpError, notFound } from '../http/errors.ts';
import { type Exchange, header, IMMUTABLE, isHead, sendBytes, sendEmpty } from '../http/exchange.ts';
import { contentRange, parseRange } from '../http/range.ts';
import type { CompressedCache } from './compressed-cache.ts';
import type { ObjectCache, ObjectName } from './object-cache.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** Compression doesn't make shorter bodies smaller. */
const MIN_COMPRESSED_BYTES = 256;

export async function serveManifest(
  exchange: Exchange,
  reader: SnapshotReader,
  cache: CompressedCache,
  wanted: { projectId: string; snapshotId: string },
): Promise<void> {
  const read = await reader.manifest(wanted.projectId, wanted.snapshotId);
  if (read === null) throw notFound();
  await serveJson(exchange, cache, read.sha256, read.body);
}

/** Answers with a content-addressed object. Checks it first, since a wrong one would stay in caches for a year. */
export async function serveObject(
  exchange: Exchange,
  objects: ObjectCache,
  cache: CompressedCache,
  wanted: ObjectName,
): Promise<void> {
  const body = await objects.get(wanted);
  if (body === null) throw notFound();
  await serveJson(exchange, cache, wanted.sha256, body);
}

/** Ranges refer to the plain body, so a range is never encoded. */
async function serveJson(exchange: Exchange, cache: CompressedCache, sha256: string, body: Uint8Array): Promise<void> {
  const plainEtag = `"${sha256}"`;
  // A Range only applies to GET.
  const ranged = !isHead(exchange) && rangeHolds(header(exchange, 'if-range'), plainEtag, null);
  const range = ranged ? parseRange(header(exchange, 'range'), body.byteLength) : null;
  const wished = chooseEncoding(header(exchange, 'accept-encoding'));
  const encoding = range !== null || body.byteLength < MIN_COMPRESSED_BYTES ? null : wished;
  const etag = encoding === null ? plainEtag : `"${sha256}-${encoding}"`;
  const caching = { etag, 'cache-control': IMMUTABLE, vary: 'Accept-Encoding', 'accept-ranges': 'bytes' };
  const headers = { ...caching, 'content-type': 'application/json; charset=utf-8' };

  if (isKnown(header(exchange, 'if-none-match'), etag)) sendEmpty(exchange, 304, caching);
  else if (range === 'unsatisfiable') throw unsatisfiable(body.byteLength);
  else if (range !== null) {
    const part = { ...headers, 'content-range': contentRange(range, body.byteLength) };
    sendBytes(exchange, 206, part, body.subarray(range.start, range.end + 1));
  } else if (encoding === null) sendBytes(exchange, 200, headers, body);
  else sendBytes(exchange, 200, { ...headers, 'content-encoding': encoding }, await cache.get(sha256, body, encoding));
}

/** The error for a range that begins after the end. */
export function unsatisfiable(size: number): HttpError {
  return new HttpError('range_not_satisfiable', `The body has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  });
}

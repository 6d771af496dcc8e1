import type { IncomingMessage } from 'node:http';
import {
  type DiskStorage,
  type SignedUpload,
  UploadGoneError,
  UploadLengthError,
  verifySignedUpload,
} from '@stele/storage';
import { HttpError, notFound } from '../http/errors.ts';
import { type Exchange, header, NO_STORE, sendBytes } from '../http/exchange.ts';
import type { SignedStorage } from './signed-storage.ts';

/** The client disconnected before its upload was complete. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

/** How many bytes of a refused upload are read and discarded, so that the client gets to read the answer. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/** Accepts an upload, or a part of one. Checks signature, type and declared length before it reads the body. */
export async function serveUpload(
  exchange: Exchange,
  uploads: SignedStorage,
  key: string,
  query: URLSearchParams,
  now: () => Date,
): Promise<void> {
  try {
    await takeUpload(exchange, uploads, key, query, now);
  } catch (error) {
    discardRest(exchange);
    throw error;
  }
}

async function takeUpload(
  exchange: Exchange,
  uploads: SignedStorage,
  key: string,
  query: URLSearchParams,
  now: () => Date,
): Promise<void> {
  const { request, response } = exchange;
  const signed = verifySignedUpload(key, query, { signingKey: uploads.signingKey, now: now() });
  if (signed === null) {
    throw new HttpError('upload.invalid_signature', 'The signature of this upload URL is not valid, or has expired.');
  }
  const { contentType } = signed;
  if (contentType !== null && header(exchange, 'content-type') !== contentType) {
    throw new HttpError('unsupported_media_type', `The upload must have the Content-Type ${contentType}.`);
  }
  const declared = header(exchange, 'content-length');
  if (declared !== undefined) assertLength(Number(declared), signed);
  if (request.headers.expect !== undefined) response.writeContinue();

  try {
    const { etag } = await store(uploads.storage, signed, bodyOf(request));
    sendBytes(exchange, 200, { etag: `"${etag}"`, 'cache-control': NO_STORE }, new Uint8Array());
  } catch (error) {
    if (error instanceof UploadGoneError) throw notFound();
    if (!(error instanceof UploadLengthError)) throw error;
    throw error.excess ? tooLong(signed) : tooShort(signed);
  }
}

function store(
  storage: DiskStorage,
  { key, contentType, contentLength, part }: SignedUpload,
  body: AsyncIterable<Uint8Array>,
): Promise<{ etag: string }> {
  if (part !== null) return storage.multipart.putPart(key, part, body, contentLength);
  return storage.putUpload(key, body, { contentType: contentType ?? '', contentLength });
}

function discardRest({ request, response }: Exchange): void {
  // A client that waits for 100 Continue may or may not send its body, so the connection can't be reused.
  if (request.headers.expect !== undefined) response.setHeader('connection', 'close');
  let discarded = 0;
  request.on('data', (chunk: Uint8Array) => {
    discarded += chunk.byteLength;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
}

/** The body as it arrives. If the reader stops, the rest stays unread, so that an answer can still be sent. */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new ClientGoneError('The client disconnected during its upload.', { cause });
  }
}

function assertLength(length: number, signed: SignedUpload): void {
  if (length > signed.contentLength) throw tooLong(signed);
  if (length < signed.contentLength) throw tooShort(signed);
}

function tooLong({ contentLength }: SignedUpload): HttpError {
  return new HttpError('payload_too_large', `The upload is longer than the declared ${contentLength} bytes.`);
}

function tooShort({ contentLength }: SignedUpload): HttpError {
  return new HttpError('validation_failed', `The upload is shorter than the declared ${contentLength} bytes.`);
}

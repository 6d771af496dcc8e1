import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpError } from './errors.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers of its answer, whichever that is. */
  readonly headers: OutgoingHttpHeaders;
}

/** For content that never changes at its URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For content that may change, including errors. */
export const NO_STORE = 'no-store';

/** The value of a request header. Repeated headers are joined into a list. */
export function header(exchange: Exchange, name: string): string | undefined {
  const value = exchange.request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

export function isHead(exchange: Exchange): boolean {
  return exchange.request.method === 'HEAD';
}

/** Answers with a whole body; for HEAD, only with its headers. */
export function sendBytes(exchange: Exchange, status: number, headers: OutgoingHttpHeaders, body: Uint8Array): void {
  exchange.response.writeHead(status, { ...exchange.headers, ...headers, 'content-length': body.byteLength });
  if (isHead(exchange)) exchange.response.end();
  else exchange.response.end(body);
}

export function sendEmpty(exchange: Exchange, status: number, headers: OutgoingHttpHeaders = {}): void {
  exchange.response.writeHead(status, { ...exchange.headers, ...headers });
  exchange.response.end();
}

export function sendError(exchange: Exchange, error: HttpError): void {
  const headers = { ...error.headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE };
  sendBytes(exchange, error.status, headers, Buffer.from(error.envelope));
}

/**
 * Answers with a stream, as fast as the client reads. If the source fails, it breaks the connection, so that a part of the body can't
 * be mistaken for the whole.
 */
export async function sendStream(
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  source: AsyncIterable<Uint8Array> | Readable,
  encoder: NodeJS.ReadWriteStream | null = null,
): Promise<void> {
  const { response } = exchange;
  response.writeHead(status, { ...exchange.headers, ...headers });
  const readable = source instanceof Readable ? source : Readable.from(source);
  if (encoder === null) await pipeline(readable, response);
  else await pipeline(readable, encoder, response);
}

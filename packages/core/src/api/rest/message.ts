import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { HeaderReader } from '../../platform/header-reader.ts';

/** A REST request, from any kind of server. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderReader;
  /** Null when there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The handler's response. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Pieces of text when the whole is too large for memory. */
  readonly body: Uint8Array | AsyncIterable<string> | null;
}

/** Converts a request of the Fetch API. */
export function toRestRequest(request: Request): RestRequest {
  const { pathname, searchParams } = new URL(request.url);
  return { method: request.method, path: pathname, query: searchParams, headers: request.headers, body: request.body };
}

/** Converts a response to one of the Fetch API. */
export function toResponse({ status, headers, body }: RestAnswer): Response {
  const whole = body === null || body instanceof Uint8Array;
  return new Response(whole ? body : (Readable.toWeb(Readable.from(body)) as ReadableStream), { status, headers });
}

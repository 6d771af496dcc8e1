import { overHttp, type Transport } from '@stele/testing/api-client';
import { CLIENT_ADDRESS_HEADER } from '../../src/access/client-address.ts';
import type { WebHandler } from '../../src/server/web-handler.ts';
import { asRequest } from './origin.ts';

/** Headers by which a server acts on a request before the handler gets it. */
const OF_HTTP = ['x-forwarded-for', 'accept-encoding', 'connection', 'content-length', 'transfer-encoding', 'expect'];

/**
 * Calls the routes of /v1 as a server does, without sending anything; over HTTP, too, what is about HTTP: HEAD, OPTIONS, and
 * headers that the server itself reads.
 */
export function inProcess(handle: WebHandler): Transport {
  return async (address, request) => {
    const { method, headers: sent, body } = request;
    const headers = new Headers(sent);
    if (method === 'HEAD' || method === 'OPTIONS' || OF_HTTP.some((name) => headers.has(name))) {
      return overHttp(address, request);
    }
    const bytes = body === undefined ? null : Buffer.from(body);
    if (bytes) headers.set('content-length', String(bytes.byteLength));
    headers.set(CLIENT_ADDRESS_HEADER, '127.0.0.1');
    const { pathname: path, searchParams: query } = new URL(address);
    const answer = await asRequest(() => handle.rest({ method, path, query, headers, body: bytes && piecesOf(bytes) }));
    return { status: answer.status, headers: new Headers(answer.headers), text: await textOf(answer.body) };
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function textOf(body: Uint8Array | AsyncIterable<string> | null): Promise<string> {
  if (body === null) return '';
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}

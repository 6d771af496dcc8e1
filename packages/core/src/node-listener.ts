import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { CLIENT_ADDRESS_HEADER } from './auth/better-auth.ts';
import { ApiError, invalid } from './errors.ts';
import { failure } from './rest/handler.ts';
import type { WebHandler } from './web-handler.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** What a listener needs to know. */
export interface ListenerOptions {
  readonly handle: WebHandler;
  readonly log: Logger;
  /** Takes the requests that the handler leaves to others. */
  readonly otherwise: RequestListener;
  /** Whether a proxy of ours stands in front, whose X-Forwarded-For can be believed. */
  readonly trustProxy?: boolean;
}

/** Puts a web handler behind a plain node:http server. */
export function nodeListener({ handle, log, otherwise, trustProxy = false }: ListenerOptions): RequestListener {
  return (incoming, outgoing) => {
    answer(handle, incoming, outgoing, otherwise, trustProxy).catch((err: unknown) => {
      log.error({ err, url: incoming.url }, 'an answer could not be sent');
      outgoing.destroy();
    });
  };
}

async function answer(
  handle: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  otherwise: RequestListener,
  trustProxy: boolean,
): Promise<void> {
  let request: Request;
  try {
    request = toRequest(incoming, trustProxy);
  } catch (cause) {
    return send(failure(cause), incoming, outgoing);
  }
  const response = await handle(request);
  if (response) await send(response, incoming, outgoing);
  else otherwise(incoming, outgoing);
}

function toRequest(incoming: IncomingMessage, trustProxy: boolean): Request {
  const method = incoming.method ?? 'GET';
  if (!METHODS.includes(method)) throw new ApiError('method_not_allowed', { headers: { allow: METHODS.join(', ') } });
  const url = toUrl(incoming.url ?? '/');
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? '';
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[index + 1] ?? '');
  }
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(incoming, headers, trustProxy));
  const hasBody = method !== 'GET' && method !== 'HEAD' && hasContent(incoming);
  if (!hasBody) return new Request(url, { method, headers });
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, body, duplex: 'half' });
}

/** The address asked for. The host in it is never looked at: settings say what our own addresses are. */
function toUrl(target: string): string {
  try {
    return new URL(target, 'http://localhost').href;
  } catch {
    throw invalid([], 'The address of the request is not valid.');
  }
}

/** Who the client is: the other end of the connection, or whom the proxy in front of us names last. */
function clientAddress(incoming: IncomingMessage, headers: Headers, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || (incoming.socket.remoteAddress ?? 'unknown');
}

function hasContent(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length'];
  return incoming.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of response.headers) headers.push(name, value);
  // What the handler didn't read of a body would stand before the next request on this connection.
  if (!incoming.complete) headers.push('connection', 'close');
  outgoing.writeHead(response.status, headers);
  if (!response.body) outgoing.end();
  else if (response.headers.has('content-length')) outgoing.end(Buffer.from(await response.arrayBuffer()));
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  if (!incoming.complete) incoming.resume();
}

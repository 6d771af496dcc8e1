import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { failure } from './rest/handler.ts';
import type { WebHandler } from './web-handler.ts';

/**
 * Puts a web handler behind a plain node:http server.
 *
 * @param otherwise takes the requests that the handler leaves to others
 */
export function nodeListener(handle: WebHandler, log: Logger, otherwise: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    answer(handle, incoming, outgoing, otherwise).catch((err: unknown) => {
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
): Promise<void> {
  let request: Request;
  try {
    request = toRequest(incoming);
  } catch (cause) {
    return send(failure(cause), incoming, outgoing);
  }
  const response = await handle(request);
  if (response) await send(response, incoming, outgoing);
  else otherwise(incoming, outgoing);
}

function toRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? 'GET';
  const url = `http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`;
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? '';
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[index + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && hasContent(incoming);
  if (!hasBody) return new Request(url, { method, headers });
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, body, duplex: 'half' });
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

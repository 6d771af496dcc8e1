import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { addressBehind, CLIENT_ADDRESS_HEADER } from '../access/client-address.ts';
import type { RestRequest } from '../api/rest/message.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { isRest, type WebHandler } from './web-handler.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** For answers before the end of a body, whose rest would precede the next request on the connection. */
const CLOSE = { connection: 'close' };

/** A client that receives nothing of an answer for this long is disconnected, since the rest is held in memory. */
const STALLED_AFTER_MS = 30_000;

/** Options of a listener. */
export interface ListenerOptions {
  readonly handle: WebHandler;
  readonly log: Logger;
  /** The number of trusted proxies in front. Each appends its client's address to X-Forwarded-For. */
  readonly trustedProxies?: number;
  /** Milliseconds after which a client that receives nothing of its answer is disconnected; half a minute by default. */
  readonly stalledAfterMs?: number;
}

/** The most bytes of unsent answers that the server holds; beyond, the oldest are cut off. */
const MOST_UNSENT_BYTES = 64 * 1024 * 1024;
/** How long a client may take to receive its answer before it's cut off for others. */
const PATIENCE_MS = 1_000;

/** Answers that aren't completely sent. */
class OpenAnswers {
  readonly #patienceMs: number;
  /** Answers and the times of their requests, oldest first. */
  readonly #open = new Map<ServerResponse, number>();

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  add(outgoing: ServerResponse): void {
    this.#open.set(outgoing, performance.now());
    outgoing.once('close', () => this.#open.delete(outgoing));
  }

  /** Cuts off the oldest ones while together they hold too much. */
  bound(): void {
    let unsent = 0;
    for (const { writableLength } of this.#open.keys()) unsent += writableLength;
    for (const [outgoing, since] of this.#open) {
      if (unsent <= MOST_UNSENT_BYTES || performance.now() - since < this.#patienceMs) return;
      if (outgoing.writableLength === 0) continue;
      unsent -= outgoing.writableLength;
      outgoing.destroy();
    }
  }
}

/** Puts a web handler behind a plain node:http server. */
export function nodeListener({
  handle,
  log,
  trustedProxies = 0,
  stalledAfterMs = STALLED_AFTER_MS,
}: ListenerOptions): RequestListener {
  const open = new OpenAnswers(Math.min(PATIENCE_MS, stalledAfterMs));
  const last = new WeakMap<Socket, ServerResponse>();
  return (incoming, outgoing) => {
    open.add(outgoing);
    cutOffWhenStalled(incoming, outgoing, stalledAfterMs);
    const before = last.get(incoming.socket);
    last.set(incoming.socket, outgoing);
    const begin = (): Promise<void> => answer(handle, incoming, outgoing, trustedProxies);
    // A client that sends a request before it has received its last answer waits until then.
    const mayBegin = !before || before.writableFinished || before.destroyed;
    const sending = mayBegin ? begin() : once(before, 'close').then(begin);
    void sending.then(() => open.bound()).catch(() => undefined);
    sending.catch((err: unknown) => {
      if (incoming.socket.destroyed) log.debug({ err, url: incoming.url }, 'the client disconnected during its answer');
      else log.error({ err, url: incoming.url }, 'an answer could not be sent');
      outgoing.destroy();
    });
  };
}

/** Closes a connection whose client doesn't receive an answer. A client that waits for an answer may wait forever. */
function cutOffWhenStalled({ socket }: IncomingMessage, outgoing: ServerResponse, afterMs: number): void {
  socket.setTimeout(afterMs);
  outgoing.on('timeout', () => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

async function answer(
  handle: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  trustedProxies: number,
): Promise<void> {
  let url: URL;
  try {
    url = addressOf(incoming);
  } catch (cause) {
    return send(handle.refuse(cause), incoming, outgoing);
  }
  if (isRest(url.pathname)) {
    const { status, headers, body } = await handle.rest(restRequestOf(incoming, url, trustedProxies));
    outgoing.writeHead(status, incoming.complete ? headers : { ...headers, ...CLOSE });
    if (body === null || body instanceof Uint8Array) outgoing.end(body ?? undefined);
    else await pipeline(Readable.from(body), outgoing);
    if (!incoming.complete) incoming.resume();
    return;
  }
  const response = await handle(toRequest(incoming, url, trustedProxies));
  await send(response ?? handle.refuse(new ApiError('not_found')), incoming, outgoing);
}

function restRequestOf(incoming: IncomingMessage, url: URL, trustedProxies: number): RestRequest {
  const { headers } = incoming;
  const get = (name: string): string | null => {
    if (name === CLIENT_ADDRESS_HEADER) return clientAddress(incoming, trustedProxies);
    const value = headers[name];
    return value === undefined ? null : String(value);
  };
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: { get, has: (name) => headers[name] !== undefined },
    // Stopping in the middle of a body must not end the connection: the answer still has to be sent.
    body: hasContent(incoming) ? incoming.iterator({ destroyOnReturn: false }) : null,
  };
}

function toRequest(incoming: IncomingMessage, url: URL, trustedProxies: number): Request {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(incoming, trustedProxies));
  if (method === 'GET' || method === 'HEAD' || !hasContent(incoming)) return new Request(url, { method, headers });
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, body, duplex: 'half' });
}

/**
 * The requested address. Its host is ignored: the settings hold the instance's own addresses.
 *
 * @throws ApiError `method_not_allowed`, `validation_failed`
 */
function addressOf({ method = 'GET', url = '/' }: IncomingMessage): URL {
  if (!METHODS.includes(method)) throw new ApiError('method_not_allowed', { headers: { allow: METHODS.join(', ') } });
  try {
    return new URL(url, 'http://localhost');
  } catch {
    throw invalid([], 'The address of the request is not valid.');
  }
}

/** The client's address: as trusted proxies give it, or the other end of the connection. */
function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwardedFor = headers['x-forwarded-for'];
  const forwarded = forwardedFor === undefined ? null : addressBehind(trustedProxies, String(forwardedFor));
  return forwarded ?? socket.remoteAddress ?? '';
}

function hasContent(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length'];
  return incoming.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of response.headers) headers.push(name, value);
  if (!incoming.complete) headers.push(...Object.entries(CLOSE).flat());
  outgoing.writeHead(response.status, headers);
  if (!response.body) outgoing.end();
  else if (response.headers.has('content-length')) outgoing.end(Buffer.from(await response.arrayBuffer()));
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
  if (!incoming.complete) incoming.resume();
}

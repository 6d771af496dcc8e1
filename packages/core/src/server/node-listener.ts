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

/** For answers before the end of a body: the rest of it would stand before the next request on the connection. */
const CLOSE = { connection: 'close' };

/**
 * How servers with a listener are made. Connections stay open longer than clients and proxies keep them: none is closed
 * just when a request comes, also when a statement of the embedded database has held everything up for seconds. A
 * request has arrived after two minutes, or its connection is closed.
 */
export const SERVER_OPTIONS = { keepAliveTimeout: 65_000, headersTimeout: 60_000, requestTimeout: 120_000 };

/** A client that takes nothing of an answer for so long is cut off: what it hasn't taken is held in memory. */
const STALLED_AFTER_MS = 30_000;

/** What a listener needs to know. */
export interface ListenerOptions {
  readonly handle: WebHandler;
  readonly log: Logger;
  /** How many proxies of ours stand in front, in a row, each of which adds to X-Forwarded-For whom it talks to. */
  readonly trustedProxies?: number;
  /** After how many milliseconds a client is cut off that takes nothing of its answer; half a minute unless given. */
  readonly stalledAfterMs?: number;
}

/** Of answers that are left lying, the server holds this many bytes at most: beyond, the oldest are cut off. */
const MOST_UNSENT_BYTES = 64 * 1024 * 1024;
/** A client that takes its answer has had so long to do so before it's cut off for others. */
const PATIENCE_MS = 1_000;

/** Answers that aren't sent to their end. */
class OpenAnswers {
  readonly #patienceMs: number;
  /** When they were asked for, oldest first. */
  readonly #open = new Map<ServerResponse, number>();

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  add(outgoing: ServerResponse): void {
    this.#open.set(outgoing, performance.now());
    outgoing.once('close', () => this.#open.delete(outgoing));
  }

  /** Cuts off the oldest ones while all of them hold too much. */
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
    // A client that asks before it has taken its last answer waits for the next one until then.
    const mayBegin = !before || before.writableFinished || before.destroyed;
    const sending = mayBegin ? begin() : once(before, 'close').then(begin);
    void sending.then(() => open.bound()).catch(() => undefined);
    sending.catch((err: unknown) => {
      if (incoming.socket.destroyed) log.debug({ err, url: incoming.url }, 'the client went away amid its answer');
      else log.error({ err, url: incoming.url }, 'an answer could not be sent');
      outgoing.destroy();
    });
  };
}

/** Ends a connection whose client leaves an answer lying. One that waits for its answer may wait as long as it takes. */
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
    // Stopping amid a body must not end the connection: the answer still has to go out.
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
 * The address asked for. The host in it is never looked at: settings say what our own addresses are.
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

/** Who the client is: whom our proxies name, or the other end of the connection. */
function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwardedFor = headers['x-forwarded-for'];
  const told = forwardedFor === undefined ? null : addressBehind(trustedProxies, String(forwardedFor));
  return told ?? socket.remoteAddress ?? '';
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

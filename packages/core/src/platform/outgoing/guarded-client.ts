import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { OutgoingRequestError } from './outgoing-error.ts';
import { isPublicAddress } from './public-address.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 20_000;
/** How long to wait for the headers of an answer. */
const HEADERS_TIMEOUT_MS = 20_000;
/** The time over which the speed of a body is measured. */
const SPEED_WINDOW_MS = 30_000;
const ANSWER_BYTES = 64 * 1024;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Resolves a host name like `dns.lookup` with `all`. */
type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Options of a client. */
export interface GuardedClientOptions {
  /** Whether an IP address may be requested; by default those of the public internet. */
  readonly mayRequest?: (address: string) => boolean;
  /** The setting by which operators allow other addresses. */
  readonly allowedBy?: string;
  /** By default the system's resolver. */
  readonly lookup?: Lookup;
  /** Milliseconds over which the speed of answers is measured; by default 30 seconds. */
  readonly speedWindowMs?: number;
}

/** A request to a URL that a person entered. */
export interface OutgoingRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole answer to arrive; by default 20 seconds. */
  readonly timeoutMs?: number;
  /** Milliseconds for the answer to begin; by default 20 seconds, or `timeoutMs` if that is less. */
  readonly headersTimeoutMs?: number;
  /** The most bytes of the answer's body; by default 64 KiB. */
  readonly maxBytes?: number;
  /** Bytes per second below which the answer is aborted; by default none. */
  readonly leastSpeed?: number;
  /** The most redirects to follow, each with the same checks; by default none. */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
}

/** The beginning of an answer, whose body is still to be read. */
export interface OutgoingAnswer {
  readonly status: number;
  /** Names in lower case. The values of a repeated header are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL that answered, after redirects. */
  readonly url: string;
}

/**
 * The client for all requests to URLs that people enter: hooks, webhooks, imports. It only connects to public IP addresses, over
 * HTTP or HTTPS, and checks the resolved address of each connection. It follows redirects only if asked to, uses no proxy from
 * the environment, and limits time and bytes.
 */
export class GuardedClient {
  readonly #mayRequest: (address: string) => boolean;
  readonly #allowedBy: string | undefined;
  #agent: Agent | undefined;
  readonly #lookup: LookupFunction;
  readonly #speedWindowMs: number;

  constructor({
    mayRequest = isPublicAddress,
    allowedBy,
    lookup: resolve = lookup as Lookup,
    speedWindowMs = SPEED_WINDOW_MS,
  }: GuardedClientOptions = {}) {
    this.#mayRequest = mayRequest;
    this.#allowedBy = allowedBy;
    this.#speedWindowMs = speedWindowMs;
    this.#lookup = (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const unsafe = addresses?.find(({ address }) => !this.#mayRequest(address));
        const [first] = addresses ?? [];
        if (error || !first) callback(error ?? new Error(`${hostname} has no address.`), '', 4);
        else if (unsafe) callback(this.#refusal(hostname), '', 4);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    };
  }

  /**
   * Checks a URL that a person enters.
   *
   * @throws OutgoingRequestError `address_refused`
   */
  checkAddress(address: string): URL {
    if (!URL.canParse(address)) throw new OutgoingRequestError('address_refused', 'This is not an absolute URL.');
    const url = new URL(address);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw new OutgoingRequestError('address_refused', 'The URL must begin with https:// or http://.');
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutgoingRequestError('address_refused', 'The URL must not contain a user name or password.');
    }
    // The parser has normalised IP addresses. They must be checked here, since they aren't looked up.
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
    const literal = /^(?:.*\.)?localhost$/.test(host) ? '127.0.0.1' : host;
    if (isIP(literal) !== 0 && !this.#mayRequest(literal)) throw this.#refusal(url.hostname);
    return url;
  }

  #refusal(host: string): OutgoingRequestError {
    const how = this.#allowedBy ? `: operators allow them with ${this.#allowedBy}` : '';
    return new OutgoingRequestError(
      'address_refused',
      `${host} is an address of this machine or of a private network. Requests to those are not allowed${how}.`,
    );
  }

  /**
   * Sends a request and reads the whole answer.
   *
   * @throws OutgoingRequestError
   */
  async send(address: string, options: OutgoingRequest = {}): Promise<OutgoingAnswer & { readonly body: Buffer }> {
    return this.stream(address, options, async (body, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk as Buffer);
      return { ...answer, body: Buffer.concat(chunks) };
    });
  }

  /**
   * Sends a request and passes its body on as it arrives; the time limit includes `read`.
   *
   * @param read gets the body, which fails when it's too long, too slow or cut off; errors of `read` are thrown
   * @throws OutgoingRequestError
   */
  async stream<Result>(
    address: string,
    options: OutgoingRequest,
    read: (body: AsyncIterable<Uint8Array>, answer: OutgoingAnswer) => Promise<Result>,
  ): Promise<Result> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    let url = this.checkAddress(address);
    for (let redirects = options.redirects ?? 0; ; redirects--) {
      const answer = await this.#request(url, options, signal).catch((error: unknown) => {
        throw asOutgoing(error, url, timeout);
      });
      const next = followed(answer, url, options);
      if (next === null) {
        const received = { bytes: 0 };
        const faultOf = (error: unknown): OutgoingRequestError => asOutgoing(error, url, timeout);
        const body = bounded(answer.body, options.maxBytes ?? ANSWER_BYTES, received, faultOf);
        const timer = options.leastSpeed && this.#watchSpeed(answer.body, url, received, options.leastSpeed);
        const head = { status: answer.statusCode, headers: plain(answer.headers), url: url.href };
        return read(body, head).finally(() => {
          clearInterval(timer);
          discard(answer.body);
        });
      }
      discard(answer.body);
      if (redirects === 0) throw new OutgoingRequestError('too_many_redirects', 'The URL redirects too often.');
      url = this.checkAddress(next.href);
    }
  }

  /** Aborts a body that arrives too slowly. */
  #watchSpeed(body: Readable, { host }: URL, received: { bytes: number }, bytesPerSecond: number): NodeJS.Timeout {
    const least = (bytesPerSecond * this.#speedWindowMs) / 1_000;
    let before = 0;
    return setInterval(() => {
      if (received.bytes - before < least && !body.readableEnded)
        body.destroy(new OutgoingRequestError('too_slow', `${host} sends too slowly.`));
      before = received.bytes;
    }, this.#speedWindowMs).unref();
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  async #request(url: URL, options: OutgoingRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    // Loaded at the first request: the library is large.
    const undici = await import('undici');
    this.#agent ??= new undici.Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup: this.#lookup } });
    return undici.request(url, {
      dispatcher: this.#agent,
      method: options.method ?? 'GET',
      headers: { 'user-agent': 'Stele', ...options.headers },
      body: options.body ?? null,
      signal,
      headersTimeout: options.headersTimeoutMs ?? Math.min(options.timeoutMs ?? TIMEOUT_MS, HEADERS_TIMEOUT_MS),
    });
  }
}

/** The URL to which an answer redirects; null when it doesn't, or redirects aren't followed. */
function followed(
  { statusCode, headers }: Dispatcher.ResponseData,
  url: URL,
  { redirects }: OutgoingRequest,
): URL | null {
  const location = plain(headers).location;
  if (redirects === undefined || location === undefined || !REDIRECTS.includes(statusCode)) return null;
  if (!URL.canParse(location, url.href))
    throw new OutgoingRequestError('address_refused', 'It redirects to an invalid URL.');
  return new URL(location, url);
}

/** Ends a body and its connection, and ignores its later errors. */
function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

async function* bounded(
  body: Readable,
  maxBytes: number,
  received: { bytes: number },
  faultOf: (error: unknown) => OutgoingRequestError,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await chunks.next().catch((error: unknown) => {
      throw faultOf(error);
    });
    if (done) return;
    received.bytes += (value as Buffer).byteLength;
    if (received.bytes > maxBytes) {
      throw new OutgoingRequestError('answer_too_large', `The answer is longer than ${maxBytes} bytes.`);
    }
    yield value as Buffer;
  }
}

function plain(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );
}

/** A connection error, in words. */
function asOutgoing(cause: unknown, { host }: URL, timeout: AbortSignal): OutgoingRequestError {
  if (cause instanceof OutgoingRequestError) return cause;
  if (timeout.aborted || TIMEOUTS.includes(String((cause as { code?: unknown } | null)?.code))) {
    return new OutgoingRequestError('timed_out', `${host} took too long to answer.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OutgoingRequestError('unreachable', `${host} can't be reached: ${reason}`, { cause });
}

/** The codes of undici's errors. */
const TIMEOUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

import type { Clock } from '../clock.ts';
import { LoaderError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import type { FetchLike, ResponseLike } from './fetch-like.ts';

/** How patient requests are. */
interface HttpOptions {
  readonly fetch: FetchLike;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Requests under way at a time. */
  readonly concurrency: number;
  /** Milliseconds without a byte after which a request is given up. */
  readonly timeout: number;
  /** How often a request is sent again. */
  readonly retries: number;
  /** Hears once that something is waited for. */
  readonly log: Log;
}

export interface Get {
  readonly url: string;
  /** The address as messages show it, when it's a secret. */
  readonly shownUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Asks caches on the way to fetch it again. */
  readonly isFresh?: boolean;
  /** How often it's sent again when nothing comes in time; as often as after other failures by default. */
  readonly retriesOfSilence?: number;
  /** Called when an attempt has no complete answer after some time, though it continues. */
  readonly silence?: { readonly afterMs: number; readonly report: () => void };
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** Isn't counted among the requests under way, so it never waits for one of them. */
  readonly isUrgent?: boolean;
}

/** An answer that is no failure of network or server; it may be a refusal. */
export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
  readonly requestId: string | null;
}

/** Takes a part of a body; the next one comes when it's done. */
export type TakePart = (part: Uint8Array) => void | Promise<void>;

const SLOW_MS = 5_000;
/** The longest wait before a request is sent again for the first time; each later one is twice as long. */
export const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
/** A server that demands a longer wait counts as failed. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** A failed attempt, and how long the server demands to wait. */
interface Failure {
  readonly error: LoaderError;
  readonly retryAfterMs: number | null;
  /** Whether nothing came in time. */
  readonly isSilence: boolean;
}

/** Codes of the platform's `fetch` when nothing comes in its own time limit. */
const SILENCE = /^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/;
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * Reads addresses, some at a time. Network errors, time-outs and answers of 429 and 5xx are tried again, after waits
 * that grow, vary and are never shorter than Retry-After.
 */
export class Http {
  readonly #options: HttpOptions;
  readonly #limit: ReturnType<typeof limited>;
  /** Requests that took long. */
  #slow = 0;

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#limit = limited(options.concurrency);
  }

  /**
   * Reads an address.
   *
   * @throws LoaderError `unreachable` or `rate_limited`, after the last retry
   */
  get(request: Get): Promise<Answer> {
    return request.isUrgent ? this.#patiently(request) : this.#limit(() => this.#patiently(request));
  }

  /**
   * Reads an address, part by part as it comes. Once, unless a failure says how long to wait: no part of its body was taken.
   *
   * @param take is called with the parts of a body with status 200, not with those of others
   * @throws LoaderError `unreachable`, `rate_limited` or `refused`, also when the body ends before its time; what `take` throws
   */
  stream(request: Get, take: TakePart): Promise<void> {
    return this.#limit(async () => {
      const { status, requestId } = await this.#patiently(request, take);
      if (status !== 200) {
        throw new LoaderError('refused', `${request.url} answered ${status}.`, { url: request.url, status, requestId });
      }
    });
  }

  async #patiently(request: Get, take?: TakePart): Promise<Answer> {
    const { clock, retries, log } = this.#options;
    const { url, shownUrl = url, silence } = request;
    const report = (): void => {
      if (this.#slow++ === 0) log.warn(`Still waiting for ${shownUrl}.`);
    };
    // A request that reports silence itself has a better message.
    const stop = silence ? null : clock.after(SLOW_MS, report);
    try {
      for (let attempt = 0; ; attempt++) {
        const result = await this.#attempt(request, take);
        if (!('error' in result)) return result;
        if (request.signal?.aborted || (take && result.retryAfterMs === null)) throw result.error;
        const asked = result.retryAfterMs ?? 0;
        const most = result.isSilence ? Math.min(retries, request.retriesOfSilence ?? retries) : retries;
        if (attempt >= most || asked > LONGEST_RETRY_AFTER_MS) throw result.error;
        const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
        await clock.sleep(asked + longest * (0.5 + clock.random() / 2), request.signal);
      }
    } finally {
      stop?.();
    }
  }

  async #attempt(request: Get, take?: TakePart): Promise<Answer | Failure> {
    const { fetch, clock, timeout } = this.#options;
    const { url, shownUrl = url, headers, isFresh = false, silence, signal } = request;
    const abort = new AbortController();
    let timedOut = false;
    const giveUp = (): void => {
      timedOut = true;
      abort.abort();
    };
    const stopListening = silence && clock.after(silence.afterMs, silence.report);
    let stopTimer = clock.after(timeout, giveUp);
    const moved = (): void => {
      stopTimer();
      stopTimer = clock.after(timeout, giveUp);
    };
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json', ...headers, ...(isFresh && { 'cache-control': 'no-cache' }) },
        signal: signal ? AbortSignal.any([abort.signal, signal]) : abort.signal,
        ...(isFresh && { cache: 'reload' }),
      });
      moved();
      const { status } = response;
      const body = await readBody(response, moved, status === 200 ? take : undefined);
      const answer = { status, body, requestId: this.#requestIdOf(response) };
      if (status !== 429 && status < 500) return answer;
      return {
        error: this.#statusError(answer, shownUrl),
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
        isSilence: false,
      };
    } catch (cause) {
      abort.abort();
      if (cause instanceof LoaderError) throw cause;
      const bottom = bottomOf(cause);
      const reason = timedOut ? `nothing came for ${timeout} ms` : reasonOf(bottom);
      const isSilence = timedOut || SILENCE.test(String((bottom as NodeJS.ErrnoException)?.code));
      return { error: this.#networkError(cause, reason, shownUrl), retryAfterMs: null, isSilence };
    } finally {
      stopTimer();
      stopListening?.();
    }
  }

  /** The id under which the server logged a request, if it is one: it goes into messages. */
  #requestIdOf({ headers }: ResponseLike): string | null {
    const id = headers.get('x-request-id') ?? '';
    return REQUEST_ID.test(id) && this.#options.secrets.hide(id) === id ? id : null;
  }

  #statusError({ status, requestId }: Answer, url: string): LoaderError {
    const details = { url, status, requestId };
    if (status === 429) {
      const advice = 'Wait, or lower the option concurrency.';
      return new LoaderError('rate_limited', `${url} answered 429, too many requests. ${advice}`, details);
    }
    const advice = `The server has failed: its log says why${requestId === null ? '' : `, under request ${requestId}`}.`;
    return new LoaderError('unreachable', `${url} answered ${status}. ${advice}`, details);
  }

  #networkError(cause: unknown, reason: string, url: string): LoaderError {
    const { secrets } = this.#options;
    const message = `${url} can't be reached: ${secrets.hide(reason)}. Is it running, and is the address right?`;
    return new LoaderError('unreachable', message, { url, cause: secrets.hideIn(cause) });
  }
}

/** The whole body, or nothing when the parts are taken. */
async function readBody(response: ResponseLike, moved: () => void, take?: TakePart): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    moved();
    if (!part.value) continue;
    if (take) await take(part.value);
    else parts.push(part.value);
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts);
}

/** The error at the bottom of another one: `fetch` itself only says that it failed. */
function bottomOf(error: unknown): unknown {
  let bottom = error;
  for (let depth = 0; depth < 4 && bottom instanceof Error && bottom.cause instanceof Error; depth++) {
    bottom = bottom.cause;
  }
  return bottom;
}

function reasonOf(bottom: unknown): string {
  if (!(bottom instanceof Error)) return String(bottom);
  const { message, code, name } = bottom as NodeJS.ErrnoException;
  return message || code || name;
}

/** Runs what it's given, some at a time; the rest waits for its turn. @param atOnce how many run at a time */
function limited(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Milliseconds that a Retry-After header demands to wait: seconds, or the time until a date.
 *
 * @returns null when there's no header, or none that can be read
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

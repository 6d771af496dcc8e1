import { ApiError, ConnectionError } from './api-error.ts';

/** A request that is about to be sent again. */
export interface Retry {
  /** The failure. */
  readonly error: ApiError | ConnectionError;
  /** How often it has failed, or met a limit. */
  readonly attempt: number;
  readonly seconds: number;
}

/** How requests are sent again, and how long they may take. */
export interface RetryOptions {
  /** How often a request is sent again after a failure; 4 by default. */
  readonly retries?: number;
  /** How often a limit is waited for; as often as `retries` says by default. */
  readonly waits?: number;
  /** The longest that a `Retry-After` is waited for, in seconds; 60 by default. */
  readonly longestWait?: number;
  /** Seconds that one attempt may take; 60 by default. */
  readonly timeout?: number;
  /** Which requests may be sent again though they may have been carried out: reads and those with an Idempotency-Key by default. */
  readonly mayRepeat?: (request: Request) => boolean;
  /** Called before a request is sent again. An error that it throws is thrown instead. */
  readonly onRetry?: (retry: Retry) => void;
  /** Waits; the clock's time by default. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

const FIRST_PAUSE = 0.5;
const LONGEST_PAUSE = 30;
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A `fetch` that sends requests again, and throws what is no success. After a 429 each of them is sent again, for nothing was
 * done. When the connection broke, after a 5xx, or while an earlier copy is still running, only those that may be repeated.
 *
 * @param url address of the API
 * @throws ApiError, ConnectionError
 */
export function patientFetch(url: string, fetch: Fetch, options: RetryOptions): Fetch {
  const { retries = 4, waits = retries, longestWait = 60, timeout = 60 } = options;
  const { mayRepeat = mayComeTwice, onRetry, sleep = pauseFor } = options;
  return async (request) => {
    const counts = { limits: 0, failures: 0 };
    for (;;) {
      try {
        return await attempt(request, timeout * 1000, url, fetch);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof ConnectionError) || request.signal.aborted) throw error;
        const isLimit = error instanceof ApiError && error.status === 429;
        const before = isLimit ? counts.limits++ : counts.failures++;
        if (before >= (isLimit ? waits : retries)) throw error;
        if (!isLimit && !(isPassing(error) && mayRepeat(request))) throw error;
        const seconds = (error instanceof ApiError ? error.retryAfter : null) ?? pause(before);
        if (seconds > longestWait) throw error;
        onRetry?.({ error, attempt: before + 1, seconds });
        await sleep(seconds * 1000, request.signal);
      }
    }
  };
}

/** Sends a request once, and reads the answer. @throws ApiError, ConnectionError; what cancelled the request; other errors of `fetch` */
async function attempt(request: Request, timeoutMs: number, url: string, fetch: Fetch): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  let response: Response;
  let text: string;
  try {
    response = await fetch(new Request(request.clone(), { signal }));
    if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    text = await response.text();
  } catch (error) {
    const isOfNetwork = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
    throw isOfNetwork ? new ConnectionError(url, error) : error;
  }
  const body = parsed(text);
  if (response.ok && (text === '' || body !== undefined)) return new Response(text === '' ? null : text, response);
  throw new ApiError(request, response, body);
}

/** Whether the failure may be over in a moment. */
function isPassing(error: ApiError | ConnectionError): boolean {
  return error instanceof ConnectionError || error.status >= 500 || error.code === 'idempotency.in_flight';
}

function mayComeTwice({ method, headers }: Request): boolean {
  return SAFE.includes(method) || headers.has('idempotency-key');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds before the next attempt: longer each time, and not the same for all clients. */
function pause(failures: number): number {
  return Math.min(FIRST_PAUSE * (1 + Math.random()) * 2 ** failures, LONGEST_PAUSE);
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

import { envelopeOf, retryAfterOf } from './api-error.ts';

/** How requests are sent again. */
export interface RetryOptions {
  /** How often a request is sent again; 4 unless given. */
  readonly retries?: number;
  /** The longest that a `Retry-After` is waited for, in seconds; 60 unless given. */
  readonly longestWait?: number;
}

type Fetch = (request: Request) => Promise<Response>;

const FIRST_PAUSE = 0.25;
const LONGEST_PAUSE = 8;
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A `fetch` that sends requests again. After a 429 each of them, for nothing was done. When the connection broke, after a
 * 503, or while an earlier copy is still running, only those that do no harm when they come twice: reads, and those with
 * an Idempotency-Key.
 */
export function retryingFetch(fetch: Fetch, { retries = 4, longestWait = 60 }: RetryOptions = {}): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt >= retries;
      const response = await fetch(last ? request : request.clone()).catch((error: unknown) => {
        if (last || !mayComeTwice(request) || request.signal.aborted) throw error;
        return null;
      });
      if (response && (last || !(await asksAgain(request, response)))) return response;
      const seconds = (response && retryAfterOf(response)) ?? pause(attempt);
      if (response && seconds > longestWait) return response;
      await response?.body?.cancel();
      await sleep(seconds, request.signal);
    }
  };
}

async function asksAgain(request: Request, response: Response): Promise<boolean> {
  if (response.status === 429) return true;
  if (!mayComeTwice(request)) return false;
  if (response.status === 503) return true;
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return envelopeOf(body).code === 'idempotency.in_flight';
}

function mayComeTwice({ method, headers }: Request): boolean {
  return SAFE.includes(method) || headers.has('idempotency-key');
}

/** Seconds before the next attempt: longer each time, and not the same for all clients. */
function pause(attempt: number): number {
  return Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
}

function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

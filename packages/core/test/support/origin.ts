import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of the running code: the number of a request to a test's app; 0 for timers of the app itself. */
const origin = new AsyncLocalStorage<number>();
let requests = 0;

/** Runs code that isn't part of any request. */
export function asBackground<Result>(work: () => Result): Result {
  return origin.run(0, work);
}

/** Runs code as part of a request to an app. */
export function asRequest<Result>(work: () => Result): Result {
  return origin.run(++requests, work);
}

/** How many requests there were. */
export function countRequests(): number {
  return requests;
}

/** Whether the caller runs for the test itself, or for a request that came after so many others. */
export function isOfRequestAfter(earlier: number): boolean {
  const request = origin.getStore();
  return request === undefined || request > earlier;
}

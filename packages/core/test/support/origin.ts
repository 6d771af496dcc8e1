import { AsyncLocalStorage } from 'node:async_hooks';

/** What the code that runs was called by: the number of a request to a test's app; 0: the app itself, by its timers. */
const origin = new AsyncLocalStorage<number>();
let requests = 0;

/** Runs what goes on by itself from then on, beside all requests. */
export function asBackground<Result>(work: () => Result): Result {
  return origin.run(0, work);
}

/** Runs what a request to an app does. */
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

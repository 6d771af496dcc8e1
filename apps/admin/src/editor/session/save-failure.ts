import type { ApiFailure } from '@/api/errors.ts';

const RETRY_MS = [1_000, 2_000, 4_000, 8_000];
const LONGEST_RETRY_MS = 15_000;
const LIMITED_RETRY_MS = 10_000;

/** Whether the same save may succeed later: the server can't be reached, has a fault, or is asked for too much. */
export function isPassing({ status }: ApiFailure): boolean {
  return status === 0 || status >= 500 || status === 429;
}

/** Whether trying again can't help until a person does something: signs in, or brings the entry back. */
export function isFinal({ status }: ApiFailure): boolean {
  return status === 401 || status === 403 || status === 404 || status === 409;
}

/** How long to wait before the next try, in milliseconds. @param failures how many there were before */
export function retryWait({ status }: ApiFailure, failures: number): number {
  return status === 429 ? LIMITED_RETRY_MS : (RETRY_MS[failures] ?? LONGEST_RETRY_MS);
}

import { readRetryAfter } from '../../../platform/outgoing/retry-after.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long a message waits after each failed attempt, as Standard Webhooks advises. */
const WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** The longest wait that a receiver can ask for. */
const LONGEST_MS = 24 * HOUR;
/** The shortest and the longest pause of a failing webhook. */
const LEAST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = 5 * MINUTE;
/** A webhook that has failed for so long is disabled. */
const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;

/**
 * How long a message waits, varied at random; null when it has failed for good.
 *
 * @param tried attempts so far
 * @param retryAfter the answer's Retry-After header, which may make it longer
 */
export function waitAfterAttempt(tried: number, retryAfter: string | undefined, now: Date): number | null {
  const wait = WAITS_MS[tried - 1];
  if (wait === undefined) return null;
  return Math.max(Math.round(wait * (0.9 + Math.random() / 5)), readRetryAfter(retryAfter, now, LONGEST_MS) ?? 0);
}

/**
 * How long a failing webhook is paused. The pause grows with the time that it has failed, and respects its Retry-After.
 */
export function pauseOf(failingSince: Date, retryAfter: string | undefined, now: Date): number {
  const quarter = (now.getTime() - failingSince.getTime()) / 4;
  const pause = Math.min(Math.max(quarter, LEAST_PAUSE_MS), LONGEST_PAUSE_MS);
  return Math.max(pause, readRetryAfter(retryAfter, now, LONGEST_MS) ?? 0);
}

/** Whether a webhook has failed for so long that it must be disabled. */
export function isGivenUp(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= GIVEN_UP_AFTER_MS;
}

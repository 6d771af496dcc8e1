const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When a request that failed is sent again. */
export interface RetryPolicy {
  /** How long it waits after each failed attempt. After the last one, it has failed for good. */
  readonly waitsMs: readonly number[];
  /** How much a wait varies at random, as a part of it. */
  readonly spread: number;
  /** The longest wait that a receiver can ask for. */
  readonly longestMs: number;
}

/** Of what triggers a build: people wait for it. */
export const deploymentRetries: RetryPolicy = {
  waitsMs: [2 * SECOND, 10 * SECOND, 30 * SECOND, 90 * SECOND],
  spread: 0.25,
  longestMs: HOUR,
};

/** Of messages to webhooks, as Standard Webhooks advises. */
export const messageRetries: RetryPolicy = {
  waitsMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  spread: 0.1,
  longestMs: 24 * HOUR,
};

/** The shortest and the longest pause of a failing webhook. */
const LEAST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = 5 * MINUTE;
/** A webhook that has failed for so long is disabled. */
const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;

/**
 * How long to wait after a failed attempt, at least as long as the receiver asks for; null when it has failed for good.
 *
 * @param tried attempts so far
 * @param askedMs how long the receiver wants to be left alone
 */
export function waitAfterAttempt({ waitsMs, spread }: RetryPolicy, tried: number, askedMs: number): number | null {
  const wait = waitsMs[tried - 1];
  if (wait === undefined) return null;
  return Math.max(Math.round(wait * (1 - spread + Math.random() * 2 * spread)), askedMs);
}

/**
 * How long a receiver wants to be left alone according to a Retry-After header (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @returns milliseconds; 0 when the header is missing or invalid
 */
export function askedWait({ longestMs }: RetryPolicy, header: string | null | undefined, now: Date): number {
  if (header === null || header === undefined) return 0;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header.slice(0, 100)) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? Math.min(wait, longestMs) : 0;
}

/** How long a failing webhook is paused: the pause grows with the time that it has failed. */
export function pauseOf(failingSince: Date, askedMs: number, now: Date): number {
  const quarter = (now.getTime() - failingSince.getTime()) / 4;
  return Math.max(Math.min(Math.max(quarter, LEAST_PAUSE_MS), LONGEST_PAUSE_MS), askedMs);
}

/** Whether a webhook has failed for so long that it must be disabled. */
export function isGivenUp(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= GIVEN_UP_AFTER_MS;
}

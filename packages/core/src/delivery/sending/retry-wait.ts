/** How long a deployment waits after each failed attempt. */
const WAITS_MS = [2_000, 10_000, 30_000, 90_000];
/** Attempts that a deployment has. */
export const DEPLOYMENT_ATTEMPTS = WAITS_MS.length + 1;
/** The longest wait that a platform can ask for. */
export const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** How long to wait before the next attempt, varied at random; null when there is none. */
export function retryWait(attemptsBefore: number): number | null {
  const wait = WAITS_MS[attemptsBefore];
  return wait === undefined ? null : Math.round(wait * (0.75 + Math.random() / 2));
}

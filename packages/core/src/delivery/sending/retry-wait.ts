/** How long a deployment waits after each attempt that failed; after one more there's none left. */
const WAITS_MS = [2_000, 10_000, 30_000, 90_000];
/** Attempts that a deployment has. */
export const DEPLOYMENT_ATTEMPTS = WAITS_MS.length + 1;
/** However long a platform wants to be left alone, it isn't for longer. */
export const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** How long the next attempt waits after this one, of which there were so many before, by chance a little longer or shorter. */
export function retryWait(attemptsBefore: number): number | null {
  const wait = WAITS_MS[attemptsBefore];
  return wait === undefined ? null : Math.round(wait * (0.75 + Math.random() / 2));
}

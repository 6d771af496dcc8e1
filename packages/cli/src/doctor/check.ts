/** How a check ended: `warn` for what works, but not for long or not well. */
export type Verdict = 'ok' | 'warn' | 'fail';

/** What a check found. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
}

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

/** What is in order. */
export function ok(check: string, message: string): Finding {
  return { check, verdict: 'ok', message };
}

/** What works, but not for long or not well. */
export function warn(check: string, message: string, advice: string): Finding {
  return { check, verdict: 'warn', message, advice };
}

/** What keeps commands from working. */
export function fail(check: string, message: string, advice?: string): Finding {
  return { check, verdict: 'fail', message, ...(advice !== undefined && { advice }) };
}

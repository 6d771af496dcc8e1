/** How a check ended: `warn` for what works, but not for long or not well. */
export type Verdict = 'ok' | 'warn' | 'fail';

export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly message: string;
  readonly advice?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, verdict: 'ok', message };
}

export function warn(check: string, message: string, advice: string): Finding {
  return { check, verdict: 'warn', message, advice };
}

export function fail(check: string, message: string, advice?: string): Finding {
  return { check, verdict: 'fail', message, ...(advice !== undefined && { advice }) };
}

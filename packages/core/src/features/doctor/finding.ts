/** How a check ended: `warn` for what works, but not for long or not well; `skip` for what couldn't be checked. */
export type Verdict = 'ok' | 'warn' | 'fail' | 'skip';

/** A result of a check, and advice on it. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly message: string;
  readonly advice?: string;
}

/** A part of an instance to be checked. */
export interface Check {
  readonly name: string;
  /** @throws Error which becomes a finding: the part fails */
  run(): Promise<readonly Finding[]>;
  /** Advice for when it throws. */
  readonly advice: string;
}

/** How long each check may take, unless something else is said. */
export const MOST_MS = 15_000;

export function ok(check: string, message: string): Finding {
  return { check, verdict: 'ok', message };
}

export function warn(check: string, message: string, advice: string): Finding {
  return { check, verdict: 'warn', message, advice };
}

export function fault(check: string, message: string, advice: string): Finding {
  return { check, verdict: 'fail', message, advice };
}

export function skip(check: string, message: string, advice?: string): Finding {
  return { check, verdict: 'skip', message, ...(advice !== undefined && { advice }) };
}

/** Runs checks at once, each for a bounded time. One that fails, or hangs, hides no other. */
export async function runChecks(checks: readonly Check[], mostMs: number): Promise<Finding[]> {
  const found = checks.map(async ({ name, run, advice }): Promise<readonly Finding[]> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`There was no answer within ${mostMs / 1000} seconds.`)), mostMs);
    });
    try {
      return await Promise.race([run(), late]);
    } catch (error) {
      return [fault(name, reasonOf(error), advice)];
    } finally {
      clearTimeout(timer);
    }
  });
  return (await Promise.all(found)).flat();
}

/** The sentence of an error, with its cause: many wrap what really happened. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses that were tried, none has a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  const cause = error.cause === undefined ? '' : `: ${reasonOf(error.cause)}`;
  return `${error.message}${cause}`;
}

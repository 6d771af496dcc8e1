import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JobHandler } from '../handler.ts';

/** What a renewal does. */
export interface Renewal {
  readonly kind: JobHandler['kind'];
  /** What it worked out, for the log. */
  readonly what: string;
  /** Works out some of what is marked, at most so many that others needn't wait. @returns how many; 0 when none are left */
  readonly renewSome: () => Promise<number>;
}

/** A job that works out again, in the background, what was made by other rules. */
export function renewal({ kind, what, renewSome }: Renewal, log: Logger): JobHandler {
  return {
    kind,
    everyMs: 10 * 60_000,
    run: async ({ signal }) => {
      let renewed = 0;
      for (let count = 1; count > 0 && !signal.aborted; await setImmediate()) {
        count = await renewSome();
        renewed += count;
      }
      if (renewed > 0) log.info({ renewed }, `worked out ${what} that were made by other rules`);
    },
  };
}

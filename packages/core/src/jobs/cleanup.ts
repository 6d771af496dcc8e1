import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open-database.ts';
import { deleteExpiredAnswers } from '../idempotency.store.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Removes, once an hour, what has expired and nobody reads any more. */
export class Cleanup {
  readonly #timer: NodeJS.Timeout;

  constructor(deps: { database: Database; clock: Clock; log: Logger }) {
    const run = (): void => {
      deleteExpiredAnswers(deps.database.prisma, deps.clock.now()).catch((err: unknown) => {
        deps.log.warn({ err }, 'could not clean up; trying again in an hour');
      });
    };
    this.#timer = setInterval(run, EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

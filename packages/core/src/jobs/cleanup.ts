import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open-database.ts';
import { purgeTrash } from '../domains/entries/purge-trash.ts';
import { deleteExpiredAnswers } from '../idempotency.store.ts';

const EVERY_MS = 60 * 60 * 1000;

interface CleanupDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Removes, at start and once an hour, what has expired: kept answers, and entries that were long in the trash. */
export class Cleanup {
  readonly #deps: CleanupDependencies;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: CleanupDependencies) {
    this.#deps = deps;
    const start = (): void => {
      this.#running = this.run().catch((err: unknown) => {
        deps.log.warn({ err }, 'could not clean up; trying again in an hour');
      });
    };
    start();
    this.#timer = setInterval(start, EVERY_MS);
    this.#timer.unref();
  }

  /** Cleans up now. */
  async run(): Promise<void> {
    const { database, clock, log } = this.#deps;
    await deleteExpiredAnswers(database.prisma, clock.now());
    const purged = await purgeTrash({ database, clock });
    if (purged > 0) log.info({ purged }, 'removed entries that were in the trash for 30 days');
  }

  /** Waits for what is under way, and doesn't run again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

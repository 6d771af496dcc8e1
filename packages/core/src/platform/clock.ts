import { readDatabaseTime } from './clock.store.ts';
import type { Queryable } from './database/sql.ts';

/** The current time. Injected, so that tests can set it. */
export interface Clock {
  now(): Date;
}

const SYNC_EVERY_MS = 60_000;

/**
 * The database's clock, so that servers with different clocks agree on expiry and stored times. Between two looks it's measured
 * by a clock that never jumps, so it doesn't matter when someone sets that of the machine.
 */
export class DatabaseClock implements Clock {
  /** When the clock that never jumps was at zero. */
  #zero = Date.now() - performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** Starts a clock that follows the database's, asking it once a minute. */
  static async start(database: Queryable): Promise<DatabaseClock> {
    const clock = new DatabaseClock();
    await clock.#synchronise(database);
    clock.#timer = setInterval(() => {
      clock.#synchronise(database).catch(() => undefined);
    }, SYNC_EVERY_MS);
    clock.#timer.unref();
    return clock;
  }

  now(): Date {
    return new Date(this.#zero + performance.now());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #synchronise(database: Queryable): Promise<void> {
    const asked = performance.now();
    const now = await readDatabaseTime(database);
    this.#zero = now.getTime() - (asked + performance.now()) / 2;
  }
}

import { readDatabaseTime } from './clock.store.ts';
import type { Queryable } from './database/sql.ts';

/** The current time. Injected, so that tests can set it. */
export interface Clock {
  now(): Date;
}

const SYNC_EVERY_MS = 60_000;

/** The database's clock, so that servers with different clocks agree on expiry and stored times. */
export class DatabaseClock implements Clock {
  #offsetMs = 0;
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
    return new Date(Date.now() + this.#offsetMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #synchronise(database: Queryable): Promise<void> {
    const asked = Date.now();
    const now = await readDatabaseTime(database);
    const answered = Date.now();
    this.#offsetMs = Math.round(now.getTime() - (asked + answered) / 2);
  }
}

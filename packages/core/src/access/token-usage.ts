import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { noteTokensUsed } from './identity.store.ts';

const FLUSH_EVERY_MS = 30_000;

/** Remembers when tokens were last used, and writes it down in one statement now and then: never in a request. */
export class TokenUsage {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #used = new Map<string, Date>();

  constructor(pool: Pool, clock: Clock, log: Logger) {
    this.#pool = pool;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  note(tokenId: string): void {
    this.#used.set(tokenId, this.#clock.now());
  }

  /** Writes what was noted. A failure is logged; it loses nothing but a time of last use. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    try {
      await noteTokensUsed(this.#pool, used);
    } catch (err) {
      this.#log.warn({ err }, 'could not write when tokens were last used');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

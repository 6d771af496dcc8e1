import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { noteTokensUsed } from './identity.store.ts';

const FLUSH_EVERY_MS = 30_000;

/** Records when tokens were last used, in one statement from time to time instead of in each request. */
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

  /** Writes the noted times. A failure is logged; only times of last use are lost. */
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

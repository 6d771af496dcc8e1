import type { ObjectStorage } from '@stele/storage';
import { type Exchange, NO_STORE, sendBytes } from '../http/exchange.ts';

const OK = Buffer.from('{"status":"ok"}');
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE };

/** The process answers. */
export function serveLive(exchange: Exchange): void {
  sendBytes(exchange, 200, HEADERS, OK);
}

/** How long a result is reused. */
const FRESH_MS = 1000;

/** Whether the storage can be used. The check writes to it, so it runs at most once a second. */
export class Readiness {
  readonly #storage: ObjectStorage;
  readonly #now: () => Date;
  #look: Promise<void> | null = null;
  #lookedAt: number | null = null;

  constructor(storage: ObjectStorage, now: () => Date) {
    this.#storage = storage;
    this.#now = now;
  }

  async serve(exchange: Exchange): Promise<void> {
    const age = this.#lookedAt === null ? 0 : Math.abs(this.#now().getTime() - this.#lookedAt);
    if (!this.#look || age >= FRESH_MS) {
      this.#lookedAt = null;
      this.#look = this.#storage.check().finally(() => {
        this.#lookedAt = this.#now().getTime();
      });
    }
    await this.#look;
    sendBytes(exchange, 200, HEADERS, OK);
  }
}

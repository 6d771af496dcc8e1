import type { ObjectStorage } from '@stele/storage';
import { type Exchange, NO_STORE, sendBytes } from '../http/exchange.ts';

const OK = Buffer.from('{"status":"ok"}');
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE };

/** The process answers. */
export function serveLive(exchange: Exchange): void {
  sendBytes(exchange, 200, HEADERS, OK);
}

/** The storage can be used now. Requests that come while one looks share its look. */
export class Readiness {
  readonly #storage: ObjectStorage;
  #looking: Promise<void> | null = null;

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  async serve(exchange: Exchange): Promise<void> {
    this.#looking ??= this.#storage.check().finally(() => {
      this.#looking = null;
    });
    await this.#looking;
    sendBytes(exchange, 200, HEADERS, OK);
  }
}

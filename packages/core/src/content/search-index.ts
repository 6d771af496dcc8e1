import { setTimeout } from 'node:timers/promises';
import { DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/open-database.ts';
import { mergeSearchIndex } from './search-index.store.ts';

/** So long new drafts wait for their merge on a server: others go on meanwhile. */
const SERVER_DELAY_MS = 500;
/** In the embedded database all wait for a merge, and many drafts at once take less work than a few each time. */
const EMBEDDED_DELAY_MS = 5_000;
/** PostgreSQL's code of `insufficient_privilege`. */
const NOT_OWNER = '42501';

/**
 * Merges new drafts into the search index. PostgreSQL gathers them in a list, which each search reads too, and merges it
 * when it's long, in whichever request comes just then: on a server with a lot to merge, that one would wait for a quarter
 * of a second and more. A merge goes on until the list is empty. See
 * https://www.postgresql.org/docs/current/gin-implementation.html#GIN-FAST-UPDATE.
 */
export class SearchIndex {
  readonly #pool: Pool;
  readonly #delayMs: number;
  readonly #log: Logger;
  #delay: AbortController | null = null;
  #merged: Promise<void> = Promise.resolve();
  #isFailing = false;
  #isStopped = false;

  constructor({ pool, kind }: Pick<Database, 'pool' | 'kind'>, log: Logger) {
    this.#pool = pool;
    this.#delayMs = kind === 'pglite' ? EMBEDDED_DELAY_MS : SERVER_DELAY_MS;
    this.#log = log;
  }

  /** Says that drafts were written. They're merged soon, with those that others write meanwhile; nobody waits for it. */
  mergeSoon(): void {
    if (this.#delay || this.#isStopped) return;
    const delay = new AbortController();
    this.#delay = delay;
    const before = this.#merged;
    this.#merged = before.then(() => this.#mergeAfter(delay.signal));
  }

  /** Merges at once what would be soon, and waits for it, whether it succeeds or not. */
  flush(): Promise<void> {
    this.#delay?.abort();
    return this.#merged;
  }

  /** Waits for a merge that is under way. What wasn't merged is by the next process, or by PostgreSQL. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.flush();
  }

  async #mergeAfter(signal: AbortSignal): Promise<void> {
    await setTimeout(this.#delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    // What is written from now on may come too late for this one.
    this.#delay = null;
    if (this.#isStopped) return;
    try {
      await mergeSearchIndex(this.#pool);
      this.#isFailing = false;
    } catch (err) {
      if (err instanceof DatabaseError && err.code === NOT_OWNER) {
        this.#isStopped = true;
        this.#log.warn(
          { err },
          'the search index is of another database role: now and then a request waits for a merge',
        );
      } else if (!this.#isFailing) {
        this.#isFailing = true;
        this.#log.warn({ err }, 'could not merge new drafts into the search index; trying again with the next ones');
      }
    }
  }
}

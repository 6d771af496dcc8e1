import { setTimeout } from 'node:timers/promises';
import { DatabaseError, type Pool } from 'pg';
import type { Logger } from 'pino';

/** So long new drafts wait for their merge, and at least so long it is between two. */
const DELAY_MS = 500;
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
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #isWaiting = false;
  #isFailing = false;
  #merged: Promise<void> = Promise.resolve();

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Says that drafts were written. They're merged soon, with those that others write meanwhile; nobody waits for it. */
  mergeSoon(): void {
    if (this.#isWaiting || this.#stopping.signal.aborted) return;
    this.#isWaiting = true;
    const before = this.#merged;
    this.#merged = before.then(() => this.#mergeLater());
  }

  /** Waits for the merges that were asked for, whether they succeed or not. */
  idle(): Promise<void> {
    return this.#merged;
  }

  /** Waits for a merge that is under way. What wasn't merged is by the next process, or by PostgreSQL. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#merged;
  }

  async #mergeLater(): Promise<void> {
    try {
      await setTimeout(DELAY_MS, undefined, { signal: this.#stopping.signal, ref: false });
      // What is written from now on may come too late for this one.
      this.#isWaiting = false;
      await this.#pool.query(`SELECT gin_clean_pending_list('entry_drafts_search_idx')`);
      this.#isFailing = false;
    } catch (err) {
      if (this.#stopping.signal.aborted) return;
      if (err instanceof DatabaseError && err.code === NOT_OWNER) {
        this.#stopping.abort();
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

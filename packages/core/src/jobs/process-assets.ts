import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ObjectStorage, StorageUnavailableError } from '@stele/storage';
import type { Logger } from 'pino';
import {
  type ClaimedAsset,
  claimDueAsset,
  finishFailed,
  finishReady,
  postpone,
  renewClaim,
} from '../media/processing/claims.store.ts';
import { processAsset } from '../media/processing/process-asset.ts';
import { removeAbandonedFolders } from '../media/processing/work-folders.ts';
import type { MediaProcessor } from '../media/processor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';

const AT_ONCE = 2;
const POLL_MS = 5_000;
/** Whoever doesn't renew a claim for so long is taken for dead. */
const LEASE_MS = 2 * 60_000;
const RENEW_MS = LEASE_MS / 4;
/** How long it waits after each attempt that failed; after one more there's none left. */
const WAITS_MS = [10_000, 60_000, 5 * 60_000, 20 * 60_000];
/** How long it waits when storage is down, which is no fault of the file. */
const STORAGE_WAIT_MS = 30_000;

const GAVE_UP = {
  code: 'processing_failed',
  message:
    'The file could not be processed, though it was tried several times. Save it in another format and try again.',
};

interface Dependencies {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly processor: MediaProcessor;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Processes assets that are due, in any number of processes beside each other. An asset is claimed with a lease that is
 * renewed while it's worked on: when a process dies, another one takes it over. Attempts that fail are repeated, each after
 * a longer wait, and then the asset ends as failed.
 */
export class ProcessAssets {
  readonly #deps: Dependencies;
  readonly #stopping = new AbortController();
  readonly #workers: readonly Promise<void>[];
  #woken = new AbortController();

  constructor(deps: Dependencies) {
    this.#deps = deps;
    removeAbandonedFolders().catch((err: unknown) => deps.log.warn({ err }, 'could not remove old working folders'));
    this.#workers = Array.from({ length: AT_ONCE }, () => this.#work());
  }

  /** Says that there's something to process. Nobody waits for it. */
  wake(): void {
    this.#woken.abort();
    this.#woken = new AbortController();
  }

  /** Ends what is being processed, which is left to others, and doesn't begin anything more. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The process is ending.'));
    this.wake();
    await Promise.all(this.#workers);
  }

  async #work(): Promise<void> {
    const { log } = this.#deps;
    while (!this.#stopping.signal.aborted) {
      const { signal } = this.#woken;
      const wasBusy = await this.#processNext().catch((err: unknown) => {
        log.warn({ err }, 'could not look for assets to process; trying again soon');
        return false;
      });
      if (!wasBusy && !this.#stopping.signal.aborted) {
        await setTimeout(POLL_MS, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
  }

  /** Processes an asset that is due. @returns false when none was */
  async #processNext(): Promise<boolean> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const claimed = await claimDueAsset(database.pool, randomUUID(), { now, until: after(now, LEASE_MS) });
    if (!claimed) return false;
    const { attempts } = claimed;
    // Whoever began it so often never came to say what was wrong: it may have been the file that killed them.
    if (attempts > WAITS_MS.length + 1) await finishFailed(database.pool, claimed, GAVE_UP, now);
    else await this.#process(claimed);
    return true;
  }

  async #process(claimed: ClaimedAsset): Promise<void> {
    const { database, clock } = this.#deps;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
    const renewal = setInterval(() => {
      renewClaim(database.pool, claimed, after(clock.now(), LEASE_MS)).then(
        (renewed) => !renewed && lost.abort(new Error('Somebody else has taken the asset over.')),
        () => undefined,
      );
    }, RENEW_MS);
    renewal.unref();
    try {
      const { result, renditions } = await processAsset(this.#deps, claimed.asset, signal);
      if (renditions) await finishReady(database.pool, claimed, result, renditions, clock.now());
      else await finishFailed(database.pool, claimed, { code: result.code, message: result.message }, clock.now());
    } catch (error) {
      await this.#putOff(claimed, error);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Leaves an asset to a later attempt, unless this was the last one. */
  async #putOff(claimed: ClaimedAsset, error: unknown): Promise<void> {
    const { database, clock, log } = this.#deps;
    const { asset, attempts } = claimed;
    const now = clock.now();
    if (this.#stopping.signal.aborted) return postpone(database.pool, claimed, now, false);
    const wait = WAITS_MS[attempts - 1];
    log.warn({ err: error, assetId: asset.id, attempts }, 'could not process an asset');
    if (error instanceof StorageUnavailableError) {
      return postpone(database.pool, claimed, after(now, STORAGE_WAIT_MS), false);
    }
    if (wait === undefined) await finishFailed(database.pool, claimed, GAVE_UP, now);
    else await postpone(database.pool, claimed, after(now, wait), true);
  }
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

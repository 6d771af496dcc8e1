import type { Logger } from 'pino';
import type { Schemas } from '../content/schemas.ts';
import type { SearchIndex } from '../content/search-index.ts';
import { pruneVersions } from '../entries/prune-versions.store.ts';
import { purgeTrash } from '../entries/purge-trash.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';
import { deleteExpiredAnswers } from '../platform/idempotency.store.ts';
import { deleteOldEvents } from '../publishing/events.store.ts';
import type { Restorations } from '../publishing/restoration/restorations.ts';
import type { Sweeper } from '../publishing/sweep/sweep.ts';
import { discardAbandoned } from '../schema-change/staged-changes.store.ts';
import { renewSearch } from './renew-search.ts';

const EVERY_MS = 10 * 60 * 1000;

interface CleanupDependencies {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly sweeper: Sweeper;
  readonly restorations: Restorations;
  readonly searchIndex: SearchIndex;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * At start and every ten minutes, finishes restorations that weren't, and removes what has expired: kept answers, events,
 * what pushes staged that didn't end, entries that were long in the trash, automatic saves that later ones stand for, and
 * snapshots. Then brings search vectors and their index up to date.
 */
export class Cleanup {
  readonly #deps: CleanupDependencies;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #stopping = false;

  constructor(deps: CleanupDependencies) {
    this.#deps = deps;
    const start = (): void => {
      this.run().catch((err: unknown) => {
        deps.log.warn({ err }, 'could not clean up; trying again in ten minutes');
      });
    };
    start();
    this.#timer = setInterval(start, EVERY_MS);
    this.#timer.unref();
  }

  /** Cleans up now; joins a clean-up that is under way. */
  run(): Promise<void> {
    this.#running ??= this.#cleanUp().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #cleanUp(): Promise<void> {
    const { database, schemas, sweeper, restorations, searchIndex, clock, log } = this.#deps;
    searchIndex.mergeSoon();
    await restorations.finishAll();
    await deleteExpiredAnswers(database.prisma, clock.now());
    await deleteOldEvents(database.prisma, clock.now());
    await discardAbandoned(database.pool);
    const purged = await purgeTrash({ database, clock });
    if (purged > 0) log.info({ purged }, 'removed entries that were in the trash for 30 days');
    const pruned = await pruneVersions({ database, clock });
    if (pruned > 0) log.info({ pruned }, 'removed automatic saves that later ones stand for');
    await sweeper.run();
    const renewed = await renewSearch({ database, schemas, searchIndex }, () => this.#stopping);
    if (renewed > 0) log.info({ renewed }, 'made search vectors anew that an earlier release had made');
  }

  /** Waits for what is under way, and doesn't run again. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running?.catch(() => undefined);
  }
}

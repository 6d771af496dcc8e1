import { randomUUID } from 'node:crypto';
import type { ObjectStorage } from '@stele/storage';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import {
  claimAbandoned,
  claimObjects,
  doomObjects,
  findProjectsWithAbandoned,
  forgetObjects,
  pardonObjects,
} from './doomed-objects.store.ts';
import { deleteClosedPublications, deleteUnusedContents } from './ledger.store.ts';
import { neededObjects } from './needed-objects.ts';
import type { Retention } from './retention.ts';
import { claimProject, endSnapshots, findDueProjects, loadNeededSnapshots, releaseProject } from './snapshots.store.ts';

/** The most objects that one sweep of a project removes. The rest is left to the next one. */
const MAX_DOOMED = 20_000;
const REMOVED_AT_ONCE = 500;

interface SweepDependencies {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly retention: Retention;
}

/** How many snapshots a sweep ended, and how much it removed. */
interface Swept {
  readonly snapshots: number;
  readonly objects: number;
  readonly publications: number;
  readonly contents: number;
}

/**
 * Sweeps each project once a day: ends snapshots that needn't be kept, and removes from storage and ledger what only those
 * needed.
 *
 * Objects are removed in steps. Each step is safe, whatever builds run at the same time and whenever a process dies. First,
 * unneeded objects are marked for removal ("doomed"). Then the needed objects are determined again. Then the removal starts,
 * except for objects that a build has published meanwhile. During the removal, no build with one of these objects goes live.
 */
export class Sweeper {
  readonly #deps: SweepDependencies;

  constructor(deps: SweepDependencies) {
    this.#deps = deps;
  }

  /** Sweeps all projects that are due. An error is logged and doesn't stop the others. */
  async run(): Promise<void> {
    const { database, clock, log } = this.#deps;
    await this.finishAbandoned();
    for (const projectId of await findDueProjects(database.pool, clock.now())) {
      if (!(await claimProject(database.pool, projectId, clock.now()))) continue;
      try {
        const swept = await this.sweep(projectId);
        if (Object.values(swept).some((count) => count > 0)) log.info({ projectId, ...swept }, 'swept a project');
        if (swept.objects >= MAX_DOOMED) await releaseProject(database.pool, projectId);
      } catch (err) {
        log.error({ err, projectId }, 'could not sweep a project; trying again in a day');
      }
    }
  }

  /** Sweeps a project. @throws errors of storage and database; then nothing needed was removed */
  async sweep(projectId: string): Promise<Swept> {
    const { database, clock, retention } = this.#deps;
    const snapshots = await endSnapshots(database.prisma, projectId, retention, clock.now());
    const objects = await this.#sweepObjects(projectId);
    const publications = await deleteClosedPublications(database.pool, projectId, this.#graceBegan());
    const contents = await deleteUnusedContents(database.prisma, database.pool, projectId);
    return { snapshots, objects, publications, contents };
  }

  /** Finishes removals that another process started. */
  async finishAbandoned(): Promise<void> {
    const { pool } = this.#deps.database;
    for (const projectId of await findProjectsWithAbandoned(pool)) {
      for (;;) {
        const claim = randomUUID();
        const keys = await claimAbandoned(pool, projectId, REMOVED_AT_ONCE, claim);
        if (keys.length === 0) break;
        await this.#deps.storage.delete(keys);
        await forgetObjects(pool, projectId, keys, claim);
      }
    }
  }

  async #sweepObjects(projectId: string): Promise<number> {
    const { database } = this.#deps;
    const keys = await this.#findUnneeded(projectId);
    if (keys.length === 0) return 0;
    const sweep = await doomObjects(database.prisma, projectId, keys);
    let removed = 0;
    try {
      const needed = await this.#needed(projectId);
      const unneeded = keys.filter((key) => !needed.has(key));
      for (let from = 0; from < unneeded.length; from += REMOVED_AT_ONCE) {
        const batch = unneeded.slice(from, from + REMOVED_AT_ONCE);
        const claim = randomUUID();
        const claimed = await claimObjects(database.pool, projectId, sweep, batch, claim);
        if (claimed.length === 0) continue;
        await this.#deps.storage.delete(claimed);
        await forgetObjects(database.pool, projectId, claimed, claim);
        removed += claimed.length;
      }
    } finally {
      await pardonObjects(database.pool, projectId, sweep);
    }
    return removed;
  }

  /** Objects that no needed snapshot contains, and that weren't written recently. */
  async #findUnneeded(projectId: string): Promise<string[]> {
    const { storage, clock, retention } = this.#deps;
    const needed = await this.#needed(projectId);
    const writtenBefore = clock.now().getTime() - retention.graceMs;
    const keys: string[] = [];
    for (const folder of ['snapshots', 'indexes', 'chunks']) {
      for await (const { key, lastModified } of storage.list(`${projectId}/${folder}/`)) {
        if (needed.has(key) || lastModified.getTime() > writtenBefore) continue;
        keys.push(key);
        if (keys.length >= MAX_DOOMED) return keys;
      }
    }
    return keys;
  }

  async #needed(projectId: string): Promise<ReadonlySet<string>> {
    const { database, storage } = this.#deps;
    const needed = await loadNeededSnapshots(database.pool, projectId, this.#graceBegan());
    return neededObjects(storage, projectId, needed);
  }

  /** Snapshots that ended after this may still be read. */
  #graceBegan(): Date {
    const { clock, retention } = this.#deps;
    return new Date(clock.now().getTime() - retention.graceMs);
  }
}

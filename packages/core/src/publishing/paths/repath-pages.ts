import { hasPages, type SchemaDocument } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { ALL_RIGHTS } from '../../access/permissions.ts';
import { schemaHasPages } from '../../content/live-pages.store.ts';
import type { Schemas } from '../../content/schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Connection } from '../../platform/database/sql.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import { loadProjectLiveState } from '../live-state.store.ts';
import type { Publisher } from '../publisher.ts';
import { findPaged, rebuildLivePages } from './paths.store.ts';

/** Kind of the job that puts pages where the schema says. There's one for each project. */
export const REPATH_PAGES = 'repath-pages';

/** How many entries go into one snapshot. */
const SOME = 500;

interface RepathServices {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly publisher: Publisher;
}

interface By {
  readonly actor: Actor;
  readonly requestId: string;
}

/**
 * Writes where pages are after a push or a restoration, as published content says, in its transaction; a job then puts them where the
 * schema says. Does nothing without a collection that has pages.
 */
export async function repathLater(
  tx: Connection,
  projectId: string,
  schemas: readonly (SchemaDocument | null)[],
  { actor, requestId }: By,
  now: Date,
): Promise<void> {
  if (!schemas.some(schemaHasPages)) return;
  await rebuildLivePages(tx, projectId);
  const payload: Json = { project_id: projectId, actor: { ...actor }, request_id: requestId };
  await enqueueJobs(tx, [{ kind: REPATH_PAGES, key: projectId, payload, runAt: now }], now);
}

/**
 * Puts the pages of a project where the schema says, in as many snapshots as it takes. Of several that would be at the same path, the
 * one that is there already keeps it, or else the first; the others have none until they're published again.
 *
 * @throws ApiError `unavailable`; then the work is still to be done
 */
export async function repathPages(services: RepathServices, projectId: string, by: By): Promise<number> {
  let moved = await repathEach(services, projectId, by, false);
  // Some found another page at their path that left it only later.
  for (let found = moved; found > 0; moved += found) found = await repathEach(services, projectId, by, true);
  return moved;
}

/** @param isLacking whether only those that have no path somewhere are looked at */
async function repathEach(services: RepathServices, projectId: string, by: By, isLacking: boolean): Promise<number> {
  const { pool } = services.database;
  let moved = 0;
  for (let after = ''; ; ) {
    const { schema } = await loadProjectLiveState(pool, services.schemas, projectId);
    const collections = (schema?.collections ?? []).filter(hasPages).map(({ key }) => key);
    const ids = await findPaged(pool, projectId, collections, { after, most: SOME, isLacking });
    const last = ids.at(-1);
    if (last === undefined) return moved;
    moved += await services.publisher.submit<number>({
      projectId,
      change: { kind: 'repath', entry_ids: ids },
      ...by,
      rights: ALL_RIGHTS,
      idempotency: null,
      answer: (outcome) => outcome.moved.length,
    });
    after = last;
  }
}

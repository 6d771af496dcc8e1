import { setImmediate } from 'node:timers/promises';
import { searchVectorOf } from '../content/draft-values.ts';
import { loadStaleDrafts, replaceSearchVectors } from '../content/stale-search.store.ts';
import type { EntryContext } from '../entries/entry-context.ts';

/** Drafts that are worked out without a pause. */
const BATCH = 20;

type Needed = Pick<EntryContext['services'], 'database' | 'schemas'>;

/**
 * Remakes search vectors that rules of an earlier release made: migrations mark them. Until then drafts are
 * found by those rules.
 *
 * @param isStopping asked between batches
 * @returns how many
 */
export async function renewSearch(services: Needed, isStopping: () => boolean): Promise<number> {
  for (let renewed = 0; ; ) {
    const count = isStopping() ? 0 : await renewBatch(services);
    if (count === 0) return renewed;
    renewed += count;
    await setImmediate();
  }
}

async function renewBatch({ database: { pool }, schemas }: Needed): Promise<number> {
  const drafts = await loadStaleDrafts(pool, BATCH);
  const vectors: Buffer[] = [];
  for (const { project_id: projectId, collection_key: collectionKey, locale, schema_version, values } of drafts) {
    const schema = await schemas.load(projectId, schema_version);
    vectors.push(searchVectorOf({ schema }, { projectId, collectionKey, locale }, values));
  }
  return drafts.length === 0 ? 0 : replaceSearchVectors(pool, drafts, vectors);
}

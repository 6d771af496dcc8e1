import { setImmediate } from 'node:timers/promises';
import { type LocaleValues, searchVectorOf } from '../content/draft-values.ts';
import { vectorArray } from '../content/search-vector.ts';
import type { Services } from '../services.ts';

/** Drafts that are worked out without a pause. */
const BATCH = 20;

interface StaleDraft {
  readonly entry_id: string;
  readonly locale: string;
  readonly version: number;
  readonly project_id: string;
  readonly collection_key: string;
  readonly schema_version: number;
  readonly values: LocaleValues;
}

/**
 * Makes search vectors anew that were made by rules of an earlier release: migrations mark them. Until then drafts are
 * found by those rules.
 *
 * @param isStopping asked between batches
 * @returns how many
 */
export async function renewSearch(
  services: Pick<Services, 'database' | 'schemas' | 'searchIndex'>,
  isStopping: () => boolean,
): Promise<number> {
  for (let renewed = 0; ; ) {
    const count = isStopping() ? 0 : await renewBatch(services);
    if (count === 0) return renewed;
    renewed += count;
    services.searchIndex.mergeSoon();
    await setImmediate();
  }
}

async function renewBatch({ database, schemas }: Pick<Services, 'database' | 'schemas'>): Promise<number> {
  const { rows } = await database.pool.query<StaleDraft>(
    `SELECT d.entry_id, d.locale, d.version, e.project_id, e.collection_key, p.schema_version, v.values
     FROM entry_drafts d JOIN entries e ON e.id = d.entry_id JOIN projects p ON p.id = e.project_id
     JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
     WHERE d.search_stale LIMIT ${BATCH}`,
  );
  if (rows.length === 0) return 0;
  const vectors: Buffer[] = [];
  for (const { project_id: projectId, collection_key: collectionKey, locale, schema_version, values } of rows) {
    const schema = await schemas.load(projectId, schema_version);
    vectors.push(searchVectorOf({ schema }, { projectId, collectionKey, locale }, values));
  }
  // Drafts that were saved meanwhile stay for the next time, and those that are being saved aren't waited for.
  const { rowCount } = await database.pool.query(
    `UPDATE entry_drafts d SET search = n.search, search_stale = false
     FROM (
       SELECT o.entry_id, o.locale, n.search
       FROM unnest($1::text[], $2::text[], $3::int[], $4::tsvector[]) AS n(entry_id, locale, version, search)
       JOIN entry_drafts o ON o.entry_id = n.entry_id AND o.locale = n.locale AND o.version = n.version
       WHERE o.search_stale FOR UPDATE OF o SKIP LOCKED
     ) n
     WHERE d.entry_id = n.entry_id AND d.locale = n.locale`,
    [
      rows.map((row) => row.entry_id),
      rows.map((row) => row.locale),
      rows.map((row) => row.version),
      vectorArray(vectors),
    ],
  );
  return rowCount ?? 0;
}

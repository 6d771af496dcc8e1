import type { Pool } from 'pg';
import type { LocaleValues } from '../../content/draft-values.ts';
import { collectionsSql } from '../../domains/entries/listing/entry-pages.store.ts';
import type { TranslationState } from '../../domains/entries/overview/translation-state.ts';
import { translationFilter } from '../../domains/entries/overview/translations.store.ts';
import { includedBytes } from '../../entries/entry.store.ts';
import { lastOwnChange, outdatedFields, type TranslationSource } from '../../entries/last-translation.store.ts';
import { BATCH_BYTES, withinBudget } from '../../platform/database/byte-budget.store.ts';
import { int, json, nullable, type RowOf, text } from '../../platform/database/row.ts';
import { emptySql, query, sql } from '../../platform/database/sql.ts';

/** Which entries are exported. */
interface Wanted {
  readonly projectId: string;
  readonly locale: string;
  readonly states: readonly TranslationState[];
  /** Null for all. */
  readonly entryIds: readonly string[] | null;
  readonly collections: readonly string[] | null;
  /** The last entry of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

const WANTED_ENTRY = {
  id: text,
  /** Outdated field → the source's value that it was translated from; null when the entry was never translated. */
  outdated: nullable(json<LocaleValues>()),
  page_size: int,
};

/** An entry to translate. */
type WantedEntry = RowOf<typeof WANTED_ENTRY>;

/** An entry whose texts are imported. */
export interface ImportedState {
  readonly collectionKey: string;
  readonly version: number;
}

/** The entries of a project that there are, of some, without their values. */
export async function loadImportedStates(
  pool: Pool,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImportedState>> {
  const rows = await query(
    pool,
    sql`SELECT id, collection_key AS "collectionKey", version FROM entries
      WHERE project_id = ${projectId} AND id = ANY(${ids}::text[])`,
    { id: text, collectionKey: text, version: int },
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Entries whose translation is in one of some states, by id, as many as fit into a document, and one more than `limit`. */
export function findToTranslate(pool: Pool, wanted: Wanted, source: TranslationSource): Promise<WantedEntry[]> {
  const { projectId, locale, states, entryIds, collections, after, limit } = wanted;
  const target = sql`${locale}::text`;
  const entry = { id: sql`b.id`, collection: sql`b.collection` };
  const holds = translationFilter(projectId, locale, states, source).holds(sql`e.id`);
  const page = sql`SELECT e.id, e.collection_key AS collection, ${includedBytes({ draft: true, live: false })} AS bytes
    FROM entries e WHERE e.project_id = ${projectId} AND e.status <> 'trashed'
      ${entryIds === null ? emptySql : sql`AND e.id = ANY(${entryIds}::text[])`}
      ${collections === null ? emptySql : sql`AND ${collectionsSql(collections)[0] ?? sql`true`}`}
      ${after === null ? emptySql : sql`AND e.id > ${after}`}
      AND ${holds} ORDER BY e.id LIMIT ${limit + 1}`;
  return query(
    pool,
    sql`SELECT b.id, b.page_size, (SELECT (SELECT coalesce(jsonb_object_agg(o.field, o.before), '{}')
          FROM (${outdatedFields(entry, target, source)}) o)
        FROM (${lastOwnChange(entry, target, source, sql`v.version`)}) t) AS outdated
      FROM (${withinBudget(page, { order: sql`b.id`, bytes: sql`b.bytes`, most: BATCH_BYTES })}) b ORDER BY b.id`,
    WANTED_ENTRY,
  );
}

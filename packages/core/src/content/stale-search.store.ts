import { vectorArray } from '@stele/search';
import type { Pool } from 'pg';
import { int, json, type RowOf, text } from '../platform/database/row.ts';
import { execute, query, rowsOf, sql } from '../platform/database/sql.ts';
import type { LocaleValues } from './draft-values.ts';

const STALE_DRAFT = {
  entry_id: text,
  locale: text,
  version: int,
  project_id: text,
  collection_key: text,
  schema_version: int,
  values: json<LocaleValues>(),
};

/** A draft whose search vector was made by an earlier release. */
type StaleDraft = RowOf<typeof STALE_DRAFT>;

/** Some drafts whose search vectors migrations marked as stale. */
export async function loadStaleDrafts(pool: Pool, limit: number): Promise<StaleDraft[]> {
  return query(
    pool,
    sql`SELECT d.entry_id, d.locale, d.version, e.project_id, e.collection_key, p.schema_version, v.values
      FROM entry_drafts d JOIN entries e ON e.id = d.entry_id JOIN projects p ON p.id = e.project_id
      JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      WHERE d.search_stale LIMIT ${limit}`,
    STALE_DRAFT,
  );
}

/**
 * Writes search vectors of drafts. Skips drafts that were saved since or are locked: they stay marked.
 *
 * @param vectors in the order of `drafts`
 * @returns how many were written
 */
export async function replaceSearchVectors(
  pool: Pool,
  drafts: readonly StaleDraft[],
  vectors: readonly Buffer[],
): Promise<number> {
  return execute(
    pool,
    sql`UPDATE entry_drafts d SET search = n.search, search_stale = false
      FROM (
        SELECT o.entry_id, o.locale, n.search
        FROM ${rowsOf('n', drafts, {
          entry_id: ['text', (draft) => draft.entry_id],
          locale: ['text', (draft) => draft.locale],
          version: ['int', (draft) => draft.version],
          search: sql`${vectorArray(vectors)}::tsvector[]`,
        })}
        JOIN entry_drafts o ON o.entry_id = n.entry_id AND o.locale = n.locale AND o.version = n.version
        WHERE o.search_stale FOR UPDATE OF o SKIP LOCKED
      ) n
      WHERE d.entry_id = n.entry_id AND d.locale = n.locale`,
  );
}

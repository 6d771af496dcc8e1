import { entryTextOf, type FileChange, type LoadedEntry } from '@stele/snapshot';
import type { Pool } from 'pg';
import { BATCH_BYTES, withinBudget } from '../platform/database/byte-budget.store.ts';
import { query, sql } from '../platform/database/sql.ts';

/** How many rows of the ledger are live, by collection. */
export async function countLiveRows(pool: Pool, projectId: string): Promise<Map<string, number>> {
  const rows = await query<{ collection_key: string; count: number }>(
    pool,
    sql`SELECT collection_key, count(*)::int AS count FROM publications
      WHERE project_id = ${projectId} AND until_seq IS NULL GROUP BY collection_key`,
  );
  return new Map(rows.map((row) => [row.collection_key, row.count]));
}

/** One collection in one locale. */
interface LedgerFile {
  readonly projectId: string;
  readonly collection: string;
  readonly locale: string;
}

/** Where everything stands that the ledger says is live in a file, as changes to an empty one. */
export function loadLivePlaces(pool: Pool, { projectId, collection, locale }: LedgerFile): Promise<FileChange[]> {
  return query<FileChange>(
    pool,
    sql`SELECT entry_id AS id, sort_key AS key, 'later' AS entry FROM publications
      WHERE project_id = ${projectId} AND collection_key = ${collection} AND locale = ${locale} AND until_seq IS NULL`,
  );
}

/** What the ledger says is live of some entries in a file: of the first ones, as many as may be held at once. */
export async function loadLiveEntries(
  pool: Pool,
  { projectId, locale }: LedgerFile,
  entries: readonly { readonly id: string }[],
): Promise<LoadedEntry[]> {
  const sized = sql`SELECT l.*, i.asked, octet_length(c.json) AS bytes
    FROM unnest(${entries.map(({ id }) => id)}::text[]) WITH ORDINALITY AS i(id, asked)
    JOIN publications l ON l.project_id = ${projectId} AND l.entry_id = i.id AND l.locale = ${locale}
      AND l.until_seq IS NULL
    JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash`;
  const rows = await query<LiveRow>(
    pool,
    sql`SELECT l.entry_id, l.version, l.schema_version, l.published_at, c.json
      FROM (${withinBudget(sized, { order: sql`b.asked`, bytes: sql`b.bytes`, most: BATCH_BYTES })}) l
      JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash ORDER BY l.asked`,
  );
  return rows.map(toLoadedEntry);
}

/** What stands in files of an entry; its values as canonical JSON. */
export interface LiveRow {
  readonly entry_id: string;
  readonly version: number;
  readonly schema_version: number;
  readonly published_at: Date;
  readonly json: string;
}

export function toLoadedEntry({ entry_id: id, published_at, json, ...row }: LiveRow): LoadedEntry {
  return { id, text: entryTextOf({ id, ...row, published_at: published_at.toISOString() }, json) };
}

import { entryTextOf, type FileChange, type LoadedEntry } from '@stele/snapshot';
import type { Pool } from 'pg';
import type { LocaleValues } from '../content/draft-values.ts';
import { LIVE_VALUES } from '../entries/live-values.store.ts';
import { BATCH_BYTES, withinBudget } from '../platform/database/byte-budget.store.ts';
import { int, json, nullable, oneOf, type RowOf, text, timestamp } from '../platform/database/row.ts';
import { query, sql } from '../platform/database/sql.ts';

/** Number of live rows of the ledger, by collection. */
export async function countLiveRows(pool: Pool, projectId: string): Promise<Map<string, number>> {
  const rows = await query(
    pool,
    sql`SELECT collection_key, count(*)::int AS count FROM publications
      WHERE project_id = ${projectId} AND until_seq IS NULL GROUP BY collection_key`,
    { collection_key: text, count: int },
  );
  return new Map(rows.map((row) => [row.collection_key, row.count]));
}

interface LedgerFile {
  readonly projectId: string;
  readonly collection: string;
  readonly locale: string;
}

/** Ids and sort keys of the live entries of a file, as changes to an empty file. */
export function loadLivePositions(pool: Pool, { projectId, collection, locale }: LedgerFile): Promise<FileChange[]> {
  return query(
    pool,
    sql`SELECT entry_id AS id, sort_key AS key, 'later' AS entry FROM publications
      WHERE project_id = ${projectId} AND collection_key = ${collection} AND locale = ${locale} AND until_seq IS NULL`,
    { id: text, key: text, entry: oneOf<'later'>() },
  );
}

/** The columns of an entry that goes into a file. Its values are canonical JSON. */
export const LIVE_ROW = { entry_id: text, version: int, schema_version: int, published_at: timestamp, json: text };

/** Published content of entries in a file: as many of the first ones as fit in a batch. */
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
  const rows = await query(
    pool,
    sql`SELECT l.entry_id, l.version, l.schema_version, l.published_at, c.json
      FROM (${withinBudget(sized, { order: sql`b.asked`, bytes: sql`b.bytes`, most: BATCH_BYTES })}) l
      JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash ORDER BY l.asked`,
    LIVE_ROW,
  );
  return rows.map(toLoadedEntry);
}

export function toLoadedEntry({ entry_id: id, published_at, json, ...row }: RowOf<typeof LIVE_ROW>): LoadedEntry {
  return { id, text: entryTextOf({ id, ...row, published_at: published_at.toISOString() }, json) };
}

/** Published content that uses an asset, with the draft values from which it was rendered. */
export interface LiveUse {
  readonly entryId: string;
  readonly locale: string;
  readonly collectionKey: string;
  /** The schema that the values follow. */
  readonly conformsTo: number;
  readonly contentHash: string;
  readonly values: LocaleValues;
}

/** All published content of a project that uses any of some assets. */
export async function loadLiveUses(pool: Pool, projectId: string, assetIds: readonly string[]): Promise<LiveUse[]> {
  const rows = await query(
    pool,
    sql`SELECT l.entry_id AS "entryId", l.locale, l.collection_key AS "collectionKey", l.conforms_to AS "conformsTo",
        l.content_hash AS "contentHash", ${LIVE_VALUES} AS values
      FROM publications l WHERE l.project_id = ${projectId} AND l.assets <> '{}' AND l.assets && ${assetIds}::text[]
        AND l.until_seq IS NULL
      ORDER BY l.entry_id, l.locale`,
    {
      collectionKey: text,
      conformsTo: int,
      contentHash: text,
      entryId: text,
      locale: text,
      values: nullable(json<LocaleValues>()),
    },
  );
  return rows.filter((row): row is LiveUse => row.values !== null);
}

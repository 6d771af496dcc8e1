import type { UniqueValue } from '@stele/schema';
import type { Pool } from 'pg';
import type { LocaleValues } from '../../content/draft-values.ts';
import type { HeldValue } from '../../content/surroundings.store.ts';
import { query, sql } from '../../platform/database/sql.ts';
import { LIVE_VALUES } from '../restoration/live-values.store.ts';

/** What was live last of an entry in a locale where nothing is live now. */
export interface LastLive {
  readonly entryId: string;
  readonly locale: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly publishedAt: Date;
  readonly valuesHash: string;
  /** The sequence that took it off the site. */
  readonly endedAt: number;
  /** The values, as drafts hold them, that it was made of. */
  readonly values: LocaleValues;
}

/** What was live last of some entries, wherever it's live no longer and the ledger still has it; by locale. */
export async function loadLastLive(pool: Pool, projectId: string, entryIds: readonly string[]): Promise<LastLive[]> {
  const rows = await query<{
    entry_id: string;
    locale: string;
    version: number;
    schema_version: number;
    published_at: Date;
    values_hash: string;
    until_seq: number | null;
    values: LocaleValues | null;
  }>(
    pool,
    sql`SELECT l.entry_id, l.locale, l.version, l.schema_version, l.published_at, l.values_hash, l.until_seq,
        CASE WHEN l.until_seq IS NOT NULL THEN ${LIVE_VALUES} END AS values
      FROM (SELECT DISTINCT ON (p.entry_id, p.locale) p.* FROM publications p
        WHERE p.project_id = ${projectId} AND p.entry_id = ANY(${entryIds}::text[])
        ORDER BY p.entry_id, p.locale, p.since_seq DESC) l
      ORDER BY l.entry_id, l.locale`,
  );
  return rows.flatMap((row): LastLive[] =>
    row.until_seq === null || row.values === null
      ? []
      : [
          {
            entryId: row.entry_id,
            locale: row.locale,
            version: row.version,
            schemaVersion: row.schema_version,
            publishedAt: row.published_at,
            valuesHash: row.values_hash,
            endedAt: row.until_seq,
            values: row.values,
          },
        ],
  );
}

/** Who holds some values of some collections that must be unique. */
export async function loadHolders(
  pool: Pool,
  projectId: string,
  asked: readonly (UniqueValue & { readonly collectionKey: string })[],
): Promise<(HeldValue & { readonly collectionKey: string })[]> {
  if (asked.length === 0) return [];
  return query(
    pool,
    sql`SELECT u.field, u.locale, u.value, u.entry_id AS "entryId", u.draft, u.live, u.collection_key AS "collectionKey"
      FROM (SELECT DISTINCT * FROM unnest(${asked.map((one) => one.collectionKey)}::text[],
          ${asked.map(({ field }) => field)}::text[], ${asked.map(({ locale }) => locale)}::text[],
          ${asked.map(({ value }) => value)}::text[])) AS a(collection_key, field, locale, value)
      JOIN unique_values u ON u.project_id = ${projectId} AND u.collection_key = a.collection_key
        AND u.field = a.field AND u.locale = a.locale AND u.value = a.value`,
  );
}

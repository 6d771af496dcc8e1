import type { UniqueValue } from '@stele/schema';
import type { Pool } from 'pg';
import type { LocaleValues } from '../../content/draft-values.ts';
import type { HeldValue } from '../../content/surroundings.store.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { query, sql } from '../../platform/database/sql.ts';

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

interface LedgerRow {
  readonly entry_id: string;
  readonly locale: string;
  readonly version: number;
  readonly schema_version: number;
  readonly published_at: Date;
  readonly values_hash: string;
  readonly until_seq: number | null;
  readonly values: LocaleValues | null;
}

/** What was live last of some entries, wherever it's live no longer and the ledger still has it; by locale. */
export async function loadLastLive(pool: Pool, projectId: string, entryIds: readonly string[]): Promise<LastLive[]> {
  const rows = await query<LedgerRow>(
    pool,
    sql`SELECT l.entry_id, l.locale, l.version, l.schema_version, l.published_at, l.values_hash, l.until_seq,
        CASE WHEN l.until_seq IS NOT NULL THEN ${LIVE_VALUES} END AS values
      FROM (SELECT DISTINCT ON (p.entry_id, p.locale) p.* FROM publications p
        WHERE p.project_id = ${projectId} AND p.entry_id = ANY(${entryIds}::text[])
        ORDER BY p.entry_id, p.locale, p.since_seq DESC) l
      ORDER BY l.entry_id, l.locale`,
  );
  return rows.flatMap(toLastLive);
}

/** What a publish put live of an entry in a locale. */
export interface Publication {
  readonly entryId: string;
  readonly locale: string;
  /** What was live there right before it; null when nothing was. */
  readonly before: LastLive | null;
  /**
   * Whether `before` can be told. The ledger keeps what stands in kept snapshots only; a version that came back later, and
   * whose publish is no longer kept, has rows that follow something else.
   */
  readonly isKnown: boolean;
}

/**
 * What some publishes put live, by locale.
 *
 * @param versions entry → the version that its publish made
 * @returns nothing for versions that were never published
 */
export async function loadPublications(
  pool: Pool,
  projectId: string,
  versions: ReadonlyMap<string, number>,
): Promise<Publication[]> {
  const rows = await query<
    LedgerRow & { readonly is_live: boolean; readonly known: boolean; readonly entry: string; readonly place: string }
  >(
    pool,
    sql`SELECT o.entry_id AS entry, o.locale AS place, l.*, l.entry_id IS NOT NULL AS is_live, ${LIVE_VALUES} AS values,
        EXISTS (SELECT 1 FROM snapshots s
          WHERE s.project_id = ${projectId} AND s.seq = o.since_seq AND s.published_at = o.published_at)
        AND (l.entry_id IS NOT NULL OR o.since_seq = 1 OR EXISTS (SELECT 1 FROM live_sequences q
          JOIN snapshots s ON s.id = q.snapshot_id AND s.swept_at IS NULL
          WHERE q.project_id = ${projectId} AND q.seq = o.since_seq - 1)) AS known
      FROM (SELECT DISTINCT ON (p.entry_id, p.locale) p.entry_id, p.locale, p.since_seq, p.published_at
        FROM unnest(${[...versions.keys()]}::text[], ${[...versions.values()]}::int[]) AS v(entry_id, version)
        JOIN publications p ON p.project_id = ${projectId} AND p.entry_id = v.entry_id AND p.version = v.version
        ORDER BY p.entry_id, p.locale, p.since_seq) o
      LEFT JOIN publications l ON l.project_id = ${projectId} AND l.entry_id = o.entry_id AND l.locale = o.locale
        AND l.until_seq = o.since_seq
      ORDER BY o.entry_id, o.locale`,
  );
  return rows.map(({ entry, place, is_live, known, ...row }) => {
    const [before = null] = is_live ? toLastLive(row) : [];
    return { entryId: entry, locale: place, before, isKnown: known && (before !== null || !is_live) };
  });
}

function toLastLive(row: LedgerRow): LastLive[] {
  if (row.until_seq === null || row.values === null) return [];
  return [
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
  ];
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

import type { UniqueValue } from '@stele/schema';
import type { Pool } from 'pg';
import type { LocaleValues } from '../../content/draft-values.ts';
import type { ClaimedValue } from '../../content/mentioned-content.store.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { bool, int, json, nullable, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { query, rowsOf, type Sql, sql } from '../../platform/database/sql.ts';

/** The last published content of an entry in a locale in which it isn't published any more. */
export interface LastLive {
  readonly entryId: string;
  readonly locale: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly publishedAt: Date;
  readonly valuesHash: string;
  /** The sequence at which it left the site. */
  readonly endedAt: number;
  /** The draft values from which it was rendered. */
  readonly values: LocaleValues;
}

/** Types of the columns in `LAST_LIVE`; all are null for content that is still live, or was never. */
const LAST_LIVE_ROW = {
  entryId: nullable(text),
  locale: nullable(text),
  version: nullable(int),
  schemaVersion: nullable(int),
  publishedAt: nullable(timestamp),
  valuesHash: nullable(text),
  endedAt: nullable(int),
  values: nullable(json<LocaleValues>()),
};

/** Columns of `LastLive`, from a ledger row `l`. */
const LAST_LIVE: Sql = sql`l.entry_id AS "entryId", l.locale, l.version, l.schema_version AS "schemaVersion",
  l.published_at AS "publishedAt", l.values_hash AS "valuesHash", l.until_seq AS "endedAt",
  CASE WHEN l.until_seq IS NOT NULL THEN ${LIVE_VALUES} END AS values`;

/** The last published content of entries, in each locale in which they aren't published any more and the ledger still has it. */
export async function loadLastLive(pool: Pool, projectId: string, entryIds: readonly string[]): Promise<LastLive[]> {
  const rows = await query(
    pool,
    sql`SELECT ${LAST_LIVE}
      FROM (SELECT DISTINCT ON (p.entry_id, p.locale) p.* FROM publications p
        WHERE p.project_id = ${projectId} AND p.entry_id = ANY(${entryIds}::text[])
        ORDER BY p.entry_id, p.locale, p.since_seq DESC) l
      ORDER BY l.entry_id, l.locale`,
    LAST_LIVE_ROW,
  );
  return rows.filter(isComplete);
}

/** The content that a publish put on the site, in a locale. */
export interface Publication {
  readonly entryId: string;
  readonly locale: string;
  /** The content right before; null when there was none. */
  readonly before: LastLive | null;
  /**
   * Whether `before` is known. The ledger only has the content of kept snapshots. If a version was restored later and its publish
   * isn't kept, the content before its row is not the content before its publish.
   */
  readonly isKnown: boolean;
}

/**
 * The content that some publishes put on the site, by locale.
 *
 * @param versions entry → the version that its publish made
 * @returns nothing for versions that were never published
 */
export async function loadPublications(
  pool: Pool,
  projectId: string,
  versions: ReadonlyMap<string, number>,
): Promise<Publication[]> {
  const rows = await query(
    pool,
    sql`SELECT o.entry_id AS entry, o.locale AS place, l.entry_id IS NOT NULL AS "wasLive", ${LAST_LIVE},
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
    { ...LAST_LIVE_ROW, entry: text, place: text, wasLive: bool, known: bool },
  );
  return rows.map(({ entry, place, wasLive, known, ...row }) => {
    const before = isComplete(row) ? row : null;
    return { entryId: entry, locale: place, before, isKnown: known && (before !== null || !wasLive) };
  });
}

function isComplete(row: RowOf<typeof LAST_LIVE_ROW>): row is LastLive {
  return row.values !== null;
}

/** The holders of some unique values. */
export async function loadHolders(
  pool: Pool,
  projectId: string,
  asked: readonly (UniqueValue & { readonly collectionKey: string })[],
): Promise<(ClaimedValue & { readonly collectionKey: string })[]> {
  if (asked.length === 0) return [];
  return query(
    pool,
    sql`SELECT u.field, u.locale, u.value, u.entry_id AS "entryId", u.draft, u.live, u.collection_key AS "collectionKey"
      FROM (SELECT DISTINCT * FROM ${rowsOf('g', asked, {
        collection_key: ['text', ({ collectionKey }) => collectionKey],
        field: ['text', ({ field }) => field],
        locale: ['text', ({ locale }) => locale],
        value: ['text', ({ value }) => value],
      })}) a
      JOIN unique_values u ON u.project_id = ${projectId} AND u.collection_key = a.collection_key
        AND u.field = a.field AND u.locale = a.locale AND u.value = a.value`,
    { entryId: text, draft: bool, live: bool, field: text, locale: text, value: text, collectionKey: text },
  );
}

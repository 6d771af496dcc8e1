import type { Json } from '@stele/snapshot';
import type { Pool } from 'pg';
import { type BudgetedRow, withinBudget } from '../../platform/database/byte-budget.store.ts';
import { query, sql } from '../../platform/database/sql.ts';

const PAGE = 1000;

/** What a draft is sorted by. */
export interface DraftPlace {
  readonly id: string;
  readonly position: string;
  /** Value of the field that orders the collection. */
  readonly value: Json;
}

/** A draft with what's known of its entry. */
export interface StoredDraft {
  readonly id: string;
  readonly position: string;
  readonly version: number;
  readonly valuesHash: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly publishedAt: Date | null;
}

/** Every entry outside of the trash that has a draft in a locale, a page at a time, by id. */
export async function* scanDraftPlaces(
  pool: Pool,
  target: { readonly projectId: string; readonly collection: string; readonly locale: string },
  field: string | null,
): AsyncGenerator<DraftPlace[]> {
  for (let after = ''; ; ) {
    const rows = await query<DraftPlace>(
      pool,
      sql`SELECT e.id, e.position, CASE WHEN ${field}::text IS NULL THEN NULL ELSE (
            SELECT v.values -> ${field}::text FROM entry_values v
          WHERE v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version) END AS value
        FROM entries e JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = ${target.locale}
        WHERE e.project_id = ${target.projectId} AND e.collection_key = ${target.collection} AND e.trashed_at IS NULL
          AND e.id > ${after}
        ORDER BY e.id LIMIT ${PAGE}`,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Drafts that are held at a time hold at most this many bytes as JSON, unless one alone holds more. */
const HELD_BYTES = 1024 * 1024;

/** Some drafts, by the ids of their entries. */
export interface LoadedDrafts {
  readonly drafts: ReadonlyMap<string, StoredDraft>;
  /** How many of the ids that were asked for were dealt with: all, or the first ones. */
  readonly taken: number;
}

/**
 * Drafts of some entries in a locale: of as many, in the order given, as may be held at a time. Those that are gone
 * meanwhile are missing.
 */
export async function loadDrafts(
  pool: Pool,
  projectId: string,
  locale: string,
  entryIds: readonly string[],
): Promise<LoadedDrafts> {
  const sized = sql`SELECT i.id, i.place AS asked, v.bytes FROM unnest(${entryIds}::text[]) WITH ORDINALITY AS i(id, place)
    JOIN entry_drafts d ON d.entry_id = i.id AND d.locale = ${locale}
    JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version`;
  const rows = await query<
    BudgetedRow & {
      asked: string;
      id: string;
      position: string;
      version: number;
      values_hash: string;
      values: Record<string, Json>;
      published_at: Date | null;
    }
  >(
    pool,
    sql`SELECT s.asked, s.page_size, s.place, e.id, e.position, d.version, d.values_hash, v.values, l.published_at
      FROM (${withinBudget(sized, { order: sql`b.asked`, bytes: sql`b.bytes`, most: HELD_BYTES })}) s
      LEFT JOIN entries e ON e.id = s.id AND e.project_id = ${projectId} AND e.trashed_at IS NULL
      LEFT JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = ${locale}
      LEFT JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      LEFT JOIN publications l ON l.project_id = e.project_id AND l.entry_id = e.id AND l.locale = ${locale}
        AND l.until_seq IS NULL
      ORDER BY s.asked`,
  );
  const found = rows.filter((row) => row.id !== null && row.values !== null);
  const drafts = new Map(
    found.map((row): [string, StoredDraft] => [
      row.id,
      {
        id: row.id,
        position: row.position,
        version: row.version,
        valuesHash: row.values_hash,
        values: row.values,
        publishedAt: row.published_at,
      },
    ]),
  );
  const last = rows.at(-1);
  const isWhole = !last || rows.length === last.page_size;
  return { drafts, taken: isWhole ? entryIds.length : Number(last.asked) };
}

import { type FieldDocument, labelOf, type SchemaDocument } from '@stele/schema';
import type { Pool } from 'pg';
import { ENTRY_ROW, entryColumns, includedBytes, toEntryRecord } from '../entries/entry.store.ts';
import type { EntryRecord } from '../entries/entry.ts';
import { BATCH_BYTES, withinBudget } from '../platform/database/byte-budget.store.ts';
import { int, list, nullable, text } from '../platform/database/row.ts';
import { query, sql } from '../platform/database/sql.ts';

const PAGE = 500;
const VALUES = { draft: true, live: 'apart' } as const;

/**
 * Reads all entries of some collections, including the trash, with drafts and live values, a page at a time.
 *
 * @param collections null for all
 */
export async function* scanEntries(
  pool: Pool,
  projectId: string,
  collections: readonly string[] | null,
): AsyncGenerator<EntryRecord[]> {
  const columns = entryColumns(VALUES);
  for (let after = '', limit = PAGE; ; ) {
    const page = sql`SELECT e.id, e.project_id FROM entries e
      WHERE e.project_id = ${projectId} AND e.id > ${after}
        AND (${collections}::text[] IS NULL OR e.collection_key = ANY(${collections}))
      ORDER BY e.id LIMIT ${limit}`;
    const sized = sql`SELECT e.id, ${includedBytes(VALUES)} AS bytes FROM (${page}) e`;
    const rows = await query(
      pool,
      sql`SELECT s.page_size, ${columns}
        FROM (${withinBudget(sized, { order: sql`b.id`, bytes: sql`b.bytes`, most: BATCH_BYTES })}) s
        JOIN entries e ON e.id = s.id ORDER BY e.id`,
      { ...ENTRY_ROW, page_size: int },
    );
    if (rows.length > 0) yield rows.map((row) => withLiveValues(toEntryRecord(row)));
    const last = rows.at(-1);
    if (!last || (last.page_size < limit && rows.length === last.page_size)) return;
    after = last.id;
    // If entries are large, the next query reads fewer sizes, since most entries wouldn't fit into the page.
    limit = Math.min(2 * rows.length + 1, PAGE);
  }
}

/** Adds live values that weren't read, because they're the same as the draft's. */
function withLiveValues(entry: EntryRecord): EntryRecord {
  const liveValues = new Map(entry.liveValues);
  for (const [locale, { valuesHash }] of entry.live) {
    const draft = entry.drafts.get(locale);
    if (!liveValues.has(locale) && draft?.valuesHash === valuesHash) liveValues.set(locale, draft.values);
  }
  return { ...entry, liveValues };
}

/**
 * A schema inferred from entries: each field that occurs, as a localized JSON field.
 *
 * @param collections null for all
 * @returns null when there are no entries
 */
export async function inferSchema(
  pool: Pool,
  projectId: string,
  collections: readonly string[] | null,
): Promise<SchemaDocument | null> {
  const rows = await query(
    pool,
    sql`SELECT e.collection_key, array_agg(DISTINCT k.key ORDER BY k.key) FILTER (WHERE k.key IS NOT NULL) AS fields
      FROM entries e LEFT JOIN entry_values v ON v.entry_id = e.id
      LEFT JOIN LATERAL jsonb_object_keys(CASE WHEN jsonb_typeof(v.values) = 'object' THEN v.values ELSE '{}' END)
        AS k(key) ON true
      WHERE e.project_id = ${projectId} AND (${collections}::text[] IS NULL OR e.collection_key = ANY(${collections}))
      GROUP BY e.collection_key ORDER BY e.collection_key`,
    { collection_key: text, fields: nullable(list(text)) },
  );
  if (rows.length === 0) return null;
  return {
    format: 1,
    collections: rows.map(({ collection_key: key, fields }) => ({
      key,
      label: labelOf(key),
      singleton: false,
      order: null,
      title_field: null,
      fields: (fields ?? []).map(freeField),
    })),
  };
}

function freeField(key: string): FieldDocument {
  return { key, label: labelOf(key), type: 'json', required: false, localized: true };
}

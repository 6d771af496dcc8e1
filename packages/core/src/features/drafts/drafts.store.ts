import type { Json } from '@stele/snapshot';
import type { Pool } from 'pg';
import { ofLiveValues } from '../../entries/live-values.store.ts';
import { withinBudget } from '../../platform/database/byte-budget.store.ts';
import { composed } from '../../platform/database/composed.store.ts';
import { bigint, int, json, nullable, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { emptySql, query, type Sql, sql } from '../../platform/database/sql.ts';

const PAGE = 1000;

const DRAFT_POSITION = {
  id: text,
  position: text,
  /** Value of the field that orders the collection. */
  value: nullable(json<Json>()),
};

/** The sort data of a draft. */
type DraftPosition = RowOf<typeof DRAFT_POSITION>;

/** A draft with data of its entry. */
interface StoredDraft {
  readonly id: string;
  readonly position: string;
  readonly version: number;
  readonly valuesHash: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly publishedAt: Date | null;
}

/** Which drafts a reader sees: all, or only that of one entry, and of all others what is published. */
export type SeenDrafts = 'all' | { readonly only: string | null };

interface SeenFrom {
  readonly projectId: string;
  readonly locale: string;
  readonly seen: SeenDrafts;
}

/**
 * The tables to join for the version `d` of an entry that a reader sees, with its columns of `entry_drafts`. Both branches name
 * the entry, so that each is looked up in an index.
 */
function seenVersion(entryId: Sql, { projectId, locale, seen }: SeenFrom): Sql {
  if (seen === 'all') return sql`entry_drafts d ON d.entry_id = ${entryId} AND d.locale = ${locale}`;
  return sql`LATERAL (SELECT o.entry_id, o.locale, o.version, o.values_hash FROM entry_drafts o
      WHERE o.entry_id = ${entryId} AND o.entry_id = ${seen.only} AND o.locale = ${locale}
    UNION ALL SELECT l.entry_id, l.locale, ${ofLiveValues(sql`v.version`)}, l.values_hash FROM publications l
      WHERE l.project_id = ${projectId} AND l.entry_id = ${entryId} AND l.locale = ${locale} AND l.until_seq IS NULL
        AND l.entry_id IS DISTINCT FROM ${seen.only}) d ON true`;
}

/** Which entries of a collection are read. */
interface DraftTarget {
  readonly projectId: string;
  readonly collection: string;
  readonly locale: string;
  /** Only these; null for all. */
  readonly ids: readonly string[] | null;
  /** Only those whose stored field holds this text, though it may be hidden; null for all. */
  readonly holding: { readonly field: string; readonly value: string } | null;
}

/** All entries outside of the trash that have a version to see in a locale, a page at a time, by id. */
export async function* scanDraftPlaces(
  pool: Pool,
  target: DraftTarget,
  field: string | null,
  seen: SeenDrafts,
): AsyncGenerator<DraftPosition[]> {
  const { ids, holding } = target;
  const isAsked = ids ? sql`AND e.id = ANY(${ids}::text[])` : emptySql;
  const holds = holding
    ? sql`AND EXISTS (SELECT FROM entry_values h WHERE h.entry_id = d.entry_id AND h.locale = d.locale AND h.version = d.version
        AND ${composed(sql`(h.values ->> ${holding.field}::text)`)} = ${holding.value})`
    : emptySql;
  for (let after = ''; ; ) {
    const rows = await query(
      pool,
      sql`SELECT e.id, e.position, CASE WHEN ${field}::text IS NULL THEN NULL ELSE (
            SELECT v.values -> ${field}::text FROM entry_values v
          WHERE v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version) END AS value
        FROM entries e JOIN ${seenVersion(sql`e.id`, { ...target, seen })}
        WHERE e.project_id = ${target.projectId} AND e.collection_key = ${target.collection} AND e.trashed_at IS NULL
          AND e.id > ${after} ${isAsked} ${holds}
        ORDER BY e.id LIMIT ${PAGE}`,
      DRAFT_POSITION,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** The most bytes of JSON of drafts in memory, unless a single one has more. */
const HELD_BYTES = 1024 * 1024;

interface LoadedDrafts {
  /** Entry → its draft. */
  readonly drafts: ReadonlyMap<string, StoredDraft>;
  /** How many of the ids were processed, from the first one on. */
  readonly taken: number;
}

/**
 * Drafts of entries in a locale: as many of the first ones as fit in memory. Removed ones are missing.
 */
export async function loadDrafts(
  pool: Pool,
  projectId: string,
  locale: string,
  entryIds: readonly string[],
  seen: SeenDrafts,
): Promise<LoadedDrafts> {
  const from = { projectId, locale, seen };
  const sized = sql`SELECT i.id, i.place AS asked, v.bytes FROM unnest(${entryIds}::text[]) WITH ORDINALITY AS i(id, place)
    JOIN ${seenVersion(sql`i.id`, from)}
    JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version`;
  const rows = await query(
    pool,
    sql`SELECT s.asked, s.page_size, s.place, e.id, e.position, d.version, d.values_hash AS "valuesHash", v.values,
        l.published_at AS "publishedAt"
      FROM (${withinBudget(sized, { order: sql`b.asked`, bytes: sql`b.bytes`, most: HELD_BYTES })}) s
      LEFT JOIN entries e ON e.id = s.id AND e.project_id = ${projectId} AND e.trashed_at IS NULL
      LEFT JOIN ${seenVersion(sql`e.id`, from)}
      LEFT JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
      LEFT JOIN publications l ON l.project_id = e.project_id AND l.entry_id = e.id AND l.locale = ${locale}
        AND l.until_seq IS NULL
      ORDER BY s.asked`,
    {
      asked: bigint,
      page_size: int,
      place: int,
      id: nullable(text),
      position: nullable(text),
      version: nullable(int),
      valuesHash: nullable(text),
      values: nullable(json<Readonly<Record<string, Json>>>()),
      publishedAt: nullable(timestamp),
    },
  );
  const found = rows.filter((row): row is typeof row & StoredDraft => row.id !== null && row.values !== null);
  const last = rows.at(-1);
  const isWhole = !last || rows.length === last.page_size;
  return {
    drafts: new Map(found.map((row) => [row.id, row])),
    taken: isWhole ? entryIds.length : Number(last.asked),
  };
}

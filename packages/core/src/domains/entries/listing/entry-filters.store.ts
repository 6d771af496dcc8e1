import { localeQuery } from '@stele/search';
import type { ReadableCollections } from '../../../access/permissions.ts';
import { int, json, nullable, text } from '../../../platform/database/row.ts';
import { emptySql, type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';

/**
 * A filter with its own index. If few entries match, they're looked up and sorted; if many match, the list is read in order and
 * filtered.
 */
export interface EntryFilter {
  /** Query for the ids of matching entries. It may return ids twice, and ids of other projects. */
  readonly matches: Sql;
  /** Whether looking up `matches` takes long where many entries match, even to see that they are many. */
  readonly isSlow?: boolean;
  /** Condition on one entry, given the column of its id. It only uses the index of the entry's own rows. */
  holds(entryId: Sql): Sql;
}

/** Entries with a draft that a full-text query finds. */
export function searchFilter(search: string): EntryFilter {
  return {
    // A subquery hides the search from the planner. For terms that it thinks frequent, it would read the whole table.
    matches: sql`SELECT d.entry_id FROM entry_drafts d WHERE d.search @@ (SELECT ${search}::tsquery)`,
    holds: (entryId) => sql`(SELECT true FROM entry_drafts d
      WHERE d.entry_id = ${entryId} AND (d.search @@ ${search}::tsquery) IS TRUE LIMIT 1)`,
  };
}

/** Entries with a draft in a locale, including all that are live in it. */
export function localeFilter(projectId: string, locale: string): EntryFilter {
  return {
    matches: searchFilter(localeQuery(projectId, locale)).matches,
    holds: (entryId) => sql`(SELECT true FROM entry_drafts d
      WHERE d.entry_id = ${entryId} AND d.locale = ${locale})`,
  };
}

type LocaleStatus = 'draft' | 'published' | 'changed';

/**
 * Entries with a status in a locale, which can differ from their overall status: live in the locale, live with a different draft,
 * or not live but with a draft.
 */
export function localeStatusFilter(projectId: string, locale: string, status: LocaleStatus): EntryFilter {
  const live = sql`SELECT 1 FROM publications l WHERE l.project_id = ${projectId} AND l.entry_id = d.entry_id
    AND l.locale = ${locale} AND l.until_seq IS NULL`;
  const holds = {
    published: sql`EXISTS (${live})`,
    changed: sql`EXISTS (${live} AND l.values_hash <> d.values_hash)`,
    draft: sql`NOT EXISTS (${live})`,
  }[status];
  return {
    matches: sql`${searchFilter(localeQuery(projectId, locale)).matches} AND ${holds}`,
    holds: (entryId) => sql`(SELECT true FROM entry_drafts d
      WHERE d.entry_id = ${entryId} AND d.locale = ${locale} AND ${holds})`,
  };
}

/** Entries that someone created, or whose newest values are theirs. */
export function authorFilter(projectId: string, author: 'created_by' | 'updated_by', actorId: string): EntryFilter {
  const column = { created_by: sql`n.created_by`, updated_by: sql`n.updated_by` }[author];
  const isTheirs = sql`n.project_id = ${projectId} AND ${column} ->> 'id' = ${actorId}`;
  return {
    matches: sql`SELECT n.id AS entry_id FROM entries n WHERE ${isTheirs}`,
    holds: (entryId) => sql`(SELECT true FROM entries n WHERE n.id = ${entryId} AND ${isTheirs})`,
  };
}

/** Entries whose draft or live content mentions another. */
export function referenceFilter(projectId: string, mentionedId: string): EntryFilter {
  const liveMention = sql`c.project_id = ${projectId} AND l.project_id = ${projectId}
    AND l.content_hash = c.hash AND l.until_seq IS NULL`;
  const mentioned = sql`ARRAY[${mentionedId}::text]`;
  const hidden = sql`(SELECT ${mentioned})`;
  return {
    matches: sql`SELECT d.entry_id FROM entry_drafts d WHERE d.refers_to @> ${hidden}
      UNION ALL SELECT l.entry_id FROM contents c CROSS JOIN LATERAL (
        SELECT l.entry_id FROM publications l WHERE ${liveMention} OFFSET 0) l
      WHERE c.project_id = ${projectId} AND c.refers_to @> ${hidden}`,
    holds: (entryId) => sql`coalesce((SELECT true FROM entry_drafts d
        WHERE d.entry_id = ${entryId} AND (d.refers_to @> ${mentioned}) IS TRUE LIMIT 1),
      (SELECT true FROM publications l JOIN contents c ON ${liveMention}
        WHERE l.entry_id = ${entryId} AND (c.refers_to @> ${mentioned}) IS TRUE LIMIT 1))`,
  };
}

/**
 * Ids of the entries that match a filter, each once.
 *
 * @param most the most rows that may match, with those that match twice; null for no limit
 * @returns null when more match
 */
export async function findMatches(pool: Queryable, filter: EntryFilter, most: number | null): Promise<string[] | null> {
  const bound = most === null ? emptySql : sql`LIMIT ${most + 1}`;
  const rows = await query(
    pool,
    sql`SELECT count(*)::int AS found, string_agg(m.entry_id, ',') AS ids
      FROM (SELECT f.entry_id FROM (${filter.matches}) f ${bound}) m`,
    { found: int, ids: nullable(text) },
  );
  const { found = 0, ids = null } = rows[0] ?? {};
  return most !== null && found > most ? null : [...new Set(ids?.split(','))];
}

/**
 * The first entry, by time of creation, after another one that matches a filter. Found without reading the entries between them.
 *
 * @returns null when there's none
 */
export async function findFirstMatch(
  pool: Queryable,
  filter: EntryFilter,
  descending: boolean,
  afterId: string | null,
): Promise<string | null> {
  const [first, beyond] = descending ? [sql`max`, sql`<`] : [sql`min`, sql`>`];
  const behind = afterId === null ? emptySql : sql`WHERE f.entry_id ${beyond} ${afterId}`;
  const rows = await query(pool, sql`SELECT ${first}(f.entry_id) AS id FROM (${filter.matches} OFFSET 0) f ${behind}`, {
    id: nullable(text),
  });
  return rows[0]?.id ?? null;
}

/** How many drafts are read to find words that are similar to misspelt ones. */
const MOST_GUESSED = 5000;

/**
 * Words in the titles of drafts that a search finds, of a few thousand drafts at most, in the collections that the caller may read:
 * which words there are says something of the titles.
 *
 * @param prefix the prefix of the lexemes of words
 */
export async function findTitleWords(
  pool: Queryable,
  search: string,
  prefix: string,
  reads: ReadableCollections,
): Promise<string[]> {
  const readable =
    reads === null
      ? emptySql
      : sql`AND (SELECT e.collection_key = ANY(${reads}) FROM entries e WHERE e.id = d.entry_id)`;
  // The subquery hides the search from the planner, as in `searchFilter`.
  const rows = await query(
    pool,
    sql`SELECT DISTINCT substr(w.lexeme, ${prefix.length + 1}::int) AS word
      FROM (SELECT d.search FROM entry_drafts d WHERE d.search @@ (SELECT ${search}::tsquery) ${readable}
        LIMIT ${MOST_GUESSED}) d, unnest(ts_filter(d.search, '{a}')) w`,
    { word: text },
  );
  return rows.map(({ word }) => word);
}

/**
 * How many drafts the planner expects a search to find, from its statistics of frequent lexemes. Always fast, but only a rough
 * estimate.
 */
export async function estimateHits(pool: Queryable, search: string): Promise<number> {
  const rows = await query(
    pool,
    sql`EXPLAIN (FORMAT JSON) SELECT FROM entry_drafts d WHERE d.search @@ ${search}::tsquery`,
    { 'QUERY PLAN': json<[{ Plan: { 'Plan Rows': number } }]>() },
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

import { localeQuery } from '../../../content/search-terms.ts';
import type { Queryable } from '../../../platform/database/in-transaction.ts';
import { SqlParameters } from '../../../platform/database/sql-parameters.ts';

/**
 * A filter whose entries an index finds, other than by order: few of them are looked up and sorted, many are met while
 * walking along the order.
 */
export interface EntryFilter {
  /** Query for the ids of the entries that it lets through; some more than once, and of other projects at times. */
  matches(parameters: SqlParameters): string;
  /** Condition on one entry. No index is used but that of the entry's own rows. */
  holds(parameters: SqlParameters, entryId: string): string;
}

/** Entries with a draft that a full-text query finds. */
export function searchFilter(query: string): EntryFilter {
  return {
    // The planner isn't to know the query: for what it thinks common it would read the whole table.
    matches: (parameters) =>
      `SELECT d.entry_id FROM entry_drafts d WHERE d.search @@ (SELECT ${parameters.add(query)}::tsquery)`,
    holds: (parameters, entryId) => `(SELECT true FROM entry_drafts d
      WHERE d.entry_id = ${entryId} AND (d.search @@ ${parameters.add(query)}::tsquery) IS TRUE LIMIT 1)`,
  };
}

/** Entries with a draft in a locale; whatever is live has one. */
export function localeFilter(projectId: string, locale: string): EntryFilter {
  return {
    matches: searchFilter(localeQuery(projectId, locale)).matches,
    holds: (parameters, entryId) => `(SELECT true FROM entry_drafts d
      WHERE d.entry_id = ${entryId} AND d.locale = ${parameters.add(locale)})`,
  };
}

/** Entries whose draft or live content mentions another. */
export function referenceFilter(projectId: string, mentionedId: string): EntryFilter {
  const liveMention = (project: string): string => `c.project_id = ${project} AND l.project_id = ${project}
    AND l.content_hash = c.hash AND l.until_seq IS NULL`;
  return {
    matches: (parameters) => {
      const project = parameters.add(projectId);
      const mentioned = `(SELECT ARRAY[${parameters.add(mentionedId)}::text])`;
      return `SELECT d.entry_id FROM entry_drafts d WHERE d.refers_to @> ${mentioned}
        UNION ALL SELECT l.entry_id FROM contents c CROSS JOIN LATERAL (
          SELECT l.entry_id FROM publications l WHERE ${liveMention(project)} OFFSET 0) l
        WHERE c.project_id = ${project} AND c.refers_to @> ${mentioned}`;
    },
    holds: (parameters, entryId) => {
      const project = parameters.add(projectId);
      const mentioned = `ARRAY[${parameters.add(mentionedId)}::text]`;
      return `coalesce((SELECT true FROM entry_drafts d
          WHERE d.entry_id = ${entryId} AND (d.refers_to @> ${mentioned}) IS TRUE LIMIT 1),
        (SELECT true FROM publications l JOIN contents c ON ${liveMention(project)}
          WHERE l.entry_id = ${entryId} AND (c.refers_to @> ${mentioned}) IS TRUE LIMIT 1))`;
    },
  };
}

/**
 * Ids of the entries that a filter lets through, each once.
 *
 * @param most how many rows the filter may find; null for any number
 * @returns null when it finds more
 */
export async function findMatches(pool: Queryable, filter: EntryFilter, most: number | null): Promise<string[] | null> {
  const parameters = new SqlParameters();
  const bound = most === null ? '' : `LIMIT ${parameters.add(most + 1)}`;
  const { rows } = await pool.query<{ found: number; ids: string | null }>(
    `SELECT count(*)::int AS found, string_agg(m.entry_id, ',') AS ids
     FROM (SELECT f.entry_id FROM (${filter.matches(parameters)}) f ${bound}) m`,
    parameters.values,
  );
  const { found = 0, ids = null } = rows[0] ?? {};
  if (most !== null && found > most) return null;
  return ids === null ? [] : [...new Set(ids.split(','))];
}

/**
 * The first entry, by time of making, that a filter lets through behind a place: all before it needn't be looked at.
 *
 * @returns null when there's none
 */
export async function findFirstMatch(
  pool: Queryable,
  filter: EntryFilter,
  descending: boolean,
  afterId: string | null,
): Promise<string | null> {
  const parameters = new SqlParameters();
  const matches = filter.matches(parameters);
  const behind = afterId === null ? '' : `WHERE f.entry_id ${descending ? '<' : '>'} ${parameters.add(afterId)}`;
  const { rows } = await pool.query<{ id: string | null }>(
    `SELECT ${descending ? 'max' : 'min'}(f.entry_id) AS id FROM (${matches} OFFSET 0) f ${behind}`,
    parameters.values,
  );
  return rows[0]?.id ?? null;
}

/**
 * How many drafts the planner expects a search to find, from what it knows of the most frequent lexemes. It takes no
 * longer the more there are, and is of the right size at most.
 */
export async function estimateHits(pool: Queryable, search: string): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    'EXPLAIN (FORMAT JSON) SELECT FROM entry_drafts d WHERE d.search @@ $1::tsquery',
    [search],
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

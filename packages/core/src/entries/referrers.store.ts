import { text } from '../platform/database/row.ts';
import { emptySql, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';

/** The most referrers to return. */
const MOST = 100;
/** The most mentions to read: reading all mentions of a popular entry would take too long. */
const LOOKED_AT = 1000;

/** Query for the entries whose published content mentions one of `mentioned`, an array of ids. */
const liveMentions = (project: Sql, mentioned: Sql, condition = emptySql): Sql => sql`SELECT l.entry_id FROM contents c
  CROSS JOIN LATERAL (SELECT l.entry_id FROM publications l WHERE l.project_id = ${project}
    AND l.content_hash = c.hash AND l.until_seq IS NULL ${condition} OFFSET 0) l
  WHERE c.project_id = ${project} AND c.refers_to && ${mentioned} LIMIT ${LOOKED_AT}`;

/**
 * Entries whose published content mentions any of some others, sorted by title: at most a hundred.
 *
 * @param locales only content in these locales; null for all
 */
export async function findLiveReferrers(
  pool: Queryable,
  projectId: string,
  entryIds: readonly string[],
  locales: readonly string[] | null,
): Promise<{ readonly id: string; readonly collection_key: string; readonly title: string }[]> {
  // A subquery hides the ids from the planner. For ids that it thinks frequent, it would scan whole tables.
  const mentioned = sql`(SELECT ${entryIds}::text[])`;
  const inLocales = locales ? sql`AND l.locale = ANY(${locales})` : emptySql;
  return query(
    pool,
    sql`WITH mentions AS MATERIALIZED (${liveMentions(sql`${projectId}`, mentioned, inLocales)})
      SELECT DISTINCT e.id, e.collection_key, e.title FROM mentions m JOIN entries e ON e.id = m.entry_id
      WHERE e.project_id = ${projectId} AND NOT e.id = ANY(${entryIds}) ORDER BY e.title, e.id LIMIT ${MOST}`,
    { id: text, collection_key: text, title: text },
  );
}

/** Ids of entries outside of the trash whose draft mentions an entry `e`. Trashed entries don't count towards the limit. */
const DRAFT_MENTIONS = sql`SELECT d.entry_id FROM (
    SELECT entry_id FROM entry_drafts WHERE refers_to @> ARRAY[e.id] OFFSET 0) d
  WHERE (SELECT true FROM entries o WHERE o.id = d.entry_id AND o.project_id = e.project_id AND o.trashed_at IS NULL
    AND o.id <> e.id)
  LIMIT ${LOOKED_AT}`;

/**
 * Query for the entries outside of the trash whose draft or published content mentions an entry `e`, as one JSON value sorted by
 * title: at most a hundred, from the first thousand mentions.
 */
export const REFERRERS = sql`SELECT json_agg(r ORDER BY r.title, r.id) FROM (
  SELECT o.id, o.collection_key, o.title, bool_or(m.draft) AS draft, bool_or(m.live) AS live
  FROM (
    SELECT d.*, true AS draft, false AS live
      FROM (${DRAFT_MENTIONS}) d
    UNION ALL
    SELECT l.*, false, true FROM (${liveMentions(sql`e.project_id`, sql`ARRAY[e.id]`)}) l
  ) m JOIN entries o ON o.id = m.entry_id
  WHERE o.project_id = e.project_id AND o.trashed_at IS NULL AND o.id <> e.id
  GROUP BY o.id ORDER BY o.title, o.id LIMIT ${MOST}) r`;

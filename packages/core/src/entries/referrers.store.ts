import type { Queryable } from '../platform/database/in-transaction.ts';

/** How many are named. */
const MOST = 100;
/** Of so many mentions: looking at all that there are of a popular entry would take too long. */
const LOOKED_AT = 1000;
/** The planner isn't to know what's mentioned: what it thinks common it would look for in whole tables. */
const MENTIONED = '(SELECT $2::text[])';

/** Query for the entries whose live content mentions some others, given as SQL of the project and of an array of their ids. */
const liveMentions = (project: string, mentioned: string, condition = ''): string => `SELECT l.entry_id FROM contents c
  CROSS JOIN LATERAL (SELECT l.entry_id FROM publications l WHERE l.project_id = ${project}
    AND l.content_hash = c.hash AND l.until_seq IS NULL ${condition} OFFSET 0) l
  WHERE c.project_id = ${project} AND c.refers_to && ${mentioned} LIMIT ${LOOKED_AT}`;

/**
 * Entries whose live content mentions one of some others, by title: at most a hundred.
 *
 * @param locales only where it's live in one of these; anywhere when null
 */
export async function findLiveReferrers(
  pool: Queryable,
  projectId: string,
  entryIds: readonly string[],
  locales: readonly string[] | null = null,
): Promise<{ readonly id: string; readonly title: string }[]> {
  const { rows } = await pool.query<{ id: string; title: string }>(
    `WITH mentions AS MATERIALIZED (${liveMentions('$1', MENTIONED, 'AND ($3::text[] IS NULL OR l.locale = ANY($3))')})
     SELECT DISTINCT e.id, e.title FROM mentions m JOIN entries e ON e.id = m.entry_id
     WHERE e.project_id = $1 AND NOT e.id = ANY($2) ORDER BY e.title, e.id LIMIT ${MOST}`,
    [projectId, entryIds, locales],
  );
  return rows;
}

/** Ids of entries outside of the trash whose draft mentions an entry `e`; those in the trash mustn't hide others. */
const DRAFT_MENTIONS = `SELECT d.entry_id FROM (
    SELECT entry_id FROM entry_drafts WHERE refers_to @> ARRAY[e.id] OFFSET 0) d
  WHERE (SELECT true FROM entries o WHERE o.id = d.entry_id AND o.project_id = e.project_id AND o.trashed_at IS NULL
    AND o.id <> e.id)
  LIMIT ${LOOKED_AT}`;

/**
 * Query for the entries outside of the trash whose draft or live content mentions an entry `e`, as one JSON value, by
 * title: at most a hundred, of the first hundreds that are found of a popular one.
 */
export const REFERRERS = `SELECT json_agg(r ORDER BY r.title, r.id) FROM (
  SELECT o.id, o.collection_key, o.title, bool_or(m.draft) AS draft, bool_or(m.live) AS live
  FROM (
    SELECT d.*, true AS draft, false AS live
      FROM (${DRAFT_MENTIONS}) d
    UNION ALL
    SELECT l.*, false, true FROM (${liveMentions('e.project_id', 'ARRAY[e.id]')}) l
  ) m JOIN entries o ON o.id = m.entry_id
  WHERE o.project_id = e.project_id AND o.trashed_at IS NULL AND o.id <> e.id
  GROUP BY o.id ORDER BY o.title, o.id LIMIT ${MOST}) r`;

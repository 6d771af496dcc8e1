import type { Pool } from 'pg';

/** An entry that refers to another. */
export interface Referrer {
  readonly id: string;
  readonly title: string;
}

/** How many are named. */
const MOST = 100;

/** Entries whose live content mentions an entry, by title: at most a hundred. */
export async function findLiveReferrers(pool: Pool, projectId: string, entryId: string): Promise<Referrer[]> {
  const { rows } = await pool.query<Referrer>(
    `SELECT e.id, e.title FROM entries e WHERE e.project_id = $1 AND e.id <> $2 AND e.id IN (
       SELECT l.entry_id FROM publications l JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
       WHERE l.project_id = $1 AND l.until_seq IS NULL AND c.refers_to @> ARRAY[$2::text])
     ORDER BY e.title, e.id LIMIT ${MOST}`,
    [projectId, entryId],
  );
  return rows;
}

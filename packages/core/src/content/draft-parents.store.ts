import { MOST_LEVELS, PARENT } from '@stele/schema';
import { int, text } from '../platform/database/row.ts';
import { type Queryable, query, sql } from '../platform/database/sql.ts';

/** The pages above a place in a tree of drafts, from the lowest to the top; one more than there may be, if there are too many. */
export async function loadPagesAbove(on: Queryable, projectId: string, parent: string): Promise<string[]> {
  const rows = await query(
    on,
    sql`WITH RECURSIVE above(id, level) AS (
        SELECT ${parent}::text, 1
        UNION ALL
        SELECT p.parent, a.level + 1 FROM above a CROSS JOIN LATERAL (
          SELECT v.values ->> ${PARENT} AS parent FROM entries e JOIN entry_drafts d ON d.entry_id = e.id
            JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
          WHERE e.id = a.id AND e.project_id = ${projectId} ORDER BY d.locale LIMIT 1) p
        WHERE p.parent IS NOT NULL AND a.level < ${MOST_LEVELS}::int
      ) SELECT id, level FROM above ORDER BY level`,
    { id: text, level: int },
  );
  return rows.map(({ id }) => id);
}

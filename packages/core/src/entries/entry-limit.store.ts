import { int } from '../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import { assertBelowLimit } from '../platform/errors.ts';

/** How many entries outside of the trash a project has. @param most where to stop counting */
export async function countKeptEntries(on: Connection, projectId: string, most: number | null = null): Promise<number> {
  const [row] = await query(
    on,
    sql`SELECT count(*)::int AS count FROM (
      SELECT 1 FROM entries WHERE project_id = ${projectId} AND status IN ('draft', 'published') LIMIT ${most}) counted`,
    { count: int },
  );
  return row?.count ?? 0;
}

/**
 * Checks that a project may have more entries. Until the transaction ends, no one else can add one.
 *
 * @throws ApiError `entry.limit_reached`
 */
export async function assertEntryLimit(tx: Connection, projectId: string, most: number, added = 1): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${projectId} entries`}, 0))`);
  const count = await countKeptEntries(tx, projectId, most);
  assertBelowLimit(count + added - 1, most, 'entry.limit_reached', 'entries');
}

import type { Pool } from 'pg';
import { execute, sql } from '../platform/database/sql.ts';

/** How long writes wait at most when a process dies that made them wait. */
const LEASE_SECONDS = 60;

/**
 * Makes writes to a project's entries wait while some work is done, so that they don't overtake it again and again.
 * They go on when it ends, however it ends.
 */
export async function whileFrozen<Answer>(pool: Pool, projectId: string, work: () => Promise<Answer>): Promise<Answer> {
  await execute(
    pool,
    sql`UPDATE projects SET frozen_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      WHERE id = ${projectId}`,
  );
  try {
    return await work();
  } finally {
    await execute(pool, sql`UPDATE projects SET frozen_until = NULL WHERE id = ${projectId}`);
  }
}

import type { Pool } from 'pg';

/** How long writes wait at most when a process dies that made them wait. */
const LEASE_SECONDS = 60;

/**
 * Makes writes to a project's entries wait while some work is done, so that they don't overtake it again and again.
 * They go on when it ends, however it ends.
 */
export async function whileFrozen<Answer>(pool: Pool, projectId: string, work: () => Promise<Answer>): Promise<Answer> {
  await pool.query(
    `UPDATE projects SET frozen_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds' WHERE id = $1`,
    [projectId],
  );
  try {
    return await work();
  } finally {
    await pool.query('UPDATE projects SET frozen_until = NULL WHERE id = $1', [projectId]);
  }
}

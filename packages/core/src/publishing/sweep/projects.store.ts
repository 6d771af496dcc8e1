import type { Pool } from 'pg';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Projects with something published that weren't swept for a day. */
export async function findDueProjects(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM projects WHERE live_seq > 0 AND (swept_at IS NULL OR swept_at <= $1) ORDER BY id',
    [new Date(now.getTime() - DAY_MS)],
  );
  return rows.map((row) => row.id);
}

/** Takes a project's sweep on. @returns false when another process has */
export async function claimProject(pool: Pool, projectId: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE projects SET swept_at = $2 WHERE id = $1 AND (swept_at IS NULL OR swept_at <= $3)',
    [projectId, now, new Date(now.getTime() - DAY_MS)],
  );
  return rowCount === 1;
}

/** Makes a project's next sweep due at once. */
export async function releaseProject(pool: Pool, projectId: string): Promise<void> {
  await pool.query('UPDATE projects SET swept_at = NULL WHERE id = $1', [projectId]);
}

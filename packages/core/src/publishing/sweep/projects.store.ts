import type { Pool } from 'pg';
import { execute, query, sql } from '../../platform/database/sql.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Projects with something published that weren't swept for a day. */
export async function findDueProjects(pool: Pool, now: Date): Promise<string[]> {
  const dueBefore = new Date(now.getTime() - DAY_MS);
  const rows = await query<{ id: string }>(
    pool,
    sql`SELECT id FROM projects WHERE live_seq > 0 AND (swept_at IS NULL OR swept_at <= ${dueBefore}) ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

/** Takes a project's sweep on. @returns false when another process has */
export async function claimProject(pool: Pool, projectId: string, now: Date): Promise<boolean> {
  const dueBefore = new Date(now.getTime() - DAY_MS);
  const count = await execute(
    pool,
    sql`UPDATE projects SET swept_at = ${now}
      WHERE id = ${projectId} AND (swept_at IS NULL OR swept_at <= ${dueBefore})`,
  );
  return count === 1;
}

/** Makes a project's next sweep due at once. */
export async function releaseProject(pool: Pool, projectId: string): Promise<void> {
  await execute(pool, sql`UPDATE projects SET swept_at = NULL WHERE id = ${projectId}`);
}

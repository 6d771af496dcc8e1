import type { Pool } from 'pg';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';

/**
 * Dooms objects, and with that makes every build that is under way plan anew: one that was planned before can't know
 * that what it writes is doomed.
 *
 * @returns the number of this sweep
 */
export async function doomObjects(prisma: PrismaClient, projectId: string, keys: readonly string[]): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ epoch: number }[]>`
      UPDATE projects SET epoch = epoch + 1 WHERE id = ${projectId} RETURNING epoch`;
    const sweep = rows[0]?.epoch ?? 0;
    await tx.$executeRaw`INSERT INTO doomed_objects AS d (project_id, key, sweep)
      SELECT ${projectId}, key, ${sweep}::int FROM unnest(${keys}::text[]) AS k(key)
      ON CONFLICT (project_id, key) DO UPDATE SET sweep = excluded.sweep WHERE d.claimed_at IS NULL`;
    return sweep;
  });
}

/**
 * Begins the removal of objects that this sweep doomed.
 *
 * @param claim names who removes them: nobody else may take them off the list
 * @returns those that no build took off the list meanwhile
 */
export async function claimObjects(
  pool: Pool,
  projectId: string,
  sweep: number,
  keys: readonly string[],
  claim: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `UPDATE doomed_objects SET claimed_at = now(), claim = $4
     WHERE project_id = $1 AND sweep = $2 AND claimed_at IS NULL AND key = ANY($3) RETURNING key`,
    [projectId, sweep, keys, claim],
  );
  return rows.map((row) => row.key);
}

/**
 * Takes objects off the list that are gone, unless somebody else has taken their removal over. A build that was planned while they were on it may have written one before
 * it went: so it's planned anew.
 */
export async function forgetObjects(
  pool: Pool,
  projectId: string,
  keys: readonly string[],
  claim: string,
): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM doomed_objects WHERE project_id = $1 AND key = ANY($2) AND claim = $3)
     UPDATE projects SET epoch = epoch + 1 WHERE id = $1`,
    [projectId, keys, claim],
  );
}

/** Takes what a sweep doomed, and didn't begin to remove, off the list. */
export async function pardonObjects(pool: Pool, projectId: string, sweep: number): Promise<void> {
  await pool.query('DELETE FROM doomed_objects WHERE project_id = $1 AND sweep = $2 AND claimed_at IS NULL', [
    projectId,
    sweep,
  ]);
}

const ABANDONED = "claimed_at < now() - interval '15 minutes'";

/** Projects with objects whose removal began a while ago and didn't end: whoever began it is gone. */
export async function findProjectsWithAbandoned(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT DISTINCT project_id AS id FROM doomed_objects WHERE ${ABANDONED} ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

/** Takes removals over that were abandoned. @returns the keys, which nobody else may remove from now on */
export async function claimAbandoned(pool: Pool, projectId: string, limit: number, claim: string): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `UPDATE doomed_objects SET claimed_at = now(), claim = $3 WHERE project_id = $1 AND key IN (
       SELECT key FROM doomed_objects WHERE project_id = $1 AND ${ABANDONED} LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING key`,
    [projectId, limit, claim],
  );
  return rows.map((row) => row.key);
}

/**
 * Parts of the statement with which a build goes live, so that none names an object that a sweep removes: the objects
 * that it wrote are taken off the list, and the condition fails when the removal of one has begun or when there was
 * a sweep since the build was planned.
 */
export function rescueObjects(
  { id, epoch }: { readonly id: string; readonly epoch: number },
  keys: readonly string[],
): { readonly ctes: Prisma.Sql; readonly condition: Prisma.Sql } {
  const doomed = Prisma.sql`doomed_objects WHERE project_id = ${id} AND key = ANY(${keys}::text[])`;
  return {
    ctes: Prisma.sql`doomed AS (SELECT count(*) AS count FROM ${doomed}),
      rescued AS (DELETE FROM ${doomed} AND claimed_at IS NULL RETURNING 1)`,
    condition: Prisma.sql`projects.epoch = ${epoch}::int
      AND (SELECT count FROM doomed) = (SELECT count(*) FROM rescued)`,
  };
}

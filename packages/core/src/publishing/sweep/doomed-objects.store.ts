import type { Pool } from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { execute, query, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * Dooms objects, and with that makes every build that is under way plan anew: one that was planned before can't know
 * that what it writes is doomed.
 *
 * @returns the number of this sweep
 */
export async function doomObjects(prisma: PrismaClient, projectId: string, keys: readonly string[]): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const rows = await query<{ epoch: number }>(
      tx,
      sql`UPDATE projects SET epoch = epoch + 1 WHERE id = ${projectId} RETURNING epoch`,
    );
    const sweep = rows[0]?.epoch ?? 0;
    await execute(
      tx,
      sql`INSERT INTO doomed_objects AS d (project_id, key, sweep)
        SELECT ${projectId}, key, ${sweep}::int FROM unnest(${keys}::text[]) AS k(key)
        ON CONFLICT (project_id, key) DO UPDATE SET sweep = excluded.sweep WHERE d.claimed_at IS NULL`,
    );
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
  const rows = await query<{ key: string }>(
    pool,
    sql`UPDATE doomed_objects SET claimed_at = now(), claim = ${claim}
      WHERE project_id = ${projectId} AND sweep = ${sweep} AND claimed_at IS NULL AND key = ANY(${keys}) RETURNING key`,
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
  await execute(
    pool,
    sql`WITH gone AS (
        DELETE FROM doomed_objects WHERE project_id = ${projectId} AND key = ANY(${keys}) AND claim = ${claim})
      UPDATE projects SET epoch = epoch + 1 WHERE id = ${projectId}`,
  );
}

/** Takes what a sweep doomed, and didn't begin to remove, off the list. */
export async function pardonObjects(pool: Pool, projectId: string, sweep: number): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM doomed_objects WHERE project_id = ${projectId} AND sweep = ${sweep} AND claimed_at IS NULL`,
  );
}

const ABANDONED = sql`claimed_at < now() - interval '15 minutes'`;

/** Projects with objects whose removal began a while ago and didn't end: whoever began it is gone. */
export async function findProjectsWithAbandoned(pool: Pool): Promise<string[]> {
  const rows = await query<{ id: string }>(
    pool,
    sql`SELECT DISTINCT project_id AS id FROM doomed_objects WHERE ${ABANDONED} ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

/** Takes removals over that were abandoned. @returns the keys, which nobody else may remove from now on */
export async function claimAbandoned(pool: Pool, projectId: string, limit: number, claim: string): Promise<string[]> {
  const rows = await query<{ key: string }>(
    pool,
    sql`UPDATE doomed_objects SET claimed_at = now(), claim = ${claim} WHERE project_id = ${projectId} AND key IN (
        SELECT key FROM doomed_objects WHERE project_id = ${projectId} AND ${ABANDONED} LIMIT ${limit}
          FOR UPDATE SKIP LOCKED)
      RETURNING key`,
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
): { readonly ctes: Sql; readonly condition: Sql } {
  const doomed = sql`doomed_objects WHERE project_id = ${id} AND key = ANY(${keys}::text[])`;
  return {
    ctes: sql`doomed AS (SELECT count(*) AS count FROM ${doomed}),
      rescued AS (DELETE FROM ${doomed} AND claimed_at IS NULL RETURNING 1)`,
    condition: sql`projects.epoch = ${epoch}::int
      AND (SELECT count FROM doomed) = (SELECT count(*) FROM rescued)`,
  };
}

import type { Pool } from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { int, text } from '../../platform/database/row.ts';
import { execute, query, type Sql, sql } from '../../platform/database/sql.ts';

/**
 * Marks objects for removal ("doomed"), and makes every running build plan again, since its plan doesn't know of that.
 *
 * @returns the number of this sweep
 */
export async function doomObjects(prisma: PrismaClient, projectId: string, keys: readonly string[]): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const rows = await query(tx, sql`UPDATE projects SET epoch = epoch + 1 WHERE id = ${projectId} RETURNING epoch`, {
      epoch: int,
    });
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
 * Starts the removal of objects that this sweep doomed.
 *
 * @param claim identifies the process that removes them: no other may take them off the list
 * @returns the keys that no build has taken off the list meanwhile
 */
export async function claimObjects(
  pool: Pool,
  projectId: string,
  sweep: number,
  keys: readonly string[],
  claim: string,
): Promise<string[]> {
  const rows = await query(
    pool,
    sql`UPDATE doomed_objects SET claimed_at = now(), claim = ${claim}
      WHERE project_id = ${projectId} AND sweep = ${sweep} AND claimed_at IS NULL AND key = ANY(${keys}) RETURNING key`,
    { key: text },
  );
  return rows.map((row) => row.key);
}

/**
 * Takes removed objects off the list, unless another process has taken over their removal. A build may have written one just
 * before its removal, so all builds plan again.
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

/** Takes objects off the list that a sweep doomed but didn't start to remove. */
export async function pardonObjects(pool: Pool, projectId: string, sweep: number): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM doomed_objects WHERE project_id = ${projectId} AND sweep = ${sweep} AND claimed_at IS NULL`,
  );
}

const ABANDONED = sql`claimed_at < now() - interval '15 minutes'`;

/** Projects with abandoned removals: they started a while ago, and their process died. */
export async function findProjectsWithAbandoned(pool: Pool): Promise<string[]> {
  const rows = await query(
    pool,
    sql`SELECT DISTINCT project_id AS id FROM doomed_objects WHERE ${ABANDONED} ORDER BY id`,
    { id: text },
  );
  return rows.map((row) => row.id);
}

/** Takes over abandoned removals. @returns the keys, which no other process may remove any more */
export async function claimAbandoned(pool: Pool, projectId: string, limit: number, claim: string): Promise<string[]> {
  const rows = await query(
    pool,
    sql`UPDATE doomed_objects SET claimed_at = now(), claim = ${claim} WHERE project_id = ${projectId} AND key IN (
        SELECT key FROM doomed_objects WHERE project_id = ${projectId} AND ${ABANDONED} LIMIT ${limit}
          FOR UPDATE SKIP LOCKED)
      RETURNING key`,
    { key: text },
  );
  return rows.map((row) => row.key);
}

/**
 * Parts of the statement with which a build goes live. They make sure that no snapshot refers to an object that a sweep removes:
 * they take the objects that the build wrote off the list. The condition is false when the removal of one has started, or when a
 * sweep ran after the build was planned.
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

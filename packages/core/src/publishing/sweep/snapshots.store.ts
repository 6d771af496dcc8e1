import type { Pool } from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { list, text } from '../../platform/database/row.ts';
import { execute, query, sql } from '../../platform/database/sql.ts';
import type { Retention } from './retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Ends snapshots that needn't be kept any longer: they can't be restored, compared or found any more. The live snapshot is always
 * kept, and so are those that were live within the retention time.
 *
 * @returns how many ended
 */
export async function endSnapshots(
  prisma: PrismaClient,
  projectId: string,
  { keepMs, keepLast }: Retention,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - keepMs);
  return prisma.$transaction(async (tx) => {
    // Restorations and publishes, which move the pointer, run either before or after this.
    await execute(tx, sql`SELECT id FROM projects WHERE id = ${projectId} FOR UPDATE`);
    return execute(
      tx,
      sql`WITH recent AS (
          SELECT snapshot_id FROM live_sequences WHERE project_id = ${projectId} AND seq >= coalesce((
            SELECT max(seq) FROM live_sequences WHERE project_id = ${projectId} AND created_at < ${since}), 0)
          UNION
          (SELECT id FROM snapshots WHERE project_id = ${projectId} ORDER BY seq DESC LIMIT ${keepLast})
          UNION
          SELECT live_snapshot_id FROM projects WHERE id = ${projectId}
        )
        UPDATE snapshots SET swept_at = ${now}
        WHERE project_id = ${projectId} AND swept_at IS NULL AND id NOT IN (SELECT snapshot_id FROM recent)`,
    );
  });
}

/** Snapshots whose objects must stay, and their root indexes, without repetition. */
export interface NeededSnapshots {
  readonly snapshotIds: readonly string[];
  readonly indexes: readonly string[];
}

/** The snapshots of a project that are kept, or that ended after a time. */
export async function loadNeededSnapshots(pool: Pool, projectId: string, endedAfter: Date): Promise<NeededSnapshots> {
  const rows = await query(
    pool,
    sql`WITH needed AS (
        SELECT id, files FROM snapshots
        WHERE project_id = ${projectId} AND (swept_at IS NULL OR swept_at > ${endedAfter})
      )
      SELECT ARRAY(SELECT id FROM needed) AS ids,
        ARRAY(SELECT DISTINCT file->>'index' FROM needed, jsonb_array_elements(files) AS file) AS indexes`,
    { ids: list(text), indexes: list(text) },
  );
  return { snapshotIds: rows[0]?.ids ?? [], indexes: rows[0]?.indexes ?? [] };
}

/** Projects with published content that were last swept a day ago or earlier. */
export async function findDueProjects(pool: Pool, now: Date): Promise<string[]> {
  const dueBefore = new Date(now.getTime() - DAY_MS);
  const rows = await query(
    pool,
    sql`SELECT id FROM projects WHERE live_seq > 0 AND (swept_at IS NULL OR swept_at <= ${dueBefore}) ORDER BY id`,
    { id: text },
  );
  return rows.map((row) => row.id);
}

/** Claims a project's sweep for this process. @returns false when another process has claimed it */
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

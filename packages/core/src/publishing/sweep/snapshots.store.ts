import type { Pool } from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { execute, query, sql } from '../../platform/database/sql.ts';
import type { Retention } from './retention.ts';

/**
 * Ends snapshots that needn't be kept any longer: they can't be restored, compared or found from now on. What is live is
 * always kept, and what was live within the time to keep.
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
    // Restorations and publishes, which move the pointer, stand before this or after it.
    await query(tx, sql`SELECT id FROM projects WHERE id = ${projectId} FOR UPDATE`);
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

/** Snapshots whose objects must stay, and the root indexes that they name, each once. */
export interface NeededSnapshots {
  readonly snapshotIds: readonly string[];
  readonly indexes: readonly string[];
}

/** The snapshots of a project that are kept, or that ended after a time. */
export async function loadNeededSnapshots(pool: Pool, projectId: string, endedAfter: Date): Promise<NeededSnapshots> {
  const rows = await query<{ ids: string[]; indexes: string[] }>(
    pool,
    sql`WITH needed AS (
        SELECT id, files FROM snapshots
        WHERE project_id = ${projectId} AND (swept_at IS NULL OR swept_at > ${endedAfter})
      )
      SELECT ARRAY(SELECT id FROM needed) AS ids,
        ARRAY(SELECT DISTINCT file->>'index' FROM needed, jsonb_array_elements(files) AS file) AS indexes`,
  );
  return { snapshotIds: rows[0]?.ids ?? [], indexes: rows[0]?.indexes ?? [] };
}

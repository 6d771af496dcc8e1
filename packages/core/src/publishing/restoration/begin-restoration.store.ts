import type { PrismaClient } from '../../generated/prisma/client.ts';
import { insertAudit } from '../../platform/audit-records.store.ts';
import { execute, query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import { type GoingLive, movePointer, recordSnapshot } from '../going-live.store.ts';
import { NOTHING_CHANGED } from '../ledger-change.ts';
import type { ProjectLiveState } from '../model.ts';
import { StateMoved } from '../state-moved.ts';

/**
 * Makes an earlier snapshot live again: its files are all there, so only the pointer moves. Ledger and entries are
 * brought in line with it by `finishRestoration`, before anybody looks at them.
 *
 * @returns false when another change of what is live came first: then nothing was written
 * @throws ApiError `snapshot.not_found` when its files were taken away
 */
export async function beginRestoration(
  prisma: PrismaClient,
  ctx: WriteContext,
  project: ProjectLiveState,
  snapshotId: string,
  at: Date,
): Promise<boolean> {
  const going: GoingLive = {
    project,
    snapshot: { restored: snapshotId },
    publishedAt: at,
    history: [{ reason: 'restore', actor: ctx.actor, request_id: ctx.requestId }],
    counts: NOTHING_CHANGED,
  };
  try {
    await prisma.$transaction(async (tx) => {
      // Sweeps, which end snapshots, stand before this or after it.
      await query(tx, sql`SELECT id FROM projects WHERE id = ${project.id} FOR UPDATE`);
      const [kept] = await query<{ seq: number; published_at: Date }>(
        tx,
        sql`SELECT seq, published_at FROM snapshots
          WHERE id = ${snapshotId} AND project_id = ${project.id} AND swept_at IS NULL FOR SHARE`,
      );
      if (!kept) throw new ApiError('snapshot.not_found');
      const data = {
        snapshot_id: snapshotId,
        sequence: project.liveSeq + 1,
        restored_sequence: kept.seq,
        published_at: kept.published_at.toISOString(),
      };
      await movePointer(tx, going);
      await execute(
        tx,
        sql`WITH ${recordSnapshot(going)}
          ${insertAudit(ctx, { action: 'snapshot.restore', targetId: snapshotId, data })}`,
      );
    });
    return true;
  } catch (error) {
    if (error instanceof StateMoved) return false;
    throw error;
  }
}

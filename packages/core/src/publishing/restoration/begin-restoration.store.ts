import { insertAudit } from '../../audit.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { ProjectLiveState } from '../model.ts';

/**
 * Makes an earlier snapshot live again: its files are all there, so only the pointer moves. Ledger and entries are
 * brought in line with it by `finishRestoration`, before anybody looks at them.
 *
 * @returns false when another change of what is live came first: then nothing was written
 * @throws ApiError `snapshot.not_found` when its files were taken away
 */
export async function beginRestoration(
  prisma: PrismaClient,
  ctx: ProjectContext,
  project: ProjectLiveState,
  snapshotId: string,
  at: Date,
): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
    const seq = project.liveSeq + 1;
    // Sweeps, which end snapshots, stand before this or after it.
    await tx.$queryRaw`SELECT id FROM projects WHERE id = ${project.id} FOR UPDATE`;
    const kept = await tx.$queryRaw<unknown[]>`SELECT id FROM snapshots
      WHERE id = ${snapshotId} AND project_id = ${project.id} AND swept_at IS NULL FOR SHARE`;
    if (kept.length === 0) throw new ApiError('snapshot.not_found');
    const moved = await tx.$executeRaw`UPDATE projects
      SET live_seq = ${seq}::int, live_snapshot_id = ${snapshotId}, restoring = true
      WHERE id = ${project.id} AND live_seq = ${project.liveSeq} AND schema_version = ${project.schemaVersion}`;
    if (moved !== 1) return false;
    const history = [{ reason: 'restore', actor: ctx.actor, request_id: ctx.requestId }];
    await tx.$executeRaw`
      INSERT INTO live_sequences (project_id, seq, snapshot_id, changes, added, changed, removed, created_at)
      VALUES (${project.id}, ${seq}::int, ${snapshotId}, ${JSON.stringify(history)}::jsonb, 0, 0, 0, ${at})`;
    const data = { snapshot_id: snapshotId, sequence: seq };
    await tx.$executeRaw(insertAudit(ctx, { action: 'snapshot.restore', targetId: snapshotId, data }));
    return true;
  });
}

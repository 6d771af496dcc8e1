import { findProject } from '../../access/identity.store.ts';
import { ApiError } from '../../platform/errors.ts';
import { loadProjectLiveState } from '../../publishing/live-state.store.ts';
import type { ProjectLiveState } from '../../publishing/model.ts';
import { beginRestoration } from '../../publishing/restoration/begin-restoration.store.ts';
import { nextPublishedAt } from '../../publishing/round.ts';
import type { ProjectContext } from '../context.ts';
import { countUnfit } from './count-unfit.store.ts';
import { latestSnapshot } from './latest-snapshot.ts';
import type { RestoredSnapshot } from './snapshots.schemas.ts';
import { getSnapshotInProject } from './snapshots.store.ts';

/** How often it's tried anew because somebody published meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Puts an earlier snapshot back live, under its own id and address. The next publish builds on it, not on what was
 * rolled back. The snapshot that is live already stays. What differs is brought in line right after the answer.
 *
 * @returns the pointer, with a warning when the active schema would refuse some of the entries
 * @throws ApiError `snapshot.not_found`, `unavailable`
 */
export async function restoreSnapshot(
  ctx: ProjectContext,
  input: { readonly snapshotId: string },
): Promise<RestoredSnapshot> {
  const { database, schemas, publisher, restorations, mirrors } = ctx.services;
  const projectId = ctx.project.id;
  const snapshot = await getSnapshotInProject(database.pool, projectId, input.snapshotId);
  await publisher.exclusively(projectId, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      // One that isn't finished yet is no hindrance: entries and ledger follow to what is live at last.
      const before = await loadProjectLiveState(database.pool, schemas, projectId);
      if (before.live?.snapshotId === snapshot.id) return;
      if (!(await begin(ctx, before, snapshot.id))) continue;
      restorations.finishSoon(projectId);
      await mirrors.update(projectId);
      return;
    }
    throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  });
  const project = await findProject(database.pool, projectId);
  if (!project) throw new ApiError('project.not_found');
  const pointer = await latestSnapshot({ ...ctx, project });
  const unfit = await countUnfit(ctx.services, project, snapshot.seq);
  const warnings =
    unfit === 0
      ? []
      : [
          {
            code: 'snapshot.schema_differs' as const,
            message: `${unfit} of the live entries don't fit the active schema. Edit them before you publish them again.`,
            entries: unfit,
          },
        ];
  return { ...pointer, warnings };
}

/** @returns false when another change of what is live came first @throws ApiError `snapshot.not_found` */
async function begin(ctx: ProjectContext, before: ProjectLiveState, snapshotId: string): Promise<boolean> {
  const { database, schemas, clock } = ctx.services;
  const at = nextPublishedAt(before, clock.now());
  try {
    return await beginRestoration(database.prisma, ctx, before, snapshotId, at);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection may have broken after the commit was carried out: then what it wrote says so.
    const { liveSeq, live } = await loadProjectLiveState(database.pool, schemas, before.id);
    if (liveSeq === before.liveSeq + 1 && live?.snapshotId === snapshotId) return true;
    throw error;
  }
}

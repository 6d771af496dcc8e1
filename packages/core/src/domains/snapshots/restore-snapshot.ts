import { findProject } from '../../access/identity.store.ts';
import { ApiError } from '../../platform/errors.ts';
import { restore } from '../../publishing/restoration/restore.ts';
import type { ProjectContext } from '../context.ts';
import { countUnfit } from './count-unfit.store.ts';
import { latestSnapshot } from './latest-snapshot.ts';
import type { RestoredSnapshot } from './snapshots.schemas.ts';
import { getSnapshotInProject } from './snapshots.store.ts';

/**
 * Makes an earlier snapshot live again, with its own id and URL. The next publish builds on it. Does nothing if it's already live.
 *
 * @returns the pointer, with a warning when entries break the active schema
 * @throws ApiError `snapshot.not_found`, `unavailable`
 */
export async function restoreSnapshot(
  ctx: ProjectContext,
  input: { readonly snapshotId: string },
): Promise<RestoredSnapshot> {
  const { database } = ctx.services;
  const projectId = ctx.project.id;
  const snapshot = await getSnapshotInProject(database.pool, projectId, input.snapshotId);
  await restore(ctx.services, projectId, snapshot.id, ctx);
  const project = await findProject(database.pool, projectId);
  if (!project) throw new ApiError('project.not_found');
  const pointer = await latestSnapshot({ ...ctx, project });
  const unfit = await countUnfit(ctx.services, project, snapshot.seq);
  if (unfit === 0) return { ...pointer, warnings: [] };
  const message = `${unfit} of the live entries don't fit the active schema. Edit them before you publish them again.`;
  return { ...pointer, warnings: [{ code: 'snapshot.schema_differs', message, entries: unfit }] };
}

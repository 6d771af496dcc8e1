import type { ProjectContext } from '../../../domains/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findSequence, recordBuild, recordBuilt } from '../following/builds.store.ts';
import { enqueueFollowing } from '../wake-target.ts';
import type { BuildReport, ReportBuildInput } from './builds.schemas.ts';
import { findBuildIn, findNamedBuild } from './builds.store.ts';

/**
 * Records a report of a build: which snapshot it read, and whether it succeeded.
 *
 * @throws ApiError `snapshot.not_found`, `deployment.not_found`
 */
export async function reportBuild(
  { project, services }: ProjectContext,
  { deployment_id, snapshot_id, phase, environment }: Omit<ReportBuildInput, 'projectId'>,
): Promise<BuildReport> {
  const { pool } = services.database;
  const seq = await findSequence(pool, project.id, snapshot_id);
  if (seq === null) throw new ApiError('snapshot.not_found');
  const build =
    deployment_id === undefined
      ? await findBuildIn(pool, project.id, environment, seq)
      : await findNamedBuild(pool, project.id, deployment_id);
  if (!build) return { target_id: null };
  const { targetId, deploymentId } = build;
  const now = services.clock.now();
  if (phase === 'finished') {
    await recordBuilt(pool, { targetId, seq, now });
    await enqueueFollowing(pool, { targetId, projectId: project.id, at: now, now });
    services.jobs.wake();
  } else if (deploymentId !== null) {
    const outcome =
      phase === 'started'
        ? ({ state: 'building', error: null } as const)
        : ({ state: 'failed', error: FAILED } as const);
    await recordBuild(pool, deploymentId, { ...outcome, run: null }, now);
  }
  return { target_id: targetId };
}

const FAILED = 'The build reported that it failed.';

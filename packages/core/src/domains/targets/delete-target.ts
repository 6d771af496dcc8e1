import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import type { TargetInput, TargetView } from './targets.schemas.ts';
import { getTargetInProject, lockTargets } from './targets.store.ts';

/** Removes a deploy target, its secrets and its deployments. @throws ApiError `target.not_found` */
export async function deleteTarget(
  ctx: ProjectContext,
  { targetId }: Pick<TargetInput, 'targetId'>,
): Promise<TargetView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockTargets(tx, projectId);
    const answer = await getTargetInProject(tx, projectId, targetId);
    await tx.deployTarget.delete({ where: { id: targetId } });
    const { name, kind } = answer;
    return { answer, audit: { action: 'deploy_target.delete', targetId, data: { name, kind } } };
  });
}

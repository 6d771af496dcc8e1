import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { TargetView } from './targets.schemas.ts';
import { getTargetInProject } from './targets.store.ts';

/** Removes a deploy target, its secrets and its deployments. @throws ApiError `target.not_found` */
export async function deleteTarget(ctx: ProjectContext, { targetId }: { targetId: string }): Promise<TargetView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const answer = await getTargetInProject(tx, projectId, targetId);
    await tx.deployTarget.delete({ where: { id: targetId } });
    const { name, kind } = answer;
    return { answer, audit: { action: 'deploy_target.delete', targetId, data: { name, kind } } };
  });
}

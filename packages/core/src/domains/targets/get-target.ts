import type { ProjectContext } from '../context.ts';
import type { TargetInput, TargetView } from './targets.schemas.ts';
import { getTargetInProject } from './targets.store.ts';

/** One deploy target. @throws ApiError `target.not_found` */
export async function getTarget(ctx: ProjectContext, { targetId }: Pick<TargetInput, 'targetId'>): Promise<TargetView> {
  return getTargetInProject(ctx.services.database.pool, ctx.project.id, targetId);
}

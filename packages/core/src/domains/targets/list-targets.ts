import type { ProjectContext } from '../context.ts';
import type { TargetView } from './targets.schemas.ts';
import { loadTargets } from './targets.store.ts';

/** All deploy targets of a project, in the order in which they were made. */
export async function listTargets(ctx: ProjectContext): Promise<{ data: TargetView[]; next_cursor: null }> {
  return { data: await loadTargets(ctx.services.database.pool, ctx.project.id, null), next_cursor: null };
}

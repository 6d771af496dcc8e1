import type { ProjectContext } from '../context.ts';
import type { ProjectView } from './projects.schemas.ts';
import { toProjectView } from './projects.store.ts';

/** The project itself. */
export async function getProject(ctx: ProjectContext): Promise<ProjectView> {
  return toProjectView(ctx.project, ctx.role);
}

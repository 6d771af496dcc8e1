import { write } from '../../platform/audit.ts';
import { invalid } from '../../platform/errors.ts';
import { withdrawProject } from '../../publishing/removal/removal.store.ts';
import type { ProjectContext } from '../context.ts';
import type { ProjectView } from './projects.schemas.ts';
import { lockProject, toProjectView } from './projects.store.ts';

/**
 * Deletes a project. After the answer, no one can reach it and its tokens don't work. Its files and rows are removed soon
 * after. Its audit records stay in the database.
 *
 * @throws ApiError `validation_failed` unless its exact name is given
 */
export async function deleteProject(
  ctx: ProjectContext,
  { confirm_name: name }: { readonly confirm_name: string },
): Promise<ProjectView> {
  const { clock, jobs } = ctx.services;
  const now = clock.now();
  const answer = await write(ctx, async (tx) => {
    const project = await lockProject(tx, ctx.project.id);
    if (name !== project.name) throw invalid(['confirm_name'], 'This is not the name of the project.');
    await withdrawProject(tx, project.id, now);
    const data = { name: project.name, slug: project.slug };
    return {
      answer: toProjectView(project, ctx.role),
      audit: { action: 'project.delete', targetId: project.id, data },
    };
  });
  jobs.wake();
  return answer;
}

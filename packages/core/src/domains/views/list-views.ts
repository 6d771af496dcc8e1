import type { ProjectContext } from '../context.ts';
import type { ViewList } from './views.schemas.ts';
import { toViewView } from './views.store.ts';

/** All saved views of a project, in their order. */
export async function listViews({ project, services }: ProjectContext): Promise<ViewList> {
  const views = await services.database.prisma.savedView.findMany({
    where: { projectId: project.id },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return { data: views.map(toViewView), next_cursor: null };
}

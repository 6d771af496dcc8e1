import type { ProjectContext } from '../context.ts';
import type { FolderView } from './folders.schemas.ts';
import { toFolderView } from './folders.store.ts';

/** All folders of a project, by name. */
export async function listFolders(ctx: ProjectContext): Promise<{ data: FolderView[]; next_cursor: null }> {
  const folders = await ctx.services.database.prisma.assetFolder.findMany({
    where: { projectId: ctx.project.id },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: folders.map(toFolderView), next_cursor: null };
}

import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { ViewView } from './views.schemas.ts';
import { readViewInProject, toViewView } from './views.store.ts';

/** Removes a saved view. @throws ApiError `view.not_found` */
export async function deleteView(ctx: ProjectContext, { viewId }: { readonly viewId: string }): Promise<ViewView> {
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, ctx.project.id);
    const view = await readViewInProject(tx, ctx.project.id, viewId);
    await tx.savedView.delete({ where: { id: view.id } });
    const data = { name: view.name, collection_key: view.collectionKey };
    return { answer: toViewView(view), audit: { action: 'view.delete', targetId: view.id, data } };
  });
}

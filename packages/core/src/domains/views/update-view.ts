import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { UpdateViewInput, ViewView } from './views.schemas.ts';
import { readViewInProject, toViewView } from './views.store.ts';

/** Changes the given fields of a saved view. @throws ApiError `view.not_found` */
export async function updateView(ctx: ProjectContext, input: UpdateViewInput): Promise<ViewView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const before = await readViewInProject(tx, projectId, input.viewId);
    const {
      name = before.name,
      collection_key: collectionKey = before.collectionKey,
      position = before.position,
    } = input;
    const { query } = input;
    const view = await tx.savedView.update({
      where: { id: before.id },
      data: { name, collectionKey, position, ...(query && { query }), updatedAt: ctx.services.clock.now() },
    });
    const data = {
      name,
      from: { name: before.name, collection_key: before.collectionKey, position: before.position },
      to: { name, collection_key: collectionKey, position },
      query_changed: query !== undefined,
    };
    return { answer: toViewView(view), audit: { action: 'view.update', targetId: before.id, data } };
  });
}

import { write } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { CreateViewInput, ViewView } from './views.schemas.ts';
import { placeForView, toViewView } from './views.store.ts';

/** Saves a view, after the others unless a position is given. @throws ApiError `view.limit_reached` */
export async function createView(
  ctx: ProjectContext,
  { name, collection_key: collectionKey, query, position }: Omit<CreateViewInput, 'projectId'>,
): Promise<ViewView> {
  const projectId = ctx.project.id;
  const now = ctx.services.clock.now();
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const last = await placeForView(tx, projectId);
    const times = { createdAt: now, createdBy: { ...ctx.actor }, updatedAt: now };
    const what = { id: newId('view'), projectId, name, collectionKey, query, position: position ?? last };
    const view = toViewView(await tx.savedView.create({ data: { ...what, ...times } }));
    const data = { name, collection_key: collectionKey };
    return { answer: view, audit: { action: 'view.create', targetId: view.id, data } };
  });
}

import { isReadable, type ReadableCollections } from '../../access/permissions.ts';
import { viewOf } from '../../api/view.ts';
import type { SavedView } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError, assertBelowLimit } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { type ViewView, viewSchema } from './views.schemas.ts';

/** The most saved views of a project. */
const MAX_VIEWS = 100;

export function toViewView(view: SavedView): ViewView {
  return viewOf(viewSchema, view, {
    query: view.query as ViewView['query'],
    created_by: view.createdBy as unknown as Actor,
  });
}

/**
 * The position after all views of a project; the views must be locked.
 *
 * @throws ApiError `view.limit_reached`
 */
export async function placeForView(tx: Transaction, projectId: string): Promise<number> {
  const { _count: count, _max: last } = await tx.savedView.aggregate({
    where: { projectId },
    _count: true,
    _max: { position: true },
  });
  assertBelowLimit(count, MAX_VIEWS, 'view.limit_reached', 'saved views');
  return last.position === null ? 0 : Math.min(last.position + 1, 1_000_000);
}

/** Whether someone may see a view: a view of a collection says what is searched for there. */
export function isReadableView(
  reads: ReadableCollections,
  { collectionKey }: Pick<SavedView, 'collectionKey'>,
): boolean {
  return collectionKey === null || isReadable(reads, collectionKey);
}

/** A view of a project; the views must be locked. @throws ApiError `view.not_found` */
export async function readViewInProject(
  tx: Transaction,
  { project, reads }: ProjectContext,
  viewId: string,
): Promise<SavedView> {
  const view = await tx.savedView.findFirst({ where: { id: viewId, projectId: project.id } });
  if (!view || !isReadableView(reads, view)) throw new ApiError('view.not_found');
  return view;
}

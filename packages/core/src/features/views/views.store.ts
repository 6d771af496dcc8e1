import { isReadable } from '../../access/permissions.ts';
import { viewOf } from '../../api/view.ts';
import type { ProjectContext } from '../../domains/context.ts';
import type { SavedView } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError, assertBelowLimit } from '../../platform/errors.ts';
import { viewErrors } from './views.names.ts';
import { type ViewView, viewSchema } from './views.schemas.ts';

/** The most saved views that a project's members share, and the most that one keeps for themselves. */
const MAX_VIEWS = 100;

export function toViewView(view: SavedView): ViewView {
  return viewOf(viewSchema, view, {
    query: view.query as ViewView['query'],
    created_by: view.createdBy as unknown as Actor,
  });
}

/** Assures that there may be one more view, shared or of one's own; the views must be locked. @throws ApiError `view.limit_reached` */
export async function assertViewLimit(
  tx: Transaction,
  { project, actor }: ProjectContext,
  isPrivate: boolean,
): Promise<void> {
  const of = isPrivate ? madeBy(actor.id) : {};
  const count = await tx.savedView.count({ where: { projectId: project.id, isPrivate, ...of } });
  assertBelowLimit(count, MAX_VIEWS, viewErrors['view.limit_reached'], 'saved views');
}

/** The position after all views that are shared or one's own; the views must be locked. */
export async function placeForView(tx: Transaction, { project, actor }: ProjectContext): Promise<number> {
  const where = { projectId: project.id, OR: [{ isPrivate: false }, madeBy(actor.id)] };
  const { _max: last } = await tx.savedView.aggregate({ where, _max: { position: true } });
  return last.position === null ? 0 : Math.min(last.position + 1, 1_000_000);
}

function madeBy(id: string) {
  return { createdBy: { path: ['id'], equals: id } };
}

/** Whether someone may see a view: a view of a collection says what is searched for there. */
export function isReadableView(
  { reads, actor }: ProjectContext,
  view: Pick<SavedView, 'collectionKey' | 'isPrivate' | 'createdBy'>,
): boolean {
  if (view.isPrivate && !isMadeBy(view, actor)) return false;
  return view.collectionKey === null || isReadable(reads, view.collectionKey);
}

/** Whether someone made a view. */
export function isMadeBy({ createdBy }: Pick<SavedView, 'createdBy'>, { type, id }: Actor): boolean {
  const maker = createdBy as unknown as Actor;
  return maker.type === type && maker.id === id;
}

/** A view of a project; the views must be locked. @throws ApiError `view.not_found` */
export async function readViewInProject(tx: Transaction, ctx: ProjectContext, viewId: string): Promise<SavedView> {
  const view = await tx.savedView.findFirst({ where: { id: viewId, projectId: ctx.project.id } });
  if (!view || !isReadableView(ctx, view)) throw new ApiError(viewErrors['view.not_found']);
  return view;
}

import type { SavedView } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { execute, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ViewView } from './views.schemas.ts';

/** A project has at most this many saved views. */
export const MAX_VIEWS = 100;

export function toViewView(view: SavedView): ViewView {
  return {
    id: view.id,
    name: view.name,
    collection_key: view.collectionKey,
    query: view.query as ViewView['query'],
    position: view.position,
    created_at: view.createdAt.toISOString(),
    created_by: view.createdBy as unknown as Actor,
    updated_at: view.updatedAt.toISOString(),
  };
}

/** Keeps others from changing a project's views until the transaction ends. */
export async function lockViews(tx: Transaction, projectId: string): Promise<void> {
  await execute(tx, sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`);
}

/**
 * The place behind all views of a project; the views must be locked.
 *
 * @throws ApiError `view.limit_reached`
 */
export async function placeForView(tx: Transaction, projectId: string): Promise<number> {
  const { _count: count, _max: last } = await tx.savedView.aggregate({
    where: { projectId },
    _count: true,
    _max: { position: true },
  });
  if (count >= MAX_VIEWS) {
    throw new ApiError('view.limit_reached', { message: `A project has at most ${MAX_VIEWS} saved views.` });
  }
  return last.position === null ? 0 : Math.min(last.position + 1, 1_000_000);
}

/** A view of a project; the views must be locked. @throws ApiError `view.not_found` */
export async function readViewInProject(tx: Transaction, projectId: string, viewId: string): Promise<SavedView> {
  const view = await tx.savedView.findFirst({ where: { id: viewId, projectId } });
  if (!view) throw new ApiError('view.not_found');
  return view;
}

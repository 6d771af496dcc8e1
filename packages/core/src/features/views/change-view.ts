import { ALL_COLLECTIONS, assertMay, insufficientRights } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { lockProjectLists } from '../../domains/projects/projects.store.ts';
import { write } from '../../platform/audit.ts';
import { invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { viewActions } from './views.names.ts';
import type { CreateViewInput, UpdateViewInput, ViewView } from './views.schemas.ts';
import { assertViewLimit, isMadeBy, placeForView, readViewInProject, toViewView } from './views.store.ts';

/** Saves a view, by default after all others. @throws ApiError `view.limit_reached`; `validation_failed` for a private one of a token, or of a collection that one may not read */
export async function createView(
  ctx: ProjectContext,
  { name, collection_key: collectionKey, query, position, is_private: isPrivate }: Omit<CreateViewInput, 'projectId'>,
): Promise<ViewView> {
  const projectId = ctx.project.id;
  const now = ctx.services.clock.now();
  assertMayKeep(ctx, isPrivate);
  assertReadable(ctx, collectionKey);
  if (isPrivate && ctx.actor.type !== 'user') throw invalid(['is_private'], 'Only people have private views.');
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    await assertViewLimit(tx, ctx, isPrivate);
    const last = await placeForView(tx, ctx);
    const times = { createdAt: now, createdBy: { ...ctx.actor }, updatedAt: now };
    const what = { id: newId('view'), projectId, name, collectionKey, query, position: position ?? last, isPrivate };
    const view = toViewView(await tx.savedView.create({ data: { ...what, ...times } }));
    const data = { name: nameForOthers({ name, isPrivate }), collection_key: collectionKey };
    return { answer: view, audit: { action: viewActions['view.create'], targetId: view.id, data } };
  });
}

/**
 * Changes the given fields of a saved view.
 *
 * @throws ApiError `view.not_found`; `view.limit_reached` when it becomes shared or private; `auth.insufficient_role` for the view
 *   of someone else; `validation_failed` for a collection that one may not read
 */
export async function updateView(ctx: ProjectContext, input: UpdateViewInput): Promise<ViewView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const before = await readViewInProject(tx, ctx, input.viewId);
    assertMayChange(ctx, before);
    const {
      name = before.name,
      collection_key: collectionKey = before.collectionKey,
      position = before.position,
      is_private: isPrivate = before.isPrivate,
    } = input;
    assertReadable(ctx, collectionKey);
    // Nor may it become about something else that they may not change.
    assertMayChange(ctx, { ...before, collectionKey });
    if (isPrivate !== before.isPrivate) {
      assertMayKeep(ctx, isPrivate);
      if (!isMadeBy(before, ctx.actor)) throw insufficientRights(ctx);
      await assertViewLimit(tx, ctx, isPrivate);
    }
    const { query } = input;
    const view = await tx.savedView.update({
      where: { id: before.id },
      data: { name, collectionKey, position, isPrivate, ...(query && { query }), updatedAt: ctx.services.clock.now() },
    });
    const data = {
      name: nameForOthers(view),
      from: {
        name: nameForOthers(before),
        collection_key: before.collectionKey,
        position: before.position,
        is_private: before.isPrivate,
      },
      to: { name: nameForOthers(view), collection_key: collectionKey, position, is_private: isPrivate },
      query_changed: query !== undefined,
    };
    return { answer: toViewView(view), audit: { action: viewActions['view.update'], targetId: before.id, data } };
  });
}

/** Removes a saved view. @throws ApiError `view.not_found`; `auth.insufficient_role` for the view of someone else */
export async function deleteView(ctx: ProjectContext, { viewId }: { readonly viewId: string }): Promise<ViewView> {
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, ctx.project.id);
    const view = await readViewInProject(tx, ctx, viewId);
    assertMayChange(ctx, view);
    await tx.savedView.delete({ where: { id: view.id } });
    const data = { name: nameForOthers(view), collection_key: view.collectionKey };
    return { answer: toViewView(view), audit: { action: viewActions['view.delete'], targetId: view.id, data } };
  });
}

/** The name in the audit log: of a private view none, since owners read it. */
function nameForOthers({ name, isPrivate }: { readonly name: string; readonly isPrivate: boolean }): string {
  return isPrivate ? '' : name;
}

/** A view's author may read the view's collection. */
function assertReadable({ reads }: ProjectContext, collectionKey: string | null): void {
  if (collectionKey === null || isReadable(reads, collectionKey)) return;
  throw invalid(['collection_key'], `You may not read ${collectionKey}.`);
}

/** Views are for people who write entries; private ones are for every person. */
function assertMayKeep(ctx: ProjectContext, isPrivate: boolean): void {
  if (!isPrivate || ctx.actor.type !== 'user') assertMay(ctx, 'entry.write');
}

/** Shared views of others are changed by people who may change any entry that the view is about. */
function assertMayChange(
  ctx: ProjectContext,
  view: { readonly collectionKey: string | null; readonly isPrivate: boolean } & Parameters<typeof isMadeBy>[0],
): void {
  assertMayKeep(ctx, view.isPrivate);
  if (isMadeBy(view, ctx.actor)) return;
  const { collectionKey } = view;
  assertMay(ctx, 'entry.write', collectionKey === null ? ALL_COLLECTIONS : { collectionKey });
}

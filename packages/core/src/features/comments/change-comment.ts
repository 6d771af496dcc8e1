import { insufficientRights } from '../../access/authorize.ts';
import { can } from '../../access/permissions.ts';
import type { NotificationKind } from '../../delivery/notifications/notification.ts';
import { notify } from '../../delivery/notifications/notify.store.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { type Transaction, type Written, write } from '../../platform/audit.ts';
import type { KnownAction } from '../../platform/audit-actions.ts';
import { ApiError } from '../../platform/errors.ts';
import { recordEvents } from '../../platform/events.store.ts';
import { newIdWith } from '../../platform/ids.ts';
import { commentActions, commentErrors, commentEvents } from './comments.names.ts';
import {
  type CommentInput,
  type CreateCommentInput,
  peopleNamedIn,
  type ThreadView,
  type UpdateCommentInput,
} from './comments.schemas.ts';
import {
  type CommentPlace,
  loadThread,
  lockPlace,
  membersWhoRead,
  removeComment,
  setResolved,
} from './comments.store.ts';

/** The most comments of a thread, with deleted ones: they stay as rows, and are shown. */
const MOST_OF_THREAD = 100;

/**
 * Writes a comment, which begins a thread or replies in one; a reply reopens it.
 *
 * @throws ApiError `entry.not_found`, `entry.trashed`, `comment.not_found`, `comment.limit_reached`
 */
export async function createComment(ctx: ProjectContext, input: CreateCommentInput): Promise<ThreadView> {
  const { entryId, body, thread_id: replied = null } = input;
  return write(ctx, async (tx) => {
    const change = await begin(ctx, tx, entryId, replied);
    const { place, at } = change;
    if (place.isTrashed) throw new ApiError('entry.trashed');
    const id = newIdWith('cmt');
    const threadId = replied === null ? id : found(place);
    if (replied !== null && place.rows >= MOST_OF_THREAD) throw new ApiError(commentErrors['comment.limit_reached']);
    const { locale, path } = replied === null ? input : place;
    const anchor = replied === null ? input.anchor : null;
    const mentions = await membersWhoRead(tx, ctx.project.id, place.collectionKey, peopleNamedIn(body));
    const written = { id, projectId: ctx.project.id, entryId, threadId, body, mentions, createdAt: at };
    await tx.comment.create({
      data: { ...written, locale, path, ...(anchor && { anchor }), author: { ...ctx.actor } },
    });
    if (place.isResolved) await setResolved(tx, threadId, null);
    const told = replied === null ? place.editors : place.people;
    const others = told.filter((one) => !mentions.includes(one));
    await tell(ctx, tx, { entryId, commentId: id, at }, mentions, 'mention');
    await tell(ctx, tx, { entryId, commentId: id, at }, others, replied === null ? 'comment' : 'reply');
    const data = { ...dataOf(place, entryId), thread_id: threadId, path, locales: locale === null ? [] : [locale] };
    await recordEvents(tx, ctx.project.id, at, [
      { kind: commentEvents['comment.created'], subjectId: id, data: { ...withoutTitle(data), actor: ctx.actor } },
    ]);
    return finish(ctx, tx, threadId, commentActions['comment.create'], id, data);
  });
}

/** Changes the text of one's own comment. @throws ApiError `comment.not_found`; `auth.insufficient_role` for someone else's */
export async function updateComment(ctx: ProjectContext, input: UpdateCommentInput): Promise<ThreadView> {
  const { entryId, commentId, body } = input;
  return write(ctx, async (tx) => {
    const { place, at } = await begin(ctx, tx, entryId, commentId);
    const threadId = found(place);
    if (place.isDeleted) throw new ApiError(commentErrors['comment.not_found']);
    if (place.authorId !== ctx.actor.id) throw insufficientRights(ctx);
    const mentions = await membersWhoRead(tx, ctx.project.id, place.collectionKey, peopleNamedIn(body));
    await tx.comment.update({ where: { id: commentId }, data: { body, mentions, editedAt: at } });
    const added = mentions.filter((one) => !place.mentions.includes(one));
    await tell(ctx, tx, { entryId, commentId, at }, added, 'mention');
    return finish(ctx, tx, threadId, commentActions['comment.update'], commentId, dataOf(place, entryId));
  });
}

/** Deletes a comment, one's own or as an owner any. @throws ApiError as `updateComment` does */
export async function deleteComment(ctx: ProjectContext, { entryId, commentId }: CommentInput): Promise<ThreadView> {
  return write(ctx, async (tx) => {
    const { place, at } = await begin(ctx, tx, entryId, commentId);
    const threadId = found(place);
    if (place.isDeleted) throw new ApiError(commentErrors['comment.not_found']);
    if (place.authorId !== ctx.actor.id && !can(ctx, 'member.manage')) throw insufficientRights(ctx);
    const before = await loadThread(tx, ctx.project.id, threadId);
    const isLast = place.count === 1;
    await removeComment(tx, { projectId: ctx.project.id, id: commentId, threadId, isLast, at });
    const done = { action: commentActions['comment.delete'], targetId: commentId, data: dataOf(place, entryId) };
    const after = isLast ? before && { ...before, comments: [] } : await loadThread(tx, ctx.project.id, threadId);
    if (after === null) throw new ApiError(commentErrors['comment.not_found']);
    return { answer: after, audit: done };
  });
}

/** Resolves a thread or reopens it; one that is so already stays as it is. @throws ApiError `comment.not_found` */
export async function resolveThread(
  ctx: ProjectContext,
  { entryId, commentId }: CommentInput,
  isResolved: boolean,
): Promise<ThreadView> {
  return write(ctx, async (tx) => {
    const { place, at } = await begin(ctx, tx, entryId, commentId);
    if (found(place) !== commentId) throw new ApiError(commentErrors['comment.not_found']);
    if (place.isResolved === isResolved) {
      return { answer: await readThread(ctx, tx, commentId), audit: [] };
    }
    await setResolved(tx, commentId, isResolved ? { at, actor: ctx.actor } : null);
    const data = dataOf(place, entryId);
    if (isResolved) {
      const told = { ...withoutTitle(data), locales: place.locale === null ? [] : [place.locale], path: place.path };
      await recordEvents(tx, ctx.project.id, at, [
        { kind: commentEvents['comment.resolved'], subjectId: commentId, data: { ...told, actor: ctx.actor } },
      ]);
    }
    return finish(
      ctx,
      tx,
      commentId,
      commentActions[isResolved ? 'comment.resolve' : 'comment.reopen'],
      commentId,
      data,
    );
  });
}

async function begin(
  { project, services }: ProjectContext,
  tx: Transaction,
  entryId: string,
  commentId: string | null,
): Promise<{ place: CommentPlace; at: Date }> {
  const place = await lockPlace(tx, project.id, entryId, commentId);
  if (place === null) throw new ApiError('entry.not_found');
  return { place, at: services.clock.now() };
}

/** The thread of a place. @throws ApiError `comment.not_found` when the entry has no such comment */
function found({ threadId }: CommentPlace): string {
  if (threadId === null) throw new ApiError(commentErrors['comment.not_found']);
  return threadId;
}

function tell(
  { project, actor }: ProjectContext,
  tx: Transaction,
  about: { readonly entryId: string; readonly commentId: string; readonly at: Date },
  people: readonly string[],
  kind: NotificationKind,
): Promise<void> {
  return notify(tx, { ...about, projectId: project.id, people, kind, actor });
}

function dataOf({ collectionKey, title }: CommentPlace, entryId: string) {
  return { title, collection_key: collectionKey, entry_id: entryId };
}

/** Events have ids and keys, and no values. */
function withoutTitle<Data extends { readonly title: string }>({ title: _, ...data }: Data): Omit<Data, 'title'> {
  return data;
}

async function finish(
  ctx: ProjectContext,
  tx: Transaction,
  threadId: string,
  action: KnownAction,
  targetId: string,
  data: object,
): Promise<Written<ThreadView>> {
  return { answer: await readThread(ctx, tx, threadId), audit: { action, targetId, data: { ...data } } };
}

async function readThread({ project }: ProjectContext, tx: Transaction, id: string): Promise<ThreadView> {
  const thread = await loadThread(tx, project.id, id);
  if (!thread) throw new ApiError(commentErrors['comment.not_found']);
  return thread;
}

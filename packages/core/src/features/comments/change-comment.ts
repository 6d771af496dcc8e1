import { insufficientRights } from '../../access/authorize.ts';
import { can } from '../../access/permissions.ts';
import { type NewsOf, notify } from '../../delivery/notifications/notify.store.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { type Transaction, write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { newIdWith } from '../../platform/ids.ts';
import { commentActions, commentErrors } from './comments.names.ts';
import {
  type CommentInput,
  type CreateCommentInput,
  peopleNamedIn,
  type ThreadView,
  type UpdateCommentInput,
} from './comments.schemas.ts';
import {
  type LockedComment,
  loadThread,
  lockComment,
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
    const news = { projectId: ctx.project.id, entryId, commentId: id, actor: ctx.actor, at };
    const lines: NewsOf<(typeof commentActions)['comment.create']>[] = [
      { ...news, people: mentions, kind: 'mention' },
      { ...news, people: others, kind: replied === null ? 'comment' : 'reply' },
    ];
    await notify(tx, ...lines);
    const data = { ...dataOf(place, entryId), thread_id: threadId, path, locales: localesOf({ locale }) };
    const answer = await readThread(ctx, tx, threadId);
    return { answer, audit: { action: commentActions['comment.create'], targetId: id, data } };
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
    const news = { projectId: ctx.project.id, entryId, commentId, actor: ctx.actor, at };
    const line: NewsOf<(typeof commentActions)['comment.update']> = { ...news, people: added, kind: 'mention' };
    await notify(tx, line);
    const answer = await readThread(ctx, tx, threadId);
    return {
      answer,
      audit: { action: commentActions['comment.update'], targetId: commentId, data: dataOf(place, entryId) },
    };
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
    const done = {
      action: commentActions[isResolved ? 'comment.resolve' : 'comment.reopen'],
      targetId: commentId,
      data: dataOf(place, entryId),
      events: { data: { locales: localesOf(place), path: place.path } },
    };
    return { answer: await readThread(ctx, tx, commentId), audit: done };
  });
}

async function begin(
  { project, services }: ProjectContext,
  tx: Transaction,
  entryId: string,
  commentId: string | null,
): Promise<{ place: LockedComment; at: Date }> {
  const place = await lockComment(tx, project.id, entryId, commentId);
  if (place === null) throw new ApiError('entry.not_found');
  return { place, at: services.clock.now() };
}

/** The thread of a place. @throws ApiError `comment.not_found` when the entry has no such comment */
function found({ threadId }: LockedComment): string {
  if (threadId === null) throw new ApiError(commentErrors['comment.not_found']);
  return threadId;
}

function dataOf({ collectionKey, title }: LockedComment, entryId: string) {
  return { title, collection_key: collectionKey, entry_id: entryId };
}

function localesOf({ locale }: { readonly locale: string | null }): string[] {
  return locale === null ? [] : [locale];
}

async function readThread({ project }: ProjectContext, tx: Transaction, id: string): Promise<ThreadView> {
  const thread = await loadThread(tx, project.id, id);
  if (!thread) throw new ApiError(commentErrors['comment.not_found']);
  return thread;
}

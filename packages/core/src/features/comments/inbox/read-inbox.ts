import { pageById } from '../../../api/cursor.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import type { InboxCount, InboxItem, ListInboxInput, ReadInboxInput } from './inbox.schemas.ts';
import { countUnread, type InboxOwner, loadInbox, markRead } from './inbox.store.ts';

/** A page of the caller's inbox, newest first. */
export function listInbox(
  ctx: ProjectContext,
  input: ListInboxInput,
): Promise<{ data: InboxItem[]; next_cursor: string | null }> {
  const owner = ownerOf(ctx);
  const { unread = null, kind } = input;
  const kinds = kind?.join() ?? null;
  const filters = { project: owner.projectId, list: 'inbox', person: owner.userId, unread, kinds };
  return pageById(filters, input, (before, limit) =>
    loadInbox(ctx.services.database.pool, owner, input, before, limit),
  );
}

/** How many lines of the caller's inbox are unread. */
export async function countInbox(ctx: ProjectContext): Promise<InboxCount> {
  return { unread: await countUnread(ctx.services.database.pool, ownerOf(ctx)) };
}

/** Marks lines of the caller's inbox as read; ids of others change nothing. @returns how many are still unread */
export async function readInbox(ctx: ProjectContext, { ids }: ReadInboxInput): Promise<InboxCount> {
  const { database, clock } = ctx.services;
  await markRead(database.pool, ownerOf(ctx), ids, clock.now());
  return countInbox(ctx);
}

function ownerOf({ project, actor, reads }: ProjectContext): InboxOwner {
  return { projectId: project.id, userId: actor.id, reads };
}

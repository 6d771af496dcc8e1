import { findCollectionOfEntry } from '../../access/readable.store.ts';
import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ListCommentsInput, ThreadView } from './comments.schemas.ts';
import { loadThreads } from './comments.store.ts';

/** A page of an entry's threads, newest first: two statements. @throws ApiError `entry.not_found` */
export async function listThreads(
  { project, services }: ProjectContext,
  { entryId, state, limit, cursor }: ListCommentsInput,
): Promise<{ data: ThreadView[]; next_cursor: string | null }> {
  const { pool } = services.database;
  const filters = { project: project.id, list: 'comments', entry: entryId, state };
  const before = readCursor(filters, cursor);
  if ((await findCollectionOfEntry(pool, project.id, entryId)) === null) throw new ApiError('entry.not_found');
  const isResolved = state === 'resolved';
  const { threads, hasMore } = await loadThreads(pool, project.id, entryId, { isResolved, before, limit });
  const last = threads.at(-1);
  return { data: threads, next_cursor: hasMore && last ? makeCursor(filters, last.id) : null };
}

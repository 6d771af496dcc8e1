import type { ProjectContext } from '../context.ts';
import { changeTrash } from './change-entry.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';

/**
 * Restores an entry from the trash, as a draft. A unique value that another entry took meanwhile gets a suffix. An entry that isn't
 * in the trash stays as it is.
 *
 * @returns the entry, with a warning for each value that was replaced
 * @throws ApiError `entry.not_found`, `unavailable`
 */
export function restoreEntry(
  ctx: ProjectContext,
  { entryId: id }: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  return changeTrash(ctx, { kind: 'restore', entries: [{ id }], partial: false });
}

import type { ProjectContext } from '../context.ts';
import { changeTrash } from './change-entry.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';

/**
 * Moves an entry to the trash, and takes it off the site. An entry that is already in the trash stays there.
 *
 * @returns the entry, with a warning for each live entry that refers to it
 * @throws ApiError `entry.not_found`, `entry.leaving_not_approved`, `unavailable`; as `assertMay` does when it's live and the caller
 *   may not publish it
 */
export function deleteEntry(
  ctx: ProjectContext,
  { entryId: id }: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  return changeTrash(ctx, { kind: 'trash', entries: [{ id }], partial: false });
}

import type { ProjectContext } from '../context.ts';
import { changeEntry } from './change-entry.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';

/**
 * Brings an entry back from the trash, as a draft. A unique value that another entry took meanwhile gets an ending. An
 * entry that isn't in the trash stays as it is.
 *
 * @returns the entry, with a warning for each value that was replaced
 * @throws ApiError `entry.not_found`, `unavailable`
 */
export async function restoreEntry(
  ctx: ProjectContext,
  { entryId: id }: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  return changeEntry(ctx, { kind: 'restore', entries: [{ id }], partial: false }, ({ entry, warnings }) => ({
    ...toEntryView(entry),
    warnings: [...warnings],
  }));
}

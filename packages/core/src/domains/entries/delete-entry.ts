import type { ProjectContext } from '../context.ts';
import { changeEntry } from './change-entry.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';

/**
 * Moves an entry to the trash and takes it off the site. An entry that is in the trash already stays there.
 *
 * @returns the entry, with a warning for each live entry that refers to it
 * @throws ApiError `entry.not_found`, `unavailable`
 */
export async function deleteEntry(
  ctx: ProjectContext,
  { entryId: id }: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  return changeEntry(ctx, { kind: 'trash', entries: [{ id }], partial: false }, ({ entry, warnings }) => ({
    ...toEntryView(entry),
    warnings: [...warnings],
  }));
}

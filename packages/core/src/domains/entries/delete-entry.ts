import { getEntryInProject } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import { changeEntry } from '../../publishing/entry-command.ts';
import type { Plan } from '../../publishing/model.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';
import { stillReferredTo } from './still-referred-to.ts';

/**
 * Moves an entry to the trash and takes it off the site. An entry that is in the trash already stays there.
 *
 * @returns the entry, with a warning for each live entry that refers to it
 * @throws ApiError `entry.not_found`, `unavailable`
 */
export async function deleteEntry(
  ctx: ProjectContext,
  input: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  const { pool } = ctx.services.database;
  const { entryId } = input;
  await changeEntry(ctx, {
    entryId,
    reason: 'delete',
    plan: (entry) => planDeletion(entry, ctx.services.clock.now()),
    answer: () => null,
  });
  const warnings = await stillReferredTo(pool, ctx.project.id, [entryId]);
  return { ...toEntryView(await getEntryInProject(pool, ctx.project.id, entryId)), warnings };
}

/** What moving an entry to the trash changes; null when it's there. */
export function planDeletion(entry: EntryState, trashedAt: Date): Plan | null {
  if (entry.trashedAt) return null;
  return { live: new Map([...entry.live.keys()].map((locale) => [locale, null])), record: null, trashedAt };
}

import { findLiveReferrers } from '../../entries/referrers.store.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { EntryWarning } from './entries.schemas.ts';

/**
 * A warning for each live entry that refers to some that aren't live any more: at most a hundred.
 *
 * @param locales where it left the site; everywhere unless given
 */
export async function stillReferredTo(
  pool: Queryable,
  projectId: string,
  entryIds: readonly string[],
  locales: readonly string[] | null = null,
): Promise<EntryWarning[]> {
  const referrers = await findLiveReferrers(pool, projectId, entryIds, locales);
  return referrers.map(({ id, title }) => ({
    code: 'entry.still_referred_to',
    message: `The live entry "${title}" refers to ${entryIds.length === 1 ? 'this one' : 'one of these'}.`,
    entry_id: id,
  }));
}

import type { ProjectContext } from '../context.ts';
import { changeEntry } from './change-entry.ts';
import type { PublishResult, RepublishEntryInput } from './entries.schemas.ts';
import { refuseRepeats } from './locale-list.ts';
import { toPublishResult } from './publish-result.ts';

/**
 * Undoes that an entry left the site: it comes back from the trash if it's there, and exactly what was live is live again,
 * in one snapshot. Its drafts stay as they are.
 *
 * @throws ApiError `entry.never_live`, `validation_failed`, `entry.singleton_exists`, `entry.not_found`, `unavailable`
 */
export async function republishEntry(ctx: ProjectContext, input: RepublishEntryInput): Promise<PublishResult> {
  const { entryId: id, locales = null } = input;
  if (locales) refuseRepeats(locales);
  return changeEntry(ctx, { kind: 'republish', entries: [{ id, locales }], partial: false }, (outcome) =>
    toPublishResult(outcome, locales ?? [...outcome.entry.live.keys()]),
  );
}

import type { ProjectContext } from '../context.ts';
import { changeEntry, toPublishResult } from './change-entry.ts';
import type { PublishResult, RepublishEntryInput } from './entries.schemas.ts';
import { refuseRepeats } from './refuse-repeats.ts';

/**
 * Restores the published content of an entry that left the site: exactly its former content is live again, in one snapshot, and the
 * entry leaves the trash. Its drafts stay as they are.
 *
 * @throws ApiError `entry.never_live`, `validation_failed`, `entry.singleton_exists`, `entry.not_found`, `unavailable`
 */
export async function republishEntry(ctx: ProjectContext, input: RepublishEntryInput): Promise<PublishResult> {
  const { entryId: id, locales = null } = input;
  refuseRepeats('locales', locales ?? []);
  return changeEntry(ctx, { kind: 'republish', entries: [{ id, locales }], partial: false }, (outcome) =>
    toPublishResult(outcome, locales ?? [...outcome.entry.live.keys()]),
  );
}

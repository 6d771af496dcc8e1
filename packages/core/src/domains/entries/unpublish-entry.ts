import type { ProjectContext } from '../context.ts';
import { changeEntry, toPublishResult } from './change-entry.ts';
import type { PublishResult, UnpublishEntryInput } from './entries.schemas.ts';
import { refuseRepeats } from './refuse-repeats.ts';

/**
 * Takes an entry off the site in some locales; its drafts stay. Locales that aren't live are left as they are.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.leaving_not_approved`, `unavailable`
 */
export async function unpublishEntry(ctx: ProjectContext, input: UnpublishEntryInput): Promise<PublishResult> {
  const { entryId: id, locales } = input;
  refuseRepeats('locales', locales);
  return changeEntry(ctx, { kind: 'unpublish', entries: [{ id, locales }], partial: false }, (outcome) =>
    toPublishResult(outcome, locales),
  );
}

import type { ProjectContext } from '../context.ts';
import { changeEntry, toPublishResult } from './change-entry.ts';
import type { PublishResult, UndoPublishInput } from './entries.schemas.ts';

/**
 * Undoes one publish of an entry, in all locales that it changed: exactly the content before is live again. Where there was none, the
 * entry leaves the site. Drafts and all other content stay as they are.
 *
 * @throws ApiError `entry.version_conflict` when the entry was published again since, `entry.never_live` when the content before
 *   is no longer kept, `validation_failed`, `entry.trashed`, `entry.not_found`, `unavailable`
 */
export function undoPublish(ctx: ProjectContext, { entryId: id, version }: UndoPublishInput): Promise<PublishResult> {
  return changeEntry(ctx, { kind: 'undo_publish', entries: [{ id, version }], partial: false }, (outcome) =>
    toPublishResult(outcome, outcome.locales),
  );
}

import type { ProjectContext } from '../context.ts';
import { changeEntry } from './change-entry.ts';
import type { PublishResult, UndoPublishInput } from './entries.schemas.ts';
import { toPublishResult } from './publish-result.ts';

/**
 * Undoes one publish of an entry, in all locales that it changed: what was live before is live again, exactly, and where
 * nothing was, nothing is. Drafts stay as they are, and so does everything else on the site.
 *
 * @throws ApiError `entry.version_conflict` when something else of the entry is live by now, `entry.never_live` when what
 *   was live before is no longer kept, `validation_failed`, `entry.trashed`, `entry.not_found`, `unavailable`
 */
export function undoPublish(ctx: ProjectContext, { entryId: id, version }: UndoPublishInput): Promise<PublishResult> {
  return changeEntry(ctx, { kind: 'undo_publish', entries: [{ id, version }], partial: false }, (outcome) =>
    toPublishResult(outcome, outcome.locales),
  );
}

import type { ProjectContext } from '../context.ts';
import { changeEntry, toPublishResult } from './change-entry.ts';
import type { PublishResult, UndoPublishInput } from './entries.schemas.ts';

/**
 * Undoes one publish of an entry in all locales that it changed: exactly the content before is live again, and where there
 * was none, the entry leaves the site. Drafts stay as they are, and so does everything else on the site.
 *
 * @throws ApiError `entry.version_conflict` when other content of the entry is live now, `entry.never_live` when the content
 *   before is no longer kept, `validation_failed`, `entry.trashed`, `entry.not_found`, `unavailable`
 */
export function undoPublish(ctx: ProjectContext, { entryId: id, version }: UndoPublishInput): Promise<PublishResult> {
  return changeEntry(ctx, { kind: 'undo_publish', entries: [{ id, version }], partial: false }, (outcome) =>
    toPublishResult(outcome, outcome.locales),
  );
}

import { changeEntry } from '../../publishing/entry-command.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryWarning, PublishResult, UndoPublishInput } from './entries.schemas.ts';
import { toPublishResult } from './publish-result.ts';
import { PublishUndo } from './publish-undo.ts';

/**
 * Undoes one publish of an entry, in all locales that it changed: what was live before is live again, exactly, and where
 * nothing was, nothing is. Drafts stay as they are, and so does everything else on the site.
 *
 * @throws ApiError `entry.version_conflict` when something else of the entry is live by now, `entry.never_live` when what
 *   was live before is no longer kept, `validation_failed`, `entry.trashed`, `entry.not_found`, `unavailable`
 */
export function undoPublish(ctx: ProjectContext, { entryId, version }: UndoPublishInput): Promise<PublishResult> {
  const undo = new PublishUndo(ctx.services.database, new Map([[entryId, version]]));
  let warnings: EntryWarning[] = [];
  return changeEntry<PublishResult>(ctx, {
    entryId,
    reason: 'republish',
    prepare: (project) => undo.prepare(project),
    plan: (entry, project) => {
      const plan = undo.plan(entry, project, []);
      warnings = undo.warnings([entry], project);
      return plan;
    },
    answer: (outcome) => toPublishResult(outcome, undo.localesOf(outcome.entry), warnings),
  });
}

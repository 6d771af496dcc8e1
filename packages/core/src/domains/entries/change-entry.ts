import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Change } from '../../publishing/changes/change.ts';
import type { ChangeWarning } from '../../publishing/changes/change-warning.ts';
import { ChangeRefused } from '../../publishing/changes/interpretation.ts';
import type { ProjectContext } from '../context.ts';

/** What came of a change of one entry. */
export interface EntryOutcome {
  readonly entry: EntryRecord;
  readonly unchanged: boolean;
  /** Where something else is live by now. */
  readonly locales: readonly string[];
  /** Time of the snapshot that holds the change; null when published content stays as it is. */
  readonly publishedAt: Date | null;
  readonly warnings: readonly ChangeWarning[];
}

/**
 * Carries out a change that names one entry; it's live when this resolves.
 *
 * @throws ApiError why the entry can't be changed, `entry.not_found`, `unavailable`
 */
export async function changeEntry<Answer>(
  ctx: ProjectContext,
  change: Exclude<Change, { kind: 'rerender' | 'order' }>,
  answer: (outcome: EntryOutcome) => Answer,
): Promise<Answer> {
  try {
    return await ctx.services.publisher.submit<Answer>({
      projectId: ctx.project.id,
      change,
      actor: ctx.actor,
      rights: ctx.rights,
      requestId: ctx.requestId,
      idempotency: ctx.idempotency,
      answer: ({ entries, changed, publishedAt, warnings }) => {
        const [entry] = entries.values();
        if (!entry) throw new ApiError('entry.not_found');
        const locales = changed.get(entry.id);
        return answer({ entry, unchanged: !locales, locales: locales ?? [], publishedAt, warnings });
      },
    });
  } catch (error) {
    const [own] = error instanceof ChangeRefused ? error.refused.values() : [];
    throw own ?? error;
  }
}

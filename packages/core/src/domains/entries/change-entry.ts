import type { MovedPath } from '@stele/schema';
import type { EntryRecord } from '../../entries/entry.ts';
import { localesStatus, statusOf } from '../../entries/entry-status.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Change } from '../../publishing/changes/change.ts';
import type { ChangeWarning } from '../../publishing/changes/change-warning.ts';
import { ChangeRefused } from '../../publishing/changes/interpretation.ts';
import type { PublishCommand } from '../../publishing/round.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryWithWarnings, PublishResult } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';

/** The outcome of a change of one entry. */
export interface EntryOutcome {
  readonly entry: EntryRecord;
  readonly unchanged: boolean;
  /** Locales in which published content changed. */
  readonly locales: readonly string[];
  /** Time of the snapshot with the change; null when published content stays as it is. */
  readonly publishedAt: Date | null;
  readonly warnings: readonly ChangeWarning[];
  /** The pages that move, also those of other entries. */
  readonly moved: readonly MovedPath[];
}

/**
 * Carries out a change for the caller of a request. When it resolves, the change is live.
 *
 * @param isDryRun whether to only plan the change
 * @throws as the publisher does
 */
export function submitChange<Answer>(
  { services, project, actor, rights, requestId, idempotency }: ProjectContext,
  change: Change,
  answer: PublishCommand<Answer>['answer'],
  isDryRun = false,
): Promise<Answer> {
  const command = { projectId: project.id, change, actor, rights, requestId, idempotency, answer };
  return isDryRun ? services.publisher.dryRun<Answer>(command) : services.publisher.submit<Answer>(command);
}

/**
 * Carries out a change that names one entry. When it resolves, the change is live.
 *
 * @throws ApiError why the entry can't be changed, `entry.not_found`, `unavailable`
 */
export async function changeEntry<Answer>(
  ctx: ProjectContext,
  change: Exclude<Change, { kind: 'rerender' | 'repath' | 'order' }>,
  answer: (outcome: EntryOutcome) => Answer,
): Promise<Answer> {
  try {
    return await submitChange<Answer>(ctx, change, ({ entries, changed, moved, publishedAt, warnings }) => {
      const [entry] = entries.values();
      if (!entry) throw new ApiError('entry.not_found');
      const locales = changed.get(entry.id);
      return answer({ entry, unchanged: !locales, locales: locales ?? [], moved, publishedAt, warnings });
    });
  } catch (error) {
    const [own] = error instanceof ChangeRefused ? error.refused.values() : [];
    throw own ?? error;
  }
}

/**
 * The answer to a publish or an unpublish.
 *
 * @param locales whose newest time of publication is returned; if none of them is live, that of all locales
 */
export function toPublishResult(
  { entry, publishedAt, unchanged, warnings }: EntryOutcome,
  locales: readonly string[],
): PublishResult {
  const named = locales.flatMap((locale) => entry.live.get(locale)?.publishedAt.getTime() ?? []);
  const all = [...entry.live.values()].map((live) => live.publishedAt.getTime());
  const times = named.length > 0 ? named : all;
  const at = publishedAt ?? (times.length > 0 ? new Date(Math.max(...times)) : null);
  return {
    version: entry.version,
    locales_status: localesStatus(entry),
    entry_status: statusOf(entry).status,
    published_at: at?.toISOString() ?? null,
    unchanged,
    warnings: [...warnings],
  };
}

/** Moves an entry to the trash or out of it. @throws as `changeEntry` does */
export function changeTrash(
  ctx: ProjectContext,
  change: Change & { kind: 'trash' | 'restore' },
): Promise<EntryWithWarnings> {
  return changeEntry(ctx, change, ({ entry, warnings }) => ({ ...toEntryView(entry), warnings: [...warnings] }));
}

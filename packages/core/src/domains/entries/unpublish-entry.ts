import type { EntryState } from '../../entries/entry.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { changeEntry } from '../../publishing/entry-command.ts';
import type { Plan } from '../../publishing/model.ts';
import type { ProjectContext } from '../context.ts';
import type { PublishResult, UnpublishEntryInput } from './entries.schemas.ts';
import { refuseRepeats } from './locale-list.ts';
import { toPublishResult } from './publish-result.ts';
import { stillReferredTo } from './still-referred-to.ts';

/**
 * Takes an entry off the site in some locales; its drafts stay. Locales that aren't live are left as they are.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `unavailable`
 */
export async function unpublishEntry(ctx: ProjectContext, input: UnpublishEntryInput): Promise<PublishResult> {
  refuseRepeats(input.locales);
  const { pool } = ctx.services.database;
  const warnings = await stillReferredTo(pool, ctx.project.id, [input.entryId], input.locales);
  return changeEntry<PublishResult>(ctx, {
    entryId: input.entryId,
    reason: 'unpublish',
    plan: (entry, project) => planUnpublication(entry, project.locales, input.locales),
    answer: (outcome) => toPublishResult(outcome, input.locales, warnings),
  });
}

/**
 * What taking an entry off the site in some locales changes; null when it's live in none of them.
 *
 * @throws ApiError `entry.trashed`, `validation_failed`
 */
export function planUnpublication(
  entry: EntryState,
  known: readonly string[],
  locales: readonly string[],
): Plan | null {
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  const details = locales.flatMap((locale, index): ErrorDetail[] =>
    known.includes(locale) || entry.live.has(locale)
      ? []
      : [{ path: ['locales', index], message: `The project has no locale ${locale}. It has: ${known.join(', ')}.` }],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const live = locales.filter((locale) => entry.live.has(locale));
  if (live.length === 0) return null;
  return { live: new Map(live.map((locale) => [locale, null])), record: { kind: 'unpublish', imported: false } };
}

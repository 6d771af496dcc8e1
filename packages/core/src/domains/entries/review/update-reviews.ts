import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { toRefusal } from '../bulk-item.ts';
import { refuseRepeats } from '../refuse-repeats.ts';
import type { UpdatedReviews, UpdateReviewsInput } from './reviews.schemas.ts';
import { updateReview } from './update-review.ts';

/**
 * Moves many entries in their workflows, assigns them, and says by when they're due: each for itself.
 *
 * @throws ApiError `validation_failed`
 */
export async function updateReviews(
  ctx: ProjectContext,
  { entry_ids: ids, base_versions: bases, ...change }: UpdateReviewsInput,
): Promise<UpdatedReviews> {
  refuseRepeats('entry_ids', ids);
  if (bases && bases.length !== ids.length) {
    throw invalid(['base_versions'], `There are ${ids.length} entries, and ${bases.length} versions.`);
  }
  if (change.state !== undefined && !bases) throw invalid(['base_versions'], 'Say which versions you saw.');
  // The answer for an Idempotency-Key is the whole list, which is stored once all are done.
  const each = { ...ctx, idempotency: null };
  const data: UpdatedReviews['data'] = [];
  for (const [index, entryId] of ids.entries()) {
    const base = bases?.[index];
    const own = { ...change, entryId, ...(base !== undefined && { base_version: base }) };
    try {
      data.push({ id: entryId, review: await underCurrentRules(updateReview)(each, own), error: null });
    } catch (error) {
      // Finished entries are answered, so the same key does none of them twice.
      if (!(error instanceof ApiError) || (error.status >= 500 && data.every((one) => one.error))) throw error;
      data.push({ id: entryId, review: null, error: toRefusal(error) });
    }
  }
  return { data };
}

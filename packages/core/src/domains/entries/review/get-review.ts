import { findCollection, publishedFrom } from '@stele/schema';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import { ApiError } from '../../../platform/errors.ts';
import { standingOf } from '../../../publishing/changes/approval.ts';
import type { ProjectContext } from '../../context.ts';
import { entryErrors } from '../entries.names.ts';
import { toReviewView } from '../entry-view.ts';
import { loadAuthors, writtenBy } from './approval-authors.store.ts';
import { mayMoveTo } from './may-move.ts';
import type { GetReviewInput, ReviewDetail } from './review.schemas.ts';
import { loadMoves } from './review.store.ts';

/**
 * Says which locales of an entry wait for an approval and who wrote them, and how it was decided before.
 *
 * @throws ApiError `entry.not_found`, `entry.no_workflow`
 */
export async function getReview(ctx: ProjectContext, { entryId }: GetReviewInput): Promise<ReviewDetail> {
  const { project, services, actor } = ctx;
  const { pool } = services.database;
  const entry = await getEntryInProject(pool, project.id, entryId);
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const collection = findCollection(schema, entry.collectionKey);
  const workflow = collection?.workflow;
  if (!workflow) throw new ApiError(entryErrors['entry.no_workflow']);
  const needed = publishedFrom(collection);
  const written = needed ? [...entry.drafts.keys()].filter((one) => standingOf(entry, needed, one) !== 'live') : [];
  const [authors, moves] = await Promise.all([loadAuthors(pool, entry, written), loadMoves(pool, entry.id)]);
  const locales = [...entry.drafts.keys()].sort().map((locale): ReviewDetail['locales'][number] => {
    const standing = (needed && standingOf(entry, needed, locale)) ?? 'live';
    const isOwn = workflow.approval === 'another_person' && writtenBy(authors, actor.id, [locale]).length > 0;
    const may = needed !== null && mayMoveTo(ctx, entry, workflow, needed, [locale]);
    const approval = standing === 'approved' ? entry.review?.approved[locale] : undefined;
    return {
      locale,
      standing,
      approved_by: approval?.by ?? null,
      approved_at: approval?.at ?? null,
      written_by: authors.filter((one) => one.locale === locale).map((one) => one.actor),
      refusal: standing !== 'waiting' ? null : !may ? 'role' : isOwn ? 'another_person' : null,
    };
  });
  return { review: toReviewView(entry), locales, moves };
}

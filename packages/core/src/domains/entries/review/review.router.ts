import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { entryActions } from '../../../entries/entry.names.ts';
import { operation } from '../../operation.ts';
import { entryErrors, entryLimits } from '../entries.names.ts';
import { getReview } from './get-review.ts';
import { getReviewInput, reviewDetailSchema, reviewSchema, updateReviewInput } from './review.schemas.ts';
import { updatedReviewsSchema, updateReviewsInput } from './reviews.schemas.ts';
import { updateReview } from './update-review.ts';
import { updateReviews } from './update-reviews.ts';

/** Procedures about workflows; part of the entries' router. */
export const reviewProcedures = {
  getReview: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/review',
    summary: 'Read what waits for an approval, and what was decided',
    description:
      'Says of each locale whether its newest values are live, approved or waiting, who wrote them, and whether you may approve ' +
      'them. Lists the decisions.',
    access: 'entry.read',
    errors: ['entry.not_found', entryErrors['entry.no_workflow']],
    input: getReviewInput,
    output: reviewDetailSchema,
    run: getReview,
  }),

  updateReview: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/entries/{entryId}/review',
    summary: 'Move an entry in its workflow, or assign it',
    description:
      'Changes only what is sent. Moving an entry to the state that publishing needs approves its values as they are at ' +
      '`base_version`, in all locales or in those named in `locales`; tokens can not approve. Moving it back ends approvals. ' +
      'Published content stays as it is.',
    access: ['entry.write', 'entry.publish'],
    errors: [
      'entry.not_found',
      'entry.trashed',
      entryErrors['entry.no_workflow'],
      'entry.version_conflict',
      entryErrors['entry.needs_another_person'],
    ],
    limits: [{ limit: entryLimits['entry.review'] }],
    audit: [entryActions['entry.review']],
    input: updateReviewInput,
    output: reviewSchema,
    run: underCurrentRules(updateReview),
  }),

  updateReviews: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/reviews',
    summary: 'Move, approve or assign many entries',
    description: 'Does the same with many entries. An entry is refused for itself.',
    access: ['entry.write', 'entry.publish'],
    limits: [{ limit: entryLimits['entry.review_many'] }],
    idempotent: true,
    audit: [entryActions['entry.review']],
    input: updateReviewsInput,
    output: updatedReviewsSchema,
    run: updateReviews,
  }),
};

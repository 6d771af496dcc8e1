import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { entryActions } from '../../../entries/entry.names.ts';
import { operation } from '../../operation.ts';
import { entryErrors, entryLimits } from '../entries.names.ts';
import { reviewSchema, updateReviewInput } from './review.schemas.ts';
import { updateReview } from './update-review.ts';

/** Procedures about workflows; part of the entries' router. */
export const reviewProcedures = {
  updateReview: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/entries/{entryId}/review',
    summary: 'Move an entry in its workflow, or assign it',
    description:
      'Changes only what is sent. Moving an entry to the state that publishing needs approves its values as they are at ' +
      '`base_version`; tokens can not approve. Published content stays as it is.',
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
};

import { z } from 'zod';
import { entryIdSchema, projectIdSchema } from '../../../api/wire.ts';
import { refusalSchema } from '../bulk.schemas.ts';
import { entryExample } from '../entries.schemas.ts';
import { checkReviewChange, reviewChangeShape, reviewSchema } from './review.schemas.ts';

export const updateReviewsInput = z
  .strictObject({
    projectId: projectIdSchema,
    entry_ids: z.array(entryIdSchema).min(1).max(100),
    base_versions: z.array(z.int().min(1)).min(1).max(100).optional().meta({
      description: 'The version of each entry that you saw, in the order of `entry_ids`. Required with `state`.',
    }),
    ...reviewChangeShape,
  })
  .superRefine(checkReviewChange)
  .meta({ examples: [{ entry_ids: [entryExample.id], base_versions: [3], state: 'approved' }] });
export type UpdateReviewsInput = z.infer<typeof updateReviewsInput>;

export const updatedReviewsSchema = z
  .object({
    data: z
      .array(z.object({ id: entryIdSchema, review: reviewSchema.nullable(), error: refusalSchema.nullable() }))
      .meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'UpdatedReviews', examples: [{ data: [{ id: entryExample.id, review: null, error: null }] }] });
export type UpdatedReviews = z.infer<typeof updatedReviewsSchema>;

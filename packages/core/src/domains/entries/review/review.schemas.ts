import { z } from 'zod';
import { actorSchema, entryIdSchema, projectIdSchema, timeSchema } from '../../../api/wire.ts';

const dueOn = z.iso.date().meta({ description: 'The day by which it is due.', examples: ['2026-11-30'] });

/** Where an entry is in its workflow, and who takes care of it. */
export const reviewSchema = z
  .object({
    state: z.string().nullable().meta({
      description:
        'Key of its state; null for the first one, to which an approved entry returns when its values change.',
    }),
    approved_version: z.int().nullable().meta({
      description: 'The version that was approved. Values that changed after it can not be published.',
    }),
    moved_at: timeSchema.nullable(),
    moved_by: actorSchema.nullable(),
    note: z.string().nullable().meta({ description: 'What the person said who moved it.' }),
    assignee: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The member who is assigned to it.' }),
    due_on: dueOn.nullable(),
  })
  .meta({
    id: 'Review',
    examples: [
      {
        state: 'review',
        approved_version: null,
        moved_at: '2026-11-21T09:31:00.000Z',
        moved_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
        note: 'Please check the numbers.',
        assignee: { id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
        due_on: '2026-11-30',
      },
    ],
  });
export type ReviewView = z.infer<typeof reviewSchema>;

export const updateReviewInput = z
  .strictObject({
    projectId: projectIdSchema,
    entryId: entryIdSchema,
    state: z.string().max(64).optional().meta({ description: 'Key of the state to move the entry to.' }),
    base_version: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The version of the entry that you saw. Required with `state`.' }),
    note: z.string().trim().max(1000).optional().meta({ description: 'Why it is moved, for the others.' }),
    assignee_id: z.string().max(64).nullable().optional().meta({ description: 'A member; null for no one.' }),
    due_on: dueOn.nullable().optional(),
  })
  .refine(({ state, note }) => state !== undefined || note === undefined, {
    path: ['note'],
    error: 'A note is for a move. Name a state too.',
  })
  .refine(
    ({ state, note, assignee_id, due_on }) => [state, note, assignee_id, due_on].some((one) => one !== undefined),
    {
      path: ['state'],
      error: 'Give a state, an assignee or a due date.',
    },
  )
  .meta({ examples: [{ state: 'review', base_version: 3, note: 'Please check the numbers.' }] });
export type UpdateReviewInput = z.infer<typeof updateReviewInput>;

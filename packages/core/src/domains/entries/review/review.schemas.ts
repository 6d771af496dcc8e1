import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { actorSchema, dayInput, entryIdSchema, localeSchema, projectIdSchema, timeSchema } from '../../../api/wire.ts';

const dueOn = dayInput.meta({ description: 'The day by which it is due.', examples: ['2026-11-30'] });

/** The verdict that a move in the workflow is. */
export const reviewVerdicts = ['asked', 'approved', 'sent_back', 'moved'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** Where an entry is in its workflow, and who takes care of it. */
export const reviewSchema = z
  .object({
    state: z.string().nullable().meta({
      description:
        'Key of its state; null for the first one, to which an approved entry returns when its values change.',
    }),
    approved_version: z.int().nullable().meta({
      description: 'The version at which all of it was approved; null when some or all of it was not.',
    }),
    approved_locales: z.array(localeSchema).meta({
      description: 'Locales whose newest values are approved as they are.',
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
        approved_locales: [],
        moved_at: '2026-11-21T09:31:00.000Z',
        moved_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
        note: 'Please check the numbers.',
        assignee: { id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
        due_on: '2026-11-30',
      },
    ],
  });
export type ReviewView = z.infer<typeof reviewSchema>;

/** The fields of a change of a review; what isn't sent stays. */
export const reviewChangeShape = {
  state: z.string().max(64).optional().meta({ description: 'Key of the state to move the entry to.' }),
  locales: boundedArray(localeSchema, { min: 1, max: 200 }).optional().meta({
    description: 'The locales to approve or to send back; by default, all whose newest values are not live.',
  }),
  note: z.string().trim().max(1000).optional().meta({ description: 'Why it is moved, for the others.' }),
  assignee_id: z.string().max(64).nullable().optional().meta({ description: 'A member; null for no one.' }),
  due_on: dueOn.nullable().optional(),
};

interface ReviewChange {
  readonly state?: string | undefined;
  readonly locales?: readonly string[] | undefined;
  readonly note?: string | undefined;
  readonly assignee_id?: string | null | undefined;
  readonly due_on?: string | null | undefined;
}

/** Refuses a change that changes nothing, and what belongs to a move without one. */
export function checkReviewChange(
  { state, locales, note, assignee_id, due_on }: ReviewChange,
  ctx: z.RefinementCtx,
): void {
  const issue = (field: string, message: string): void => void ctx.addIssue({ code: 'custom', path: [field], message });
  if (state === undefined && note !== undefined) issue('note', 'A note is for a move. Name a state too.');
  if (state === undefined && locales !== undefined) issue('locales', 'Locales are for a move. Name a state too.');
  if ([state, note, assignee_id, due_on].every((one) => one === undefined)) {
    issue('state', 'Give a state, an assignee or a due date.');
  }
}

export const updateReviewInput = z
  .strictObject({
    projectId: projectIdSchema,
    entryId: entryIdSchema,
    base_version: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The version of the entry that you saw. Required with `state`.' }),
    ...reviewChangeShape,
  })
  .superRefine(checkReviewChange)
  .meta({ examples: [{ state: 'review', base_version: 3, note: 'Please check the numbers.' }] });
export type UpdateReviewInput = z.infer<typeof updateReviewInput>;

export const getReviewInput = z.strictObject({ projectId: projectIdSchema, entryId: entryIdSchema });
export type GetReviewInput = z.infer<typeof getReviewInput>;

const localeReviewSchema = z.object({
  locale: localeSchema,
  standing: z.enum(['live', 'approved', 'waiting']).meta({
    description: 'Whether its newest values are live (or need no approval), approved, or wait for an approval.',
  }),
  approved_by: actorSchema.nullable(),
  approved_at: timeSchema.nullable(),
  written_by: z.array(actorSchema).meta({ description: 'Who wrote some of the values since they went live.' }),
  refusal: z
    .enum(['role', 'another_person'])
    .nullable()
    .meta({ description: 'Why you can not approve them: your role, or that you wrote some of them.' }),
});

/** The locales of an entry that wait for an approval, and the decisions so far. */
export const reviewDetailSchema = z
  .object({
    review: reviewSchema.nullable(),
    locales: z.array(localeReviewSchema),
    moves: z
      .array(
        z.object({
          verdict: z.enum(reviewVerdicts),
          state: z.string().meta({ description: 'The state that was named.' }),
          locales: z.array(localeSchema).meta({ description: 'The locales that were approved.' }),
          note: z.string().nullable(),
          version: z.int().meta({ description: 'The version of the entry that was looked at.' }),
          created_at: timeSchema,
          created_by: actorSchema,
        }),
      )
      .meta({ description: 'What was decided, newest first: the last hundred.' }),
  })
  .meta({
    id: 'ReviewDetail',
    examples: [
      {
        review: null,
        locales: [
          {
            locale: 'en',
            standing: 'waiting',
            approved_by: null,
            approved_at: null,
            written_by: [{ type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' }],
            refusal: 'another_person',
          },
        ],
        moves: [],
      },
    ],
  });
export type ReviewDetail = z.infer<typeof reviewDetailSchema>;

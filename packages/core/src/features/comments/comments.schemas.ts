import { z } from 'zod';
import {
  actorSchema,
  commentIdSchema,
  cursorSchema,
  limitSchema,
  localeSchema,
  pageOf,
  timeSchema,
  userIdSchema,
} from '../../api/wire.ts';
import { target } from '../../domains/entries/entries.schemas.ts';

/** The most people that one comment mentions. */
const MOST_MENTIONS = 20;

/** The people whom a comment's text mentions. */
export function peopleNamedIn(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(/@\[(usr_[0-9a-z]{1,40})\]/g), ([, id = '']) => id))];
}

const bodySchema = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine((body) => peopleNamedIn(body).length <= MOST_MENTIONS, {
    error: `A comment mentions at most ${MOST_MENTIONS} people.`,
  })
  .meta({
    description: 'Plain text. `@[usr_…]` mentions a member.',
    examples: ['@[usr_01kah50jd1w3p6m4r8t2q9vkhn], is it?'],
  });

const anchorSchema = z
  .strictObject({
    exact: z.string().min(1).max(1000).meta({ description: 'The words themselves.' }),
    prefix: z.string().max(64).meta({ description: 'Some of the text before them.' }),
    suffix: z.string().max(64).meta({ description: 'Some of the text after them.' }),
    start: z.int().min(0).meta({ description: 'Where they began, in UTF-16 code units.' }),
  })
  .meta({
    id: 'CommentAnchor',
    description:
      'Words in a text, as in a TextQuoteSelector and a TextPositionSelector of the W3C Web Annotation Data Model. Readers ' +
      'find them again where the text has changed since.',
    examples: [{ exact: 'in spring', prefix: 'We open ', suffix: ' again.', start: 8 }],
  });
export type CommentAnchor = z.infer<typeof anchorSchema>;

const placeShape = {
  locale: localeSchema.nullable(),
  path: z
    .string()
    .min(1)
    .max(1000)
    .nullable()
    .meta({
      description:
        'The field, such as `sections.#k3f9.text`, which names a block by its `_key`, or `sections.2.text`; null for the whole entry.',
      examples: ['title'],
    }),
  anchor: anchorSchema.nullable(),
};

const ada = { id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' };
const example = {
  id: 'cmt_01kah81n4q7t0w3z6c9f2i5l8o',
  author: { type: 'user' as const, ...ada },
  body: 'Is it?',
  mentions: [],
  created_at: '2026-11-21T09:30:00.000Z',
  edited_at: null,
  deleted_at: null,
};

export const commentSchema = z
  .object({
    id: commentIdSchema,
    author: actorSchema,
    body: z.string().meta({ description: 'Empty when the comment was deleted.' }),
    mentions: z
      .array(z.object({ id: userIdSchema, name: z.string() }))
      .meta({ description: 'The people whom the text mentions, and who may read the entry.' }),
    created_at: timeSchema,
    edited_at: timeSchema.nullable(),
    deleted_at: timeSchema.nullable(),
  })
  .meta({ id: 'Comment', examples: [example] });
export type CommentView = z.infer<typeof commentSchema>;

export const threadSchema = z
  .object({
    id: commentIdSchema.meta({ description: 'The id of its first comment.' }),
    ...placeShape,
    resolved_at: timeSchema.nullable(),
    resolved_by: actorSchema.nullable(),
    comments: z.array(commentSchema).meta({ description: 'Oldest first.' }),
  })
  .meta({
    id: 'CommentThread',
    examples: [
      {
        id: example.id,
        locale: 'en',
        path: 'title',
        anchor: null,
        resolved_at: null,
        resolved_by: null,
        comments: [example],
      },
    ],
  });
export type ThreadView = z.infer<typeof threadSchema>;
export const threadPageSchema = pageOf(threadSchema).meta({ id: 'CommentThreadPage' });

export const listCommentsInput = z.strictObject({
  ...target,
  state: z.enum(['open', 'resolved']).default('open').meta({ description: 'Which threads.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListCommentsInput = z.infer<typeof listCommentsInput>;

export const createCommentInput = z
  .strictObject({
    ...target,
    body: bodySchema,
    thread_id: commentIdSchema
      .optional()
      .meta({ description: 'The thread that it replies to, whose place it shares.' }),
    locale: placeShape.locale.default(null),
    path: placeShape.path.default(null),
    anchor: placeShape.anchor.default(null),
  })
  .refine(({ anchor, path }) => anchor === null || path !== null, { error: 'Words are in a field.', path: ['path'] })
  .meta({ examples: [{ body: 'Is it?', locale: 'en', path: 'title' }] });
export type CreateCommentInput = z.infer<typeof createCommentInput>;

const commentTarget = { ...target, commentId: commentIdSchema };
export const updateCommentInput = z
  .strictObject({ ...commentTarget, body: bodySchema })
  .meta({ examples: [{ body: 'It is.' }] });
export type UpdateCommentInput = z.infer<typeof updateCommentInput>;

export const commentInput = z.strictObject(commentTarget);
export type CommentInput = z.infer<typeof commentInput>;

import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import {
  actorSchema,
  collectionKeySchema,
  commentIdSchema,
  cursorSchema,
  entryIdSchema,
  limitSchema,
  notificationIdSchema,
  pageOf,
  projectIdSchema,
  timeSchema,
} from '../../../api/wire.ts';
import { notificationKinds } from '../../../delivery/notifications/notification.ts';

export const inboxItemSchema = z
  .object({
    id: notificationIdSchema,
    kind: z.enum(notificationKinds),
    entry: z.object({ id: entryIdSchema, collection_key: collectionKeySchema, title: z.string() }),
    comment: z
      .object({ id: commentIdSchema, thread_id: commentIdSchema, excerpt: z.string() })
      .nullable()
      .meta({ description: 'The comment that it is about, with the beginning of its text.' }),
    verdict: z
      .enum(['asked', 'approved', 'sent_back'])
      .nullable()
      .meta({ description: 'Of a review: whether one was asked for, or how it ended.' }),
    note: z.string().nullable().meta({ description: 'What was said with it.' }),
    actor: actorSchema,
    created_at: timeSchema,
    read_at: timeSchema.nullable(),
  })
  .meta({
    id: 'InboxItem',
    examples: [
      {
        id: 'ntf_01kah82p5r8u1x4a7d0g3j6m9p',
        kind: 'mention',
        entry: { id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa', collection_key: 'posts', title: 'Hello' },
        comment: {
          id: 'cmt_01kah81n4q7t0w3z6c9f2i5l8o',
          thread_id: 'cmt_01kah81n4q7t0w3z6c9f2i5l8o',
          excerpt: 'Is it?',
        },
        verdict: null,
        note: null,
        actor: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
        created_at: '2026-11-21T09:30:00.000Z',
        read_at: null,
      },
    ],
  });
export type InboxItem = z.infer<typeof inboxItemSchema>;
export const inboxPageSchema = pageOf(inboxItemSchema).meta({ id: 'InboxPage' });

export const listInboxInput = z.strictObject({
  projectId: projectIdSchema,
  unread: z.literal('true').optional().meta({ description: '`true`: only what is unread.' }),
  kind: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(notificationKinds)))
    .optional()
    .meta({ description: 'Only lines of these kinds, separated by commas.', examples: ['mention,reply'] }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListInboxInput = z.infer<typeof listInboxInput>;

export const readInboxInput = z
  .strictObject({
    projectId: projectIdSchema,
    ids: boundedArray(notificationIdSchema, { min: 1, max: 100 })
      .optional()
      .meta({ description: 'The lines to mark; all when it is missing.' }),
  })
  .meta({ examples: [{ ids: ['ntf_01kah82p5r8u1x4a7d0g3j6m9p'] }] });
export type ReadInboxInput = z.infer<typeof readInboxInput>;

export const inboxCountSchema = z
  .object({ unread: z.int().meta({ description: 'How many lines are unread; 100 when it is more.' }) })
  .meta({ id: 'InboxCount', examples: [{ unread: 3 }] });
export type InboxCount = z.infer<typeof inboxCountSchema>;

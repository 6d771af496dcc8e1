import { KEY_PATTERN, keyMessage } from '@stele/schema';
import { z } from 'zod';

/** Parts that the schemas of several nouns share. */

/** An identifier. @param name in the OpenAPI document @param things the things with such identifiers, with their article */
export const idSchema = (name: string, things: string, example: string) =>
  z
    .string()
    .max(64)
    .meta({
      id: name,
      description: `Identifier of ${things}, beginning with ${example.replace(/_.*/, '_')}.`,
      examples: [example],
    });

export const projectIdSchema = idSchema('ProjectId', 'a project', 'prj_01kah4xk6b3r5w0c9zq2m7d8ef');
export const entryIdSchema = idSchema('EntryId', 'an entry', 'ent_01kah4y2v8n6t4s1xj0p9g3hqa');
export const snapshotIdSchema = idSchema('SnapshotId', 'a snapshot', 'snap_01kah4zc7m2e8q5k3v1f6r9wtb');
export const assetIdSchema = idSchema('AssetId', 'an asset', 'ast_01kah51f8q3n7r5w2z6x9c4vbt');
export const assetVersionIdSchema = idSchema(
  'AssetVersionId',
  'an earlier file of an asset',
  'asv_01kah60e2m5p8s1v4y7b0d3g6j',
);
export const folderIdSchema = idSchema('FolderId', 'a folder', 'fld_01kah51p2d9k4m7h1s8y3g6jea');
export const tokenIdSchema = idSchema('TokenId', 'a project token', 'tok_01kah502f4y7d9b6n8c3s5xzge');
export const userIdSchema = idSchema('UserId', 'a person', 'usr_01kah50jd1w3p6m4r8t2q9vkhn');
export const invitationIdSchema = idSchema('InvitationId', 'an invitation', 'inv_01kah512x5c8z7b9j4n6g3ysqm');

export const deployTargetIdSchema = idSchema('DeployTargetId', 'a deploy target', 'dpt_01kah51w3n5q8r2t6y9z4x7cbd');
export const deploymentIdSchema = idSchema('DeploymentId', 'a deployment', 'dep_01kah520h7k4m9p3s6v8w2xqjf');

export const webhookIdSchema = idSchema('WebhookId', 'a webhook', 'whk_01kah70m3p6s9v2y5b8e1h4k7n');
export const webhookMessageIdSchema = idSchema('WebhookMessageId', 'a message', 'msg_01kah71x4q7t0w3z6c9f2j5m8r');

export const commentIdSchema = idSchema('CommentId', 'a comment', 'cmt_01kah81n4q7t0w3z6c9f2i5l8o');
export const notificationIdSchema = idSchema('NotificationId', 'a line in the inbox', 'ntf_01kah82p5r8u1x4a7d0g3j6m9p');

export const viewIdSchema = idSchema('SavedViewId', 'a saved view', 'viw_01kah80m3p6s9v2y5b8e1h4k7n');

export const previewLinkIdSchema = idSchema('PreviewLinkId', 'a preview link', 'pvl_01kah90m3p6s9v2y5b8e1h4k7n');

const [FIRST_TIME, LAST_TIME] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
/** True also for what isn't a time, which is refused as that. */
const isInYears = (text: string): boolean => !(Date.parse(text) < FIRST_TIME || Date.parse(text) > LAST_TIME);

/** A day in a request, such as `2026-11-30`: from the year 1 on, for PostgreSQL has no year 0. */
export const dayInput = z.iso.date().refine(isInYears, 'The first year is 0001.');

/** A time in a request, in any time zone: in the years 1 to 9999 in UTC, for answers have four digits. */
export const timeInput = z.iso.datetime({ offset: true }).refine(isInYears, 'Years in UTC are 0001 to 9999.');

export const timeSchema = z.string().meta({
  id: 'Time',
  description: 'ISO 8601, UTC, with milliseconds.',
  format: 'date-time',
  examples: ['2026-11-21T09:30:00.000Z'],
});

export const collectionKeySchema = z
  .string()
  .regex(KEY_PATTERN, { error: ({ input }) => keyMessage(input) })
  .meta({ id: 'CollectionKey', description: 'Key of a collection.', examples: ['posts'] });

export const externalIdSchema = z
  .string()
  .min(1)
  .max(255, { abort: true })
  .normalize('NFC')
  // Clients take such a part of a path away before they send it.
  .refine((id) => id !== '.' && id !== '..', 'An external id cannot be "." or "..", which no address can hold.')
  .meta({
    description: 'Identifier in the system that the entry comes from; unique in the collection.',
    examples: ['first-post'],
  });

export const localeSchema = z
  .string()
  // A longer string isn't matched: matching uses memory for each repetition.
  .max(64, { abort: true })
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'A locale is a BCP 47 tag, such as en or pt-BR.')
  .meta({ id: 'Locale', description: 'A BCP 47 language tag that the project declares.', examples: ['en'] });

export const actorSchema = z
  .object({
    type: z.enum(['user', 'token', 'system']),
    id: z.string(),
    name: z.string().meta({ description: 'Their name at that time. Several people may have the same name.' }),
    email: z.string().optional().meta({
      description: "A person's email address, which is unique. Missing in older records.",
    }),
  })
  .meta({
    id: 'Actor',
    description: 'Who did it.',
    examples: [{ type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' }],
  });

/** Path parameters of a collection's file in one locale. */
export const fileNameShape = {
  collection: z
    .string()
    .max(64)
    .meta({ description: 'Key of a collection.', examples: ['posts'] }),
  locale: z
    .string()
    .max(64)
    .meta({ description: 'A locale that the file is in.', examples: ['en'] }),
};

const nextCursor = z
  .string()
  .nullable()
  .meta({ id: 'NextCursor', description: 'Send it as `cursor` for the next page; null on the last page.' });

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next_cursor: nextCursor,
  });
}

/** A list that is never paged. */
export function wholeListOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.null() });
}

/** The input of operations that take nothing but a project. */
export const projectInput = z.strictObject({ projectId: projectIdSchema });

export const limitSchema = z.coerce
  .number()
  .int()
  .min(1)
  .max(100)
  .default(50)
  .meta({ description: 'The most items on a page.' });

export const cursorSchema = z
  .string()
  .max(2000)
  .optional()
  .meta({ description: '`next_cursor` of the previous page.' });

export const importSchema = z
  .literal('import')
  .meta({
    id: 'ImportIntent',
    description: 'Marks a bulk import: its versions are marked as imported, and creating has its own rate limit.',
  })
  .optional();

import { KEY_PATTERN, keyMessage } from '@stele/schema';
import { z } from 'zod';

/** Parts that the schemas of several nouns share. */

/** Names of the identifiers in the OpenAPI document, by their prefixes. */
const ID_NAMES: Readonly<Record<string, string>> = {
  prj_: 'ProjectId',
  ent_: 'EntryId',
  snap_: 'SnapshotId',
  ast_: 'AssetId',
  asv_: 'AssetVersionId',
  fld_: 'FolderId',
  tok_: 'TokenId',
  usr_: 'UserId',
  inv_: 'InvitationId',
  dpt_: 'DeployTargetId',
  dep_: 'DeploymentId',
  whk_: 'WebhookId',
  msg_: 'WebhookMessageId',
  viw_: 'SavedViewId',
};

const id = (prefix: string, example: string, title: string) =>
  z
    .string()
    .max(64)
    .meta({ id: ID_NAMES[prefix], description: `${title}, beginning with ${prefix}.`, examples: [example] });

export const projectIdSchema = id('prj_', 'prj_01kah4xk6b3r5w0c9zq2m7d8ef', 'Identifier of a project');
export const entryIdSchema = id('ent_', 'ent_01kah4y2v8n6t4s1xj0p9g3hqa', 'Identifier of an entry');
export const snapshotIdSchema = id('snap_', 'snap_01kah4zc7m2e8q5k3v1f6r9wtb', 'Identifier of a snapshot');
export const assetIdSchema = id('ast_', 'ast_01kah51f8q3n7r5w2z6x9c4vbt', 'Identifier of an asset');
export const assetVersionIdSchema = id(
  'asv_',
  'asv_01kah60e2m5p8s1v4y7b0d3g6j',
  'Identifier of an earlier file of an asset',
);
export const folderIdSchema = id('fld_', 'fld_01kah51p2d9k4m7h1s8y3g6jea', 'Identifier of a folder');
export const tokenIdSchema = id('tok_', 'tok_01kah502f4y7d9b6n8c3s5xzge', 'Identifier of a project token');
export const userIdSchema = id('usr_', 'usr_01kah50jd1w3p6m4r8t2q9vkhn', 'Identifier of a person');
export const invitationIdSchema = id('inv_', 'inv_01kah512x5c8z7b9j4n6g3ysqm', 'Identifier of an invitation');

export const deployTargetIdSchema = id('dpt_', 'dpt_01kah51w3n5q8r2t6y9z4x7cbd', 'Identifier of a deploy target');
export const deploymentIdSchema = id('dep_', 'dep_01kah520h7k4m9p3s6v8w2xqjf', 'Identifier of a deployment');

export const webhookIdSchema = id('whk_', 'whk_01kah70m3p6s9v2y5b8e1h4k7n', 'Identifier of a webhook');
export const webhookMessageIdSchema = id('msg_', 'msg_01kah71x4q7t0w3z6c9f2j5m8r', 'Identifier of a message');

export const viewIdSchema = id('viw_', 'viw_01kah80m3p6s9v2y5b8e1h4k7n', 'Identifier of a saved view');

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
  .max(255)
  .meta({
    description: 'Identifier in the system that the entry comes from; unique in the collection.',
    examples: ['first-post'],
  });

export const localeSchema = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'A locale is a BCP 47 tag, such as en or pt-BR.')
  .max(64)
  .meta({ id: 'Locale', description: 'A BCP 47 language tag that the project declares.', examples: ['en'] });

export const actorSchema = z
  .object({
    type: z.enum(['user', 'token', 'system']),
    id: z.string(),
    name: z.string().meta({ description: 'What they called themselves then. Several people may have one name.' }),
    email: z.string().optional().meta({
      description: "A person's email address, which is theirs alone. Left out in records from before it was kept.",
    }),
  })
  .meta({
    id: 'Actor',
    description: 'Who did it.',
    examples: [{ type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' }],
  });

/** Names a collection's file in one locale, in paths. */
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

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Give it as `cursor` for the next page; null on the last one.' }),
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
  .meta({ description: 'How many items a page holds at the most.' });

export const cursorSchema = z
  .string()
  .max(2000)
  .optional()
  .meta({ description: 'Where to go on: `next_cursor` of the page before.' });

export const importSchema = z.literal('import').optional().meta({
  description: 'Marks a bulk migration: its versions are marked as imported, and creating has a limit of its own.',
});

import { z } from 'zod';
import { entryIdSchema, fileNameShape, projectIdSchema, timeSchema } from '../../api/wire.ts';
import { FILE_STATE } from './file-state.ts';

/** How many entries can be named in one request. */
const MOST_IDS = 100;

export const readDraftFileInput = z.strictObject({
  projectId: projectIdSchema,
  ...fileNameShape,
  ids: z
    .string()
    .max(MOST_IDS * 65)
    .transform((text) => text.split(','))
    .pipe(z.array(entryIdSchema).max(MOST_IDS))
    .optional()
    .meta({ description: `Only these entries: up to ${MOST_IDS} ids, separated by commas.` }),
  field: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only entries whose field with this key shows `value`.', examples: ['slug'] }),
  value: z.string().max(1000).optional().meta({ description: 'A text, as it is in `values`.' }),
  since: z.string().regex(FILE_STATE, 'Send the `as_of` of a file of drafts as it is.').optional().meta({
    description: 'The `as_of` of the file that you have: only what changed since. Without `ids` and `field`.',
  }),
  marks: z.literal('true').optional().meta({
    description:
      '`true`: texts name their fields in characters that no one sees, so that a click in the preview opens the field. Not for preview links.',
  }),
});
export type ReadDraftFileInput = z.infer<typeof readDraftFileInput>;

export const draftFileSchema = z.object({
  collection: z.string(),
  locale: z.string(),
  snapshot_id: z.null(),
  schema_version: z.int(),
  as_of: z.string().nullable().meta({ description: 'The next `since`. Null when the file has only some drafts.' }),
  since: z.string().nullable().meta({ description: 'Null when these are all entries that were asked for.' }),
  ids: z
    .array(entryIdSchema)
    .nullable()
    .meta({ description: 'With `since`, all entries in order. Null when none came, went or moved.' }),
  entries: z.array(
    z.object({
      id: entryIdSchema,
      version: z.int(),
      schema_version: z.int(),
      published_at: timeSchema.nullable().meta({ description: 'Null for an entry that is not live in this locale.' }),
      invalid: z.literal(true).optional().meta({ description: 'Present when the draft could not be published.' }),
      values: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type DraftFile = z.infer<typeof draftFileSchema>;

/** The file's description in the OpenAPI document. */
export const draftFileMeta = {
  id: 'DraftFile',
  examples: [
    {
      collection: 'posts',
      locale: 'en',
      snapshot_id: null,
      schema_version: 1,
      as_of: '48213.1795430400000.5f2c9a04d1b7e863.a90c1d77e2f4b586',
      since: null,
      ids: null,
      entries: [
        {
          id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
          version: 3,
          schema_version: 1,
          published_at: null,
          values: { title: 'Hello' },
        },
      ],
    },
  ],
};

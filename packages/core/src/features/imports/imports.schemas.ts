import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { collectionKeySchema, entryIdSchema, externalIdSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';
import { refusalSchema } from '../../domains/entries/bulk.schemas.ts';
import { entryExample, entrySchema, valuesInputSchema, warningSchema } from '../../domains/entries/entries.schemas.ts';

/** The most entries of a request. */
const MOST_ENTRIES = 200;

const lineSchema = z.strictObject({
  collection_key: collectionKeySchema,
  external_id: externalIdSchema,
  values: valuesInputSchema,
  publish: z.boolean().optional().meta({ description: 'Also publishes the locales in `values`.' }),
});
export type ImportedLine = z.infer<typeof lineSchema>;

/** The locales that a line publishes. */
export function localesToPublish({ values, publish }: Pick<ImportedLine, 'values' | 'publish'>): string[] {
  return publish ? Object.keys(values).filter((locale) => values[locale] !== null) : [];
}

export const importEntriesInput = z
  .strictObject({
    projectId: projectIdSchema,
    entries: boundedArray(lineSchema, { min: 1, max: MOST_ENTRIES }),
    existing: z
      .enum(['keep', 'replace'])
      .optional()
      .meta({
        description:
          'What happens to entries that are there already, and that someone changed or took off the site: `keep`, the default, ' +
          'leaves them as they are; `replace` replaces their drafts as `PUT …/draft` does, with defaults.',
      }),
    include: z
      .enum(['values'])
      .optional()
      .meta({ description: 'Also returns the drafts of new and unchanged entries, with defaults.' }),
  })
  .meta({
    examples: [
      {
        entries: [{ collection_key: 'posts', external_id: 'hello', values: { en: { title: 'Hello' } }, publish: true }],
      },
    ],
  });
export type ImportEntriesInput = z.infer<typeof importEntriesInput>;

const importedItemSchema = z.object({
  external_id: externalIdSchema,
  id: entryIdSchema.nullable(),
  version: z.int().nullable(),
  result: z.enum(['created', 'updated', 'unchanged', 'kept', 'failed']).meta({
    description: '`unchanged` is as an import left it, with these values; `kept` is not, and was left as it is.',
  }),
  published: z.boolean().meta({ description: 'Whether the locales in `values` are live as they were sent.' }),
  error: refusalSchema.nullable().meta({
    description: 'Why it failed; or, for an entry that was saved, why it was not published.',
  }),
  values: entrySchema.shape.values.optional(),
});
export type ImportedItem = z.infer<typeof importedItemSchema>;

export const importedEntriesSchema = z
  .object({
    data: z.array(importedItemSchema).meta({ description: 'In the order of the request.' }),
    published_at: timeSchema.nullable().meta({ description: 'Null when no live content changed.' }),
    warnings: z.array(warningSchema),
  })
  .meta({
    id: 'ImportedEntries',
    examples: [
      {
        data: [
          { external_id: 'hello', id: entryExample.id, version: 2, result: 'created', published: true, error: null },
        ],
        published_at: '2026-11-21T09:32:00.000Z',
        warnings: [],
      },
    ],
  });
export type ImportedEntries = z.infer<typeof importedEntriesSchema>;

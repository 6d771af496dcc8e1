import { z } from 'zod';
import { entryIdSchema, localeSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';
import { entryExample, warningSchema } from './entries.schemas.ts';

export const bulkEntriesInput = z
  .strictObject({
    projectId: projectIdSchema,
    action: z.enum(['publish', 'undo_publish', 'unpublish', 'republish', 'trash', 'restore']).meta({
      description:
        '`undo_publish` takes one publish of each entry back. `republish` undoes `trash` and `unpublish`: the former live ' +
        'content is live again. `restore` restores drafts only.',
    }),
    entry_ids: z.array(entryIdSchema).min(1).max(100).meta({ description: 'The entries, each once.' }),
    base_versions: z
      .array(z.int().min(1))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'For `publish`: the version of each entry that you have seen, in the order of `entry_ids`. An entry whose values changed ' +
          'since is refused with `entry.version_conflict`. For `undo_publish`: the version that each publish answered with.',
      }),
    locales: z
      .array(localeSchema)
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'For `publish`, `unpublish` and `republish`: which locales. Every locale that an entry has, or to republish those that ' +
          'left the site last, unless given.',
      }),
    partial: z
      .boolean()
      .optional()
      .meta({ description: 'Carries out what can be. Without it, one entry that is refused keeps all as they are.' }),
  })
  .meta({ examples: [{ action: 'publish', entry_ids: [entryExample.id], locales: ['en'] }] });
export type BulkEntriesInput = z.infer<typeof bulkEntriesInput>;

const bulkItemSchema = z.object({
  id: entryIdSchema,
  result: z.enum(['changed', 'unchanged', 'refused']),
  version: z.int().nullable().meta({ description: 'Version of the entry afterwards; null for one that is not there.' }),
  entry_status: z.enum(['draft', 'published', 'trashed']).nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.array(z.looseObject({ path: z.array(z.union([z.string(), z.int()])), message: z.string() })),
    })
    .nullable()
    .meta({ description: 'Why it was refused.' }),
});
export type BulkItem = z.infer<typeof bulkItemSchema>;

export const bulkResultSchema = z
  .object({
    data: z.array(bulkItemSchema).meta({ description: 'An item for each entry, in the order given.' }),
    published_at: timeSchema
      .nullable()
      .meta({ description: 'Time of the snapshot; null when nothing changed on the site.' }),
    warnings: z.array(warningSchema),
  })
  .meta({
    id: 'BulkResult',
    examples: [
      {
        data: [{ id: entryExample.id, result: 'changed', version: 4, entry_status: 'published', error: null }],
        published_at: '2026-11-21T09:32:00.000Z',
        warnings: [],
      },
    ],
  });
export type BulkResult = z.infer<typeof bulkResultSchema>;

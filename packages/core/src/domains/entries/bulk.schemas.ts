import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { entryIdSchema, localeSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';
import { entryExample, uncheckedFieldsSchema, warningSchema } from './entries.schemas.ts';

/** The most bytes of the drafts of all entries in a request. */
export const MOST_BULK_BYTES = 32 * 1024 * 1024;

export const bulkEntriesInput = z
  .strictObject({
    projectId: projectIdSchema,
    action: z.enum(['publish', 'undo_publish', 'unpublish', 'republish', 'trash', 'restore', 'set', 'undo_set']).meta({
      description:
        '`undo_publish` undoes one publish of each entry, `republish` undoes `trash` and `unpublish`, `restore` ' +
        'restores drafts only. `set` changes a field of drafts, `undo_set` takes that back; both need `partial`.',
    }),
    entry_ids: z.array(entryIdSchema).min(1).max(100),
    base_versions: z
      .array(z.int().min(1))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'For `publish` and `set`: the version of each entry that you know; an entry that was changed since, for `set` in this ' +
          'field, is refused. For `undo_publish`: the version that each publish returned; for `undo_set`, those of `changed` entries.',
      }),
    locales: z
      .array(localeSchema)
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'For `publish`, `unpublish`, `republish` and `set`. The default is all locales of an entry; for `republish`, those that ' +
          'left the site last.',
      }),
    entry_locales: boundedArray(boundedArray(localeSchema, { min: 1, max: 200 }), { min: 1, max: 100 })
      .optional()
      .meta({ description: 'Instead of `locales`: the locales of each entry, in the order of `entry_ids`.' }),
    field: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'For `set`: a field of the collection of all entries.' }),
    value: z.unknown().optional().meta({ description: 'For `set`: its value; null empties it.' }),
    dry_run: z.boolean().optional().meta({ description: 'Returns what would happen; changes nothing.' }),
    partial: z
      .boolean()
      .optional()
      .meta({ description: 'Changes the entries that can be changed; without it, one refused entry refuses all.' }),
  })
  .meta({ examples: [{ action: 'publish', entry_ids: [entryExample.id], locales: ['en'] }] });
export type BulkEntriesInput = z.infer<typeof bulkEntriesInput>;

/** Why one of several entries can't be changed. */
export const refusalSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.looseObject({ path: z.array(z.union([z.string(), z.int()])), message: z.string() })),
  })
  .meta({ id: 'Refusal', examples: [{ code: 'entry.trashed', message: 'The entry is in the trash.', details: [] }] });

const bulkItemSchema = z.object({
  id: entryIdSchema,
  result: z.enum(['changed', 'unchanged', 'refused']),
  version: z.int().nullable().meta({ description: 'Version after the change; null for an entry that does not exist.' }),
  entry_status: z.enum(['draft', 'published', 'trashed']).nullable(),
  live_changes: z.array(z.string()).meta({ description: 'Locales whose live content changes.' }),
  unchecked_fields: uncheckedFieldsSchema,
  error: refusalSchema.nullable(),
});
export type BulkItem = z.infer<typeof bulkItemSchema>;

export const bulkResultSchema = z
  .object({
    data: z.array(bulkItemSchema).meta({ description: 'In the order of the request.' }),
    published_at: timeSchema.nullable().meta({ description: 'Null when no live content changed.' }),
    warnings: z.array(warningSchema),
  })
  .meta({
    id: 'BulkResult',
    examples: [
      {
        data: [
          {
            id: entryExample.id,
            result: 'changed',
            version: 4,
            entry_status: 'published',
            live_changes: ['en'],
            unchecked_fields: {},
            error: null,
          },
        ],
        published_at: '2026-11-21T09:32:00.000Z',
        warnings: [],
      },
    ],
  });
export type BulkResult = z.infer<typeof bulkResultSchema>;

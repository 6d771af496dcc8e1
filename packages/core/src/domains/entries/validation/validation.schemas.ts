import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import {
  collectionKeySchema,
  entryIdSchema,
  externalIdSchema,
  localeSchema,
  projectIdSchema,
} from '../../../api/wire.ts';
import { refusedValueSchema, valuesInputSchema, warningSchema } from '../entries.schemas.ts';

export const validateEntryInput = z
  .strictObject({
    projectId: projectIdSchema,
    entry_id: entryIdSchema.optional().meta({ description: 'The entry to save or publish. Without it, a new entry.' }),
    collection_key: collectionKeySchema.optional(),
    external_id: externalIdSchema.optional().meta({
      description: 'With `collection_key`: the entry with this external_id, or a new one.',
    }),
    values: valuesInputSchema.optional(),
    replace: z.boolean().optional().meta({
      description: 'Whether `values` replace each locale, as PUT does. Otherwise they change fields, as PATCH does.',
    }),
    base_version: z.int().min(1).optional(),
    publish: boundedArray(localeSchema, { max: 200 })
      .optional()
      .meta({ description: 'Locales to publish after the save.' }),
  })
  .refine(({ entry_id, collection_key }) => (entry_id === undefined) !== (collection_key === undefined), {
    path: ['collection_key'],
    error: 'Give either entry_id, or collection_key for a new entry.',
  })
  .meta({ examples: [{ collection_key: 'posts', values: { en: { title: 'Hello' } }, publish: ['en'] }] });
export type ValidateEntryInput = z.infer<typeof validateEntryInput>;

export const validationResultSchema = z
  .object({
    valid: z.boolean().meta({ description: 'True when nothing would be refused.' }),
    action: z.enum(['create', 'save', 'none']).nullable().meta({
      description: 'The effect on the draft: `none` when nothing differs; null when it would be refused.',
    }),
    errors: z.array(
      refusedValueSchema.extend({
        code: z.string().meta({ id: 'ErrorCode' }),
      }),
    ),
    warnings: z.array(warningSchema),
  })
  .meta({
    id: 'EntryValidation',
    examples: [
      {
        valid: false,
        action: 'create',
        errors: [{ code: 'validation_failed', path: ['values', 'en', 'slug'], message: 'This is required.' }],
        warnings: [],
      },
    ],
  });
export type ValidationResult = z.infer<typeof validationResultSchema>;

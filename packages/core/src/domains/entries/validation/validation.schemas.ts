import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import {
  collectionKeySchema,
  entryIdSchema,
  externalIdSchema,
  localeSchema,
  projectIdSchema,
} from '../../../api/wire.ts';
import { REFUSAL_REASONS } from '../../../platform/error-details.ts';
import { errors } from '../../../platform/errors.ts';
import { valuesInputSchema, warningSchema } from '../entries.schemas.ts';

export const validateEntryInput = z
  .strictObject({
    projectId: projectIdSchema,
    entry_id: entryIdSchema
      .optional()
      .meta({ description: 'The entry to save over or to publish; a new one unless given.' }),
    collection_key: collectionKeySchema.optional(),
    external_id: externalIdSchema.optional().meta({
      description: 'With `collection_key`: the entry that has it, or a new one.',
    }),
    values: valuesInputSchema.optional(),
    replace: z.boolean().optional().meta({
      description: 'Whether `values` replace each locale that they name, as PUT does. Unless true, as PATCH does.',
    }),
    base_version: z.int().min(1).optional(),
    publish: boundedArray(localeSchema, { max: 200 })
      .optional()
      .meta({ description: 'Locales that would be published after the save.' }),
  })
  .refine(({ entry_id, collection_key }) => (entry_id === undefined) !== (collection_key === undefined), {
    path: ['collection_key'],
    error: 'Name the entry by entry_id, or the collection of a new one by collection_key: one of the two.',
  })
  .meta({ examples: [{ collection_key: 'posts', values: { en: { title: 'Hello' } }, publish: ['en'] }] });
export type ValidateEntryInput = z.infer<typeof validateEntryInput>;

export const validationResultSchema = z
  .object({
    valid: z.boolean().meta({ description: 'Whether nothing would be refused.' }),
    action: z.enum(['create', 'save', 'none']).nullable().meta({
      description: 'What would be done to the draft: `none` when nothing differs; null when it would be refused.',
    }),
    errors: z.array(
      z.object({
        code: z
          .enum(Object.keys(errors) as [keyof typeof errors, ...(keyof typeof errors)[]])
          .meta({ id: 'ErrorCode' }),
        path: z.array(z.union([z.string(), z.number()])),
        message: z.string(),
        reason: z.enum(REFUSAL_REASONS).optional(),
        title: z.string().optional(),
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

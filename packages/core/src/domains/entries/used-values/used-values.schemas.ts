import { z } from 'zod';
import { collectionKeySchema, localeSchema, projectIdSchema } from '../../../api/wire.ts';

export const usedValuesInput = z.strictObject({
  projectId: projectIdSchema,
  collection: collectionKeySchema,
  field: z
    .string()
    .max(64)
    .meta({ description: 'A list of texts.', examples: ['tags'] }),
  locale: localeSchema.meta({ description: 'The locale of the drafts that are looked at.' }),
});
export type UsedValuesInput = z.infer<typeof usedValuesInput>;

export const usedValuesSchema = z
  .object({
    data: z
      .array(z.object({ value: z.string(), entries: z.int().meta({ description: 'How many of them have it.' }) }))
      .meta({ description: 'The most used first; at most a hundred.' }),
  })
  .meta({ id: 'UsedValues', examples: [{ data: [{ value: 'rivers', entries: 12 }] }] });
export type UsedValues = z.infer<typeof usedValuesSchema>;

import { z } from 'zod';
import { collectionKeySchema, externalIdSchema, importSchema, projectIdSchema } from '../../../api/wire.ts';
import { getEntryInput, valuesInputSchema } from '../entries.schemas.ts';

const address = { projectId: projectIdSchema, collection: collectionKeySchema, externalId: externalIdSchema };

export const getByExternalIdInput = z.strictObject({ ...address, include: getEntryInput.shape.include });
export type GetByExternalIdInput = z.infer<typeof getByExternalIdInput>;

export const saveByExternalIdInput = z
  .strictObject({
    ...address,
    values: valuesInputSchema,
    base_version: z.int().min(1).optional().meta({
      description: 'The version that the values were edited from. Without it, they replace any newer values.',
    }),
    publish: z.boolean().optional().meta({
      description: 'Also publishes the locales in `values`. If they cannot be published, nothing is saved.',
    }),
    via: importSchema,
  })
  .meta({ examples: [{ values: { en: { title: 'Hello' } }, publish: true }] });
export type SaveByExternalIdInput = z.infer<typeof saveByExternalIdInput>;

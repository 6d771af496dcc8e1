import { z } from 'zod';
import { actorSchema, assetVersionIdSchema, cursorSchema, limitSchema, pageOf, timeSchema } from '../../api/wire.ts';
import { assetExample, assetTarget, fileExample, fileShape } from '../assets/assets.schemas.ts';

/** An earlier file of an asset. */
export const assetVersionSchema = z
  .object({
    ...fileShape,
    id: assetVersionIdSchema,
    replaced_at: timeSchema,
    replaced_by: actorSchema.meta({ description: 'Who replaced the file.' }),
    expires_at: timeSchema.meta({ description: 'When the file is removed.' }),
  })
  .meta({
    id: 'AssetVersion',
    examples: [
      {
        id: 'asv_01kah60e2m5p8s1v4y7b0d3g6j',
        ...fileExample,
        replaced_at: '2026-11-22T08:00:00.000Z',
        replaced_by: assetExample.created_by,
        expires_at: '2026-12-22T08:00:00.000Z',
      },
    ],
  });
export type AssetVersionView = z.infer<typeof assetVersionSchema>;

export const assetVersionPageSchema = pageOf(assetVersionSchema).meta({ id: 'AssetVersionPage' });
export type AssetVersionPage = z.infer<typeof assetVersionPageSchema>;

export const listAssetVersionsInput = z.strictObject({ ...assetTarget, limit: limitSchema, cursor: cursorSchema });
export type ListAssetVersionsInput = z.infer<typeof listAssetVersionsInput>;

export const restoreAssetVersionInput = z.strictObject({ ...assetTarget, versionId: assetVersionIdSchema });
export type RestoreAssetVersionInput = z.infer<typeof restoreAssetVersionInput>;

import { z } from 'zod';
import { actorSchema, assetVersionIdSchema, cursorSchema, limitSchema, pageOf, timeSchema } from '../../api/wire.ts';
import { assetExample, assetSchema, assetTarget } from '../assets/assets.schemas.ts';

/** An earlier file of an asset. */
export const assetVersionSchema = assetSchema
  .pick({
    filename: true,
    kind: true,
    mime: true,
    bytes: true,
    sha256: true,
    width: true,
    height: true,
    duration: true,
    pages: true,
    focal_point: true,
    crop: true,
    url: true,
  })
  .extend({
    id: assetVersionIdSchema,
    replaced_at: timeSchema,
    replaced_by: actorSchema.meta({ description: 'Who put another file in its place.' }),
    expires_at: timeSchema.meta({ description: 'When it is removed.' }),
  })
  .meta({
    id: 'AssetVersion',
    examples: [
      {
        id: 'asv_01kah60e2m5p8s1v4y7b0d3g6j',
        filename: assetExample.filename,
        kind: assetExample.kind,
        mime: assetExample.mime,
        bytes: assetExample.bytes,
        sha256: assetExample.sha256,
        width: assetExample.width,
        height: assetExample.height,
        duration: null,
        pages: null,
        focal_point: assetExample.focal_point,
        crop: null,
        url: assetExample.url,
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

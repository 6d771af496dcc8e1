import { z } from 'zod';
import { assetTarget, focalPointInput, fractionSchema } from './assets.schemas.ts';

const partSchema = z.number().min(0.001).max(1);
/** How far above 1 the sum of two fractions may be because of rounding. */
const ROUNDING = 1e-9;

const cropShape = { x: fractionSchema, y: fractionSchema, width: partSchema, height: partSchema };
export type CropRequest = z.infer<z.ZodObject<typeof cropShape>>;

/** A crop that stays within the picture. */
const withinPicture = <Shape extends z.ZodType<CropRequest>>(schema: Shape): Shape =>
  schema
    .refine(({ x, width }) => x + width <= 1 + ROUNDING, {
      path: ['width'],
      message: 'The crop reaches beyond the right edge: x + width is more than 1.',
    })
    .refine(({ y, height }) => y + height <= 1 + ROUNDING, {
      path: ['height'],
      message: 'The crop reaches beyond the lower edge: y + height is more than 1.',
    });

export const cropAssetInput = withinPicture(z.strictObject({ ...assetTarget, ...cropShape })).meta({
  examples: [{ x: 0.1, y: 0, width: 0.8, height: 1 }],
});
export type CropAssetInput = z.infer<typeof cropAssetInput>;

export const copyAssetInput = z
  .strictObject({
    ...assetTarget,
    crop: withinPicture(z.strictObject(cropShape))
      .nullable()
      .optional()
      .meta({ description: 'Null for the whole picture; without it, that of the original.' }),
    focal_point: focalPointInput
      .nullable()
      .optional()
      .meta({ description: 'Null for the center; without it, that of the original.' }),
  })
  .meta({ examples: [{ crop: { x: 0.1, y: 0, width: 0.8, height: 1 } }] });
export type CopyAssetInput = z.infer<typeof copyAssetInput>;

import { z } from 'zod';

export const assetTagsSchema = z
  .object({
    data: z
      .array(z.object({ value: z.string(), assets: z.int().meta({ description: 'How many of them have it.' }) }))
      .meta({ description: 'The most used first; at most 200.' }),
  })
  .meta({ id: 'AssetTags', examples: [{ data: [{ value: 'coast', assets: 12 }] }] });
export type AssetTags = z.infer<typeof assetTagsSchema>;

import { z } from 'zod';

export const storageSchema = z
  .object({
    used_bytes: z.int().meta({ description: 'Uploaded files; files with the same bytes count once.' }),
    served_bytes: z.int().meta({ description: 'Served copies and variants, until they are removed.' }),
    reserved_bytes: z.int().meta({ description: 'Reserved for uploads that are not complete.' }),
    limit_bytes: z.int().nullable().meta({ description: 'Limit of the three together; null for no limit.' }),
    asset_count: z.int().meta({ description: 'Assets whose file has arrived, including trashed ones.' }),
  })
  .meta({
    id: 'Storage',
    examples: [
      {
        used_bytes: 48_123_310,
        served_bytes: 61_008_454,
        reserved_bytes: 0,
        limit_bytes: 10_000_000_000,
        asset_count: 12,
      },
    ],
  });

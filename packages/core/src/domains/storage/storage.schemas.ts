import { z } from 'zod';

export const storageSchema = z
  .object({
    used_bytes: z
      .int()
      .meta({ description: 'What uploaded files take, each counted once however many assets have it.' }),
    served_bytes: z
      .int()
      .meta({ description: 'What is served of them takes, copies and variants, until it is removed.' }),
    reserved_bytes: z.int().meta({ description: 'What is kept free for uploads that are not complete.' }),
    limit_bytes: z
      .int()
      .nullable()
      .meta({ description: 'What all three together may be; null when there is no limit.' }),
    asset_count: z.int().meta({ description: 'Assets whose file has arrived, those in the trash among them.' }),
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

import { z } from 'zod';
import { collectionKeySchema, cursorSchema, entryIdSchema, limitSchema, localeSchema, pageOf } from '../../api/wire.ts';
import { assetTarget } from './assets.schemas.ts';

export const listAssetUsageInput = z.strictObject({ ...assetTarget, limit: limitSchema, cursor: cursorSchema });
export type ListAssetUsageInput = z.infer<typeof listAssetUsageInput>;

export const assetUserSchema = z
  .object({
    id: entryIdSchema,
    collection_key: collectionKeySchema,
    title: z.string(),
    status: z.enum(['draft', 'published', 'trashed']),
    uses: z.array(
      z.object({
        locale: localeSchema,
        field: z.string().meta({ description: 'Key of the top-level field that contains it.' }),
        draft: z.boolean().meta({ description: 'Whether the draft uses it there.' }),
        live: z.boolean().meta({ description: 'Whether live content uses it there.' }),
      }),
    ),
  })
  .meta({
    id: 'AssetUser',
    description: 'An entry that uses an asset, and where.',
    examples: [
      {
        id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
        collection_key: 'posts',
        title: 'Hello',
        status: 'published',
        uses: [{ locale: 'en', field: 'hero', draft: true, live: true }],
      },
    ],
  });

export const assetUsagePageSchema = pageOf(assetUserSchema).meta({ id: 'AssetUsagePage' });
export type AssetUsagePage = z.infer<typeof assetUsagePageSchema>;

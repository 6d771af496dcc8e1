import { createHash } from 'node:crypto';
import type { PublishedAsset } from '@stele/schema';
import type { ObjectStorage } from '@stele/storage';
import { picture } from './pictures.ts';
import { PROJECT } from './snapshots.ts';

/** A picture whose files are stored, under addresses that hold their digests. Each file says what it is. */
export async function storedPicture(
  storage: ObjectStorage,
  number: number,
  ...size: [width?: number, height?: number]
): Promise<PublishedAsset> {
  const asset = picture(number, ...size);
  const store = async (url: string, name: string, contentType: string): Promise<string> => {
    const bytes = Buffer.from(`${name} of picture ${number}`);
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
    const own = url.replace(/\/[0-9a-f]{24}\//, `/${digest}/`);
    await storage.put(`${PROJECT}/${own.replace('../../', '')}`, bytes, { contentType });
    return own;
  };
  return {
    ...asset,
    url: await store(asset.url, 'full', asset.mime),
    variants: await Promise.all(
      asset.variants.map(async (variant) => ({
        ...variant,
        url: await store(variant.url, variant.name, variant.mime),
      })),
    ),
  };
}

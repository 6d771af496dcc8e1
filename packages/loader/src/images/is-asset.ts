import type { PublishedAsset } from '@stele/schema';

/** Whether a value of an entry is an asset, and no other object. */
export function isAsset(value: object): value is PublishedAsset {
  const { id, url, variants } = value as Partial<PublishedAsset>;
  return typeof id === 'string' && id.startsWith('ast_') && typeof url === 'string' && Array.isArray(variants);
}

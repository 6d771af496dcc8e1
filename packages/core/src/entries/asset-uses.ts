import type { AssetUse } from '../content/mentions.ts';

/** Uses of assets as rows store them, in two parallel arrays. */
export interface AssetUseColumns {
  readonly assets: string[];
  readonly asset_fields: string[];
}

export function toUseColumns(uses: readonly AssetUse[]): AssetUseColumns {
  return { assets: uses.map(({ assetId }) => assetId), asset_fields: uses.map(({ field }) => field) };
}

export function toAssetUses({ assets, asset_fields: fields }: AssetUseColumns): AssetUse[] {
  return assets.map((assetId, n) => ({ assetId, field: fields[n] ?? '' }));
}

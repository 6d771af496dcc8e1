import type { AssetUse } from '../content/mentions.ts';

/** Uses of assets as rows hold them: the n-th asset stands in the n-th field. */
export interface AssetUseColumns {
  readonly assets: string[];
  readonly asset_fields: string[];
}

/** Uses of assets in the form of a row. */
export function toUseColumns(uses: readonly AssetUse[]): AssetUseColumns {
  return { assets: uses.map(({ assetId }) => assetId), asset_fields: uses.map(({ field }) => field) };
}

/** Uses of assets from a row. */
export function toAssetUses({ assets, asset_fields: fields }: AssetUseColumns): AssetUse[] {
  return assets.map((assetId, n) => ({ assetId, field: fields[n] ?? '' }));
}

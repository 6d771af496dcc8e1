import type { AssetRecord } from '../../media/asset.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Done } from './change-in-transaction.ts';

/** The asset that something was done to. @throws ApiError why nothing was */
export function onlyAsset({ done, refused }: Done): AssetRecord {
  for (const error of refused.values()) throw error;
  for (const { asset } of done.values()) return asset;
  throw new ApiError('media.asset_not_found');
}

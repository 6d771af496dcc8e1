import type { AssetRecord } from '../../media/asset.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { readChange } from './asset-change.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView, UpdateAssetInput } from './assets.schemas.ts';
import { type AssetAction, changeInTransaction } from './change-in-transaction.ts';
import type { CropAssetInput, CropRequest } from './crop.schemas.ts';

/** Moves an asset to the trash, unless it's already there. @throws ApiError `media.asset_not_found`, `media.asset_in_use` */
export async function deleteAsset(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  return changeOne(ctx, assetId, { kind: 'delete' });
}

/** Restores an asset from the trash, if it's there. @throws ApiError `media.asset_not_found` */
export async function restoreAsset(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  return changeOne(ctx, assetId, { kind: 'restore' });
}

/**
 * Changes details of an asset. Undefined fields stay, and so do locales of texts that are left out.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`; `validation_failed` for a folder that doesn't exist and
 *   for locales that the project doesn't have
 */
export async function updateAsset(ctx: ProjectContext, input: UpdateAssetInput): Promise<AssetView> {
  const change = readChange(ctx.project, input);
  return changeOne(ctx, input.assetId, { kind: 'update', change, folderPath: ['folder_id'] });
}

/**
 * Crops a picture. The uploaded file stays as it is.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`, `media.not_uploaded`, `media.not_croppable`
 */
export async function cropAsset(ctx: ProjectContext, input: CropAssetInput): Promise<AssetView> {
  return changeOne(ctx, input.assetId, { kind: 'update', change: { crop: readCrop(input) }, folderPath: [] });
}

/** Reads a crop from a request; null for the whole picture. */
export function readCrop({ x, y, width, height }: CropRequest): AssetRecord['crop'] {
  const isWhole = x === 0 && y === 0 && width === 1 && height === 1;
  // The sum of two fractions may be a little above 1.
  return isWhole ? null : { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) };
}

/** Removes the crop of a picture. @throws ApiError `media.asset_not_found`, `media.asset_trashed` */
export async function resetCrop(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  return changeOne(ctx, assetId, { kind: 'update', change: { crop: null }, folderPath: [] });
}

/** @throws ApiError why the asset can't be changed */
function changeOne(ctx: ProjectContext, assetId: string, action: AssetAction): Promise<AssetView> {
  return changeInTransaction(ctx, [assetId], action, ({ done, refused }) => {
    const asset = done.get(assetId)?.asset;
    if (!asset) throw refused.get(assetId) ?? new ApiError('media.asset_not_found');
    return toAssetView(ctx, asset);
  });
}

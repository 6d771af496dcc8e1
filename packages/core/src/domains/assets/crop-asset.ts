import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView, CropAssetInput } from './assets.schemas.ts';
import { changeInTransaction } from './change-in-transaction.ts';
import { onlyAsset } from './only-asset.ts';

/**
 * Has a part of a picture shown, and nothing else of it. The file that was uploaded stays as it is.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`, `media.not_uploaded`, `media.not_croppable`
 */
export async function cropAsset(
  ctx: ProjectContext,
  { assetId, x, y, width, height }: CropAssetInput,
): Promise<AssetView> {
  const isWhole = x === 0 && y === 0 && width === 1 && height === 1;
  // What is added up of fractions may reach a hair beyond the edge.
  const crop = isWhole ? null : { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) };
  const action = { kind: 'update', change: { crop }, folderPath: [] } as const;
  return changeInTransaction(ctx, [assetId], action, (outcome) => toAssetView(ctx, onlyAsset(outcome)));
}

import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';
import { changeInTransaction } from './change-in-transaction.ts';
import { onlyAsset } from './only-asset.ts';

/** Has a whole picture shown again. @throws ApiError `media.asset_not_found`, `media.asset_trashed` */
export async function resetCrop(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  const action = { kind: 'update', change: { crop: null }, folderPath: [] } as const;
  return changeInTransaction(ctx, [assetId], action, (outcome) => toAssetView(ctx, onlyAsset(outcome)));
}

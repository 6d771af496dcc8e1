import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';
import { changeInTransaction } from './change-in-transaction.ts';
import { onlyAsset } from './only-asset.ts';

/** Moves an asset to the trash. One that is there already stays there. @throws ApiError `media.asset_not_found`, `media.asset_in_use` */
export async function deleteAsset(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  return changeInTransaction(ctx, [assetId], { kind: 'delete' }, (outcome) => toAssetView(ctx, onlyAsset(outcome)));
}

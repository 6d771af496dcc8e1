import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';
import { changeInTransaction } from './change-in-transaction.ts';
import { onlyAsset } from './only-asset.ts';

/** Brings an asset back from the trash. One that isn't there stays as it is. @throws ApiError `media.asset_not_found` */
export async function restoreAsset(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  return changeInTransaction(ctx, [assetId], { kind: 'restore' }, (outcome) => toAssetView(ctx, onlyAsset(outcome)));
}

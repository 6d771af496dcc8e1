import { getAssetInProject } from '../../media/asset.store.ts';
import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';

/** An asset. @throws ApiError `media.asset_not_found` */
export async function getAsset(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<AssetView> {
  return toAssetView(ctx, await getAssetInProject(ctx.services.database.pool, ctx.project.id, assetId));
}

import { pageById } from '../../api/cursor.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { listVersionsOf } from '../../media/versions.store.ts';
import type { ProjectContext } from '../context.ts';
import { toAssetVersionView } from './asset-version-view.ts';
import type { AssetVersionPage, ListAssetVersionsInput } from './asset-versions.schemas.ts';

/**
 * A page of an asset's earlier files, the most recently replaced first.
 *
 * @throws ApiError `media.asset_not_found`, `validation_failed`
 */
export async function listAssetVersions(
  ctx: ProjectContext,
  { assetId, ...page }: Omit<ListAssetVersionsInput, 'projectId'>,
): Promise<AssetVersionPage> {
  const { pool } = ctx.services.database;
  await getAssetInProject(pool, ctx.project.id, assetId);
  const { data, next_cursor } = await pageById({ list: 'asset versions', asset: assetId }, page, (before, limit) =>
    listVersionsOf(pool, ctx.project.id, assetId, { limit, before }),
  );
  return { data: data.map((version) => toAssetVersionView(ctx, version)), next_cursor };
}

import { pageById } from '../../api/cursor.ts';
import { viewOf } from '../../api/view.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { VERSION_RETENTION_MS } from '../../media/asset.ts';
import { type AssetVersion, listVersionsOf } from '../../media/versions.store.ts';
import type { ProjectContext } from '../context.ts';
import {
  type AssetVersionPage,
  type AssetVersionView,
  assetVersionSchema,
  type ListAssetVersionsInput,
} from './asset-versions.schemas.ts';

/** An earlier file of an asset, as API responses show it. */
function toAssetVersionView({ services }: Pick<ProjectContext, 'services'>, version: AssetVersion): AssetVersionView {
  const { renditions, replacedAt } = version;
  return viewOf(assetVersionSchema, version, {
    url: renditions && `${services.settings.contentUrl}/${renditions.full.key}`,
    expires_at: new Date(replacedAt.getTime() + VERSION_RETENTION_MS).toISOString(),
  });
}

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

import { makeCursor, readCursor } from '../../api/cursor.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { listVersionsOf } from '../../media/versions.store.ts';
import type { ProjectContext } from '../context.ts';
import { toAssetVersionView } from './asset-version-view.ts';
import type { AssetVersionPage, ListAssetVersionsInput } from './asset-versions.schemas.ts';

/**
 * A page of an asset's earlier files, the one that was replaced last first.
 *
 * @throws ApiError `media.asset_not_found`, `validation_failed`
 */
export async function listAssetVersions(
  ctx: ProjectContext,
  { assetId, limit, cursor }: ListAssetVersionsInput,
): Promise<AssetVersionPage> {
  const { pool } = ctx.services.database;
  await getAssetInProject(pool, ctx.project.id, assetId);
  const filters = { list: 'asset versions', asset: assetId };
  const found = await listVersionsOf(pool, ctx.project.id, assetId, {
    limit: limit + 1,
    before: readCursor(filters, cursor),
  });
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const next = found.length > limit && last ? makeCursor(filters, last.id) : null;
  return { data: data.map((version) => toAssetVersionView(ctx, version)), next_cursor: next };
}

import { pageById } from '../../api/cursor.ts';
import { viewOf } from '../../api/view.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { loadUsers } from '../../media/uses.store.ts';
import type { ProjectContext } from '../context.ts';
import { type AssetUsagePage, assetUserSchema, type ListAssetUsageInput } from './assets.schemas.ts';

/**
 * A page of the entries that use an asset, with the places where they do.
 *
 * @throws ApiError `media.asset_not_found`, `validation_failed` for a foreign cursor
 */
export async function usageOfAsset(
  ctx: ProjectContext,
  { assetId, ...page }: Omit<ListAssetUsageInput, 'projectId'>,
): Promise<AssetUsagePage> {
  const { pool } = ctx.services.database;
  const filters = { usage: assetId, project: ctx.project.id };
  const { data, next_cursor } = await pageById(filters, page, async (after, limit) => {
    await getAssetInProject(pool, ctx.project.id, assetId);
    return loadUsers(pool, ctx.project.id, assetId, { after, limit });
  });
  return { data: data.map((user) => viewOf(assetUserSchema, user, { uses: [...user.places] })), next_cursor };
}

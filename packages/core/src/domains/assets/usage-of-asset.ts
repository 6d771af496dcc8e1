import { makeCursor, readCursor } from '../../api/cursor.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { loadUsers } from '../../media/uses.store.ts';
import type { ProjectContext } from '../context.ts';
import type { AssetUsagePage, ListAssetUsageInput } from './assets.schemas.ts';

/**
 * A page of the entries that use an asset, with the places where they do.
 *
 * @throws ApiError `media.asset_not_found`, `validation_failed` for a foreign cursor
 */
export async function usageOfAsset(
  ctx: ProjectContext,
  { assetId, limit, cursor }: ListAssetUsageInput,
): Promise<AssetUsagePage> {
  const { pool } = ctx.services.database;
  const filters = { usage: assetId, project: ctx.project.id };
  const after = readCursor(filters, cursor);
  await getAssetInProject(pool, ctx.project.id, assetId);
  const users = await loadUsers(pool, ctx.project.id, assetId, { after, limit: limit + 1 });
  const page = users.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ id, collectionKey, title, status, places }) => ({
      id,
      collection_key: collectionKey,
      title,
      status,
      uses: [...places],
    })),
    next_cursor: users.length > limit && last ? makeCursor(filters, last.id) : null,
  };
}

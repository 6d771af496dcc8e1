import { pageById } from '../../api/cursor.ts';
import { viewOf } from '../../api/view.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { originalKey } from '../../media/keys.ts';
import { loadUsers } from '../../media/uses.store.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { OriginalLink } from './uploads.schemas.ts';
import { type AssetUsagePage, assetUserSchema, type ListAssetUsageInput } from './usage.schemas.ts';

/** How long a link works, which is long enough to begin a download. */
const LINK_SECONDS = 5 * 60;

/**
 * A URL of the uploaded file with all its metadata, which expires after five minutes.
 *
 * @throws ApiError `media.asset_not_found`, `media.not_uploaded`
 */
export async function linkOriginal(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<OriginalLink> {
  const { database, storage } = ctx.services;
  const { sha256, filename } = await getAssetInProject(database.pool, ctx.project.id, assetId);
  if (sha256 === null) throw new ApiError('media.not_uploaded');
  const { url, expiresAt } = await storage.presignGet(originalKey(ctx.project.id, sha256), {
    filename,
    expiresInSeconds: LINK_SECONDS,
  });
  return { url, expires_at: expiresAt.toISOString() };
}

/**
 * A page of the entries that use an asset, with fields and locales.
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
    return loadUsers(pool, ctx.project.id, assetId, { after, limit, reads: ctx.reads });
  });
  return { data: data.map((user) => viewOf(assetUserSchema, user, { uses: [...user.places] })), next_cursor };
}

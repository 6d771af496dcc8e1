import { getAssetInProject } from '../../media/asset.store.ts';
import { originalKey } from '../../media/keys.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { OriginalLink } from './uploads.schemas.ts';

/** Long enough to begin a download. */
const LINK_SECONDS = 5 * 60;

/**
 * An address of the file as it was uploaded, with all that a camera wrote into it, which ends after minutes.
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

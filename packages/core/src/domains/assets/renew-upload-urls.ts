import { assertMay } from '../../access/authorize.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { findUpload } from '../../media/uploads.store.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { assetErrors } from './assets.names.ts';
import { toUploadView } from './upload-view.ts';
import type { UploadView } from './uploads.schemas.ts';

/**
 * New URLs for an open upload; for a large file, one for each part that hasn't arrived. For a file that
 * replaces another, they take the right to change files.
 *
 * @throws ApiError as `assertMay` does; `media.asset_not_found`, `media.upload_over`, `unavailable`
 */
export async function renewUploadUrls(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<UploadView> {
  const { database, storage, media } = ctx.services;
  const upload = await findUpload(database.pool, ctx.project.id, assetId);
  if (!upload) {
    await getAssetInProject(database.pool, ctx.project.id, assetId);
    throw new ApiError(assetErrors['media.upload_over']);
  }
  if (upload.replaces) assertMay(ctx, 'asset.write');
  return toUploadView(storage, upload, await media.uploads.arrivedParts(upload));
}

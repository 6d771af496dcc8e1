import { assetActions } from '../../media/asset.names.ts';
import { getAssetInProject, lockAssets } from '../../media/asset.store.ts';
import type { AssetRecord } from '../../media/asset.ts';
import { urlNameOf } from '../../media/keys.ts';
import { writeReplacement } from '../../media/processing/outcome.store.ts';
import { reserveBytes } from '../../media/quota.store.ts';
import { closeOpenUpload, insertUpload, type OpenUpload, UPLOAD_OPEN_MS } from '../../media/uploads.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { assetErrors } from './assets.names.ts';
import { assertSpace, noSpace } from './space.ts';
import { toUploadView } from './upload-view.ts';
import type { ReplaceAssetInput, UploadView } from './uploads.schemas.ts';

/**
 * Declares a file to replace an asset's, and returns the URL to upload it to. The asset stays as it is until the file is uploaded,
 * completed and processed. A file that was declared earlier is cancelled.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`; `media.not_uploaded` for an asset that has no file yet;
 *   `validation_failed` for another sort of file, `media.quota_exceeded`, `unavailable`
 */
export async function replaceAsset(ctx: ProjectContext, input: ReplaceAssetInput): Promise<UploadView> {
  const { database, clock, storage, media } = ctx.services;
  const { assetId, filename, mime, bytes } = input;
  assertReplaceable(await getAssetInProject(database.pool, ctx.project.id, assetId), mime);
  await assertSpace(database.pool, ctx, bytes, ['bytes']);
  const wanted = { assetId, projectId: ctx.project.id, contentType: mime, bytes };
  const uploads = await media.uploads.begin([wanted]);
  let earlier: OpenUpload | null = null;
  try {
    const [upload] = uploads;
    if (!upload) throw new Error('No upload was begun.');
    const view = await toUploadView(storage, upload);
    const now = clock.now();
    await writeSql(ctx, async (client) => {
      await lockAssets(client, ctx.project.id, [assetId]);
      assertReplaceable(await getAssetInProject(client, ctx.project.id, assetId), mime);
      earlier = await closeOpenUpload(client, ctx.project.id, assetId);
      if (!(await reserveBytes(client, ctx.project.id, bytes, media.storageLimit))) {
        throw await noSpace(client, ctx, bytes, ['bytes']);
      }
      await insertUpload(client, upload, { now, expiresAt: new Date(now.getTime() + UPLOAD_OPEN_MS) });
      const requested = { requestedAt: now.toISOString(), requestedBy: ctx.actor };
      const file = { filename, urlName: urlNameOf(filename), mime, bytes, sha256: null, error: null };
      await writeReplacement(client, assetId, { ...file, ...requested }, now);
      return {
        answer: view,
        audit: { action: assetActions['asset.replace'], targetId: assetId, data: { filename, mime, bytes } },
      };
    });
    if (earlier) await media.uploads.discard([earlier]);
    return view;
  } catch (error) {
    await media.uploads.discard(uploads.filter(({ multipartId }) => multipartId !== null));
    throw error;
  }
}

/** @throws ApiError `media.asset_trashed`, `media.not_uploaded`, `validation_failed` */
function assertReplaceable(asset: AssetRecord, mime: string): void {
  if (asset.trashedAt) throw new ApiError(assetErrors['media.asset_trashed']);
  if (asset.sha256 === null) throw new ApiError('media.not_uploaded');
  const isPicture = asset.kind === 'image' || asset.kind === 'svg';
  if (asset.kind !== null && isPicture !== mime.startsWith('image/')) {
    throw invalid(
      ['mime'],
      isPicture ? 'A picture can be replaced by a picture only.' : 'Only a picture can be replaced by a picture.',
    );
  }
}

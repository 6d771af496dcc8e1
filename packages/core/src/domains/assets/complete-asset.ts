import { assertMay } from '../../access/authorize.ts';
import { assetActions } from '../../media/asset.names.ts';
import { findDuplicateOf, getAssetInProject, lockAssets } from '../../media/asset.store.ts';
import { isProcessing } from '../../media/asset.ts';
import { changeStorageUse } from '../../media/quota.store.ts';
import { type KeptFile, markStored } from '../../media/stored-files.store.ts';
import { closeUpload, findUpload, giveFile, type OpenUpload } from '../../media/uploads.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { toAssetView } from './asset-view.ts';
import type { CompletedAsset } from './uploads.schemas.ts';

/** How often a file is received, if it's removed again before the asset gets it. */
const MAX_ATTEMPTS = 5;

/** The upload was completed or cancelled meanwhile. */
class UploadClosed extends Error {}
/** The received file was removed again before the asset got it. */
class FileRemoved extends Error {}

/**
 * Accepts the uploaded file of an asset, and schedules its processing. It may be called at any time: if the file was already
 * accepted, it only returns the asset. A file that replaces another takes the right to change files.
 *
 * @throws ApiError as `assertMay` does; `media.asset_not_found`, `media.not_uploaded`, `media.content_mismatch`, `unavailable`
 */
export async function completeAsset(ctx: ProjectContext, { assetId }: { assetId: string }): Promise<CompletedAsset> {
  const { pool } = ctx.services.database;
  const upload = await findUpload(pool, ctx.project.id, assetId);
  if (upload?.replaces) assertMay(ctx, 'asset.write');
  if (upload) await takeIn(ctx, upload);
  const asset = await getAssetInProject(pool, ctx.project.id, assetId);
  const view = toAssetView(ctx, asset);
  ctx.response.status = asset.stage === 'pending' || isProcessing(asset) ? 202 : 200;
  return { ...view, duplicate_of: await findDuplicateOf(pool, asset) };
}

async function takeIn(ctx: ProjectContext, upload: OpenUpload): Promise<void> {
  const { jobs, media } = ctx.services;
  const { uploads } = media;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      await giveTo(ctx, upload, await uploads.receive(upload));
      await uploads.discard([upload]);
      jobs.wake();
      return;
    } catch (error) {
      if (error instanceof UploadClosed || (await isOver(ctx, upload, error))) return;
      if (!(error instanceof FileRemoved)) throw error;
    }
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

/** Gives the asset its file, and counts it towards the quota, in one transaction. */
async function giveTo(ctx: ProjectContext, upload: OpenUpload, file: KeptFile): Promise<void> {
  const { assetId, projectId, bytes } = upload;
  const now = ctx.services.clock.now();
  await writeSql(ctx, async (client) => {
    await lockAssets(client, projectId, [assetId]);
    if (!(await closeUpload(client, upload))) throw new UploadClosed();
    const used = await markStored(client, file);
    if (used === null) throw new FileRemoved();
    const { filename, replaces } = await giveFile(client, upload, file.sha256, now);
    await changeStorageUse(client, projectId, { used, reserved: -bytes, assets: replaces ? 0 : 1 });
    const data = { filename, sha256: file.sha256, bytes };
    return { answer: null, audit: { action: assetActions['asset.complete'], targetId: assetId, data } };
  });
}

/** Whether a file wasn't found because its upload was completed meanwhile. */
async function isOver(ctx: ProjectContext, upload: OpenUpload, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.errorCode !== 'media.not_uploaded') return false;
  const open = await findUpload(ctx.services.database.pool, upload.projectId, upload.assetId);
  return open?.key !== upload.key;
}

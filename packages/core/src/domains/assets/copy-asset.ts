import { getAssetInProject, lockAssets } from '../../media/asset.store.ts';
import { insertCopy } from '../../media/change-assets.store.ts';
import { askForProcessing } from '../../media/processing/ask-for-processing.ts';
import { changeStorageUse } from '../../media/quota.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { applyChange } from './asset-change.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';
import { readCrop } from './change-asset.ts';
import type { CopyAssetInput } from './crop.schemas.ts';

/**
 * Makes an asset of the same file and texts, with a crop and a focal point of its own. The file is kept and counted once.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`, `media.not_uploaded`, `media.not_croppable`
 */
export async function copyAsset(
  ctx: ProjectContext,
  { assetId, crop, focal_point: focalPoint }: CopyAssetInput,
): Promise<AssetView> {
  const { project, services, actor } = ctx;
  const now = services.clock.now();
  const id = newId('asset');
  const view = await writeSql(ctx, async (client) => {
    await lockAssets(client, project.id, [assetId]);
    const original = await getAssetInProject(client, project.id, assetId);
    const { after } = applyChange(original, {
      ...(crop !== undefined && { crop: crop && readCrop(crop) }),
      ...(focalPoint !== undefined && { focalPoint }),
    });
    if (original.sha256 === null) throw new ApiError('media.not_uploaded');
    await insertCopy(client, after, id, actor, now);
    await changeStorageUse(client, project.id, { used: 0, reserved: 0, assets: 1 });
    await askForProcessing(client, project.id, [id], now);
    const audit = { action: 'asset.copy' as const, targetId: id, data: { filename: after.filename, from: assetId } };
    return { answer: toAssetView(ctx, await getAssetInProject(client, project.id, id)), audit };
  });
  services.jobs.wake();
  return view;
}

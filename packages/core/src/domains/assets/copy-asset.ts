import { assetActions } from '../../media/asset.names.ts';
import { getAssetInProject, lockAssets } from '../../media/asset.store.ts';
import { insertCopy } from '../../media/change-assets.store.ts';
import { askForProcessing } from '../../media/processing/ask-for-processing.ts';
import { changeStorageUse } from '../../media/quota.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { applyChange, assertCroppable } from './asset-change.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView } from './assets.schemas.ts';
import { readCrop } from './change-asset.ts';
import type { CopyAssetInput } from './crop.schemas.ts';
import { assertSpace } from './space.ts';

/**
 * Makes a picture of the same file and texts, with a crop and a focal point of its own. The file is kept once; what is served is made
 * and counted for each.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`, `media.not_uploaded`, `media.not_croppable`, `media.quota_exceeded`
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
    assertCroppable(original);
    // The size of its renditions isn't known yet: it's about that of the file.
    await assertSpace(client, ctx, original.bytes, ['assetId']);
    await insertCopy(client, after, id, actor, now);
    await changeStorageUse(client, project.id, { used: 0, reserved: 0, assets: 1 });
    await askForProcessing(client, project.id, [id], now);
    const audit = {
      action: assetActions['asset.copy'],
      targetId: id,
      data: { filename: after.filename, from: assetId },
    };
    return { answer: toAssetView(ctx, await getAssetInProject(client, project.id, id)), audit };
  });
  services.jobs.wake();
  return view;
}

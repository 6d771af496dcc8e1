import { getAssetInProject, lockAssets } from '../../media/asset.store.ts';
import { writeFile, writeReplacement } from '../../media/processing/outcome.store.ts';
import type { OpenUpload } from '../../media/uploads.store.ts';
import { keepVersion, takeVersion } from '../../media/versions.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { rerenderLater } from '../../publishing/rerender/changed-assets.store.ts';
import { toAssetView } from '../assets/asset-view.ts';
import type { AssetView } from '../assets/assets.schemas.ts';
import { closeOpenUpload } from '../assets/close-open-upload.ts';
import type { ProjectContext } from '../context.ts';
import type { RestoreAssetVersionInput } from './asset-versions.schemas.ts';

/**
 * Puts an earlier file of an asset back, with the focal point and the crop that it had. The file that it has now becomes
 * an earlier one, and one that was to replace it is given up. Nothing need be processed: what was made of the file is still there.
 *
 * @throws ApiError `media.asset_not_found`, `media.version_not_found`, `media.asset_trashed`
 */
export async function restoreAssetVersion(
  ctx: ProjectContext,
  { assetId, versionId }: RestoreAssetVersionInput,
): Promise<AssetView> {
  const projectId = ctx.project.id;
  const now = ctx.services.clock.now();
  let given: OpenUpload | null = null;
  const view = await writeSql(ctx, async (client) => {
    await lockAssets(client, projectId, [assetId]);
    const asset = await getAssetInProject(client, projectId, assetId);
    if (asset.trashedAt) throw new ApiError('media.asset_trashed');
    const version = await takeVersion(client, ctx.project.id, assetId, versionId);
    if (!version) throw new ApiError('media.version_not_found');
    await keepVersion(client, assetId, ctx.actor, now);
    await writeFile(client, asset, version, asset.revision + 1, now);
    // Whoever puts an earlier file back doesn't want the one that was to come.
    given = await closeOpenUpload(client, projectId, assetId);
    await writeReplacement(client, assetId, null, now);
    await rerenderLater(client, projectId, [assetId], ctx, now);
    const after = await getAssetInProject(client, projectId, assetId);
    const data = { filename: version.filename, version_id: versionId };
    return {
      answer: toAssetView(ctx, after),
      audit: { action: 'asset.restore_version', targetId: assetId, data },
    };
  });
  ctx.services.jobs.wake();
  if (given) await ctx.services.media.uploads.discard([given]);
  return view;
}

import { assetActions } from '../../media/asset.names.ts';
import { getAssetInProject, lockAssets } from '../../media/asset.store.ts';
import { writeFile, writeReplacement } from '../../media/processing/outcome.store.ts';
import { closeOpenUpload, type OpenUpload } from '../../media/uploads.store.ts';
import { keepVersion, takeVersion } from '../../media/versions.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { rerenderLater } from '../../publishing/rerender/changed-assets.store.ts';
import { toAssetView } from '../assets/asset-view.ts';
import { assetErrors } from '../assets/assets.names.ts';
import type { AssetView } from '../assets/assets.schemas.ts';
import type { ProjectContext } from '../context.ts';
import { assetVersionErrors } from './asset-versions.names.ts';
import type { RestoreAssetVersionInput } from './asset-versions.schemas.ts';

/**
 * Restores an earlier file of an asset, with its focal point and crop. The current file becomes an earlier one, and an open upload
 * of a replacement is cancelled. The renditions of the earlier file still exist, so nothing must be processed.
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
    if (asset.trashedAt) throw new ApiError(assetErrors['media.asset_trashed']);
    const version = await takeVersion(client, ctx.project.id, assetId, versionId);
    if (!version) throw new ApiError(assetVersionErrors['media.version_not_found']);
    await keepVersion(client, assetId, ctx.actor, now);
    await writeFile(client, asset, version, asset.revision + 1, now);
    // The restored file takes precedence over a running upload.
    given = await closeOpenUpload(client, projectId, assetId);
    await writeReplacement(client, assetId, null, now);
    await rerenderLater(client, projectId, [assetId], ctx, now);
    const after = await getAssetInProject(client, projectId, assetId);
    const data = { filename: version.filename, version_id: versionId };
    return {
      answer: toAssetView(ctx, after),
      audit: { action: assetActions['asset.restore_version'], targetId: assetId, data },
    };
  });
  ctx.services.jobs.wake();
  if (given) await ctx.services.media.uploads.discard([given]);
  return view;
}

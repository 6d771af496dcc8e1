import { viewOf } from '../../api/view.ts';
import { VERSION_RETENTION_MS } from '../../media/asset.ts';
import type { AssetVersion } from '../../media/versions.store.ts';
import type { ProjectContext } from '../context.ts';
import { type AssetVersionView, assetVersionSchema } from './asset-versions.schemas.ts';

/** An earlier file of an asset, as API responses show it. */
export function toAssetVersionView(
  { services }: Pick<ProjectContext, 'services'>,
  version: AssetVersion,
): AssetVersionView {
  const { renditions, replacedAt } = version;
  return viewOf(assetVersionSchema, version, {
    url: renditions && `${services.settings.contentUrl}/${renditions.full.key}`,
    expires_at: new Date(replacedAt.getTime() + VERSION_RETENTION_MS).toISOString(),
  });
}

import { VERSION_RETENTION_MS } from '../../media/asset.ts';
import type { AssetVersion } from '../../media/versions.store.ts';
import type { ProjectContext } from '../context.ts';
import type { AssetVersionView } from './asset-versions.schemas.ts';

/** An earlier file of an asset as the wire shows it. */
export function toAssetVersionView(
  { services }: Pick<ProjectContext, 'services'>,
  version: AssetVersion,
): AssetVersionView {
  const { renditions, replacedAt } = version;
  return {
    id: version.id,
    filename: version.filename,
    kind: version.kind,
    mime: version.mime,
    bytes: version.bytes,
    sha256: version.sha256,
    width: version.width,
    height: version.height,
    duration: version.duration,
    pages: version.pages,
    focal_point: version.focalPoint,
    crop: version.crop,
    url: renditions && `${services.settings.contentUrl}/${renditions.full.key}`,
    replaced_at: replacedAt.toISOString(),
    replaced_by: version.replacedBy,
    expires_at: new Date(replacedAt.getTime() + VERSION_RETENTION_MS).toISOString(),
  };
}

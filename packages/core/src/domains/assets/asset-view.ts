import { type AssetRecord, isProcessing, type Replacement, type StoredRendition } from '../../media/asset.ts';
import type { ProjectContext } from '../context.ts';
import type { AssetView } from './assets.schemas.ts';

/** An asset as the wire shows it. */
export function toAssetView({ services }: Pick<ProjectContext, 'services'>, asset: AssetRecord): AssetView {
  const urlOf = ({ key }: StoredRendition): string => `${services.settings.contentUrl}/${key}`;
  const { renditions } = asset;
  return {
    id: asset.id,
    status: asset.trashedAt ? 'trashed' : asset.stage,
    error: asset.error,
    filename: asset.filename,
    kind: asset.kind,
    mime: asset.mime,
    bytes: asset.bytes,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    duration: asset.duration,
    pages: asset.pages,
    alt_text: { ...asset.altText },
    decorative: asset.decorative,
    focal_point: asset.focalPoint,
    crop: asset.crop,
    placeholder: asset.placeholder,
    dominant_color: asset.dominantColor,
    url: renditions ? urlOf(renditions.full) : null,
    variants: (renditions?.variants ?? []).map((variant) => ({
      name: variant.name,
      url: urlOf(variant),
      width: variant.width,
      height: variant.height,
      mime: variant.mime,
      bytes: variant.bytes,
      ratio: variant.ratio,
      animated: variant.animated,
    })),
    processing: isProcessing(asset),
    replacement: asset.replacement && toReplacementView(asset.replacement),
    folder_id: asset.folderId,
    usage_count: asset.usageCount,
    created_at: asset.createdAt.toISOString(),
    created_by: asset.createdBy,
    updated_at: asset.updatedAt.toISOString(),
    trashed_at: asset.trashedAt?.toISOString() ?? null,
  };
}

function toReplacementView({ filename, mime, bytes, sha256, error }: Replacement): AssetView['replacement'] {
  return { filename, mime, bytes, status: error ? 'failed' : sha256 === null ? 'pending' : 'processing', error };
}

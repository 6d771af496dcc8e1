import { viewOf } from '../../api/view.ts';
import { type AssetRecord, isProcessing, type Replacement, type StoredRendition } from '../../media/asset.ts';
import type { ProjectContext } from '../context.ts';
import { type AssetView, assetSchema, variantSchema } from './assets.schemas.ts';

/** An asset as API responses show it. */
export function toAssetView({ services }: Pick<ProjectContext, 'services'>, asset: AssetRecord): AssetView {
  const urlOf = ({ key }: StoredRendition): string => `${services.settings.contentUrl}/${key}`;
  const { renditions } = asset;
  return viewOf(assetSchema, asset, {
    status: asset.trashedAt ? 'trashed' : asset.stage,
    alt_text: { ...asset.altText },
    caption: { ...asset.caption },
    tags: [...asset.tags],
    url: renditions ? urlOf(renditions.full) : null,
    variants: (renditions?.variants ?? []).map((variant) => viewOf(variantSchema, variant, { url: urlOf(variant) })),
    processing: isProcessing(asset),
    replacement: asset.replacement && toReplacementView(asset.replacement),
  });
}

function toReplacementView({ filename, mime, bytes, sha256, error }: Replacement): AssetView['replacement'] {
  return { filename, mime, bytes, status: error ? 'failed' : sha256 === null ? 'pending' : 'processing', error };
}

import { media as t } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import type { Asset } from './upload/upload-types.ts';

/** Size and kind of an asset in a line: "4000 × 3000 · 4.8 MB · image/jpeg". */
export function AssetFacts({ asset }: { readonly asset: Asset }) {
  const { number, bytes } = formats;
  const facts = [
    asset.width && asset.height && t.size({ width: number(asset.width), height: number(asset.height) }),
    bytes(asset.bytes),
    asset.mime,
  ];
  return <span className="text-xs text-muted">{facts.filter(Boolean).join(' · ')}</span>;
}

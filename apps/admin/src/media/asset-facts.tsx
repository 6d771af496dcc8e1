import { Fragment } from 'react';
import { media as t } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { Said } from '@/ui/said.tsx';
import type { Asset } from './upload/upload-types.ts';

/** Size and kind of an asset in a line: "4000 × 3000 · 4.8 MB · image/jpeg". */
export function AssetFacts({ asset }: { readonly asset: Asset }) {
  const { number, bytes } = formats;
  const facts = [
    asset.width && asset.height && t.size({ width: number(asset.width), height: number(asset.height) }),
    bytes(asset.bytes),
    asset.mime,
  ];
  return (
    <span className="text-xs text-muted">
      <Said>
        {facts
          .filter((fact) => typeof fact === 'string')
          .map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              <bdi>{fact}</bdi>
            </Fragment>
          ))}
      </Said>
    </span>
  );
}

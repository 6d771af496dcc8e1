import { ExternalLink } from 'lucide-react';
import { library as t } from '#messages/library';
import { LinkButton } from '@/ui/link-button.tsx';
import { AssetThumb } from '../asset-thumb.tsx';
import type { Asset } from '../upload/upload-types.ts';

/** A file as the browser shows it: a picture, a player, or a link. */
export function AssetPreview({ asset }: { readonly asset: Asset }) {
  const { kind, url, width, height } = asset;
  if (kind === 'video' && url) {
    // biome-ignore lint/a11y/useMediaCaption: it's a file as it was uploaded; subtitles aren't known
    return <video controls preload="metadata" src={url} className="max-h-96 w-full rounded-lg bg-black" />;
  }
  if (kind === 'audio' && url) {
    // biome-ignore lint/a11y/useMediaCaption: as above
    return <audio controls preload="metadata" src={url} className="w-full" />;
  }
  const isPicture = kind === 'image' || kind === 'svg';
  const ratio = isPicture && width && height ? width / height : null;
  return (
    <div className="flex flex-col gap-2">
      <div
        className="mx-auto flex max-h-96 max-w-full justify-center overflow-hidden rounded-lg border bg-sunken"
        style={ratio ? { aspectRatio: ratio, width: `${24 * ratio}rem` } : { width: '100%' }}
      >
        <AssetThumb asset={asset} width={640} whole className={isPicture ? 'size-full' : 'h-32 w-full'} />
      </div>
      {!isPicture && url && (
        <>
          {kind !== 'pdf' && <p className="text-sm text-muted">{t.noPreview}</p>}
          <LinkButton icon={ExternalLink} label={t.openFile} href={url} isExternal className="self-start max-sm:h-11" />
        </>
      )}
    </div>
  );
}

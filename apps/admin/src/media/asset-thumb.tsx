import { CircleAlert, File, FileAudio, FileText, FileVideo, Image, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { media as t } from '#messages/media';
import { cn } from '@/ui/cn.ts';
import { type PictureSource, pictureUrl, placeholderUrl } from './picture-of.ts';
import type { Asset } from './upload/upload-types.ts';

const ICONS: Readonly<Record<NonNullable<Asset['kind']>, LucideIcon>> = {
  image: Image,
  svg: Image,
  pdf: FileText,
  audio: FileAudio,
  video: FileVideo,
  file: File,
};

export interface AssetThumbProps {
  readonly asset: PictureSource & Pick<Asset, 'status' | 'processing'>;
  /** How wide it's drawn at most, in CSS pixels. */
  readonly width?: number;
  /** Shows the whole picture, not a square of it. */
  readonly whole?: boolean;
  /** Focal point of a square, as shares of the picture's width and height; the middle by default. */
  readonly focus?: { readonly x: number; readonly y: number } | null | undefined;
  /** Width by height; by default as its class has it. */
  readonly ratio?: number | null;
  readonly className?: string;
}

/** An asset, small: the picture, with its placeholder until it's loaded, or a sign for its kind of file. Says nothing to screen readers. */
export function AssetThumb({ asset, width = 160, whole = false, focus, ratio, className }: AssetThumbProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const url = pictureUrl(asset, width * 2);
  // Beside a whole picture, and through one that is transparent, it would still be seen.
  const placeholder = url === null || url !== loaded ? placeholderUrl(asset.placeholder) : null;
  const isFailed = asset.status === 'failed';
  const Icon = isFailed ? CircleAlert : ICONS[asset.kind ?? 'file'];
  return (
    <span
      className={cn(
        'relative flex items-center justify-center overflow-hidden bg-sunken bg-center bg-no-repeat text-muted',
        className,
      )}
      style={{
        ...(ratio && { aspectRatio: ratio }),
        ...(placeholder && { backgroundImage: `url(${placeholder})`, backgroundSize: whole ? 'contain' : '100% 100%' }),
      }}
    >
      {url && url !== broken ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(url)}
          onLoad={() => setLoaded(url)}
          className={cn('size-full', whole ? 'object-contain' : 'object-cover')}
          style={focus ? { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` } : undefined}
        />
      ) : (
        <Icon className={cn('size-6', isFailed && 'text-danger')} strokeWidth={1.5} aria-hidden />
      )}
      {asset.processing && (
        <span
          title={t.stages.processing}
          className="absolute end-1 bottom-1 rounded-full bg-surface/90 p-1 text-foreground shadow-xs"
        >
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
        </span>
      )}
    </span>
  );
}

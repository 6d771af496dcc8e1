import { sizesOf } from '../images/choose-variant.ts';
import { type PictureOptions, pictureSize } from '../images/picture-size.ts';
import type { PublishedAsset } from '../index.ts';
import { carrying } from './shown-asset.ts';

/** What Astro's `<Image>` and `<Picture>` take. */
export interface ImageProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** The widths that it exists in; missing when it has but one, such as a drawing. */
  readonly widths?: number[];
  readonly sizes?: string;
}

/**
 * Properties for `<Image>` and `<Picture>` of astro:assets: `<Image {...imageProps(post.data.hero)} />`. With the image service of
 * `steleImages()` they show the picture's own variants.
 *
 * @throws Error when the asset has no size, because it's no picture
 */
export function imageProps(
  asset: PublishedAsset,
  { ratio, width: wanted }: Omit<PictureOptions, 'format'> = {},
): ImageProps {
  const { width, height } = pictureSize(asset, { ratio, width: wanted });
  const widths = sizesOf(asset.variants, { ratio }).map((size) => size.width);
  const responsive = widths.length > 0 ? { widths, sizes: `(min-width: ${width}px) ${width}px, 100vw` } : {};
  return carrying({ src: asset.url, width, height, alt: asset.alt ?? '', ...responsive }, { asset, ratio });
}

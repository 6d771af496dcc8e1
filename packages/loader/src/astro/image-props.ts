import type { ImageMetadata } from 'astro';
import { sizesOf } from '../images/choose-variant.ts';
import { type PictureOptions, pictureSpace, spaceFor } from '../images/picture-size.ts';
import type { PublishedAsset } from '../index.ts';
import { carrying } from './shown-asset.ts';

/** Properties of a picture of Stele for Astro's `<Image>` and `<Picture>`. */
export interface ImageProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** The widths that it exists in; missing when it has but one, such as a drawing. */
  readonly widths?: number[];
  readonly sizes?: string;
}

/** The same for a picture in the website's own folders. */
export interface OwnImageProps {
  readonly src: ImageMetadata;
  readonly width: number;
  readonly height: number;
  readonly alt: '';
}

type ShownAs = Omit<PictureOptions, 'format'>;

/**
 * Properties for `<Image>` and `<Picture>` of astro:assets: `<Image {...imageProps(post.data.hero)} />`. With the image service of
 * `steleImages()` they show the picture's own variants. A picture that the website imports from its own folders is taken too, without
 * an alternative text, so that a component can show both.
 *
 * @throws Error when the asset has no size, because it's no picture, or there's `height` without `width`
 */
export function imageProps(picture: PublishedAsset, options?: ShownAs): ImageProps;
export function imageProps(picture: ImageMetadata, options?: ShownAs): OwnImageProps;
export function imageProps(picture: PublishedAsset | ImageMetadata, options?: ShownAs): ImageProps | OwnImageProps;
export function imageProps(
  picture: PublishedAsset | ImageMetadata,
  { ratio, width: wanted, height: wantedHeight }: ShownAs = {},
): ImageProps | OwnImageProps {
  const wantedSpace = { width: wanted, height: wantedHeight };
  if (!('variants' in picture)) return { src: picture, ...spaceFor(picture, wantedSpace), alt: '' };
  const { width, height, sizes, crop } = pictureSpace(picture, { ratio, ...wantedSpace });
  const widths = sizesOf(picture.variants, { ratio }).map((size) => size.width);
  const responsive = widths.length > 0 ? { widths, sizes } : {};
  const props = { src: picture.url, width, height, alt: picture.alt ?? '', ...responsive };
  return carrying(props, { asset: picture, ratio, ownHeight: crop || wantedHeight ? undefined : height });
}

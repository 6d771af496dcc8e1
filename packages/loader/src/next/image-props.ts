import { type Crop, type PictureOptions, pictureSpace } from '../images/picture-size.ts';
import { placeholderUrl } from '../images/placeholder-url.ts';
import type { PublishedAsset } from '../index.ts';
import { addressWithSizes } from './picture-address.ts';

/** Properties for `<Image>` of next/image. */
export interface ImageProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly sizes: string;
  readonly placeholder: `data:image/${string}` | 'empty';
  /** There when the picture fills a space of another shape. */
  readonly style?: Crop;
}

/**
 * Properties for `<Image>` of next/image: `<Image {...imageProps(post.values.hero)} />`. They're for the `loader` of this package.
 *
 * @throws Error when the asset has no size, because it's no picture, or there's `height` without `width`
 */
export function imageProps(asset: PublishedAsset, options: PictureOptions = {}): ImageProps {
  const { width, height, sizes, crop } = pictureSpace(asset, options);
  const { ratio, format } = options;
  const placeholder = placeholderUrl(asset) as `data:image/${string}` | null;
  return {
    src: addressWithSizes(asset, { ratio, format }),
    width,
    height,
    alt: asset.alt ?? '',
    sizes,
    placeholder: placeholder ?? 'empty',
    ...(crop && { style: crop }),
  };
}

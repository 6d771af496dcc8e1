import type { PublishedAsset } from '@stele/schema';
import { sizesOf, type VariantFilter } from './choose-variant.ts';

/** How a picture is to be shown. */
export interface PictureOptions extends VariantFilter {
  /** How wide it's shown at most, in CSS pixels. Unless given, as wide as it is. */
  readonly width?: number | undefined;
}

/** Width and height in CSS pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The space that a picture takes. It's known before the picture is loaded, so that nothing moves then.
 *
 * @throws Error when the asset has no size, because it's no picture
 */
export function pictureSize(asset: PublishedAsset, { ratio, format, width: wanted }: PictureOptions): PictureSize {
  const { width, height } = sizesOf(asset.variants, { ratio, format }).findLast((size) => size.ratio !== null) ?? asset;
  if (width === null || height === null) {
    throw new Error(`Asset ${asset.id} isn't a picture: it has neither width nor height.`);
  }
  return reduced({ width, height }, wanted);
}

/** A size that is no wider than wanted, of the same shape. */
export function reduced({ width, height }: PictureSize, wanted: number | undefined): PictureSize {
  if (wanted === undefined || wanted >= width) return { width, height };
  return { width: wanted, height: Math.max(1, Math.round((height * wanted) / width)) };
}

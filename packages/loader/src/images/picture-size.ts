import type { PublishedAsset } from '@stele/schema';
import { sizesOf, type VariantFilter } from './choose-variant.ts';

/** How a picture is to be shown. */
export interface PictureOptions extends VariantFilter {
  /** How wide it's shown at most, in CSS pixels. Unless given, as wide as it is. */
  readonly width?: number | undefined;
  /** How high, with `width`: the picture fills that space, and is cut around its focal point where it doesn't fit. */
  readonly height?: number | undefined;
}

/** Width and height in CSS pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How a picture fills a space of another shape, as CSS. */
export interface Crop {
  readonly aspectRatio: string;
  readonly objectFit: 'cover';
  readonly objectPosition: string;
}

/** The space that a picture takes, and how it fills it. */
interface PictureSpace extends PictureSize {
  /** For the attribute `sizes`. */
  readonly sizes: string;
  /** Undefined where the space has the picture's shape. */
  readonly crop: Crop | undefined;
}

/**
 * The space that a picture takes. It's known before the picture is loaded, so that nothing moves then.
 *
 * @throws Error when the asset has no size, because it's no picture, or of the options there's `height` without `width`
 */
export function pictureSpace(asset: PublishedAsset, options: PictureOptions): PictureSpace {
  const shape = shapeOf(asset, options);
  if (!shape) throw new Error(`Asset ${asset.id} isn't a picture: it has neither width nor height.`);
  const space = spaceFor(shape === asset && asset.variants.length > 0 ? cutTo(shape, options.ratio) : shape, options);
  return { ...space, sizes: sizesFor(space, shape), crop: cropFor(space, asset, options) };
}

/** The space for a picture of some size: as the options give it, or no wider than they say, in the picture's own shape. */
export function spaceFor(
  { width, height }: PictureSize,
  options: Pick<PictureOptions, 'width' | 'height'>,
): PictureSize {
  const { width: wanted, height: wantedHeight } = options;
  if (wantedHeight !== undefined) {
    if (wanted === undefined) throw new Error('A picture with the option height needs the option width too.');
    return { width: wanted, height: wantedHeight };
  }
  if (wanted === undefined || wanted >= width) return { width, height };
  return { width: wanted, height: Math.max(1, Math.round((height * wanted) / width)) };
}

/** How a picture fills a space; undefined where that has its shape. */
export function cropFor(space: PictureSize, asset: PublishedAsset, filter: VariantFilter): Crop | undefined {
  const shape = shapeOf(asset, filter);
  if (!shape || Math.abs((shape.height * space.width) / shape.width - space.height) <= 1) return undefined;
  // Variants of a ratio have been cut around it already.
  const { x, y } = (shape === asset && asset.focal_point) || { x: 0.5, y: 0.5 };
  const percent = (fraction: number): string => `${Math.round(fraction * 100)}%`;
  return {
    aspectRatio: `${space.width} / ${space.height}`,
    objectFit: 'cover',
    objectPosition: `${percent(x)} ${percent(y)}`,
  };
}

/** The part of a picture in a ratio that no variant is cut to, as when its use has its own focal point: CSS cuts off the rest. */
function cutTo({ width, height }: PictureSize, ratio = ''): PictureSize {
  const [, across, down] = /^([1-9]\d*):([1-9]\d*)$/.exec(ratio) ?? [];
  if (!across || !down) return { width, height };
  const wanted = Number(across) / Number(down);
  return { width: Math.min(width, Math.round(height * wanted)), height: Math.min(height, Math.round(width / wanted)) };
}

/** The size of which the files to be shown are reductions; null for an asset that is no picture. */
function shapeOf(asset: PublishedAsset, filter: VariantFilter): PictureSize | null {
  const cut = sizesOf(asset.variants, filter).findLast((size) => size.ratio !== null);
  const { width, height } = cut ?? asset;
  if (width === null || height === null) return null;
  return cut ?? (asset as PublishedAsset & PictureSize);
}

/** The width of a picture: that of the space, or more where the picture is cut off at its sides. */
function sizesFor(space: PictureSize, shape: PictureSize): string {
  const excess = Math.max(1, Math.round((100 * space.height * shape.width) / (shape.height * space.width)) / 100);
  return `(min-width: ${space.width}px) ${Math.round(space.width * excess)}px, ${Math.round(100 * excess)}vw`;
}

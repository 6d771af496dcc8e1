import type { PublishedAsset } from '@stele/schema';

/** A file of a picture in one size. */
export type Variant = PublishedAsset['variants'][number];

/** Which of a picture's files may be shown. */
export interface VariantFilter {
  /** A ratio that variants are cut to, such as `16:9`. Unless given, the picture's own shape. */
  readonly ratio?: string | undefined;
  /** `webp` or `avif`; the best that there is by default: WebP, which every browser shows. */
  readonly format?: string | undefined;
}

const EVERYWHERE = 'webp';

/**
 * The sizes that a picture exists in, smallest first: of one shape and format, and moving if the picture does. Where there's none
 * in the wanted ratio or format, sizes of its own shape, or in WebP. Empty for an asset without variants, such as a drawing.
 */
export function sizesOf<Size extends Pick<Variant, 'width' | 'mime' | 'ratio' | 'animated'>>(
  variants: readonly Size[],
  { ratio, format = EVERYWHERE }: VariantFilter = {},
): Size[] {
  const shaped = anyOf(
    variants.filter((variant) => ratio !== undefined && variant.ratio === ratio),
    variants.filter((variant) => variant.ratio === null),
  );
  const moving = anyOf(
    shaped.filter(({ animated }) => animated),
    shaped,
  );
  const inFormat = (wanted: string): Size[] => moving.filter(({ mime }) => mime === `image/${wanted}`);
  return anyOf(inFormat(format), inFormat(EVERYWHERE), moving).sort((a, b) => a.width - b.width);
}

/** The smallest size that is at least as wide, or else the widest. @param sizes smallest first */
export function fitting<Size extends { readonly width: number }>(
  sizes: readonly Size[],
  width: number,
): Size | undefined {
  return sizes.find((size) => size.width >= width) ?? sizes.at(-1);
}

/** The first list that isn't empty. */
function anyOf<Item>(...lists: readonly (readonly Item[])[]): Item[] {
  return [...(lists.find(({ length }) => length > 0) ?? [])];
}

import type { PublishedAsset } from '@stele/schema';
import { sizesOf } from './choose-variant.ts';
import { isAsset } from './is-asset.ts';
import { pictureSpace } from './picture-size.ts';
import { placeholderUrl } from './placeholder-url.ts';

/** How pictures in a text are shown. */
export interface TextPictureOptions {
  /** How wide the text is at most, in CSS pixels. Unless given, each picture is taken to be shown as wide as it is. */
  readonly width?: number | undefined;
  /** The attribute `sizes` of each, in place of the one that follows from `width`. */
  readonly sizes?: string | undefined;
  /** `webp`, which every browser shows, by default; or `avif`. */
  readonly format?: 'webp' | 'avif' | undefined;
  /** How many of them, from the beginning of the text, load at once and not only when they come into view; none by default. */
  readonly eager?: number | undefined;
}

/** Attributes of HTML, by their names. */
type Attributes = Readonly<Record<string, string>>;

/**
 * Describes the pictures that a text of an entry shows, which was made of its Markdown or rich text, in the order of the text.
 *
 * @returns gives the attributes that the picture at an address still lacks: none for pictures that aren't Stele's
 */
export function textPictures(
  values: object,
  options: TextPictureOptions = {},
): (src: string, has: (attribute: string) => boolean) => Attributes {
  const { width, format, eager = 0 } = options;
  const known = assetsByUrl(values);
  let met = 0;
  return (src, has) => {
    const asset = known.get(src);
    if (!asset) return {};
    met += 1;
    const space = asset.width === null || asset.height === null ? null : pictureSpace(asset, { width, format });
    const srcset = sizesOf(asset.variants, { format }).map((size) => `${size.url} ${size.width}w`);
    const placeholder = placeholderUrl(asset);
    return {
      ...(space && !has('width') && !has('height') && { width: String(space.width), height: String(space.height) }),
      ...(srcset.length > 0 &&
        !has('srcset') && { srcset: srcset.join(', '), sizes: options.sizes ?? space?.sizes ?? '100vw' }),
      ...(placeholder && !has('style') && { style: `background: url(${placeholder}) center / cover no-repeat` }),
      ...(!has('loading') && { loading: met > eager ? 'lazy' : 'eager' }),
      ...(!has('decoding') && { decoding: 'async' }),
    };
  };
}

/** The assets in values, by all addresses that they have. Assets of Markdown are listed in `_pictures`. */
function assetsByUrl(values: unknown, found = new Map<string, PublishedAsset>()): ReadonlyMap<string, PublishedAsset> {
  if (typeof values !== 'object' || values === null) return found;
  if (isAsset(values)) for (const { url } of [values, ...values.variants]) found.set(url, values);
  else for (const value of Object.values(values)) assetsByUrl(value, found);
  return found;
}

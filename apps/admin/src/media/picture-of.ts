import { thumbHashToDataURL } from 'thumbhash';
import type { Asset } from './upload/upload-types.ts';

/** Fields of an asset that are needed to show it small. */
export type PictureSource = Pick<Asset, 'kind' | 'url' | 'variants' | 'placeholder'>;

/**
 * Address of a picture in its own shape that is at least so many pixels wide, or the largest that there is.
 *
 * @returns null when nothing of it can be shown
 */
export function pictureUrl({ kind, url, variants }: PictureSource, width: number): string | null {
  if (kind !== 'image' && kind !== 'svg') return null;
  const fitting = variants
    .filter((one) => one.ratio === null && one.width !== null && one.mime === 'image/webp')
    .sort((a, b) => (a.width ?? 0) - (b.width ?? 0));
  return (fitting.find((one) => (one.width ?? 0) >= width) ?? fitting.at(-1))?.url ?? url;
}

const drawn = new Map<string, string>();
const MOST_DRAWN = 2_000;

/** A placeholder as an image's address; null for none that can be read. */
export function placeholderUrl(placeholder: string | null): string | null {
  if (!placeholder) return null;
  const known = drawn.get(placeholder);
  if (known) return known;
  try {
    const url = thumbHashToDataURL(Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0)));
    if (drawn.size >= MOST_DRAWN) drawn.clear();
    drawn.set(placeholder, url);
    return url;
  } catch {
    return null;
  }
}

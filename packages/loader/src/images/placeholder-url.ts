import type { PublishedAsset } from '@stele/schema';
import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash';

/** Greatest width and height in pixels: a ThumbHash holds hardly more, and pages carry a placeholder for each picture. */
const MOST_PIXELS = 10;

/**
 * A blurred picture to show until the real one is there, as a `data:` URL of a PNG of a few pixels. Null where there's none, and for
 * pictures that can be seen through, since it would stay in sight behind them.
 */
export function placeholderUrl({ placeholder }: Pick<PublishedAsset, 'placeholder'>): string | null {
  if (placeholder === null) return null;
  const hash = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));
  if (hash.length < 5 || isTransparent(hash)) return null;
  const { w, h, rgba } = shrunk(thumbHashToRGBA(hash));
  return rgbaToDataURL(w, h, rgba);
}

/** The highest bit of a ThumbHash's first 24, lowest byte first, says so. */
function isTransparent(hash: Uint8Array): boolean {
  return ((hash[2] ?? 0) & 0x80) !== 0;
}

interface Pixels {
  readonly w: number;
  readonly h: number;
  readonly rgba: Uint8Array;
}

/** The same picture with fewer pixels, each from the middle of those that it replaces: neighbours hardly differ. */
function shrunk({ w, h, rgba }: Pixels): Pixels {
  const scale = Math.min(1, MOST_PIXELS / Math.max(w, h));
  const width = Math.max(1, Math.round(w * scale));
  const height = Math.max(1, Math.round(h * scale));
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = Math.floor(((y + 0.5) * h) / height) * w + Math.floor(((x + 0.5) * w) / width);
      pixels.set(rgba.subarray(from * 4, from * 4 + 4), (y * width + x) * 4);
    }
  }
  return { w: width, h: height, rgba: pixels };
}

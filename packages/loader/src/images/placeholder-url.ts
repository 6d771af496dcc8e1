import type { PublishedAsset } from '@stele/schema';
import { thumbHashToDataURL } from 'thumbhash';

/**
 * A blurred picture to show until the real one is there, as a `data:` URL of a PNG at most 32 pixels wide and high. Null where there's
 * none, and for pictures that can be seen through, since it would stay in sight behind them.
 */
export function placeholderUrl({ placeholder }: Pick<PublishedAsset, 'placeholder'>): string | null {
  if (placeholder === null) return null;
  const hash = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));
  return hash.length < 5 || isTransparent(hash) ? null : thumbHashToDataURL(hash);
}

/** The highest bit of a ThumbHash's first 24, lowest byte first, says so. */
function isTransparent(hash: Uint8Array): boolean {
  return ((hash[2] ?? 0) & 0x80) !== 0;
}

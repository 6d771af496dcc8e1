import type { Sharp } from 'sharp';
import { MAX_PIXELS_OF_ALL_FRAMES } from '../../failures.ts';
import type { Picture } from './read-picture.ts';
import type { Region } from './regions.ts';
import { type Pixels, sharp, UNTRUSTED } from './sharp.ts';

/**
 * Variants of wider pictures are made from a copy of this width, twice as wide as the widest variant. They look the same, and need
 * less memory.
 */
const WIDEST_COPY = 5120;

/** A pipeline for a part of a picture, upright, in sRGB and without metadata; of an animated picture, the first frame. */
export function openStill({ file, frames, size }: Picture, region: Region): Sharp {
  const pipeline = sharp(file, UNTRUSTED);
  return cut(frames > 1 ? pipeline : pipeline.autoOrient(), size, region);
}

/** The same as `openStill`, but with all frames. */
export function openMoving({ file, size }: Picture, region: Region): Sharp {
  const limitInputPixels = MAX_PIXELS_OF_ALL_FRAMES;
  return cut(sharp(file, { ...UNTRUSTED, animated: true, limitInputPixels }), size, region);
}

/** Decodes a part of a picture. */
export async function decodeStill(picture: Picture, region: Region): Promise<Pixels> {
  const pipeline = openStill(picture, region);
  if (region.width > WIDEST_COPY) pipeline.resize(WIDEST_COPY);
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 };
}

function cut(pipeline: Sharp, size: Picture['size'], region: Region): Sharp {
  const whole = region.width === size.width && region.height === size.height;
  return whole ? pipeline : pipeline.extract(region);
}

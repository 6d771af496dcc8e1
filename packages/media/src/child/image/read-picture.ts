import type { Metadata } from 'sharp';
import { fail, MAX_FRAMES, MAX_PIXELS, MAX_PIXELS_OF_ALL_FRAMES } from '../../failures.ts';
import { isMemoryFault } from '../faults.ts';
import type { Size } from './regions.ts';
import { sharp, UNTRUSTED } from './sharp.ts';

/** Formats that can be animated. The pages of a TIFF and the further pictures of an AVIF aren't animation. */
const MOVING = ['gif', 'webp'];

/** The data of a picture's header. */
export interface Picture {
  readonly file: string;
  /** Sharp's name of its format. */
  readonly format: string;
  /** Size of one frame, upright. */
  readonly size: Size;
  readonly frames: number;
  /** Duration of one loop in seconds; null for stills. */
  readonly duration: number | null;
  readonly hasAlpha: boolean;
  /** Whether its pixels are indexes into a palette. */
  readonly palette: boolean;
  /** Whether colours are stored at full resolution, or at half that of brightness. */
  readonly chromaSubsampling: '4:4:4' | '4:2:0';
}

/**
 * Reads a picture's header.
 *
 * @throws FileFailure when it can't be read, or the picture is too large
 */
export async function readPicture(file: string): Promise<Picture> {
  const header = await readHeader(file);
  const { format, width, height, pageHeight = height, pages = 1, autoOrient } = header;
  const frames = MOVING.includes(format) ? pages : 1;
  if (frames > MAX_FRAMES) fail('too_many_frames', { frames });
  const pixels = width * pageHeight;
  if (pixels > MAX_PIXELS) fail('too_many_pixels', { width, height: pageHeight });
  if (pixels * frames > MAX_PIXELS_OF_ALL_FRAMES) fail('too_many_pixels', { width, height: pageHeight, frames });
  const moves = frames > 1;
  return {
    file,
    format,
    // Only stills are rotated.
    size: moves ? { width, height: pageHeight } : autoOrient,
    frames,
    duration: moves ? (header.delay ?? []).reduce((total, delay) => total + delay, 0) / 1000 : null,
    hasAlpha: header.hasAlpha,
    palette: header.isPalette,
    chromaSubsampling: header.chromaSubsampling?.startsWith('4:2:0') ? '4:2:0' : '4:4:4',
  };
}

async function readHeader(file: string): Promise<Metadata> {
  try {
    return await sharp(file, { ...UNTRUSTED, limitInputPixels: false }).metadata();
  } catch (error) {
    if (isMemoryFault(error)) fail('too_much_memory');
    return fail('not_decodable', { what: 'picture' });
  }
}

import type { Metadata } from 'sharp';
import { fail, MAX_FRAMES, MAX_PIXELS, MAX_PIXELS_OF_ALL_FRAMES } from '../../failures.ts';
import { isMemoryFault } from '../faults.ts';
import type { Size } from './regions.ts';
import { sharp, UNTRUSTED } from './sharp.ts';

/** Formats that may move. A TIFF's pages and an AVIF's further pictures don't. */
const MOVING = ['gif', 'webp'];

/** What a picture's header says. */
export interface Picture {
  readonly file: string;
  /** What sharp calls its format. */
  readonly format: string;
  /** Of one frame, upright. */
  readonly size: Size;
  readonly frames: number;
  /** Duration of one loop in seconds; null for stills. */
  readonly duration: number | null;
  readonly hasAlpha: boolean;
  /** Whether its pixels are indexes into a palette. */
  readonly palette: boolean;
  /** Whether colours are stored at the full size, or smaller than brightness is. */
  readonly chromaSubsampling: '4:4:4' | '4:2:0';
}

/**
 * Reads a picture's header.
 *
 * @throws FileFailure when it has none that can be read, or is too large
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
    // Only stills are turned.
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

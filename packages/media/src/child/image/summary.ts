import type { OutputInfo, Sharp, Stats } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ProcessedMedia } from '../../processed-media.ts';
import { sharp } from './sharp.ts';

type Rgb = Stats['dominant'];

/** The largest side that ThumbHash accepts. */
const LARGEST_SIDE = 100;

/** Placeholder and main colour of a picture. @param picture a pipeline for a still */
export async function summarize(picture: Sharp): Promise<Pick<ProcessedMedia, 'placeholder' | 'dominantColor'>> {
  const { data, info } = await picture
    .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    placeholder: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
    dominantColor: toHex(await dominantColor(onWhite(data), info)),
  };
}

async function dominantColor(rgb: Buffer, { width, height }: OutputInfo): Promise<Rgb> {
  const { dominant } = await sharp(rgb, { raw: { width, height, channels: 3 } }).stats();
  return dominant;
}

/** Puts a picture with transparency on white. */
function onWhite(rgba: Buffer): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let pixel = 0; pixel < rgba.length / 4; pixel++) {
    const alpha = (rgba[pixel * 4 + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      rgb[pixel * 3 + channel] = Math.round((rgba[pixel * 4 + channel] ?? 0) * alpha + 255 * (1 - alpha));
    }
  }
  return rgb;
}

function toHex({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

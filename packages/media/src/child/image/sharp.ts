import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { MAX_PIXELS } from '../../failures.ts';

// Only readers of accepted formats: each further one is code that untrusted files could attack.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvg',
  ],
});
// Nothing is read twice, and the bytes of AVIF depend on the number of threads.
sharp.cache(false);
sharp.concurrency(1);

/** How untrusted pictures are opened. */
export const UNTRUSTED: SharpOptions = {
  failOn: 'error',
  limitInputPixels: MAX_PIXELS,
  limitInputChannels: 5,
  sequentialRead: true,
};

/** A picture's colours, row by row, eight bits each. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** A pipeline that begins with such a picture. */
export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

export { sharp };

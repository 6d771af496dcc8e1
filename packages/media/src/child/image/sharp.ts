import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { MAX_PIXELS } from '../../failures.ts';

// Allows only readers of accepted formats, since each reader is code that untrusted files could attack.
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
// Nothing is read twice, so a cache is useless. The bytes of AVIF depend on the number of threads.
sharp.cache(false);
sharp.concurrency(1);

/** Options for opening untrusted pictures. */
export const UNTRUSTED: SharpOptions = {
  failOn: 'error',
  limitInputPixels: MAX_PIXELS,
  limitInputChannels: 5,
  sequentialRead: true,
};

/** The pixels of a picture, row by row, eight bits per channel. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** A pipeline that begins with pixels. */
export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

export { sharp };

import type { Sharp } from 'sharp';
import type { Rendition } from '../../processed-media.ts';
import { type RenditionFacts, writeRendition } from '../write-rendition.ts';
import type { Picture } from './read-picture.ts';
import { pixels, type Size } from './regions.ts';

/** Formats in which pictures are written. */
export type OutputFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** Quality of each format. The scales differ; these values look alike. */
const VARIANT_QUALITY = { webp: 80, avif: 55 };
const FULL_QUALITY = { jpeg: 90, webp: 90, avif: 75 };
/** AVIF at 1 takes half the time of 2, for as many bytes; 4 takes seven to ten times as long, for a tenth less. WebP at 2 takes half the time of 4. */
const EFFORT = { webp: 2, avif: 1 };

/** Formats of variants. All current browsers support WebP, so fixed ratios need no second format. */
export const VARIANT_FORMATS = { whole: ['webp', 'avif'], ratio: ['webp'] } as const;

const ENDINGS: Record<OutputFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif', gif: 'gif' };

/** The most pixels for encoders that keep several copies of a whole picture in memory. */
const MOST_PIXELS = { avif: 12_500_000, webp: 20_000_000, 'jpeg with optimal codes': 20_000_000 };

/**
 * The format of the full-size rendition: the original's own if browsers show it and its encoder doesn't need more memory than a
 * file may use.
 */
export function fullFormat({ format, hasAlpha }: Picture, size: Size): OutputFormat {
  const own = format === 'heif' ? 'avif' : format;
  const tooLarge = (own === 'avif' || own === 'webp') && pixels(size) > MOST_PIXELS[own];
  if (own === 'tiff' || tooLarge) return hasAlpha ? 'png' : 'jpeg';
  return own as OutputFormat;
}

/** Sets a pipeline's output to a format, at the quality of the full-size rendition. */
export function encodeFull(
  pipeline: Sharp,
  format: OutputFormat,
  { chromaSubsampling, palette }: Picture,
  size: Size,
): Sharp {
  switch (format) {
    case 'jpeg':
      return pipeline.jpeg({
        quality: FULL_QUALITY.jpeg,
        chromaSubsampling,
        optimiseCoding: pixels(size) <= MOST_PIXELS['jpeg with optimal codes'],
      });
    case 'png':
      return pipeline.png({ palette, dither: 0 });
    case 'webp':
      return pipeline.webp({ quality: FULL_QUALITY.webp, effort: EFFORT.webp });
    case 'avif':
      return pipeline.avif({ quality: FULL_QUALITY.avif, effort: EFFORT.avif, chromaSubsampling });
    case 'gif':
      return pipeline.gif({ dither: 0 });
  }
}

/** Sets a pipeline's output to a format, at the quality of variants. */
export function encodeVariant(pipeline: Sharp, format: 'webp' | 'avif', { chromaSubsampling }: Picture): Sharp {
  return format === 'webp'
    ? pipeline.webp({
        quality: VARIANT_QUALITY.webp,
        effort: EFFORT.webp,
        smartSubsample: chromaSubsampling === '4:4:4',
      })
    : pipeline.avif({ quality: VARIANT_QUALITY.avif, effort: EFFORT.avif, chromaSubsampling });
}

/** Runs a pipeline and writes the result. @param name of the file, without extension */
export async function writePicture(
  pipeline: Sharp,
  format: OutputFormat,
  { directory, name, ...facts }: { directory: string; name: string } & Pick<RenditionFacts, 'ratio' | 'animated'>,
): Promise<Rendition> {
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  return writeRendition(directory, `${name}.${ENDINGS[format]}`, data, {
    mime: `image/${format}`,
    format,
    width: info.width,
    height: info.pageHeight ?? info.height,
    ...facts,
  });
}

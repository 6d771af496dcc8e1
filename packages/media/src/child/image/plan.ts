import { type FocalPoint, RATIOS, type Ratio } from '../../processed-media.ts';
import { type Region, ratioRegion, ratioValue, type Size } from './regions.ts';

/** Widths of variants, in pixels. */
const WIDTHS = [320, 640, 960, 1280, 1920, 2560];
/** Widths of variants with a fixed ratio. */
const RATIO_WIDTHS = [640, 1280];
/** The largest width and height of WebP. */
const MAX_SIDE = 16_383;

/** A smaller picture to make. */
interface Variant extends Size {
  readonly ratio: Ratio | null;
  /** The part of the picture that it shows. */
  readonly region: Region;
}

/**
 * The variants of a picture, none larger than the picture itself. A picture that is narrower than the largest width also gets a
 * variant of its own width, so that no site must enlarge a smaller one or use an old format.
 */
export function planVariants(size: Size, focalPoint: FocalPoint): Variant[] {
  const whole = { left: 0, top: 0, ...size };
  // The height limit of WebP makes all variants of a very tall picture narrow.
  const widest = Math.min(size.width, Math.max(1, Math.floor((MAX_SIDE * size.width) / size.height)));
  return [
    ...upTo(widest, WIDTHS).map((width) => ({ ratio: null, region: whole, width, height: scaled(size, width) })),
    ...RATIOS.flatMap((ratio) => {
      const region = ratioRegion(size, ratio, focalPoint);
      const height = (width: number): number => Math.max(1, Math.round(width / ratioValue(ratio)));
      return upTo(region.width, RATIO_WIDTHS).map((width) => ({
        ratio,
        region,
        width,
        height: width === region.width ? region.height : height(width),
      }));
    }),
  ];
}

/** The widths for which a picture is wide enough, and its own width if that's smaller than the largest of them. */
function upTo(own: number, widths: readonly number[]): number[] {
  const smaller = widths.filter((width) => width < own);
  return smaller.length < widths.length ? [...smaller, Math.min(own, ...widths.slice(-1))] : smaller;
}

function scaled({ width, height }: Size, to: number): number {
  return Math.min(MAX_SIDE, Math.max(1, Math.round((height * to) / width)));
}

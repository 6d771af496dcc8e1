import type { Crop, FocalPoint, Ratio } from '../../processed-media.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in whole pixels. */
export interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** How many pixels a picture has. */
export function pixels({ width, height }: Size): number {
  return width * height;
}

/** The region that a crop keeps, at least one pixel. The whole picture without a crop. */
export function cropRegion({ width, height }: Size, crop: Crop | null | undefined): Region {
  if (!crop) return { left: 0, top: 0, width, height };
  const [left, right] = span(width, crop.x, crop.x + crop.width);
  const [top, bottom] = span(height, crop.y, crop.y + crop.height);
  return { left, top, width: right - left, height: bottom - top };
}

function span(length: number, from: number, to: number): [number, number] {
  const start = Math.min(Math.round(from * length), length - 1);
  return [start, Math.min(length, Math.max(start + 1, Math.round(to * length)))];
}

/** Converts a focal point of the whole picture to one of the cropped part; if it's outside, to the nearest point. */
export function focalPointInCrop(point: FocalPoint | null | undefined, crop: Crop | null | undefined): FocalPoint {
  if (!point) return { x: 0.5, y: 0.5 };
  if (!crop) return point;
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  return { x: within((point.x - crop.x) / crop.width), y: within((point.y - crop.y) / crop.height) };
}

/** Width divided by height. */
export function ratioValue(ratio: Ratio): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return across / down;
}

/** The largest part of a picture with a ratio, with the focal point as close to its center as possible. */
export function ratioRegion({ width, height }: Size, ratio: Ratio, { x, y }: FocalPoint): Region {
  const value = ratioValue(ratio);
  const across = Math.max(1, Math.min(width, Math.round(height * value)));
  const down = Math.max(1, Math.min(height, Math.round(width / value)));
  return {
    left: place(width, across, x * width),
    top: place(height, down, y * height),
    width: across,
    height: down,
  };
}

/** The start of a range with a length, which is centred on a point as far as the edges allow. */
function place(whole: number, length: number, centre: number): number {
  return Math.min(whole - length, Math.max(0, Math.round(centre - length / 2)));
}

import type { FocalPoint } from '@stele/schema';
import type { CropParts } from './crop-area.tsx';

const WHOLE: CropParts = { x: 0, y: 0, width: 1, height: 1 };

/**
 * A focal point of one part of a picture, as it's counted in another part: the nearest one that is there. Parts are in fractions of the
 * whole picture, points in fractions of their part; null is the whole.
 */
export function focusWithin(point: FocalPoint, from: CropParts | null, to: CropParts | null): FocalPoint {
  const [of, into] = [from ?? WHOLE, to ?? WHOLE];
  const moved = (at: number, start: number, size: number, next: number, nextSize: number): number =>
    Math.round(Math.min(Math.max((start + at * size - next) / nextSize, 0), 1) * 1000) / 1000;
  return {
    x: moved(point.x, of.x, of.width, into.x, into.width),
    y: moved(point.y, of.y, of.height, into.y, into.height),
  };
}

import type { FocalPoint } from '@stele/schema';
import type { CropParts } from './crop-area.tsx';

/**
 * The part of a picture that stays in sight when it's cut to a ratio, in fractions of it.
 *
 * @param shape width by height of the picture
 * @param ratio width by height of what is shown
 * @param point relative to the picture
 * @param byPosition as `object-position` cuts it; otherwise around the point, as variants are cut
 */
export function partInSight(shape: number, ratio: number, point: FocalPoint, byPosition: boolean): CropParts {
  const width = Math.min(1, ratio / shape);
  const height = Math.min(1, shape / ratio);
  const place = (at: number, length: number): number =>
    byPosition ? at * (1 - length) : Math.min(1 - length, Math.max(0, at - length / 2));
  return { x: place(point.x, width), y: place(point.y, height), width, height };
}

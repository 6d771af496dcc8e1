import { access, constants, readdir } from 'node:fs/promises';
import type { MediaJob } from './processed-media.ts';

const isFraction = (value: number): boolean => Number.isFinite(value) && value >= 0 && value <= 1;

/** How far a crop may reach over the picture's edge because of rounding. */
const TOLERANCE = 1e-6;

/**
 * Checks the job of a caller.
 *
 * @throws RangeError for a crop or focal point outside of the picture; the system's error for inaccessible files and folders
 */
export async function checkJob({ file, crop, focalPoint, outputDirectory }: MediaJob): Promise<void> {
  if (crop) {
    const { x, y, width, height } = crop;
    const inside = x + width <= 1 + TOLERANCE && y + height <= 1 + TOLERANCE;
    if (![x, y, width, height].every(isFraction) || width === 0 || height === 0 || !inside)
      throw new RangeError('A crop must be a part of the picture, in fractions from 0 to 1.');
  }
  if (focalPoint && !(isFraction(focalPoint.x) && isFraction(focalPoint.y)))
    throw new RangeError('A focal point must be in the picture, in fractions from 0 to 1.');
  await access(file, constants.R_OK);
  if ((await readdir(outputDirectory)).length > 0) throw new Error('The output directory must be empty.');
}

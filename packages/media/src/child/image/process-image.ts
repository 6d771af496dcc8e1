import { fail } from '../../failures.ts';
import type { ChildJob } from '../../parent/protocol.ts';
import type { ProcessedMedia, Rendition } from '../../processed-media.ts';
import { isMemoryFault, isSystemFault } from '../faults.ts';
import { NOTHING_KNOWN } from '../process-other.ts';
import { encodeFull, encodeVariant, fullFormat, type OutputFormat, VARIANT_FORMATS, writePicture } from './encode.ts';
import { decodeStill, openMoving, openStill } from './open.ts';
import { planVariants } from './plan.ts';
import { type Picture, readPicture } from './read-picture.ts';
import { cropRegion, focalPointInCrop, pixels, type Region, type Size } from './regions.ts';
import { fromPixels, type Pixels } from './sharp.ts';
import { summarize } from './summary.ts';

/** A rendition to make. */
interface Task {
  /** Roughly how long it takes, relative to others. */
  readonly cost: number;
  make(): Promise<Rendition>;
}

/** How long formats take per pixel, relative to each other. */
const COST: Record<OutputFormat, number> = { avif: 8, gif: 8, png: 4, webp: 2, jpeg: 1 };

/**
 * Decodes a whole picture and makes its renditions: rotated upright, then cropped, then resized, in sRGB.
 *
 * @param known facts about the original that a converted file doesn't have
 * @throws FileFailure
 */
export async function processImage(job: ChildJob, mime: string, known: Partial<Picture> = {}): Promise<ProcessedMedia> {
  const picture = { ...(await readPicture(job.file)), ...known };
  const region = cropRegion(picture.size, job.crop);
  try {
    const base = await decodeStill(picture, region);
    const full = planFull(job, picture, region, base);
    const variants = [...planStills(job, picture, region, base), ...planMoving(job, picture, region)];
    const made = await makeAll(full, variants);
    const { width, height } = region;
    return {
      status: 'ready',
      kind: 'image',
      mime,
      ...NOTHING_KNOWN,
      width,
      height,
      duration: picture.duration,
      frames: picture.frames,
      ...(await summarize(fromPixels(base))),
      ...made,
    };
  } catch (error) {
    if (isSystemFault(error)) throw error;
    if (isMemoryFault(error)) fail('too_much_memory');
    return fail('not_decodable', { what: 'picture' });
  }
}

function planFull({ outputDirectory: directory }: ChildJob, picture: Picture, region: Region, base: Pixels): Task {
  const format = fullFormat(picture, region);
  const animated = picture.frames > 1;
  // The decoded copy is reused, except for lossless formats, which keep the original's colours and depth.
  const decoded = format !== 'png' && format !== 'gif' && base.width === region.width;
  return {
    cost: COST[format] * pixels(region) * picture.frames,
    make: () => {
      const pipeline = animated ? openMoving(picture, region) : decoded ? fromPixels(base) : openStill(picture, region);
      return writePicture(encodeFull(pipeline, format, picture, region), format, { directory, name: 'full', animated });
    },
  };
}

/** All variants of a still picture, or of the first frame of an animated one. */
function planStills(job: ChildJob, picture: Picture, region: Region, base: Pixels): Task[] {
  const focalPoint = focalPointInCrop(job.focalPoint, job.crop);
  const suffix = picture.frames > 1 ? '-still' : '';
  return planVariants(region, focalPoint).flatMap(({ ratio, width, height, region: part }) =>
    VARIANT_FORMATS[ratio === null ? 'whole' : 'ratio'].map((format) => ({
      cost: COST[format] * width * height,
      make: () => {
        const pipeline = fromPixels(base)
          .extract(scaleRegion(part, region, base))
          .resize(width, height, { fit: 'fill' });
        const name = `${ratio === null ? '' : `${ratio.replace(':', 'x')}-`}${width}${suffix}`;
        return writePicture(encodeVariant(pipeline, format, picture), format, {
          directory: job.outputDirectory,
          name,
          ratio,
        });
      },
    })),
  );
}

/** The animated variants. */
function planMoving({ outputDirectory: directory }: ChildJob, picture: Picture, region: Region): Task[] {
  if (picture.frames === 1) return [];
  const whole = planVariants(region, { x: 0.5, y: 0.5 }).filter(({ ratio }) => ratio === null);
  return whole.map(({ width, height }) => ({
    cost: COST.webp * width * height * picture.frames,
    make: () => {
      const pipeline = openMoving(picture, region).resize(width, height, { fit: 'fill' });
      return writePicture(encodeVariant(pipeline, 'webp', picture), 'webp', {
        directory,
        name: `${width}`,
        animated: true,
      });
    },
  }));
}

/** Makes all renditions, the slowest ones first, so that no thread is idle at the end. */
async function makeAll(full: Task, variants: readonly Task[]): Promise<{ full: Rendition; variants: Rendition[] }> {
  const begun = new Map<Task, Promise<Rendition>>();
  for (const task of [full, ...variants].sort((a, b) => b.cost - a.cost)) begun.set(task, task.make());
  const finish = async (task: Task): Promise<Rendition> => (await begun.get(task)) ?? task.make();
  // Renditions that have begun must end before their folder is emptied.
  await Promise.allSettled(begun.values());
  return { full: await finish(full), variants: await Promise.all(variants.map(finish)) };
}

/** Converts a part of a picture to a part of its decoded copy, which may be smaller. */
function scaleRegion({ left, top, width, height }: Region, whole: Size, base: Size): Region {
  const [x, y] = [base.width / whole.width, base.height / whole.height];
  const across = Math.max(1, Math.min(base.width, Math.round(width * x)));
  const down = Math.max(1, Math.min(base.height, Math.round(height * y)));
  return {
    left: Math.min(Math.round(left * x), base.width - across),
    top: Math.min(Math.round(top * y), base.height - down),
    width: across,
    height: down,
  };
}

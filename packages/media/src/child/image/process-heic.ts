import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChildJob } from '../../parent/protocol.ts';
import type { ProcessedMedia } from '../../processed-media.ts';
import { decodeHeic } from './decode-heic.ts';
import { processImage } from './process-image.ts';
import { writeTiff } from './write-tiff.ts';

/**
 * Makes the renditions of a HEIC picture. Sharp can't read it, so it's decoded into a TIFF first.
 *
 * @throws FileFailure
 */
export async function processHeic(job: ChildJob): Promise<ProcessedMedia> {
  const file = path.join(job.outputDirectory, 'decoded.tiff');
  try {
    await decodeHeic(job.file, (pixels) => writeTiff(file, pixels));
    // Cameras store colours at half the resolution.
    return await processImage({ ...job, file }, 'image/heic', { chromaSubsampling: '4:2:0' });
  } finally {
    await rm(file, { force: true });
  }
}

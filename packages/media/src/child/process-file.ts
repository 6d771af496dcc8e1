import { fail } from '../failures.ts';
import type { ChildJob } from '../parent/protocol.ts';
import type { ProcessedMedia } from '../processed-media.ts';
import { identify } from './identify.ts';
import { kindOf } from './media-types.ts';
import { processOther } from './process-other.ts';

/**
 * Checks a file and makes its renditions.
 *
 * @throws FileFailure for an error of the file; other errors are those of the machine
 */
export async function processFile(job: ChildJob): Promise<ProcessedMedia> {
  const mime = await identify(job.file, job.declared.mime);
  // Each kind needs its own libraries, which are loaded with the first such file.
  switch (kindOf(mime)) {
    case 'image':
      return mime === 'image/heic'
        ? (await import('./image/process-heic.ts')).processHeic(job)
        : (await import('./image/process-image.ts')).processImage(job, mime);
    case 'svg':
      return (await import('./svg/process-svg.ts')).processSvg(job);
    case 'pdf':
      return (await import('./pdf/process-pdf.ts')).processPdf(job);
    case 'audio':
    case 'video':
      return (await import('./recording/process-recording.ts')).processRecording(job, mime);
    case 'file':
      return processOther(job, mime);
    case null:
      return fail('type_unsupported', {
        found: mime,
        instead: mime.startsWith('image/') ? 'JPEG, PNG or WebP' : 'MP4',
      });
  }
}

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaProcessor, ProcessInput, ProcessResult, Rendition } from '../../src/media/processor.ts';

/** Makes a rendition of a text, in the output directory. */
async function write(directory: string, name: string, text: string): Promise<Rendition> {
  const file = path.join(directory, name);
  await writeFile(file, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const format = path.extname(name).slice(1);
  const size = { width: 640, height: 360, ratio: name.startsWith('16x9') ? '16:9' : null, animated: false };
  return { path: file, mime: `image/${format}`, format, bytes: text.length, sha256, ...size };
}

/**
 * Makes pictures of text: what they show depends on the original, the crop and the focal point, as it does with real ones.
 *
 * @param before called for each file, before anything is made of it
 */
export function textProcessor(before: (input: ProcessInput) => unknown = () => undefined): MediaProcessor {
  return {
    async process(input): Promise<ProcessResult> {
      await before(input);
      const { file, crop, focalPoint, outputDirectory } = input;
      const digest = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      const text = (what: string): string => JSON.stringify({ what, digest, crop, focalPoint });
      return {
        status: 'ready',
        kind: 'image',
        mime: input.declared.mime,
        width: 1280,
        height: 720,
        duration: null,
        pages: null,
        placeholder: 'AAAA',
        dominantColor: '#336699',
        full: await write(outputDirectory, 'full.webp', text('full')),
        variants: [
          await write(outputDirectory, '640.webp', text('640')),
          await write(outputDirectory, '16x9-640.avif', text('16:9')),
        ],
      };
    },
  };
}

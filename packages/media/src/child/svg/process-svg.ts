import { readFile, stat } from 'node:fs/promises';
import { FileFailure, fail } from '../../failures.ts';
import type { ChildJob } from '../../parent/protocol.ts';
import type { ProcessedMedia } from '../../processed-media.ts';
import { isMemoryFault } from '../faults.ts';
import { sharp } from '../image/sharp.ts';
import { summarize } from '../image/summary.ts';
import { NOTHING_KNOWN } from '../process-other.ts';
import { writeRendition } from '../write-rendition.ts';
import { decodeXml } from './decode-xml.ts';
import { cleanEmbeddedPicture } from './embedded-picture.ts';
import { type SafeSvg, sanitiseSvg } from './sanitise-svg.ts';

const MIME = 'image/svg+xml';
/** Larger drawings would take browsers seconds. */
const MAX_BYTES = 20_000_000;
/** Pixels of the longer side of the test rendering. */
const DRAWN_SIDE = 100;

/** Copies a drawing without anything that could be harmful or reveal secrets. @throws FileFailure */
export async function processSvg({ file, outputDirectory }: ChildJob): Promise<ProcessedMedia> {
  if ((await stat(file)).size > MAX_BYTES) fail('too_much_memory');
  const safe = await sanitiseSvg(decode(await readFile(file)), cleanEmbeddedPicture);
  const summary = await draw(safe);
  const { text, width, height } = safe;
  const full = await writeRendition(outputDirectory, 'full.svg', Buffer.from(text), {
    mime: MIME,
    format: 'svg',
    width,
    height,
  });
  return { status: 'ready', kind: 'svg', mime: MIME, ...NOTHING_KNOWN, width, height, frames: 1, ...summary, full };
}

function decode(bytes: Buffer): string {
  try {
    return decodeXml(bytes);
  } catch {
    return fail('not_decodable', { what: 'SVG' });
  }
}

async function draw({ text, width, height }: SafeSvg): Promise<Pick<ProcessedMedia, 'placeholder' | 'dominantColor'>> {
  const scale = DRAWN_SIDE / Math.max(width, height);
  const [across, down] = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
  const small = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}" viewBox="0 0 ${width} ${height}">${text}</svg>`;
  try {
    return await summarize(sharp(Buffer.from(small)));
  } catch (error) {
    if (error instanceof FileFailure || isMemoryFault(error)) throw error;
    return fail('not_decodable', { what: 'SVG' });
  }
}

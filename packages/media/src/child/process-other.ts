import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChildJob } from '../parent/protocol.ts';
import type { ProcessedMedia } from '../processed-media.ts';
import { readRendition } from './write-rendition.ts';

/** The properties of a picture, for files that aren't pictures. */
export const NOTHING_KNOWN = {
  width: null,
  height: null,
  duration: null,
  pages: null,
  frames: null,
  placeholder: null,
  dominantColor: null,
  variants: [],
} satisfies Partial<ProcessedMedia>;

/** Copies a file unchanged. */
export async function processOther(
  { file, declared, outputDirectory }: ChildJob,
  mime: string,
): Promise<ProcessedMedia> {
  const ending = endingOf(declared.filename);
  const copy = path.join(outputDirectory, `full.${ending}`);
  await copyFile(file, copy);
  const full = await readRendition(copy, { mime, format: ending });
  return { status: 'ready', kind: 'file', mime, ...NOTHING_KNOWN, full };
}

/** The extension of a file's name, if it's safe for the name of a rendition. */
function endingOf(filename: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? 'bin';
}

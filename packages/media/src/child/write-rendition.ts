import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Rendition } from '../processed-media.ts';

/** The facts that can't be computed from a rendition's bytes. */
export type RenditionFacts = Pick<Rendition, 'mime' | 'format'> &
  Partial<Pick<Rendition, 'width' | 'height' | 'ratio' | 'animated'>>;

/** Writes a rendition. @param name of its file @throws the system's error when it can't be written */
export async function writeRendition(
  directory: string,
  name: string,
  content: Uint8Array,
  facts: RenditionFacts,
): Promise<Rendition> {
  const file = path.join(directory, name);
  await writeFile(file, content);
  return describe(file, facts, content.length, createHash('sha256').update(content).digest('hex'));
}

/** Describes a written rendition. @throws the system's error when it can't be read */
export async function readRendition(file: string, facts: RenditionFacts): Promise<Rendition> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return describe(file, facts, (await stat(file)).size, hash.digest('hex'));
}

function describe(file: string, facts: RenditionFacts, bytes: number, sha256: string): Rendition {
  return { width: null, height: null, ratio: null, animated: false, ...facts, path: file, bytes, sha256 };
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessedMedia, Rendition } from '../../src/index.ts';

/** Everything that was made of a file. */
export function renditionsOf(media: ProcessedMedia): Rendition[] {
  return [media.full, ...media.variants];
}

/** Names of the variants' files, in order. */
export function namesOf(media: ProcessedMedia): string[] {
  return media.variants.map((variant) => path.basename(variant.path));
}

/** The rendition whose file has a name. */
export function named(media: ProcessedMedia, name: string): Rendition {
  const found = renditionsOf(media).find((rendition) => path.basename(rendition.path) === name);
  if (!found) throw new Error(`There is no ${name}, but ${namesOf(media).join(', ')}.`);
  return found;
}

/** Hash of each rendition, by the name of its file. */
export function hashesOf(media: ProcessedMedia): Record<string, string> {
  return Object.fromEntries(renditionsOf(media).map((rendition) => [path.basename(rendition.path), rendition.sha256]));
}

export async function hashFile(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

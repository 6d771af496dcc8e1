import path from 'node:path';
import { UserError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { findMarkdown } from './find-markdown.ts';
import { readMarkdownFile } from './front-matter.ts';
import { usesMdx } from './mdx.ts';

/** The .mdx files of a folder with imports or components, by their paths in it. Files that can't be read are left out. */
export async function filesWithComponents(io: Io, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await findMarkdown(io, folder).catch(unlessUserError([]))) {
    const source = await readMarkdownFile(io, file).catch(unlessUserError(null));
    if (source && usesMdx(file, source.body)) found.push(path.relative(folder, file).split(path.sep).join('/'));
  }
  return found;
}

const unlessUserError =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof UserError) return value;
    throw error;
  };

import path from 'node:path';
import { UserError } from '../errors.ts';
import { findMarkdown } from '../import/markdown/find-markdown.ts';
import { filesWithComponents } from '../import/markdown/mdx-files.ts';
import type { Io } from '../io.ts';
import type { AstroCollection } from './sites/astro-content.ts';
import { globMatcher } from './sites/glob-patterns.ts';

/** The Markdown files in the folder of a collection of Astro, by their paths in it. */
interface ShownFiles {
  /** Files with components, which the site keeps. */
  readonly staying: readonly string[];
  /** Files that the collection's pattern leaves out; null when the pattern isn't known for certain. */
  readonly leftOut: readonly string[] | null;
}

/** Looks which files a collection shows. */
export async function shownFiles(io: Io, { folder, patterns }: AstroCollection): Promise<ShownFiles> {
  if (folder === null) return { staying: [], leftOut: null };
  const isShown = patterns && globMatcher(patterns);
  const components = await filesWithComponents(io, folder);
  if (!isShown) return { staying: components, leftOut: null };
  const all = await findMarkdown(io, folder).catch((error: unknown) => {
    if (error instanceof UserError) return [];
    throw error;
  });
  const names = all.map((file) => path.relative(folder, file).split(path.sep).join('/'));
  return { staying: components.filter(isShown), leftOut: names.filter((name) => !isShown(name)) };
}

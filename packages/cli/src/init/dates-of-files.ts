import { findMarkdown } from '../import/markdown/find-markdown.ts';
import { datesOfYaml, readMarkdownFile } from '../import/markdown/front-matter.ts';
import { type Io, placeOf } from '../io.ts';
import { readTextIfThere } from '../write-file.ts';
import type { MarkdownContent } from './next-steps.ts';

/** How Markdown files write a date. */
export interface WrittenDates {
  /** Files that write a day as 2026-11-21: JavaScript and YAML read it as midnight in UTC. */
  readonly iso: number;
  /** Files that YAML reads a date in. */
  readonly yaml: number;
  /** Files that write it at all. */
  readonly all: number;
}

/** How the files of a collection write some fields. */
export async function datesOfFiles(
  io: Io,
  { folder, exclude }: MarkdownContent,
  keys: readonly string[],
): Promise<ReadonlyMap<string, WrittenDates>> {
  const found = new Map<string, WrittenDates>(keys.map((key) => [key, { iso: 0, yaml: 0, all: 0 }]));
  for (const file of await findMarkdown(io, folder, exclude)) {
    // The import reports files that can't be read.
    const { data } = await readMarkdownFile(io, file).catch(() => ({ data: {} as Record<string, unknown> }));
    const ofYaml = datesOfYaml((await readTextIfThere(io, placeOf(io, file))) ?? '');
    for (const [key, { iso, yaml, all }] of found) {
      const value = data[key];
      if (typeof value !== 'string' || value.trim() === '') continue;
      found.set(key, {
        iso: iso + (/^\d{4}-\d\d-\d\d$/.test(value) ? 1 : 0),
        yaml: yaml + (ofYaml.has(key) ? 1 : 0),
        all: all + 1,
      });
    }
  }
  return found;
}

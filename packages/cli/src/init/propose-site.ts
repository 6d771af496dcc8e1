import path from 'node:path';
import type { CollectionDocument, SchemaDocument } from '@stele/schema';
import { createTwoFilesPatch } from 'diff';
import type { Io } from '../io.ts';
import type { Colours } from '../output/output.ts';
import { readTextIfThere } from '../write-file.ts';
import type { Framework } from './detect-framework.ts';
import { proposeAstro } from './sites/astro.ts';
import { proposeNext } from './sites/next.ts';
import type { FirstPage, PageOrder, ReadSite, SiteProposal } from './sites/site-change.ts';
import { proposeVite } from './sites/vite.ts';

const NAMING: readonly string[] = ['text', 'slug', 'textarea'];

/** What the files of a site need to show the first collection of a schema in a language. Writes nothing. */
export async function proposeSite(
  io: Io,
  folder: string,
  framework: Framework,
  schema: SchemaDocument,
  locale: string,
): Promise<SiteProposal> {
  const page = firstPage(schema, locale);
  const read: ReadSite = (file) => readTextIfThere(io, path.join(folder, file));
  if (page === null || framework === 'none') return { changes: [], advice: [], packages: [] };
  return { astro: proposeAstro, next: proposeNext, vite: proposeVite }[framework](read, page);
}

/** A proposal as unified differences, and what is to be added by hand. */
export function describeProposal({ changes, advice }: SiteProposal, colours: Colours): string {
  const patches = changes.map(({ file, before, after }) =>
    createTwoFilesPatch(before === null ? '/dev/null' : `a/${file}`, `b/${file}`, before ?? '', after)
      .split('\n')
      .filter((line) => !/^=+$/.test(line))
      .map((line) => (line.startsWith('+') ? colours.green(line) : line.startsWith('-') ? colours.red(line) : line))
      .join('\n'),
  );
  const byHand = advice.map(
    ({ file, add }) => `${file} has a form of its own. Add to it:\n\n${add.replace(/^/gm, '    ')}\n`,
  );
  return [...patches, ...byHand].join('\n');
}

/** The first collection with several entries, and the field that names them; null when there's none. */
function firstPage(schema: SchemaDocument, locale: string): FirstPage | null {
  for (const collection of schema.collections) {
    const { key, singleton, title_field: named, fields } = collection;
    const slugField = fields.find(({ type }) => type === 'slug');
    const slug = slugField?.key ?? null;
    const isPath = slugField?.type === 'slug' && slugField.path === true;
    const body = fields.find(({ type }) => type === 'markdown')?.key ?? null;
    const title = named ?? fields.find(({ type }) => NAMING.includes(type))?.key;
    const order = orderOf(collection);
    if (!singleton && title !== undefined) return { collection: key, locale, title, slug, isPath, body, order };
  }
  return null;
}

/** The field that a collection is ordered by, if it's one. */
function orderOf({ order, fields }: CollectionDocument): PageOrder | null {
  if (order === null || order === 'manual') return null;
  const field = fields.find(({ key }) => key === order.field);
  return field ? { field, direction: order.direction } : null;
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type FieldDocument, KEY_PATTERN, type SchemaDocument } from '@stele/schema';
import { createTwoFilesPatch } from 'diff';
import { findMarkdown } from '../import/markdown/find-markdown.ts';
import type { Io } from '../io.ts';
import type { Colours } from '../output/output.ts';
import { readTextIfThere } from '../write-file.ts';
import { readCode } from './code/read-code.ts';
import { datesOfFiles, type WrittenDates } from './dates-of-files.ts';
import type { Framework } from './detect-framework.ts';
import type { MarkdownContent } from './next-steps.ts';
import { shownFiles } from './shown-files.ts';
import { proposeAstro } from './sites/astro.ts';
import {
  type AstroContent,
  collectionOfFolder,
  collectionWithFields,
  readAstroContent,
} from './sites/astro-content.ts';
import type { FilesOfSite } from './sites/astro-rewiring.ts';
import { proposeNext } from './sites/next.ts';
import type { FirstPage, ReadSite, SiteProposal } from './sites/site-change.ts';
import { proposeVite } from './sites/vite.ts';

const NAMING: readonly string[] = ['text', 'slug', 'textarea'];

/** The content that a site's files are to show, and the framework. */
interface Shown {
  readonly framework: Framework;
  readonly schema: SchemaDocument;
  readonly locale: string;
  /** The Markdown files that a collection of the schema was made of; null for none. */
  readonly content: MarkdownContent | null;
}

/** Proposes the files that a site needs to show the first collection of a schema in a language. Writes nothing. */
export async function proposeSite(io: Io, shown: Shown): Promise<SiteProposal> {
  const { changes, advice, ...rest } = await proposalFor(io, shown);
  const certain: SiteProposal['changes'][number][] = [];
  const doubtful: SiteProposal['advice'][number][] = [];
  for (const change of changes) {
    if (await canBeRead(change.file, change.after)) certain.push({ ...change, after: withLineEndsOf(change) });
    else doubtful.push({ file: change.file, add: change.after });
  }
  return { ...rest, changes: certain, advice: [...advice, ...doubtful] };
}

/** A changed text with the line ends that it had. */
function withLineEndsOf({ before, after }: SiteProposal['changes'][number]): string {
  return before?.includes('\r\n') && !/(?<!\r)\n/.test(before) ? after.replaceAll(/\r?\n/g, '\r\n') : after;
}

/** Whether a changed file is still code that can be read. */
async function canBeRead(file: string, after: string): Promise<boolean> {
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(file)) return true;
  return (await readCode(after, { jsx: /(?:x|\.[cm]?js)$/.test(file) })) !== null;
}

async function proposalFor(io: Io, { framework, schema, locale, content }: Shown): Promise<SiteProposal> {
  const page = firstPage(schema, locale);
  if (page === null || framework === 'none') return { changes: [], advice: [], packages: [] };
  const read = siteReader(io);
  const own = content?.collection === page.collection ? content : null;
  switch (framework) {
    case 'astro': {
      const site = await readAstroContent(read);
      const routes = await codeFiles(io, /\.astro$/);
      return proposeAstro(read, page, site, await filesTakenOver(io, site, page, own), routes);
    }
    case 'next':
      return proposeNext(read, page, await codeFiles(io), own && (await datesOfFiles(io, own, page.dates)));
    case 'vite':
      return proposeVite(read, page);
  }
}

/** The folders in which sites keep no code of their own. */
const NO_CODE = /^(?:\.|node_modules$|out$|public$|dist$|build$|coverage$)/;

/** The files of the site that hold code, by their paths. @param name a pattern that their names fit */
async function codeFiles(io: Io, name = /\.(?:[cm]?[jt]s|[jt]sx|mdx)$/): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    // A folder that can't be read, such as that of a database, holds none.
    for (const one of await readdir(path.join(io.cwd, folder), { withFileTypes: true }).catch(() => [])) {
      const file = path.posix.join(folder, one.name);
      if (one.isDirectory() && !NO_CODE.test(one.name)) await visit(file);
      else if (!one.isDirectory() && name.test(one.name)) found.push(file);
    }
  };
  await visit('');
  return found.sort();
}

/** Reads the files of the site in the working folder. */
export function siteReader(io: Io): ReadSite {
  return (file) => readTextIfThere(io, path.join(io.cwd, file));
}

/**
 * The Markdown files from which an earlier run made the first collection of a schema: the files of the site's only collection
 * that the schema's one fits. Null when there are none, or Stele fills that collection already.
 */
export async function contentOfSite(io: Io, schema: SchemaDocument, locale: string): Promise<MarkdownContent | null> {
  const page = firstPage(schema, locale);
  const site = await readAstroContent(siteReader(io));
  if (page === null || site.collections.some(({ stele }) => stele === page.collection)) return null;
  const shown = collectionWithFields(site, page.keys);
  if (!shown?.folder) return null;
  const { staying, leftOut } = await shownFiles(io, shown);
  const exclude = [...staying, ...(leftOut ?? [])];
  const isThere = await findMarkdown(io, shown.folder, exclude).then(
    () => true,
    () => false,
  );
  return isThere ? { folder: shown.folder, collection: page.collection, exclude } : null;
}

/** The Markdown files that a collection of Astro is filled from, and that Stele takes over; null when there are none. */
async function filesTakenOver(
  io: Io,
  site: AstroContent,
  page: FirstPage,
  content: MarkdownContent | null,
): Promise<FilesOfSite | null> {
  if (content === null || site.collections.some(({ stele }) => stele === page.collection)) return null;
  const collection = collectionOfFolder(site, content.folder);
  if (!collection?.folder) return null;
  const folder = collection.folder.split(path.sep).join('/').replace(/\/$/, '');
  const { staying, leftOut } = await shownFiles(io, collection);
  // Of files that an unknown glob() leaves out, none may be shown from now on.
  const exclude = leftOut === null ? staying : content.exclude.filter((one) => !leftOut.includes(one));
  const lacking = (collection.fields ?? [])
    .filter(({ key, isOptional }) => !page.keys.has(key) && !(isOptional && KEY_PATTERN.test(key)))
    .map(({ key }) => `The schema wants ${key}, which entries of Stele don't have.`);
  const doubts = [
    ...lacking,
    ...(leftOut === null ? [`${unknownGlob(collection.key)} Give the entries the same names by id: (entry) => …`] : []),
    ...[...staying, ...(leftOut ?? [])]
      .filter((name) => /[[\](){}!*?]/.test(name))
      .map((name) => `A pattern can't name ${name}: rename it.`),
  ];
  const written = await datesOfFiles(io, content, page.dates);
  const utcDates = page.dates.filter((key) => isMostly(written.get(key)));
  return { collection, folder, exclude, leftOut: leftOut ?? [], utcDates, doubts };
}

function isMostly({ iso, all }: WrittenDates = { iso: 0, yaml: 0, all: 0 }): boolean {
  return iso > all / 2;
}

/** A warning about a collection whose `glob()` isn't known. */
export function unknownGlob(key: string): string {
  return `The glob() of ${key} may leave out files: give those to --exclude, or they are imported and published.`;
}

/** A proposal as unified differences, and the lines to add by hand. */
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
    const keys = new Set(fields.map((field) => field.key));
    const isDate = ({ type }: FieldDocument): boolean => type === 'date' || type === 'datetime';
    const dates = fields.filter(isDate).map((field) => field.key);
    const required = fields
      .filter((field) => field.required && (isDate(field) || field.type === 'text' || field.type === 'textarea'))
      .map((field) => field.key);
    if (!singleton && title !== undefined) {
      return { collection: key, locale, title, slug, isPath, body, fields, keys, dates, required };
    }
  }
  return null;
}

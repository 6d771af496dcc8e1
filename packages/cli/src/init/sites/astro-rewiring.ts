import type { ImportDeclaration } from 'acorn';
import { addImports, editCode } from '../code/edit-code.ts';
import { type Code, nodesIn } from '../code/read-code.ts';
import type { AstroCollection, AstroContent } from './astro-content.ts';
import type { FirstPage, Proposed } from './site-change.ts';

/** The Markdown files of a site that Stele takes over. */
export interface FilesOfSite {
  /** The collection that is filled from them now. */
  readonly collection: AstroCollection;
  readonly folder: string;
  /** Globs of the files that stay with the site. */
  readonly exclude: readonly string[];
  /** Files that the site doesn't show. */
  readonly leftOut: readonly string[];
  /** Keys of the dates that most files write as 2026-11-21. */
  readonly utcDates: readonly string[];
  /** Why the collection can't be rewired for certain. */
  readonly doubts: readonly string[];
}

interface LoaderSource {
  readonly imports: readonly string[];
  /** Lines that make the loader which all collections share. */
  readonly loader: readonly string[];
  /** Of `steleLoader({ … })`. */
  readonly options: readonly string[];
}

/** The parts of the code that fills a collection from Stele. */
export function steleLoaderSource(
  { file }: Pick<AstroContent, 'file'>,
  { collection, locale, slug, body }: FirstPage,
): LoaderSource {
  const typed = !file.endsWith('.js');
  return {
    imports: [
      "import { createLoader, steleLoader } from '@stele/loader/astro';",
      ...(typed ? ["import type config from '../stele.config.ts';"] : []),
    ],
    loader: [
      '// STELE_DRAFTS=1 and STELE_DRAFT_TOKEN show drafts: a preview.',
      `const stele = createLoader${typed ? '<typeof config>' : ''}();`,
    ],
    options: [
      'loader: stele',
      `collection: '${collection}'`,
      `locales: '${locale}'`,
      ...(slug === null ? [] : [`id: '${slug}'`]),
      ...(body === null ? [] : [`body: '${body}'`]),
    ],
  };
}

/**
 * The collections of a site, one of them filled from Stele instead of files. Its schema stays, so pages get the same
 * data as before; files that stay with the site fill the same collection.
 */
export async function withSteleFor(content: AstroContent, page: FirstPage, files: FilesOfSite): Promise<Proposed> {
  const { file, before, code } = content;
  const { collection, folder, exclude, leftOut, doubts } = files;
  const { imports, loader, options } = steleLoaderSource(content, page);
  const patterns = [...exclude.map(asPattern), ...leftOut.map((one) => `!${escaped(one)}`)];
  const glob = `glob({ base: './${folder}', pattern: [${patterns.map((one) => `'${one}'`).join(', ')}] })`;
  const lines = [
    ...options,
    `frontMatter: { ${frontMatterSource(page, files).join(', ')} }`,
    ...(exclude.length > 0 ? [`beside: ${glob}`] : []),
  ];
  if (!code || before === null || doubts.length > 0 || hasNames(code, content)) {
    const why = doubts.map((doubt) => `// ${doubt}`);
    const value = `loader: steleLoader({\n${lines.map((line) => `  ${line},\n`).join('')}}),`;
    return { file, add: [...imports, ...loader, ...why, `// and in ${collection.key}:`, value].join('\n') };
  }
  const text = await editCode(code);
  const { value } = collection.loader;
  const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n', collection.loader.start) + 1))?.[0] ?? '';
  const step = indent.includes('\t') ? '\t' : '  ';
  const inner = lines.map((line) => `${indent}${step}${line},\n`).join('');
  const key = collection.loader.shorthand ? 'loader: ' : '';
  text.overwrite(value.start, value.end, `${key}steleLoader({\n${inner}${indent}})`);
  const unused = exclude.length > 0 ? null : importOnlyFor(code, 'glob', value);
  if (unused) text.remove(unused.start, unused.end + (before[unused.end] === '\n' ? 1 : 0));
  addImports(code, text, imports);
  const first = code.program.body.find(({ type }) => type !== 'ImportDeclaration');
  text.appendLeft(first?.start ?? before.length, `${loader.join('\n')}\n\n`);
  return { file, before, after: text.toString() };
}

/** Options with which the loader gives values as the files did. */
function frontMatterSource(page: FirstPage, { collection, utcDates }: FilesOfSite): string[] {
  const { dates, required, slug, body } = page;
  const schema = new Map(collection.fields?.map((one) => [one.key, one]));
  const nullable = [...schema.values()].filter(({ isNull }) => isNull).map(({ key }) => key);
  // The loader leaves out the id and the text, which files have elsewhere.
  const elsewhere = [slug, body].filter((key) => key !== null);
  const isWanted = elsewhere.some((key) => schema.has(key));
  const fields = isWanted ? [...page.keys].filter((key) => schema.has(key) || !elsewhere.includes(key)) : [];
  const list = (name: string, keys: readonly string[]): string =>
    `${name}: [${keys.map((key) => `'${key}'`).join(', ')}]`;
  const more = Object.entries({ utcDates, nullable, fields }).filter(([, keys]) => keys.length > 0);
  return [list('dates', dates), list('required', required), ...more.map(([name, keys]) => list(name, keys))];
}

/** A glob as Astro's `glob()` reads it: in quotes, and for any folder when it names none. */
function asPattern(glob: string): string {
  return escaped(glob.includes('/') ? glob : `**/${glob}`);
}

function escaped(text: string): string {
  return text.replaceAll(/['\\]/g, String.raw`\$&`);
}

/** Whether a module has one of the names that the code for Stele adds to it. */
export function hasNames(
  { program }: Code,
  { file }: Pick<AstroContent, 'file'>,
  more: readonly string[] = [],
): boolean {
  const added = new Set(['stele', 'createLoader', 'steleLoader', ...more]);
  if (!file.endsWith('.js')) added.add('config');
  for (const node of nodesIn(program)) if (node.type === 'Identifier' && added.has(node.name)) return true;
  return false;
}

/** The import of a single name that nothing uses but a part of the module. */
function importOnlyFor(
  { program }: Code,
  name: string,
  part: { readonly start: number; readonly end: number },
): ImportDeclaration | null {
  const declared = program.body.find(
    (one): one is ImportDeclaration => one.type === 'ImportDeclaration' && one.specifiers[0]?.local.name === name,
  );
  if (declared?.specifiers.length !== 1) return null;
  for (const node of nodesIn(program)) {
    const isElsewhere = node.end <= part.start || node.start >= part.end;
    const isImport = node.start >= declared.start && node.end <= declared.end;
    if (node.type === 'Identifier' && node.name === name && isElsewhere && !isImport) return null;
  }
  return declared;
}

import path from 'node:path';
import type { Function as FunctionDeclaration } from 'acorn';
import { type Code, nodesIn, readCode } from '../code/read-code.ts';
import type { WrittenDates } from '../dates-of-files.ts';
import { importsOf, mentions, type Source, waitingCallers } from './next-callers.ts';
import { pictureProperties } from './next-pictures.ts';
import { type FirstPage, loadFunction, type Proposed, type ReadSite } from './site-change.ts';

/** The functions through which pages of Next.js read Markdown files, as Next.js's blog example has them. */
const KNOWN = ['getAllPosts', 'getPostBySlug', 'getPostBySlugNonNull', 'getPostSlugs'] as const;

/** Packages that make HTML of Markdown. */
const RENDERERS = ['remark-html', 'rehype-stringify', 'react-markdown', 'markdown-it', 'marked', 'next-mdx-remote'];

interface PostsOfSite {
  /** The module that loads from Stele. */
  readonly loader: string;
  /** How the files that Stele takes over write dates: without quotes, the site got a `Date`. Null when there are none. */
  readonly dates: ReadonlyMap<string, WrittenDates> | null;
}

/** A file whose code can be read. */
type Readable = Source & { readonly code: Code };

/**
 * The module of a site that reads Markdown files, reading from Stele instead, and its callers, which wait for it. Where one
 * thing about them isn't known for certain, all stay as they are, and the module is advice.
 *
 * @param files of the site that hold code
 * @returns nothing to change where code besides the pages that init writes reads from Stele already; null when it has no such module, or one of another form
 */
export async function withSteleForPosts(
  read: ReadSite,
  files: readonly string[],
  page: FirstPage,
  site: PostsOfSite,
): Promise<Proposed[] | null> {
  if (page.slug === null || page.body === null) return null;
  const sources = await sourcesNaming(
    read,
    files,
    new Set([...KNOWN, ...RENDERERS, 'gray-matter', loadFunction(page)]),
  );
  const own = new RegExp(`(?:^|/)app/${page.collection}/`);
  const isRead = sources.some(
    ({ file, before, code }) =>
      code &&
      !own.test(file) &&
      importsOf(code).some(({ start, end }) => before.slice(start, end).includes(loadFunction(page))),
  );
  if (isRead) return [];
  const readers = sources.filter(
    ({ code }) => code && importsOf(code).some(({ source }) => source.value === 'gray-matter'),
  );
  const [reader] = readers;
  if (!reader?.code || readers.length !== 1) return null;
  const functions = exportedFunctions(reader.code);
  if (!functions?.has('getAllPosts') || !functions.has('getPostBySlug')) return null;
  if ([...functions.keys()].some((name) => !(KNOWN as readonly string[]).includes(name))) return null;
  const module = { ...reader, code: reader.code };
  const after = moduleSource(module, functions, page, site);
  const callers =
    isKnown(module, functions) && areKnown(site.dates)
      ? await waitingCallers(sources, reader.file, new Set(functions.keys()))
      : null;
  if (callers === null) return [{ file: reader.file, add: `${after}\n// Its callers have to await it.` }];
  return [{ file: reader.file, before: reader.before, after }, ...callers, ...picturesIn(sources)];
}

/** Advice on where Markdown becomes HTML, so that pictures in it have their sizes. */
function picturesIn(sources: readonly Source[]): Proposed[] {
  return sources.flatMap(({ file, before, code }) => {
    const names = code ? importsOf(code).map(({ source }) => String(source.value)) : [];
    const isOne = names.some((name) => RENDERERS.includes(name));
    return isOne && !/@stele\/loader\/(?:rehype|website)/.test(before)
      ? [{ file, add: pictureAdvice(file, names) }]
      : [];
  });
}

/** @param names of the packages that a file imports */
function pictureAdvice(file: string, names: readonly string[]): string {
  const [text, post] = /\.tsx?$/.test(file) ? ['markdown: string', 'post: object'] : ['markdown', 'post'];
  const why = '// Pictures in the text get their sizes from the post that getPostBySlug() gives.';
  if (names.includes('react-markdown') || names.includes('next-mdx-remote')) {
    return `${why}
import stelePictures from '@stele/loader/rehype';

// with react-markdown:
<Markdown rehypePlugins={[[stelePictures, post]]}>{post.content}</Markdown>
// with next-mdx-remote:
mdxOptions: { rehypePlugins: [[stelePictures, post]] }`;
  }
  if (!names.includes('remark-html')) {
    return `${why} With the HTML of a post:
import { withPictures } from '@stele/loader/website';

withPictures(html, post)`;
  }
  return `${why} The whole file, without further packages:
import { withPictures } from '@stele/loader/website';
import { remark } from 'remark';
import html from 'remark-html';

export default async function markdownToHtml(${text}, ${post}) {
  const result = await remark().use(html).process(markdown);
  return withPictures(result.toString(), post);
}

// In the page of a post:
const content = await markdownToHtml(post.content, post);`;
}

/** Whether there are files that Stele takes over, which all give a date either as a `Date` or as text. */
function areKnown(dates: PostsOfSite['dates']): boolean {
  return dates !== null && [...dates.values()].every(({ yaml, all }) => yaml === 0 || yaml === all);
}

/** The files in which one of some names stands, and those that take the place of a file which does. */
async function sourcesNaming(
  read: ReadSite,
  files: readonly string[],
  names: ReadonlySet<string>,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const file of files) {
    const before = await read(file);
    // Pages may be imported by other files.
    if (before === null || !mentions(before, new Set([...names, 'page', 'layout', 'template', 'sitemap', 'not-found'])))
      continue;
    const code = /\.mdx$/.test(file) ? null : await readCode(before, { jsx: /(?:x|\.[cm]?js)$/.test(file) });
    sources.push({ file, before, code });
  }
  return sources;
}

/** Whether the functions take what those in their place take, give what these give, and leave out no posts. */
function isKnown({ file, before, code }: Readable, functions: ReadonlyMap<string, FunctionDeclaration>): boolean {
  for (const [name, { params }] of functions) {
    if (params.length !== (name.startsWith('getPostBySlug') ? 1 : 0)) return false;
  }
  for (const node of nodesIn(code.program)) {
    if (node.type === 'Identifier' && /^(?:filter|slice|splice)$/.test(node.name)) return false;
  }
  const type = typeOfPosts(before, functions);
  return !/\.tsx?$/.test(file) || (type !== null && typeImport(code, type) !== undefined);
}

/** The type of a post, if `getAllPosts` says that it returns a list of them. */
function typeOfPosts(before: string, functions: ReadonlyMap<string, FunctionDeclaration>): string | null {
  return /^:\s*([\w.]+)\[\]$/.exec(returnType(before, functions.get('getAllPosts')))?.[1] ?? null;
}

/** The import that a type comes from. */
function typeImport(code: Code, type: string) {
  const [root] = type.split('.');
  return importsOf(code).find(({ specifiers }) => specifiers.some(({ local }) => local.name === root));
}

/** The functions that a module exports, by name; null when it exports anything else. */
function exportedFunctions({ program }: Code): ReadonlyMap<string, FunctionDeclaration> | null {
  const found = new Map<string, FunctionDeclaration>();
  for (const statement of program.body) {
    if (!statement.type.startsWith('Export')) continue;
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    if (declared?.type !== 'FunctionDeclaration') return null;
    found.set(declared.id.name, declared as FunctionDeclaration);
  }
  return found;
}

/** The module with the same functions, reading from Stele. */
function moduleSource(
  { before, code, file }: Readable,
  functions: ReadonlyMap<string, FunctionDeclaration>,
  page: FirstPage,
  { loader, dates }: PostsOfSite,
): string {
  const typed = /\.tsx?$/.test(file);
  const type = typeOfPosts(before, functions) ?? 'unknown';
  const promise = (of: string): string => (typed ? `: Promise<${of}>` : '');
  const kept = typed ? typeImport(code, type) : undefined;
  const isNullable = /\bnull\b/.test(returnType(before, functions.get('getPostBySlug')));
  const from = path.posix.relative(path.posix.dirname(file), loader);
  const shown = pictureProperties(page.fields);
  const asDates = page.dates
    .filter((key) => dates?.get(key)?.yaml)
    .map((key) => `${key}: values.${key} && new Date(values.${key})`);
  const values = ['...values', `slug: values.${page.slug}`, `content: ${page.body} ?? ''`, ...asDates, ...shown];
  const parts: Readonly<Record<(typeof KNOWN)[number], string>> = {
    getAllPosts: `/** The posts, in the order of their collection, without drafts that lack what is required. */
export async function getAllPosts()${promise(`${type}[]`)} {
  const entries = (await ${loadFunction(page)}()).filter(isComplete);
  return entries.map(({ values: { ${page.body}, ...values } }) => {
    const post = {
${values.map((one) => `      ${one},\n`).join('')}    };
    return post${typed ? ` as unknown as ${type}` : ''};
  });
}
`,
    getPostBySlug: `export async function getPostBySlug(slug${typed ? ': string' : ''})${promise(isNullable ? `${type} | null` : type)} {
  const posts = await getAllPosts();
  return ${typed && !isNullable ? `(posts.find((post) => post.slug === slug) ?? null) as ${type}` : 'posts.find((post) => post.slug === slug) ?? null'};
}
`,
    getPostBySlugNonNull: `export async function getPostBySlugNonNull(slug${typed ? ': string' : ''})${promise(type)} {
  const post = await getPostBySlug(slug);
  if (!post) throw new Error(\`There is no post "\${slug}".\`);
  return post;
}
`,
    getPostSlugs: `export async function getPostSlugs()${promise('string[]')} {
  return (await getAllPosts()).map((post) => post.slug);
}
`,
  };
  const imports = [
    `import { ${shown.length > 0 ? 'imageProps, ' : ''}isComplete } from '@stele/loader/next';`,
    ...(kept ? [before.slice(kept.start, kept.end)] : []),
    `import { ${loadFunction(page)} } from '${from.startsWith('.') ? from : `./${from}`}';`,
  ];
  return `${imports.join('\n')}\n\n${KNOWN.filter((name) => functions.has(name))
    .map((name) => parts[name])
    .join('\n')}`;
}

/** The declared result type of a function, as it's written. */
function returnType(source: string, declared: FunctionDeclaration | undefined): string {
  const { returnType: type } = (declared ?? {}) as {
    readonly returnType?: { readonly start: number; readonly end: number };
  };
  return type ? source.slice(type.start, type.end) : '';
}

import path from 'node:path';
import type { AnyNode, Function as FunctionDeclaration } from 'acorn';
import { editCode } from '../code/edit-code.ts';
import { type Code, readCode } from '../code/read-code.ts';
import { type FirstPage, loadFunction, type Proposed, type ReadSite } from './site-change.ts';

/** The functions through which pages of Next.js read Markdown files, as Next.js's blog example has them. */
const KNOWN = ['getAllPosts', 'getPostBySlug', 'getPostBySlugNonNull', 'getPostSlugs'] as const;

interface Source {
  readonly file: string;
  readonly before: string;
  readonly code: Code;
}

/**
 * The module of a site that reads Markdown files, reading from Stele instead, and its callers, which wait for it now. Where
 * one of them can't, all stay as they are, and the module is advice.
 *
 * @param files of the site that hold code
 * @returns nothing to change where code besides the pages that init writes reads from Stele already; null when it has no such module, or one of another form
 */
export async function withSteleForPosts(
  read: ReadSite,
  files: readonly string[],
  page: FirstPage,
  loader: string,
): Promise<Proposed[] | null> {
  if (page.slug === null || page.body === null) return null;
  const sources: Source[] = [];
  for (const file of files) {
    const before = await read(file);
    const code = before === null ? null : await readCode(before, { jsx: /x$/.test(file) });
    if (before !== null && code) sources.push({ file, before, code });
  }
  const own = new RegExp(`(?:^|/)app/${page.collection}/`);
  const isRead = sources.some(
    ({ file, before, code }) =>
      !own.test(file) &&
      importsOf(code).some(({ start, end }) => before.slice(start, end).includes(loadFunction(page))),
  );
  if (isRead) return [];
  const readers = sources.filter(({ code }) => importsOf(code).some(({ source }) => source.value === 'gray-matter'));
  const [reader] = readers;
  const functions = reader && readers.length === 1 ? exportedFunctions(reader.code) : null;
  if (!reader || !functions?.has('getAllPosts') || !functions.has('getPostBySlug')) return null;
  if ([...functions.keys()].some((name) => !(KNOWN as readonly string[]).includes(name))) return null;
  const after = moduleSource(reader, functions, page, loader);
  const callers = await Promise.all(sources.map((source) => waiting(source, reader.file)));
  if (callers.includes(null)) return [{ file: reader.file, add: `${after}\n// Its callers have to await it.` }];
  return [
    { file: reader.file, before: reader.before, after },
    ...callers.flatMap((one) => (one && one.after !== one.before ? [one] : [])),
  ];
}

function importsOf({ program }: Code) {
  return program.body.filter((one) => one.type === 'ImportDeclaration');
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
  { before, code, file }: Source,
  functions: ReadonlyMap<string, FunctionDeclaration>,
  page: FirstPage,
  loader: string,
): string {
  const typed = /\.tsx?$/.test(file);
  const [, type = 'unknown'] = /^:\s*([\w.]+)\[\]$/.exec(returnType(before, functions.get('getAllPosts'))) ?? [];
  const promise = (of: string): string => (typed ? `: Promise<${of}>` : '');
  const kept = importsOf(code).filter(({ source }) => /^[./@~]/.test(String(source.value)));
  const from = path.posix.relative(path.posix.dirname(file), loader);
  const shown = page.pictures.map((key) => `${key}: values.${key} && imageProps(values.${key}).src`);
  const values = ['...values', `slug: values.${page.slug}`, `content: ${page.body} ?? ''`, ...shown];
  const parts: Readonly<Record<(typeof KNOWN)[number], string>> = {
    getAllPosts: `/** The posts, in the order of their collection. */
export async function getAllPosts()${promise(`${type}[]`)} {
  const entries = await ${loadFunction(page)}();
  return entries.map(({ values: { ${page.body}, ...values } }) => {
    const post = {
${values.map((one) => `      ${one},\n`).join('')}    };
    return post${typed ? ` as unknown as ${type}` : ''};
  });
}
`,
    getPostBySlug: `export async function getPostBySlug(slug${typed ? ': string' : ''})${promise(`${type} | null`)} {
  const posts = await getAllPosts();
  return posts.find((post) => post.slug === slug) ?? null;
}
`,
    getPostBySlugNonNull: `export async function getPostBySlugNonNull(slug${typed ? ': string' : ''})${promise(type)} {
  const post = await getPostBySlug(slug);
  if (post === null) throw new Error(\`There is no post "\${slug}".\`);
  return post;
}
`,
    getPostSlugs: `export async function getPostSlugs()${promise('string[]')} {
  return (await getAllPosts()).map((post) => post.slug);
}
`,
  };
  const imports = [
    ...(shown.length > 0 ? ["import { imageProps } from '@stele/loader/next';"] : []),
    ...kept.map(({ start, end }) => before.slice(start, end)),
    `import { ${loadFunction(page)} } from '${from.startsWith('.') ? from : `./${from}`}';`,
  ];
  return `${imports.join('\n')}\n\n${KNOWN.filter((name) => functions.has(name))
    .map((name) => parts[name])
    .join('\n')}`;
}

/** What a function is declared to return, as it's written. */
function returnType(source: string, declared: FunctionDeclaration | undefined): string {
  const { returnType: type } = (declared ?? {}) as {
    readonly returnType?: { readonly start: number; readonly end: number };
  };
  return type ? source.slice(type.start, type.end) : '';
}

/** A module that waits for the functions of another one; null when a call is where it can't. */
async function waiting({ file, before, code }: Source, module: string) {
  const names = new Set(
    importsOf(code)
      .filter(({ source }) => isModule(String(source.value), file, module))
      .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  );
  const text = await editCode(code);
  const done = new Set<AnyNode>();
  for (const { call, around } of callsIn(code.program, names)) {
    const caller = around.findLast((one) => /Function/.test(one.type));
    const isAtTop = code.program.body.some(
      (one) => one === caller || ('declaration' in one && one.declaration === caller),
    );
    if (caller?.type !== 'FunctionDeclaration' || !isAtTop) return null;
    const isMember = around.at(-1)?.type === 'MemberExpression';
    text.appendLeft(call.start, isMember ? '(await ' : 'await ');
    if (isMember) text.appendLeft(call.end, ')');
    if (!caller.async && !done.has(caller)) text.appendLeft(caller.start, 'async ');
    done.add(caller);
  }
  return { file, before, after: text.toString() };
}

/** Whether an import names a module: by its path, or by an alias for the folder of sources. */
function isModule(name: string, file: string, module: string): boolean {
  const wanted = module.replace(/\.\w+$/, '');
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name).replace(/\.\w+$/, '') === wanted;
  return /^[@~]\//.test(name) && (wanted === name.slice(2) || wanted === `src/${name.slice(2)}`);
}

/** Calls of some functions, with the nodes around each. */
function* callsIn(
  node: AnyNode,
  names: ReadonlySet<string>,
  around: readonly AnyNode[] = [],
): Generator<{ readonly call: AnyNode; readonly around: readonly AnyNode[] }> {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && names.has(node.callee.name)) {
    yield { call: node, around };
  }
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === 'string') yield* callsIn(one, names, [...around, node]);
    }
  }
}

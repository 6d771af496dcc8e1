import path from 'node:path';
import type { AnyNode } from 'acorn';
import { editCode } from '../code/edit-code.ts';
import { type Code, nodesIn } from '../code/read-code.ts';

/** A file with code. */
export interface Source {
  readonly file: string;
  readonly before: string;
  /** Null when it can't be read. */
  readonly code: Code | null;
}

type FunctionNode = Extract<
  AnyNode,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;

/** The files whose `default` export Next.js awaits. */
const WAITED_FOR = /^(?:src\/)?app\/(?:.*\/)?(?:page|layout|template|not-found|sitemap)\.[jt]sx?$/;
/** Functions of these files that Next.js waits for. */
const GENERATORS = new Set(['generateStaticParams', 'generateMetadata', 'generateViewport']);

/**
 * The files that call functions of a module, waiting for them.
 *
 * @param sources all files of the site in which one of the names stands
 * @returns null when one of them uses the functions in a way that isn't known for certain
 */
export async function waitingCallers(
  sources: readonly Source[],
  module: string,
  functions: ReadonlySet<string>,
): Promise<readonly { readonly file: string; readonly before: string; readonly after: string }[] | null> {
  const changed = [];
  for (const source of sources) {
    if (source.file === module || !mentions(source.before, functions)) continue;
    const after = await waiting(source, sources, module, functions);
    if (after === null) return null;
    if (after !== source.before) changed.push({ file: source.file, before: source.before, after });
  }
  return changed;
}

/** Whether a text holds one of some names as a word. */
export function mentions(text: string, names: ReadonlySet<string>): boolean {
  return new RegExp(`\\b(?:${[...names].join('|')})\\b`).test(text);
}

/** A file that waits for each call; null when it uses the functions in another way, or where it can't wait. */
async function waiting(
  { file, before, code }: Source,
  sources: readonly Source[],
  module: string,
  functions: ReadonlySet<string>,
): Promise<string | null> {
  // The loader reads drafts by functions that only the App Router has.
  if (!code || /^(?:src\/)?pages\//.test(file)) return null;
  const imported = importsOf(code).filter(({ source }) => isModule(String(source.value), file, module));
  const locals = imported.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name));
  const names = new Set([...functions, ...locals]);
  const text = await editCode(code);
  const done = new Set<AnyNode>();
  for (const { node, around } of namedIn(code.program, names)) {
    if (imported.some(({ start, end }) => node.start >= start && node.end <= end)) continue;
    const call = around.at(-1);
    if (call?.type !== 'CallExpression' || call.callee !== node || !locals.includes(nameOf(node) ?? '')) return null;
    const caller = around.findLast((one): one is FunctionNode => /Function/.test(one.type));
    if (!caller) return null;
    const isKept = caller.async || done.has(caller);
    if (!isKept && !canBeAsync(caller, { file, before, code }, sources)) return null;
    const isMember = around.at(-2)?.type === 'MemberExpression';
    text.appendLeft(call.start, isMember ? '(await ' : 'await ');
    if (isMember) text.appendLeft(call.end, ')');
    if (!isKept) text.appendLeft(caller.start, 'async ');
    done.add(caller);
  }
  return text.toString();
}

/** Whether Next.js is the only one that calls a function, and waits for it. */
function canBeAsync(caller: FunctionNode, { file, code }: Source, sources: readonly Source[]): boolean {
  if (!code || !WAITED_FOR.test(file) || isForBrowsers(code)) return false;
  if (caller.generator || (caller as { readonly returnType?: unknown }).returnType) return false;
  const exported = code.program.body.find((one) => 'declaration' in one && one.declaration === caller);
  const name = caller.id?.name;
  if (!exported || (exported.type === 'ExportNamedDeclaration' && !GENERATORS.has(name ?? ''))) return false;
  if (name !== undefined && [...namedIn(code.program, new Set([name]))].length > 1) return false;
  const base = path.posix.basename(file).replace(/\.\w+$/, '');
  return !sources.some((one) => one.file !== file && one.before.includes(`/${base}`) && takes(one, file));
}

/** Whether a file imports a module, or may. */
function takes({ code, file }: Source, module: string): boolean {
  if (!code) return true;
  for (const node of nodesIn(code.program)) {
    if (node.type === 'Literal' && typeof node.value === 'string' && isModule(node.value, file, module)) return true;
  }
  return false;
}

function isForBrowsers({ program }: Code): boolean {
  return program.body.some((one) => 'directive' in one && one.directive === 'use client');
}

export function importsOf({ program }: Code) {
  return program.body.filter((one) => one.type === 'ImportDeclaration');
}

/** Whether an import names a module: by its path, by an alias for the folder of sources, or from the site's folder. */
function isModule(name: string, file: string, module: string): boolean {
  const bare = (one: string): string => one.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
  const wanted = bare(module);
  if (name.startsWith('.')) return bare(path.posix.join(path.posix.dirname(file), name)) === wanted;
  const at = bare(name.replace(/^[@~]\//, ''));
  return wanted === at || wanted === `src/${at}`;
}

/** The literal text of a node: of a name, or of a string. */
function nameOf(node: AnyNode): string | null {
  if (node.type === 'Identifier' || (node.type as string) === 'JSXIdentifier') {
    return (node as { readonly name?: string }).name ?? null;
  }
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** Where some names stand, with the nodes around each. */
function* namedIn(
  node: AnyNode,
  names: ReadonlySet<string>,
  around: readonly AnyNode[] = [],
): Generator<{ readonly node: AnyNode; readonly around: readonly AnyNode[] }> {
  if (names.has(nameOf(node) ?? '')) yield { node, around };
  // The same node twice, in `{ name }`, is one.
  const seen = new Set<AnyNode>();
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type !== 'string' || seen.has(one)) continue;
      seen.add(one);
      yield* namedIn(one, names, [...around, node]);
    }
  }
}

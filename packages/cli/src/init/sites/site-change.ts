import type { FieldDocument } from '@stele/schema';

/** A file that would be written; `before` is null for a new one. */
interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

/** What the user has to add to a file that can't be changed automatically. */
interface Advice {
  readonly file: string;
  readonly add: string;
}

/** What a site needs to show content. */
export interface SiteProposal {
  readonly changes: readonly FileChange[];
  readonly advice: readonly Advice[];
  /** Packages that the site's files import, besides the loader, including those that are installed. */
  readonly packages: readonly string[];
}

/** The collection that the first page shows. */
export interface FirstPage {
  readonly collection: string;
  readonly locale: string;
  /** Key of the field that names an entry. */
  readonly title: string;
  /** Key of the field that addresses are made of; null for their ids. */
  readonly slug: string | null;
  /** Whether slugs are paths: `2023/summer`. */
  readonly isPath: boolean;
  /** Key of the Markdown field that holds the text; null when there's none. */
  readonly body: string | null;
  /** The field that entries are ordered by; null when it's none. */
  readonly order: PageOrder | null;
}

/** The order of a collection by a field. */
export interface PageOrder {
  readonly field: FieldDocument;
  readonly direction: 'asc' | 'desc';
}

/** Reads the files of a site. @returns null for one that isn't there */
export type ReadSite = (file: string) => Promise<string | null>;

/** A change of one file, or advice about it; nothing when it needs none. */
export type Proposed = FileChange | Advice | null;

/** Sorts what is proposed. @param packages that the files import, besides the loader */
export function toProposal(all: readonly Proposed[], packages: readonly string[] = []): SiteProposal {
  return {
    changes: all.flatMap((one) => (one && 'after' in one && one.after !== one.before ? [one] : [])),
    advice: all.flatMap((one) => (one && 'add' in one ? [one] : [])),
    packages,
  };
}

/** Proposes a file, unless it exists. */
export async function newFile(read: ReadSite, file: string, after: string): Promise<Proposed> {
  return (await read(file)) === null ? { file, before: null, after } : null;
}

/** The first of some files that exists; the first of all when none does. */
export async function whichFile(read: ReadSite, files: readonly [string, ...string[]]): Promise<string> {
  for (const file of files) if ((await read(file)) !== null) return file;
  return files[0];
}

/** Adds an import in front of the first one of a module: comments such as `// @ts-check` have to stay first. */
export function withImport(source: string, line: string): string {
  if (source.includes(line)) return source;
  const first = /^import\b/m.exec(source)?.index ?? 0;
  return `${source.slice(0, first)}${line}\n${source.slice(first)}`;
}

/** A plugin that a site's config has to list. */
interface Plugin {
  /** Names that the config may have, the one of a new file first. */
  readonly files: readonly [string, ...string[]];
  /** The module that exports `defineConfig`. */
  readonly tool: string;
  readonly importLine: string;
  /** A text that only a config with the plugin has. */
  readonly mark: string;
  readonly key: string;
  readonly call: string;
  readonly comment?: string;
}

/** The config of a site with a plugin; nothing when it has that already. */
export async function pluginConfig(
  read: ReadSite,
  { files, tool, importLine, mark, key, call, comment = '' }: Plugin,
): Promise<Proposed> {
  const file = await whichFile(read, files);
  const before = await read(file);
  if (before === null) {
    const after = `${importLine}\nimport { defineConfig } from '${tool}';\n\n${comment}export default defineConfig({ ${key}: [${call}] });\n`;
    return { file, before, after };
  }
  if (before.includes(mark)) return null;
  const merged = withPlugin(before, key, call);
  if (merged === null) return { file, add: `${importLine}\n${comment}// and in the config:\n${key}: [${call}],` };
  return { file, before, after: withImport(merged, importLine) };
}

/** What may be in front of a config's object: also the head of a function that returns it directly. */
const BEFORE_CONFIG = /(?:export default|defineConfig\((?:\s*(?:async\s*)?\([^()]*\)\s*=>\s*\()?)\s*$/;

/**
 * Adds a plugin to a config that lists plugins under a key, or has one object for all.
 *
 * @returns null when the source has another form: also when the key occurs in it more than once, or not as a list of the config itself
 */
export function withPlugin(source: string, key: string, call: string): string | null {
  const places = [...source.matchAll(new RegExp(`\\b${key}\\b`, 'g'))].map(({ index }) => index);
  const [place] = places;
  if (place !== undefined) {
    const list = new RegExp(`\\b${key}:\\s*\\[`, 'y');
    list.lastIndex = place;
    if (places.length > 1 || !list.test(source) || !isInConfig(source, place)) return null;
    const [before, after] = [source.slice(0, list.lastIndex), source.slice(list.lastIndex)];
    return `${before}${call}${/^\s*\]/.test(after) ? '' : ', '}${after}`;
  }
  const whole = /(defineConfig\(\s*\{|export default \{)/;
  if (!whole.test(source)) return null;
  return source.replace(whole, (start) => `${start}\n  ${key}: [${call}],`).replace(`[${call}],}`, `[${call}],\n}`);
}

/** Whether a place in a source is in the config's object itself, not in an object or call within it. */
function isInConfig(source: string, place: number): boolean {
  let depth = 0;
  for (let index = place - 1; index >= 0; index--) {
    const char = source[index] ?? '';
    if ('}])'.includes(char)) depth++;
    if (!'{[('.includes(char)) continue;
    if (depth === 0) return char === '{' && BEFORE_CONFIG.test(source.slice(0, index));
    depth--;
  }
  return false;
}

import type { FieldDocument } from '@stele/schema';
import { addImports, addProperties, configObject, editCode, exportedExpression } from '../code/edit-code.ts';
import { bare, propertyOf, readCode } from '../code/read-code.ts';

/** A file that would be written; `before` is null for a new one. */
interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

/** Lines for the user to add to a file that can't be changed automatically. */
interface Advice {
  readonly file: string;
  readonly add: string;
}

/** The changes by which a site shows content. */
export interface SiteProposal {
  readonly changes: readonly FileChange[];
  readonly advice: readonly Advice[];
  /** Packages that the site's files import, besides the loader, including those that are installed. */
  readonly packages: readonly string[];
  /** Whether a route opens drafts, which needs a secret. */
  readonly hasDraftRoute?: boolean;
  /** The address of an entry's page, for the schema; null when it isn't known for certain. */
  readonly preview?: string | null;
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
  readonly fields: readonly FieldDocument[];
  /** Keys of all fields. */
  readonly keys: ReadonlySet<string>;
  /** Keys of those that hold dates, with a time or without. */
  readonly dates: readonly string[];
  /** Keys of those that are required, and hold a date or a text. */
  readonly required: readonly string[];
}

/** The name of the function that loads a collection: `loadPosts`. */
export function loadFunction({ collection }: FirstPage): string {
  return `load${collection[0]?.toUpperCase()}${collection.slice(1)}`;
}

/** Reads the files of a site. @returns null for one that isn't there */
export type ReadSite = (file: string) => Promise<string | null>;

/** A change of one file, or advice about it; nothing when it needs none. */
export type Proposed = FileChange | Advice | null;

/** Sorts what is proposed. @param packages imported by the files, besides the loader */
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

/** A part of the object that a config exports. */
interface ConfigPart {
  readonly key: string;
  /** The item of a list, or the property of an object, under the key. */
  readonly item: string;
  readonly isList: boolean;
  /** The function in the item, which only a config with it names. */
  readonly mark: string;
}

interface ConfigChange {
  /** Names that the config may have, the one of a new file first. */
  readonly files: readonly [string, ...string[]];
  /** The module that exports `defineConfig`, if the config is made by it. */
  readonly tool?: string;
  /** The module that exports the functions in the parts, if they name some. */
  readonly from?: string;
  readonly parts: readonly ConfigPart[];
  /** A function that the whole config is given to, and the module whose default it is. */
  readonly wrapper?: { readonly name: string; readonly from: string };
  readonly comment?: string;
}

/** The config of a site with some parts; nothing when it has them already. */
export async function changeConfig(
  read: ReadSite,
  { files, tool, from, parts, wrapper, comment = '' }: ConfigChange,
): Promise<Proposed> {
  const file = await whichFile(read, files);
  const before = await read(file);
  const hasModule = from === undefined || before?.includes(from);
  const isThere = ({ mark }: ConfigPart) => before?.includes(hasModule ? mark : `${mark}(`);
  const lacking = parts.filter((part) => !isThere(part));
  const around = wrapper && !before?.includes(wrapper.from) ? wrapper : null;
  if (lacking.length === 0 && around === null) return null;
  const imports = [
    ...(from === undefined ? [] : [`import { ${lacking.map(({ mark }) => mark).join(', ')} } from '${from}';`]),
    ...(around === null ? [] : [`import ${around.name} from '${around.from}';`]),
  ];
  const lines = lacking.map(({ key, item, isList }) => `${key}: ${isList ? `[${item}]` : `{ ${item} }`}`);
  if (before === null) {
    const inline = lines.length === 0 ? '{}' : `{ ${lines[0]} }`;
    const object = lines.length < 2 ? inline : `{\n  ${lines.join(',\n  ')},\n}`;
    const head = [...imports, ...(tool === undefined ? [] : [`import { defineConfig } from '${tool}';`])];
    const maker = tool === undefined ? around?.name : 'defineConfig';
    const value = maker === undefined ? object : `${maker}(${object})`;
    const after = `${[...head, ''].join('\n')}${head.length > 0 ? '\n' : ''}${comment}export default ${value};\n`;
    return { file, before, after };
  }
  const after = await withParts(before, lacking, imports, around?.name);
  if (after !== null) return { file, before, after };
  const inside = lines.length > 0 ? [`${comment}// in the config:`, ...lines.map((line) => `${line},`)] : [];
  const isCommon = /\bmodule\.exports\b/.test(before);
  const outside =
    around === null
      ? []
      : ['// around the config:', `${isCommon ? 'module.exports =' : 'export default'} ${around.name}(config);`];
  return { file, add: [...(isCommon ? imports.map(asRequire) : imports), ...inside, ...outside].join('\n') };
}

/** A line of an import as CommonJS. */
function asRequire(line: string): string {
  return line
    .replace(/^import (\w+) from '([^']+)'/, "const { default: $1 } = require('$2')")
    .replace(/^import (\{.*\}) from '([^']+)'/, "const $1 = require('$2')");
}

/** A config with parts added to it, and given to a function; null when its form isn't known. */
async function withParts(
  source: string,
  parts: readonly ConfigPart[],
  imports: readonly string[],
  wrapper: string | undefined,
): Promise<string | null> {
  const code = await readCode(source);
  const object = code && configObject(code);
  if (!code || (parts.length > 0 && !object)) return null;
  const text = await editCode(code);
  const added: string[] = [];
  if (wrapper !== undefined) {
    const config = exportedExpression(code);
    if (config === null) return null;
    text.appendLeft(config.start, `${wrapper}(`).appendRight(config.end, ')');
  }
  for (const { key, item, isList } of parts) {
    const property = object && propertyOf(object, key);
    const value = bare(property?.value);
    if (!property) added.push(`${key}: ${isList ? `[${item}]` : `{ ${item} }`}`);
    else if (isList && value?.type === 'ArrayExpression') {
      text.appendLeft(value.start + 1, value.elements.length > 0 ? `${item}, ` : item);
    } else if (!isList && value?.type === 'ObjectExpression' && !propertyOf(value, item.split(':')[0] ?? '')) {
      addProperties(code, text, value, [item]);
    } else return null;
  }
  if (object) addProperties(code, text, object, added);
  addImports(code, text, imports);
  return text.toString();
}

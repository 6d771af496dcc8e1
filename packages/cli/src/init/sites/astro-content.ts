import path from 'node:path';
import type { AnyNode, ObjectExpression, Property } from 'acorn';
import { argumentsOf, bare, type Code, keyOf, literalOf, propertyOf, readCode, resolved } from '../code/read-code.ts';
import { type ReadSite, whichFile } from './site-change.ts';
import { type ZodField, zodFields } from './zod-fields.ts';

/** A collection that a site of Astro declares. */
export interface AstroCollection {
  readonly key: string;
  /** The loader that fills it, as its property says. */
  readonly loader: Property;
  /** The folder of files that it's filled from; null when it isn't by `glob()`. */
  readonly folder: string | null;
  /** The patterns of `glob()`; null when it has other options, or they aren't written out. */
  readonly patterns: readonly string[] | null;
  /** Key of the collection of Stele that it's filled from; null when it isn't. */
  readonly stele: string | null;
  /** The fields of its schema; null when they can't be read. */
  readonly fields: readonly ZodField[] | null;
}

/** The file in which a site of Astro declares its collections. */
export interface AstroContent {
  readonly file: string;
  /** Null when there's no such file. */
  readonly before: string | null;
  /** Null when it can't be read, or has another form. */
  readonly code: Code | null;
  /** The object exported as `collections`. */
  readonly exported: ObjectExpression | null;
  readonly collections: readonly AstroCollection[];
}

/** Reads the collections of a site of Astro. */
export async function readAstroContent(read: ReadSite): Promise<AstroContent> {
  const file = await whichFile(read, ['src/content.config.ts', 'src/content.config.mts', 'src/content.config.js']);
  const before = await read(file);
  const code = before === null ? null : await readCode(before);
  const exported = code && exportedCollections(code);
  const properties = exported?.properties.filter((one) => one.type === 'Property') ?? [];
  const collections = properties.flatMap((property) => (code ? collectionOf(code, property) : []));
  return { file, before, code, exported, collections };
}

/** The collection that takes its files from a folder. */
export function collectionOfFolder({ collections }: AstroContent, folder: string): AstroCollection | undefined {
  const same = collections.filter((one) => one.folder !== null && path.relative(one.folder, folder) === '');
  return same.length === 1 ? same[0] : undefined;
}

/** The collection of files whose schema has no other fields than these. */
export function collectionWithFields({ collections }: AstroContent, keys: ReadonlySet<string>) {
  const fitting = collections.filter(
    ({ folder, fields }) =>
      folder !== null && fields !== null && fields.length > 0 && fields.every(({ key }) => keys.has(key)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function exportedCollections({ program }: Code): ObjectExpression | null {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      const value = bare(init);
      if (id.type === 'Identifier' && id.name === 'collections' && value?.type === 'ObjectExpression') return value;
    }
  }
  return null;
}

function collectionOf(code: Code, { key, value }: Property): AstroCollection[] {
  const [options] = argumentsOf(code, resolved(code, value), 'defineCollection') ?? [];
  const object = bare(options);
  const loader = object?.type === 'ObjectExpression' ? propertyOf(object, 'loader') : undefined;
  if (key.type !== 'Identifier' || object?.type !== 'ObjectExpression' || !loader) return [];
  const filled = resolved(code, loader.value);
  const base = textOf(argumentsOf(code, filled, 'glob'), 'base');
  const schema = propertyOf(object, 'schema');
  return [
    {
      key: key.name,
      loader,
      folder: base === null ? null : path.normalize(base),
      patterns: patternsOf(code, argumentsOf(code, filled, 'glob')),
      stele: textOf(argumentsOf(code, filled, 'steleLoader'), 'collection'),
      fields: schema ? zodFields(code, resolved(code, schema.value)) : null,
    },
  ];
}

/** The patterns of `glob()`, when it has no option that changes which files it takes, or what they're called. */
function patternsOf(code: Code, given: readonly AnyNode[] | null): readonly string[] | null {
  const [options] = given ?? [];
  if (options?.type !== 'ObjectExpression' || given?.length !== 1) return null;
  const keys = options.properties.map((one) => (one.type === 'Property' ? keyOf(one) : null));
  if (keys.some((key) => key !== 'base' && key !== 'pattern')) return null;
  const patterns = [literalOf(resolved(code, propertyOf(options, 'pattern')?.value))].flat();
  return patterns.every((one) => typeof one === 'string') ? patterns : null;
}

/** A text that a call's options write out. */
function textOf(given: readonly AnyNode[] | null, name: string): string | null {
  const [options] = given ?? [];
  const property = options?.type === 'ObjectExpression' ? propertyOf(options, name) : undefined;
  const value = property && literalOf(property.value);
  return typeof value === 'string' ? value : null;
}

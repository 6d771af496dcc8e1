import path from 'node:path';
import { configSource, type Json, KEY_PATTERN, parseSchema, SCHEMA_FORMAT, whyInexact } from '@stele/schema';
import { UserError } from '../errors.ts';
import { findMarkdown } from '../import/markdown/find-markdown.ts';
import { readMarkdownFile, textAt } from '../import/markdown/front-matter.ts';
import { leadingHeading } from '../import/markdown/leading-heading.ts';
import { mdxNotes, usesMdx } from '../import/markdown/mdx.ts';
import { isPlainSlug, pathId, siteAddress } from '../import/markdown/site-address.ts';
import { dayExists, momentOf, readDate } from '../import/markdown/written-date.ts';
import type { Io } from '../io.ts';
import type { MarkdownContent } from './next-steps.ts';
import type { ZodField } from './sites/zod-fields.ts';

const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
const ADDRESS = /^https?:\/\//;
/** What an import itself reads from front matter. */
const TAKEN = new Set(['draft', 'layout', 'slug']);
/** What values may make of a field that is a text to the site's schema. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'url', 'asset', 'date', 'datetime']);
/** A longer text goes into a larger field. */
const LINE = 140;

/** How many files a note names. */
const MAX_NAMED = 10;

/** A collection that fits a folder of Markdown files. */
export interface InferredConfig {
  readonly key: string;
  readonly source: string;
  /** What people should know: the files that don't fit, or that made a field what it is. */
  readonly notes: readonly string[];
}

interface Found {
  readonly value: Json;
  /** As it stands there; null for what is no single value. */
  readonly text: string | null;
  readonly file: string;
}

/** A field as front matter suggests it. */
interface Suggested {
  readonly key: string;
  readonly type: string;
  readonly [option: string]: unknown;
}

/**
 * A config with a collection for a folder of Markdown files: a field for each name in their front matter, of a type that takes all
 * its values; required where every file fills it. What most files give as a date is a date: the others have to be fixed.
 * Where the site has a schema of its own, that says what is required, what may be chosen, and which fields there are besides.
 *
 * @param known the fields of the site's own schema
 * @throws UserError when there's no Markdown in the folder, or the key isn't one
 */
export async function configFor(
  io: Io,
  { folder, collection: key, exclude }: MarkdownContent,
  known: readonly ZodField[] | null = null,
): Promise<InferredConfig> {
  const files = await findMarkdown(io, folder, exclude);
  const mdx: string[] = [];
  const unread: string[] = [];
  let isPath = false;
  const values = new Map<string, Found[]>();
  for (const file of files) {
    const source = await readMarkdownFile(io, file).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      unread.push(error.message);
      return null;
    });
    if (source === null) continue;
    const { data, written, body } = source;
    if (usesMdx(file, body)) mdx.push(path.relative(folder, file));
    const address = typeof data.slug === 'string' ? data.slug : siteAddress(pathId(folder, file));
    if (!isPlainSlug(address)) isPath = true;
    const heading = data.title === undefined ? leadingHeading(body.trim()) : null;
    const named = heading ? { title: heading.text, ...data } : data;
    for (const [name, value] of Object.entries(named)) {
      if (value !== null && !TAKEN.has(name)) {
        values.set(name, [...(values.get(name) ?? []), { value, text: textAt(written[name], []), file }]);
      }
    }
  }
  if (unread.length > 0) throw new UserError(unread.join('\n'));
  const notes = mdxNotes(mdx);
  const declared = new Map(known?.filter((one) => !TAKEN.has(one.key)).map((one) => [one.key, one]));
  const fields = [...new Set([...declared.keys(), ...values.keys()])].flatMap((name) => {
    const list = values.get(name) ?? [];
    const filled = list.filter(({ value }) => !isEmpty(value));
    const told = filled.length > 0 ? filled : list;
    const own = declared.get(name);
    const suggested = field(name, told, filled.length === files.length, own);
    for (const one of suggested) notes.push(...dateNotes(one, told, folder));
    if (own?.to !== undefined)
      notes.push(`${name} refers to the collection ${own.to} of your site: it holds ids, as text.`);
    return suggested;
  });
  const title = fields.find(({ key: one, type }) => one === 'title' && type === 'text');
  const date = fields.find(({ type, required }) => (type === 'date' || type === 'datetime') && required);
  const source = title ? { source: 'title' } : {};
  const slug = { key: 'slug', type: 'slug', required: true, ...source, ...(isPath ? { path: true } : {}) };
  const [first, ...rest] = title ? [title, ...fields.filter((one) => one !== title)] : fields;
  const { schema, issues } = parseSchema({
    format: SCHEMA_FORMAT,
    collections: [
      {
        key,
        ...(title ? { title_field: 'title' } : {}),
        ...(date ? { order: { field: date.key, direction: 'desc' } } : {}),
        fields: [...(first ? [first] : []), slug, ...rest, { key: 'body', type: 'markdown' }],
      },
    ],
  });
  if (!schema) throw new UserError(`The front matter in ${folder} makes no schema: ${issues[0]?.message ?? ''}`);
  return { key, source: configSource(schema), notes };
}

/** The field for a name of front matter; none for what can't be a key, or is the text. */
function field(name: string, found: readonly Found[], everywhere: boolean, declared?: ZodField): Suggested[] {
  const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (!KEY_PATTERN.test(key) || key === 'body') return [];
  // A post code, or an order number: as a number it would be another one.
  const isText = found.some(({ value, text }) => typeof value === 'number' && text !== null && !isPlainNumber(text));
  const values = found.map(({ value, text }) => (isText && typeof value === 'number' ? text : value));
  const seen = values.length > 0 ? shape(name, values) : null;
  const said = declared && declaredShape(declared, seen);
  if (!said && !seen) return [];
  const required = everywhere && !declared?.isOptional ? { required: true } : {};
  return [{ key, ...(said ?? seen ?? { type: 'text' }), ...required }];
}

/** Field types whose default is a plain value, not a structure. */
const WITH_DEFAULT = new Set(['text', 'textarea', 'number', 'integer', 'boolean', 'select']);

/** The shape that the site's own schema gives a field; null when it says nothing that the values don't say better. */
function declaredShape(
  { type, options, default: value }: ZodField,
  seen: ReturnType<typeof shape> | null,
): ReturnType<typeof shape> | null {
  const of = options ? { type, options: options.map((one) => ({ value: one })) } : shapeOf(type, seen);
  if (!of?.type) return null;
  return { ...of, type: of.type, ...(WITH_DEFAULT.has(of.type) && value !== undefined && { default: value }) };
}

/** Values show what a schema doesn't say: long texts, pictures in texts, dates with a time. */
function shapeOf(type: ZodField['type'], seen: ReturnType<typeof shape> | null): ReturnType<typeof shape> | null {
  switch (type) {
    case undefined:
    case 'json':
      return seen ?? (type ? { type } : null);
    case 'text':
      return seen && (TEXTS.has(seen.type) || seen.type === 'list') ? seen : { type };
    case 'date':
      return seen?.type === 'datetime' ? seen : { type };
    case 'asset':
      return { type, accept: ['image/*'] };
    case 'list':
      return { type, of: { type: 'text' } };
    case 'reference':
      return { type: 'text' };
    default:
      return { type };
  }
}

function shape(name: string, values: readonly Json[]): { readonly type: string; readonly [option: string]: unknown } {
  const all = (holds: (value: Json) => boolean): boolean => values.every(holds);
  const dates = values.filter(isDate);
  if (name !== 'title' && dates.length > values.length / 2) {
    return { type: dates.some((text) => readDate(text)?.time) ? 'datetime' : 'date' };
  }
  if (all((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (all((value) => typeof value === 'number')) {
    return { type: all((value) => Number.isInteger(value)) ? 'integer' : 'number' };
  }
  if (all((value) => typeof value === 'string')) return textShape(values as readonly string[]);
  if (all((value) => typeof value === 'string' || isListOfTexts(value))) return { type: 'list', of: { type: 'text' } };
  return { type: 'json' };
}

/** Whether a number stands there as a number is written, and can be held so. */
const isPlainNumber = (text: string): boolean =>
  /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text) && whyInexact(text) === null;

/** Whether a value leaves a required field unfilled. */
const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';

const isListOfTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');

function textShape(texts: readonly string[]): ReturnType<typeof shape> {
  const all = (holds: (text: string) => boolean): boolean => texts.every(holds);
  if (all((text) => ADDRESS.test(text))) return { type: 'url' };
  if (all((text) => PICTURE.test(text) && !ADDRESS.test(text))) return { type: 'asset', accept: ['image/*'] };
  return { type: all((text) => text.length <= LINE && !text.includes('\n')) ? 'text' : 'textarea' };
}

/** Notes about a field that is a date in at least half of the files, and something else in others. */
function dateNotes({ key, type }: Suggested, found: readonly Found[], folder: string): string[] {
  const others = found.filter(({ value }) => !isDate(value));
  if (key === 'title' || others.length === 0 || others.length > found.length / 2) return [];
  const named = others
    .slice(0, MAX_NAMED)
    .map(({ value, file }) => `${path.relative(folder, file)} says ${JSON.stringify(value)}`);
  const more = others.length > MAX_NAMED ? [`${others.length - MAX_NAMED} more say no date either`] : [];
  const reasons = [...named, ...more].join('; ');
  return type === 'date' || type === 'datetime'
    ? [`${key} is a date, but ${reasons}. Fix that before you import it, or make the field text().`]
    : [`${key} isn't a date, because ${reasons}. To make it one, fix that, and run the command again with --force.`];
}

/** Whether a value is a date, perhaps with a time, and nothing else. */
function isDate(value: Json): value is string {
  const date = typeof value === 'string' ? readDate(value) : null;
  return date !== null && dayExists(date.day) && momentOf(date) !== null;
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { configSource, type Json, KEY_PATTERN, parseSchema, SCHEMA_FORMAT } from '@stele/schema';
import { UserError } from '../errors.ts';
import { readFrontMatter } from '../import/markdown/front-matter.ts';
import { leadingHeading } from '../import/markdown/leading-heading.ts';

const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
const ADDRESS = /^https?:\/\//;
const MARKDOWN = /\.(md|mdx|markdown)$/i;
/** What an import reads from front matter itself. */
const TAKEN = new Set(['draft', 'layout', 'slug']);
/** A line of text that is longer goes into a larger field. */
const LINE = 140;

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const CLOCK = /\d:\d{2}/;
/** `2022-07-08`, perhaps with a time. */
const ISO_DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** `Jul 08 2022`, `July 8, 2022`, `8 July 2022`. */
const WRITTEN_DATE = new RegExp(`^(?:${MONTH} \\d{1,2},? \\d{4}|\\d{1,2} ${MONTH} \\d{4})$`, 'i');

/** A field as front matter suggests it. */
interface Suggested {
  readonly key: string;
  readonly type: string;
  readonly [option: string]: unknown;
}

/**
 * The text of a config with a collection for a folder of Markdown files: a field for each name in their front matter, of a type that
 * takes all its values; required where every file fills it.
 *
 * @param key of the collection
 * @throws UserError when there's no Markdown in the folder, or the key isn't one
 */
export async function configFor(folder: string, key: string): Promise<string> {
  const files = await markdownFiles(folder);
  const values = new Map<string, Json[]>();
  for (const file of files) {
    const { data, body } = readFrontMatter(await readFile(file, 'utf8'), file);
    const heading = data.title === undefined ? leadingHeading(body.trim()) : null;
    const named = heading ? { title: heading.text, ...data } : data;
    for (const [name, value] of Object.entries(named)) {
      if (value !== null && !TAKEN.has(name)) values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  const fields = [...values].flatMap(([name, list]) => {
    const filled = list.filter((value) => !isEmpty(value));
    return field(name, filled.length > 0 ? filled : list, filled.length === files.length);
  });
  const title = fields.find(({ key: one, type }) => one === 'title' && type === 'text');
  const date = fields.find(({ type, required }) => (type === 'date' || type === 'datetime') && required);
  const slug = { key: 'slug', type: 'slug', required: true, ...(title ? { source: 'title' } : {}) };
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
  return configSource(schema);
}

async function markdownFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UserError(`There is no folder ${folder}.`);
  });
  const files = found.filter((one) => one.isFile() && MARKDOWN.test(one.name));
  if (files.length === 0) throw new UserError(`There is no Markdown file in ${folder}.`);
  return files.map((one) => path.join(one.parentPath, one.name)).sort();
}

/** The field for a name of front matter; none for what can't be a key, or stands for the text. */
function field(name: string, values: readonly Json[], everywhere: boolean): Suggested[] {
  const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (!KEY_PATTERN.test(key) || key === 'body') return [];
  const required = everywhere ? { required: true } : {};
  return [{ key, ...shape(name, values), ...required }];
}

function shape(name: string, values: readonly Json[]): { readonly type: string; readonly [option: string]: unknown } {
  const all = (holds: (value: Json) => boolean): boolean => values.every(holds);
  if (all((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (all((value) => typeof value === 'number')) {
    return { type: all((value) => Number.isInteger(value)) ? 'integer' : 'number' };
  }
  if (all((value) => typeof value === 'string')) return textShape(name, values as readonly string[]);
  if (all((value) => typeof value === 'string' || isListOfTexts(value))) return { type: 'list', of: { type: 'text' } };
  return { type: 'json' };
}

/** Whether a value leaves a required field unfilled. */
const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';

const isListOfTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');

function textShape(name: string, texts: readonly string[]): ReturnType<typeof shape> {
  const all = (holds: (text: string) => boolean): boolean => texts.every(holds);
  if (all((text) => ADDRESS.test(text))) return { type: 'url' };
  if (all((text) => PICTURE.test(text) && !ADDRESS.test(text))) return { type: 'asset', accept: ['image/*'] };
  if (name !== 'title' && all(isDate)) {
    return { type: texts.some((text) => CLOCK.test(text)) ? 'datetime' : 'date' };
  }
  return { type: all((text) => text.length <= LINE && !text.includes('\n')) ? 'text' : 'textarea' };
}

/** Whether a text is a date, perhaps with a time, and nothing else: JavaScript reads one from "Best of 2021" too. */
function isDate(text: string): boolean {
  return (ISO_DATE.test(text) || WRITTEN_DATE.test(text)) && !Number.isNaN(Date.parse(text));
}

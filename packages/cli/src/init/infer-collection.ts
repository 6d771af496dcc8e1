import path from 'node:path';
import { configSource, parseSchema, SCHEMA_FORMAT } from '@stele/schema';
import { UserError } from '../errors.ts';
import { findMarkdown } from '../import/markdown/find-markdown.ts';
import { readMarkdownFile } from '../import/markdown/front-matter.ts';
import { leadingHeading } from '../import/markdown/leading-heading.ts';
import { mdxNotes, usesMdx } from '../import/markdown/mdx.ts';
import { isPlainSlug, pathId, siteAddress } from '../import/markdown/site-address.ts';
import type { Io } from '../io.ts';
import { type FieldSample, inferField, isDate, isEmpty, type Suggested } from './infer-field.ts';
import type { MarkdownContent } from './next-steps.ts';
import type { ZodField } from './sites/zod-fields.ts';

/** Names in front matter that an import itself reads. */
const TAKEN = new Set(['draft', 'layout', 'slug']);

/** How many files a note names. */
const MAX_NAMED = 10;

/** A collection that fits a folder of Markdown files. */
export interface InferredConfig {
  readonly key: string;
  readonly source: string;
  /** Notes for people: files that don't fit, or that decided a field's type. */
  readonly notes: readonly string[];
}

/** A value of front matter, and the file that it stands in. */
interface FileSample extends FieldSample {
  readonly file: string;
}

/**
 * A config with a collection for a folder of Markdown files: a field for each name in their front matter, of a type that takes
 * all its values; required where every file fills it. A field that is a date in most files is a date: the others have to be
 * fixed. Where the site has a schema of its own, that decides about required fields, choices and further fields.
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
  const values = new Map<string, FileSample[]>();
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
        values.set(name, [...(values.get(name) ?? []), { value, written: written[name], file }]);
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
    const suggested = inferField(name, told, filled.length === files.length, own);
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

/** Notes about a field that is a date in at least half of the files, and something else in others. */
function dateNotes({ key, type }: Suggested, found: readonly FileSample[], folder: string): string[] {
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

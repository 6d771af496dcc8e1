import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type CollectionDocument,
  type FieldDocument,
  findCollection,
  type Json,
  type Path,
  type ShapeOf,
  slugFrom,
} from '@stele/schema';
import type { AssetLine } from '../../assets/asset-folder.ts';
import type { ContentLine } from '../../content/line.ts';
import { type FailureDetail, UserError } from '../../errors.ts';
import { type Io, placeOf } from '../../io.ts';
import { type FailedLine, failedLine, RefusedLine } from '../failed-line.ts';
import type { SourceKind } from '../source.ts';
import { addressIn, altIn, fieldValue } from './field-value.ts';
import { findMarkdown } from './find-markdown.ts';
import { FolderNotes } from './folder-notes.ts';
import { type MarkdownFile, readMarkdownFile, textAt } from './front-matter.ts';
import { leadingHeading } from './leading-heading.ts';
import { usesMdx } from './mdx.ts';
import { LocalFiles } from './pictures.ts';
import { isPlainSlug, pathId, siteAddress } from './site-address.ts';

/** How a folder of Markdown files becomes entries. */
interface MarkdownOptions {
  readonly locale: string;
  /** The field of front matter that identifies an entry; the file's path by default. */
  readonly id?: string;
  /** The field that takes the text; `body`, `content`, or the only Markdown field by default. */
  readonly body?: string;
}

/** The Markdown files of a folder, and of those within, with the pictures and files that they refer to. */
export const markdownFolder: SourceKind = async (io, root, options, { schema, defaultLocale }) => {
  if (!(await stat(placeOf(io, root)).catch(() => null))?.isDirectory()) return null;
  const key = options.as ?? options.collection;
  if (key === undefined) throw new UserError(`Say which collection the files of ${root} go into: --as posts.`);
  const collection = findCollection(schema, key);
  if (!collection) {
    const known = schema?.collections.map((one) => one.key).join(', ') ?? 'none yet: push a schema first';
    throw new UserError(`The project has no collection "${key}". It has: ${known}.`);
  }
  const files = await findMarkdown(io, root, options.exclude);
  const reader = new FolderReader(io, root, collection, { locale: defaultLocale, ...options });
  const lines: ContentLine[] = [];
  const failed: FailedLine[] = [];
  for (const file of files) {
    try {
      lines.push(await reader.read(file));
    } catch (error) {
      const name = { collection: key, externalId: pathId(root, file) };
      if (error instanceof RefusedLine) failed.push(failedLine(name, error));
      else if (error instanceof UserError) failed.push({ ...name, message: error.message, details: [] });
      else throw error;
    }
  }
  const read = async function* () {
    yield* lines;
  };
  return { read, failed, assets: { root, lines: reader.assets }, notes: reader.notes };
};

class FolderReader {
  readonly #io: Io;
  readonly #root: string;
  readonly #collection: CollectionDocument;
  readonly #options: MarkdownOptions;
  readonly #body: FieldDocument | null;
  /** The field that gets a file's name. */
  readonly #slug: (FieldDocument & ShapeOf<'slug'>) | null;
  readonly #files: LocalFiles;
  readonly #seen = new Map<string, string>();
  readonly #notes: FolderNotes;

  constructor(io: Io, root: string, collection: CollectionDocument, options: MarkdownOptions) {
    this.#io = io;
    this.#root = root;
    this.#collection = collection;
    this.#options = options;
    this.#body = bodyField(collection, options.body);
    this.#slug = slugField(collection);
    this.#notes = new FolderNotes(collection.key);
    this.#files = new LocalFiles(io, root);
  }

  get assets(): readonly AssetLine[] {
    return this.#files.lines;
  }

  get notes(): readonly string[] {
    return this.#notes.say(this.#files.lost);
  }

  /** The entry that a file becomes. @throws UserError when its front matter has no usable id; RefusedLine for numbers that would become others */
  async read(file: string): Promise<ContentLine> {
    const source = await readMarkdownFile(this.#io, file);
    const { locale } = this.#options;
    const externalId = this.#idOf(file, source);
    const other = this.#seen.get(externalId);
    if (other !== undefined) throw new UserError(`${file} and ${other} have the same id, "${externalId}".`);
    this.#seen.set(externalId, file);
    const values: Record<string, Json> = {};
    const refusals: FailureDetail[] = [];
    const failures: FailureDetail[] = [];
    let isDraft = false;
    for (const [key, value] of Object.entries(source.data)) {
      const field = this.#fieldOf(key);
      if (field) {
        const written = source.written[key];
        values[field.key] = await this.#value(field, { value, written }, file, { refusals, failures });
      }
      if (field?.type === 'asset') this.#describe(key, value, source.data, file);
      if (field) continue;
      if (key === 'draft' && typeof value === 'boolean') isDraft = value;
      else if (key !== this.#options.id && !this.#isAlt(key, source.data)) this.#notes.untaken(key);
    }
    if (failures.length > 0) throw new RefusedLine(failures);
    if (isDraft) this.#notes.drafts++;
    const name = path.relative(this.#root, file);
    if (usesMdx(file, source.body)) this.#notes.mdx.push(name);
    const { title, body } = this.#titled(source.body.trim(), values);
    if (title !== null) values[title.field.key] = title.text;
    if (this.#body && body !== '') {
      await this.#files.addShown(body, file, locale);
      values[this.#body.key] = this.#files.inMarkdown(body, file);
    }
    const address = siteAddress(pathId(this.#root, file));
    const slug = this.#slugOf(address);
    if (slug !== address && this.#slug && (values.slug ?? null) === null) this.#notes.moved.push(`${name} (${slug})`);
    if (/(?:^|\/)_/.test(name.split(path.sep).join('/'))) this.#notes.underscored.push(name);
    const line = {
      collection: this.#collection.key,
      externalId,
      slug,
      ...(refusals.length > 0 && { refusals }),
    };
    return { ...line, values: { [locale]: values }, live: isDraft ? {} : null };
  }

  /** The slug for an address: the address itself, if slugs may be paths. */
  #slugOf(address: string): string {
    if (this.#slug?.path) return address;
    const last = path.posix.basename(address);
    return isPlainSlug(last) ? last : slugFrom(last, this.#options.locale);
  }

  /** Separates a text from the first-level heading that it begins with, if front matter gives no title. */
  #titled(body: string, values: Readonly<Record<string, Json>>) {
    const field = titleField(this.#collection);
    const heading = field && values[field.key] === undefined ? leadingHeading(body) : null;
    return field && heading ? { title: { field, text: heading.text }, body: heading.rest } : { title: null, body };
  }

  /** The field that front matter means: of the same key, or of one that differs in case, hyphens and underscores only. */
  #fieldOf(key: string): FieldDocument | undefined {
    const { fields } = this.#collection;
    return fields.find((field) => field.key === key) ?? fields.find((field) => plain(field.key) === plain(key));
  }

  async #value(
    field: FieldDocument,
    { value, written }: { readonly value: Json; readonly written: Json | undefined },
    file: string,
    { refusals, failures }: Readonly<Record<'refusals' | 'failures', FailureDetail[]>>,
  ): Promise<Json> {
    const addresses: string[] = [];
    const noting = (address: string): null => {
      addresses.push(address);
      return null;
    };
    const writtenAt = (inside: Path): string | null => textAt(written, inside);
    fieldValue(field, value, { nameOf: noting, writtenAt, refuse: () => undefined, fail: () => undefined });
    await this.#files.add(addresses, file);
    const place = ['values', this.#options.locale, field.key];
    const read = fieldValue(field, value, {
      nameOf: (address) => this.#files.nameOf(address, file),
      writtenAt,
      refuse: (inside, message) => refusals.push({ path: [...place, ...inside], message }),
      fail: (inside, message) => failures.push({ path: [...place, ...inside], message }),
    });
    if (field.type !== 'markdown' || typeof read !== 'string') return read;
    await this.#files.addShown(read, file, this.#options.locale);
    return this.#files.inMarkdown(read, file);
  }

  /** Takes the alternative text of a picture in front matter: `image: { src, alt }`, or `imageAlt` beside `image`. */
  #describe(key: string, value: Json, data: Readonly<Record<string, Json>>, file: string): void {
    const address = addressIn(value);
    const beside = Object.keys(data).find((other) => plain(other) === `${plain(key)}alt`);
    const alt = altIn(value) ?? (beside === undefined ? null : data[beside]);
    if (address !== null && typeof alt === 'string') {
      this.#files.describe(address, file, this.#options.locale, alt.trim());
    }
  }

  /** Whether a key holds the alternative text of another one's picture. */
  #isAlt(key: string, data: Readonly<Record<string, Json>>): boolean {
    return Object.keys(data).some(
      (other) => plain(key) === `${plain(other)}alt` && this.#fieldOf(other)?.type === 'asset',
    );
  }

  #idOf(file: string, { data, written }: MarkdownFile): string {
    const { id: idField } = this.#options;
    if (idField !== undefined) {
      const id = data[idField];
      if (typeof id === 'string' || typeof id === 'number') return textAt(written, [idField]) ?? String(id);
      throw new UserError(`The front matter of ${file} has no "${idField}", which --id names.`);
    }
    return pathId(this.#root, file);
  }
}

/** A key without what only tells styles of writing apart. */
const plain = (key: string): string => key.replaceAll(/[-_]/g, '').toLowerCase();

/** The field that names an entry, if it holds a line of text. */
function titleField({ title_field: key, fields }: CollectionDocument): FieldDocument | null {
  const texts = fields.filter(({ type }) => type === 'text');
  return (key === null ? texts[0] : texts.find((field) => field.key === key)) ?? null;
}

function slugField({ fields }: CollectionDocument): (FieldDocument & ShapeOf<'slug'>) | null {
  const field = fields.find(({ key }) => key === 'slug');
  return field?.type === 'slug' ? field : null;
}

/** @throws UserError when the field isn't there, or holds no text */
function bodyField({ key, fields }: CollectionDocument, wanted: string | undefined): FieldDocument | null {
  const texts = fields.filter(({ type }) => type === 'markdown' || type === 'textarea');
  if (wanted !== undefined) {
    const found = texts.find((field) => field.key === wanted);
    if (!found)
      throw new UserError(`${key} has no field "${wanted}" of type markdown or textarea, which --body names.`);
    return found;
  }
  const markdowns = texts.filter(({ type }) => type === 'markdown');
  const named = texts.find((field) => ['body', 'content', 'text'].includes(field.key));
  const found = named ?? (markdowns.length === 1 ? markdowns[0] : undefined);
  if (!found && markdowns.length > 1) {
    throw new UserError(`${key} has several Markdown fields. Say with --body which one takes the text.`);
  }
  return found ?? null;
}

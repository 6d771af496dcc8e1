import { withoutMarks } from '@stele/schema';
import type { DataStore, LoaderContext } from 'astro/loaders';
import { withPictures } from '../images/html-pictures.ts';
import type { Entry } from '../index.ts';
import { parseAsFrontMatter } from './front-matter.ts';
import type { EntryFacts, SteleLoaderOptions } from './options.ts';
import { AstroReferences, type Source } from './references.ts';

/** Part of each digest: entries that another version of this module wrote are written again. */
const FORM = 5;

export type WriteOptions = Pick<
  SteleLoaderOptions,
  'collection' | 'locales' | 'fallback' | 'fallbackBy' | 'id' | 'body' | 'frontMatter' | 'pictures'
>;

type StoreEntry = Parameters<DataStore['set']>[0];
type StoredEntry = NonNullable<ReturnType<DataStore['get']>>;

/** An entry to be written: its digest, its place, and all of it, once that's needed. */
interface Prepared {
  /** Of all but the place; it's a part of the digest in the store. */
  readonly digest: string;
  /** Null where `data` has no place for it. */
  readonly position: number | null;
  /**
   * Gives null for a draft that can't be shown yet.
   *
   * @param moved the stored form of an entry that only moved, which isn't rendered again
   */
  readonly make: (moved: StoredEntry | null) => Promise<StoreEntry | null>;
}

/** Digests of entries that were warned about: front matter of drafts, and entries without a name. */
const reported = new Set<string>();
/** Collections whose first write was logged. */
const logged = new Set<string>();

/**
 * Makes the store hold exactly what is published. Entries are compared with those in the store, so a stale or empty store
 * ends the same. It's changed only when everything is loaded, checked and rendered.
 *
 * @throws LoaderError; Error for an id that is there twice; what Astro throws about data or Markdown
 */
export async function writeEntries(source: Source, options: WriteOptions, context: LoaderContext): Promise<void> {
  const { store, logger } = context;
  const prepared = await prepareAll(source, options, context);
  const changed = [];
  for (const [id, { digest, position, make }] of prepared) {
    const stored = store.get(id);
    const whole = position === null ? digest : `${digest}-${position}`;
    if (stored?.digest === whole) continue;
    const isMoved = position !== null && String(stored?.digest).startsWith(`${digest}-`);
    const made = await make((isMoved && stored) || null);
    if (made) changed.push({ ...made, digest: whole });
    else prepared.delete(id);
  }
  const gone = store.keys().filter((id) => !prepared.has(id));
  for (const entry of changed) store.set(entry);
  for (const id of gone) store.delete(id);
  const unchanged = prepared.size - changed.length;
  // A development server looks at drafts every few seconds.
  if (logged.has(context.collection) && changed.length + gone.length === 0) return;
  logged.add(context.collection);
  logger.info(`${context.collection}: ${changed.length} written, ${gone.length} removed, ${unchanged} unchanged`);
}

async function prepareAll(
  source: Source,
  options: WriteOptions,
  context: LoaderContext,
): Promise<Map<string, Prepared>> {
  const { collection, locales, fallback, fallbackBy, frontMatter, pictures } = options;
  const { generateDigest, parseData, logger } = context;
  const render = renderer(context);
  const elsewhere = [options.id, options.body, '_pictures'];
  const prepared = new Map<string, Prepared>();
  const references = new AstroReferences(source, (entry, name) => nameOf(entry, name, logger));
  for (const locale of typeof locales === 'string' ? [locales] : new Set(locales)) {
    for (const [position, entry] of (await source.load(collection, { locale, fallback, fallbackBy })).entries()) {
      // Before others get the values: after that, it would have to be computed again.
      const { digest: entryDigest } = entry;
      const name = nameOf(entry, options.id, logger);
      const id = typeof locales === 'string' ? name : `${locale}/${name}`;
      if (prepared.has(id)) {
        throw new Error(`Two entries of ${entry.collection} are called ${id}; the second one is ${entry.id}.`);
      }
      const body = bodyOf(entry, options.body);
      const { values, named } = await references.in(entry.values, locale);
      const digest = generateDigest(
        JSON.stringify([FORM, entryDigest, locale, body ?? null, frontMatter ?? null, pictures ?? null, named]),
      );
      prepared.set(id, {
        digest,
        position: frontMatter ? null : position,
        async make(moved) {
          // A schema checks what is written, not marks.
          const parse = async (values: Record<string, unknown>) => {
            const plain = withoutMarks(values);
            const data = await parseData({ id, data: plain });
            return plain === values ? data : (withMarksAgain(data, values) as typeof data);
          };
          const data = frontMatter
            ? await parseAsFrontMatter({ ...entry, values }, id, frontMatter, { elsewhere, reported, logger, parse })
            : await parse({ ...values, _entry: factsOf(entry, locale, position) });
          if (data === null) return null;
          if (body === undefined) return { id, data };
          const html = moved ? undefined : await render(body);
          const rendered =
            html && pictures !== false ? { ...html, html: withPictures(html.html, entry.values, pictures) } : html;
          const shown = moved ? moved.rendered : rendered;
          return { id, data, body, ...(shown && { rendered: shown }) };
        },
      });
    }
  }
  return prepared;
}

/** Renders Markdown where Astro offers it (from 5.9 on); the same text, as fallbacks have it, once. */
function renderer(context: LoaderContext): (body: string) => Promise<StoreEntry['rendered']> {
  if (typeof context.renderMarkdown !== 'function') return () => Promise.resolve(undefined);
  const rendered = new Map<string, ReturnType<LoaderContext['renderMarkdown']>>();
  return (body) => {
    const known = rendered.get(body) ?? context.renderMarkdown(body);
    rendered.set(body, known);
    return known;
  };
}

function factsOf(entry: Entry, locale: string, position: number): EntryFacts {
  const { id, locale: valuesLocale, isFallback, version, publishedAt, path, parent } = entry;
  const page = path === undefined ? {} : { path, parent: parent ?? null };
  return { id, locale, valuesLocale, isFallback, version, publishedAt, position, ...page };
}

/** An entry's name; its id, with a warning, where it has no such text: it mustn't keep the others from being built. */
function nameOf(entry: Entry, id: WriteOptions['id'], logger: LoaderContext['logger']): string {
  if (id === undefined) return entry.id;
  const name = typeof id === 'function' ? id(entry) : entry.values[id];
  if (typeof name === 'string' && name !== '') return withoutMarks(name);
  // A draft that no one has given a title yet.
  if (entry.invalid) return entry.id;
  const what = typeof id === 'function' ? 'the option id gives none' : `its field ${id} is empty`;
  const warning = `${what} ${entry.digest}`;
  if (!reported.has(warning)) {
    reported.add(warning);
    logger.warn(
      `Entry ${entry.id} of ${entry.collection} in ${entry.locale} is called by its id, since ${what}. Fill it, and publish the entry.`,
    );
  }
  return entry.id;
}

function bodyOf(entry: Entry, body: WriteOptions['body']): string | undefined {
  if (body === undefined) return undefined;
  const text = typeof body === 'function' ? body(entry) : entry.values[body];
  if (text === null || text === undefined) return undefined;
  if (typeof text === 'string') return text;
  throw new Error(`Entry ${entry.id} of ${entry.collection} has no Markdown as body, but ${typeof text}.`);
}

/** Parsed data with the marks of the texts that are in it as they were given. */
function withMarksAgain(data: unknown, given: unknown): unknown {
  if (typeof data === 'string') return typeof given === 'string' && withoutMarks(given) === data ? given : data;
  if (typeof data !== 'object' || data === null || typeof given !== 'object' || given === null) return data;
  const before = given as Readonly<Record<string, unknown>>;
  if (Array.isArray(data)) return data.map((item, index) => withMarksAgain(item, before[index]));
  if (Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, withMarksAgain(item, before[key])]));
}

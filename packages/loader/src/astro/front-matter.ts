import { withoutMarks } from '@stele/schema';
import type { ImageMetadata } from 'astro';
import type { LoaderContext } from 'astro/loaders';
import { isAsset } from '../images/is-asset.ts';
import type { Entry, PublishedAsset } from '../index.ts';
import type { FrontMatterOptions } from './options.ts';

/** A picture of Stele as Astro takes those of a website's own folders; `imageProps` and the image service take it as well. */
type ShownPicture = PublishedAsset & ImageMetadata;

interface FrontMatterContext {
  /** Keys that files have elsewhere than in front matter: the id is their name, and the Markdown what follows. */
  readonly elsewhere: readonly unknown[];
  /** Digests of the entries that the log has named already: drafts are read again and again. */
  readonly reported: Set<string>;
  readonly logger: Pick<LoaderContext['logger'], 'warn'>;
  /** Has Astro check data by the collection's schema. @throws what Astro throws */
  parse(data: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/**
 * The data of an entry, checked by the collection's own schema as if it came from the front matter of a file: dates are
 * `Date`s at midnight where the website is built, pictures are what `image()` takes, or their address where the schema
 * wants text, and empty fields are left out or null.
 *
 * @returns null for a draft that the schema refuses even with what it requires filled in; the log names it
 * @throws what Astro throws about published data
 */
export async function parseAsFrontMatter(
  entry: Entry,
  id: string,
  { dates = [], utcDates = [], required = [], fields, nullable = [] }: FrontMatterOptions,
  { elsewhere, reported, logger, parse }: FrontMatterContext,
): Promise<Record<string, unknown> | null> {
  const pictures = new Map<string, ShownPicture | null>();
  const data: Record<string, unknown> = Object.fromEntries(nullable.map((key) => [key, null]));
  for (const [key, value] of Object.entries(entry.values)) {
    const isWanted = (fields ?? required).includes(key) || !(fields || elsewhere.includes(key));
    if (!isWanted || value === null || value === undefined) continue;
    const isDate = dates.includes(key) && typeof value === 'string';
    data[key] = isDate ? dateOf(withoutMarks(value), utcDates.includes(key)) : withAddresses(value, pictures);
  }
  const parsed = async (values: typeof data): Promise<Record<string, unknown>> =>
    withShownPictures(await parse(values), pictures) as Record<string, unknown>;
  if (!entry.invalid) return parsed(data);
  const filled = Object.fromEntries(required.map((key) => [key, dates.includes(key) ? new Date() : '']));
  try {
    return await parsed({ ...filled, ...data });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!reported.has(entry.digest)) logger.warn(`The draft ${id} (${entry.id}) isn't shown yet: ${reason}`);
    reported.add(entry.digest);
    return null;
  }
}

/** A day is its midnight: in UTC as YAML's dates are, or where the website is built, as dates in words are in front matter. */
function dateOf(text: string, isUtc: boolean): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00${isUtc ? 'Z' : ''}` : text);
}

/** A value with the addresses of assets in their place. @param pictures gets assets by address, null for one without size */
function withAddresses(value: unknown, pictures: Map<string, ShownPicture | null>): unknown {
  if (Array.isArray(value)) return value.map((one) => withAddresses(one, pictures));
  if (typeof value !== 'object' || value === null) return value;
  if (!isAsset(value)) return mapped(value, (one) => withAddresses(one, pictures));
  const { url, width, height, mime } = value;
  const format = mime.replace(/^image\/|\+xml$/g, '') as ImageMetadata['format'];
  pictures.set(url, width === null || height === null ? null : { ...value, src: url, width, height, format });
  return url;
}

/** The prefix that Astro's `image()` puts in front of an address. */
const MARK = '__ASTRO_IMAGE_';

/**
 * A checked value with pictures in place of the texts that `image()` made of their addresses.
 *
 * @throws Error for a file that has no size
 */
function withShownPictures(value: unknown, pictures: ReadonlyMap<string, ShownPicture | null>): unknown {
  if (typeof value === 'string') {
    const picture = value.startsWith(MARK) ? pictures.get(value.slice(MARK.length)) : undefined;
    if (picture !== null) return picture ?? value;
    throw new Error(`${value.slice(MARK.length)} has no width and height, so image() can't take it.`);
  }
  if (Array.isArray(value)) return value.map((one) => withShownPictures(one, pictures));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return mapped(value, (one) => withShownPictures(one, pictures));
}

function mapped(value: object, change: (one: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]));
}

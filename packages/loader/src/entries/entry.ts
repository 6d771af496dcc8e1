import { PAGE, pageIn, TEXT_PICTURES } from '@stele/schema';
import { type Json, type SnapshotEntry, sha256 } from '@stele/snapshot';
import { notedProjects } from '../builds/noted-projects.ts';
import { withAbsoluteUrls } from '../snapshot/asset-urls.ts';

/** An entry of a collection in one locale, as the loader hands it over. */
export interface Entry<Values = Readonly<Record<string, Json>>, Collection = string, Locale = string> {
  readonly id: string;
  readonly collection: Collection;
  /** The locale that the values are in. */
  readonly locale: Locale;
  /** Whether the values are those of another locale than the one that was asked for. */
  readonly isFallback: boolean;
  readonly version: number;
  /** Version of the schema that the values were published under. */
  readonly schemaVersion: number;
  /** ISO 8601 UTC with milliseconds; null only for drafts of entries that aren't live. */
  readonly publishedAt: string | null;
  /** Changes exactly when anything else of the entry changes. Computed from the entry itself when it's read. */
  readonly digest: string;
  /** Only in drafts, and only there when the entry couldn't be published as it is. */
  readonly invalid?: true;
  /** Where its page is, in collections that say so; null where a field of it is empty. */
  readonly path?: string | null;
  /** Id of the page above, in a tree; null at the top. */
  readonly parent?: string | null;
  /** Only with `fallbackBy: 'field'`, and only there when fields were filled: field → the locale that its value is from. */
  readonly fallbackFields?: Readonly<Record<string, Locale>>;
  readonly values: Values;
}

type Mutable<Of> = { -readonly [Key in keyof Of]: Of[Key] };

export interface EntryFrame {
  readonly collection: string;
  readonly locale: string;
  readonly isFallback: boolean;
  /** Address of the project's folder on the content host. */
  readonly projectUrl: string;
}

/**
 * An own property, so that copies and JSON have it, computed when it's read, because that takes as long as parsing all
 * values. One getter for all entries lets them share their shape; with one each they'd take many times the memory.
 */
const DIGEST: PropertyDescriptor & ThisType<Omit<Entry, 'digest'>> = {
  enumerable: true,
  configurable: true,
  get() {
    const { id, collection, locale, isFallback, version, schemaVersion, publishedAt, invalid = false } = this;
    const page = this.path === undefined ? [] : [this.path, this.parent ?? null];
    const filled = this.fallbackFields ? [this.fallbackFields] : [];
    const facts = [
      id,
      collection,
      locale,
      isFallback,
      version,
      schemaVersion,
      publishedAt,
      invalid,
      this.values,
      ...page,
      ...filled,
    ];
    return sha256(JSON.stringify(facts));
  },
};

/** Makes an entry from one in a file. The values are taken over, with absolute URLs of assets. */
export function makeEntry(source: SnapshotEntry & { readonly invalid?: true }, frame: EntryFrame): Entry {
  const { collection, locale, isFallback, projectUrl } = frame;
  notedProjects.add(projectUrl);
  const { [PAGE]: _, ...values } = source.values;
  const page = pageIn(source.values);
  const entry: Mutable<Omit<Entry, 'digest'>> = {
    id: source.id,
    collection,
    locale,
    isFallback,
    version: source.version,
    schemaVersion: source.schema_version,
    publishedAt: source.published_at,
    values: withAbsoluteUrls(page ? values : source.values, projectUrl),
  };
  if (page) Object.assign(entry, { path: page.path, parent: page.parent });
  if (source.invalid) entry.invalid = source.invalid;
  return Object.defineProperty(entry, 'digest', DIGEST) as Entry;
}

/** An entry whose empty fields have the values of others: the same entry in the locales to fall back to, in their order. */
export function filledEntry(entry: Entry, others: readonly Entry[]): Entry {
  const values: Record<string, Json> = { ...entry.values };
  const fallbackFields: Record<string, string> = {};
  const used = new Set<Entry>();
  for (const other of others) {
    for (const [key, value] of Object.entries(other.values)) {
      if (key === TEXT_PICTURES || !isEmpty(values[key]) || isEmpty(value)) continue;
      values[key] = value;
      fallbackFields[key] = other.locale;
      used.add(other);
    }
  }
  if (used.size === 0) return entry;
  // Texts come with the pictures that they show; the entry's own ones are the last, and stay.
  const pictures = new Map([...used, entry].flatMap(picturesIn));
  if (pictures.size > 0) values[TEXT_PICTURES] = [...pictures.values()];
  const { digest: _, ...facts } = Object.getOwnPropertyDescriptors(entry);
  const filled = Object.assign(Object.defineProperties({}, facts), { values, fallbackFields });
  return Object.defineProperty(filled, 'digest', DIGEST) as Entry;
}

function picturesIn({ values }: Entry): [id: string, picture: Json][] {
  const pictures = values[TEXT_PICTURES];
  return Array.isArray(pictures) ? pictures.map((one) => [String(one?.id), one]) : [];
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

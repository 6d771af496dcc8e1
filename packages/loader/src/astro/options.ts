import type { Loader as AstroLoader } from 'astro/loaders';
import type { TextPictureOptions } from '../images/text-pictures.ts';
import type { AnyCollections, CollectionKey, EntryOf, Loader } from '../index.ts';

/** Facts about an entry besides its values. (An object with an id and a collection would be a reference to Astro.) */
export interface EntryFacts {
  readonly id: string;
  /** The locale that was asked for. */
  readonly locale: string;
  /** The locale that the values are in: another one when it's a fallback. */
  readonly valuesLocale: string;
  readonly isFallback: boolean;
  readonly version: number;
  readonly publishedAt: string | null;
  /** The entry's place in the collection's order, from 0, among the entries of the locale. */
  readonly position: number;
  /** Where its page is, in collections that say so; null where a field of it is empty. */
  readonly path?: string | null;
  /** Id in Stele of the page above, in a tree; null at the top. */
  readonly parent?: string | null;
}

/** `data` of an entry in Astro: the fields, and the other facts in `_entry`, which can't be a field's key. */
export type EntryData<Values> = Values & { readonly _entry: EntryFacts };

/** `data` of entries of a collection. */
export type DataOf<Schema, Key extends CollectionKey<Schema>> = EntryData<EntryOf<Schema, Key>['values']>;

/** Facts about fields, for values in the form of front matter. */
export interface FrontMatterOptions {
  /** Keys of the fields with dates: the schema gets a `Date`, at midnight where the website is built. */
  readonly dates?: readonly string[] | undefined;
  /** Keys of those in `dates` whose `Date` is at midnight in UTC, as that of `2026-11-21` in front matter is. */
  readonly utcDates?: readonly string[] | undefined;
  /** Keys of the fields that the schema requires: a draft that lacks them is shown with today's date, and with empty texts. */
  readonly required?: readonly string[] | undefined;
  /** Keys of the fields that the schema gets. Unless given, all but those of `id` and `body` that aren't `required`. */
  readonly fields?: readonly string[] | undefined;
  /** Keys of the fields that the schema gets as null when they're empty. Other empty fields are left out. */
  readonly nullable?: readonly string[] | undefined;
}

/** Options of a collection of Astro: its source, and the form of its entries. */
export interface SteleLoaderOptions<
  Schema = AnyCollections,
  Key extends CollectionKey<Schema> = CollectionKey<Schema>,
> {
  /** Reads the content. Unless given, one for all collections, with the options that STELE_* variables hold, and of drafts where STELE_DRAFTS is 1. */
  readonly loader?: Loader<Schema> | undefined;
  /** Key of the collection in Stele. */
  readonly collection: Key;
  /** Locales to load. With one given as a text, ids have no locale in front. */
  readonly locales: string | readonly string[];
  /** Locales to take instead, in this order, for entries that lack the one that's loaded. */
  readonly fallback?: readonly string[] | undefined;
  /** With `field`, these locales also fill the empty fields of entries that have the one that's loaded. */
  readonly fallbackBy?: 'entry' | 'field' | undefined;
  /**
   * The entries' ids in Astro: the key of a field (`slug`), or a function. Unless given, the entry's id, which an entry whose
   * field is empty gets too, with a warning. With a list of locales, the locale is in front: `de/about`.
   */
  readonly id?: string | ((entry: EntryOf<Schema, Key>) => string) | undefined;
  /**
   * The entry's Markdown: the key of a field, or a function that gives it. It becomes the entry's `body`, and is rendered
   * for `render(entry)`.
   */
  readonly body?: string | ((entry: EntryOf<Schema, Key>) => string | null | undefined) | undefined;
  /**
   * How pictures of Stele in the Markdown are shown. They get their size, `srcset`, `sizes`, `loading`, `decoding` and
   * placeholder, as those of fields do; with `false` they're left as Markdown makes them.
   */
  readonly pictures?: TextPictureOptions | false | undefined;
  /**
   * Hands values to the collection's own schema as front matter in files would: a schema that was written for Markdown
   * files, with `image()` and dates, stays as it is, and so do the pages. Pictures need `steleImages()` then. A draft that
   * the schema refuses is left out, with a warning. `_entry` isn't in `data`.
   */
  readonly frontMatter?: FrontMatterOptions | undefined;
  /** A loader of files, such as `glob()`, for entries that stay in the website's folders: both fill the collection. */
  readonly beside?: AstroLoader | undefined;
  /** Milliseconds between checks for changes, in `astro dev`; 5,000 by default, never when false. */
  readonly refreshInterval?: number | false | undefined;
}

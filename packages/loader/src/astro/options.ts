import type { TextPictureOptions } from '../images/text-pictures.ts';
import type { AnyCollections, CollectionKey, EntryOf, Loader } from '../index.ts';

/** What is known of an entry besides its values. (An object with an id and a collection would be a reference to Astro.) */
export interface EntryFacts {
  readonly id: string;
  /** The locale that was asked for. */
  readonly locale: string;
  /** The locale that the values are in: another one when it's a fallback. */
  readonly valuesLocale: string;
  readonly isFallback: boolean;
  readonly version: number;
  readonly publishedAt: string | null;
}

/** `data` of an entry in Astro: the fields, and the other facts in `_entry`, which can't be a field's key. */
export type EntryData<Values> = Values & { readonly _entry: EntryFacts };

/** `data` of entries of a collection. */
export type DataOf<Schema, Key extends CollectionKey<Schema>> = EntryData<EntryOf<Schema, Key>['values']>;

/** What a collection of Astro is filled with. */
export interface SteleLoaderOptions<
  Schema = AnyCollections,
  Key extends CollectionKey<Schema> = CollectionKey<Schema>,
> {
  /** Reads the content. Unless given, one for all collections, with the options that STELE_* variables hold. */
  readonly loader?: Loader<Schema> | undefined;
  /** Key of the collection in Stele. */
  readonly collection: Key;
  /** Locales to load. With one given as a text, ids have no locale in front. */
  readonly locales: string | readonly string[];
  /** Locales to take instead, in this order, for entries that lack the one that's loaded. */
  readonly fallback?: readonly string[] | undefined;
  /**
   * What entries are called in Astro: the key of a field (`slug`), or a function. Unless given, the entry's id. With a
   * list of locales, the locale is in front: `de/about`.
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
  /** Milliseconds between checks for changes, in `astro dev`; 5,000 unless given, never when false. */
  readonly refreshInterval?: number | false | undefined;
}

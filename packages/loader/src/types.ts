import type { Config, PublishedCollections } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { Entry } from './entries/entry.ts';

/** Collections with unknown fields. */
export type AnyCollections = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Collection key → published values: of a config (`typeof config`), or of the `Collections` that `stele types` writes. */
export type CollectionsOf<Schema> = Schema extends Config ? PublishedCollections<Schema> : Schema;

export type CollectionKey<Schema> = keyof CollectionsOf<Schema> & string;

/** An entry of a collection. For a union of keys, it's one of the entries that they stand for. */
export type EntryOf<Schema, Key extends CollectionKey<Schema>, Locale extends string = string> = Key extends unknown
  ? Entry<CollectionsOf<Schema>[Key], Key, Locale>
  : never;

/** A reference to another entry, as values hold it. */
export interface Reference<Key extends string = string> {
  readonly id: string;
  readonly collection: Key;
  /** The path of its page, where it has one. */
  readonly path?: string | null;
  /** The entry's id in Stele where `id` is another one, as in Astro. */
  readonly entry?: string;
}

/** The entry that a reference names: of any collection when its type doesn't say which. */
export type ReferredEntry<Schema, Key extends string, Locale extends string = string> = string extends Key
  ? EntryOf<Schema, CollectionKey<Schema>, Locale>
  : EntryOf<Schema, Key & CollectionKey<Schema>, Locale>;

/** Which locale is read. */
export interface LocaleOptions<Locale extends string = string> {
  readonly locale: Locale;
  /** Locales to take instead, in this order, for entries that lack the first one. */
  readonly fallback?: readonly Locale[] | undefined;
  /** Whether these locales also fill the empty fields of entries that have the first one; `entry` by default, which never mixes locales. */
  readonly fallbackBy?: 'entry' | 'field' | undefined;
}

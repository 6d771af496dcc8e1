import type { CollectionKey, EntryOf } from '../index.ts';

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

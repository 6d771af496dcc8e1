import type { SnapshotInfo } from './content/content.ts';
import type { PageNode } from './pages/page-tree.ts';
import type { CollectionKey, CollectionsOf, EntryOf, LocaleOptions, Reference, ReferredEntry } from './types.ts';

/**
 * Reads content: complete and verified, or it throws a LoaderError. All that a loader hands over is of one snapshot,
 * until `refresh` is called.
 */
export interface Loader<Schema, Locale extends string = string> {
  /** All entries of a collection in a locale, in the collection's order. */
  load<Key extends CollectionKey<Schema>>(
    collection: Key,
    options: LocaleOptions<Locale>,
  ): Promise<readonly EntryOf<Schema, Key, Locale>[]>;

  /**
   * The same one after another, for collections that shouldn't be held in memory whole. The first comes when all are
   * there and verified.
   */
  iterate<Key extends CollectionKey<Schema>>(
    collection: Key,
    options: LocaleOptions<Locale>,
  ): AsyncGenerator<EntryOf<Schema, Key, Locale>, void, undefined>;

  /**
   * One entry; null when it isn't live in the locale, nor in those to fall back to.
   *
   * @param wanted the entry's id, or texts that its fields hold: `{ slug: 'the-heron' }`; of several that hold them, the first
   * one is given
   * @throws LoaderError `option_invalid` for a wanted field without a text
   */
  entry<Key extends CollectionKey<Schema>>(
    collection: Key,
    wanted: string | { readonly [Field in keyof CollectionsOf<Schema>[Key]]?: string },
    options: LocaleOptions<Locale>,
  ): Promise<EntryOf<Schema, Key, Locale> | null>;

  /** The entry that a reference in values names; null when it isn't published, or there's no reference. */
  resolve<Key extends string>(
    reference: Reference<Key> | null | undefined,
    options: LocaleOptions<Locale>,
  ): Promise<ReferredEntry<Schema, Key, Locale> | null>;

  /** The pages of a collection as a tree, in its order. A page whose parent isn't there is at the top. */
  tree<Key extends CollectionKey<Schema>>(
    collection: Key,
    options: LocaleOptions<Locale>,
  ): Promise<readonly PageNode<EntryOf<Schema, Key, Locale>>[]>;

  /** The pages right below one, in the collection's order; for null, those at the top. */
  children<Key extends CollectionKey<Schema>>(
    collection: Key,
    parent: { readonly id: string } | string | null,
    options: LocaleOptions<Locale>,
  ): Promise<readonly EntryOf<Schema, Key, Locale>[]>;

  /** The pages from the top down to one, and that itself; empty when it isn't there. Takes an entry, or a reference to it. */
  breadcrumbs<Key extends CollectionKey<Schema>>(
    page: Reference<Key>,
    options: LocaleOptions<Locale>,
  ): Promise<readonly EntryOf<Schema, Key, Locale>[]>;

  /**
   * The entry whose page is at a path; null when none is. A slash at its end makes no difference, nor does encoding.
   *
   * @param options `collections` narrows down where to look; drafts need it
   * @throws LoaderError `option_missing` for drafts without collections
   */
  byPath<Key extends CollectionKey<Schema> = CollectionKey<Schema>>(
    path: string,
    options: LocaleOptions<Locale> & { readonly collections?: readonly Key[] },
  ): Promise<EntryOf<Schema, Key, Locale> | null>;

  /** Describes the snapshot that the loader reads from. */
  snapshot(): Promise<SnapshotInfo>;

  /**
   * Asks for the live snapshot again, once for all calls at the same time. Never goes back to an earlier one.
   *
   * @returns whether the loader now reads from another one than before, so false when it read from none; in drafts mode
   * always true, pinned never
   */
  refresh(): Promise<boolean>;
}

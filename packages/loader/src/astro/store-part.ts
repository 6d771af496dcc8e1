import type { DataStore } from 'astro/loaders';

/** Entries of files name their file; those of Stele have none. */
export type Origin = 'files' | 'stele';

/**
 * A part of a collection's store: its entries of files, or those of Stele. So two loaders fill one collection, and each
 * removes only what is its own.
 *
 * @throws Error (the store) for an id that the other part has
 */
export function partOf(store: DataStore, origin: Origin, collection: string): DataStore {
  const isOwn = (entry: { readonly filePath?: string | undefined } | undefined): boolean =>
    entry !== undefined && (entry.filePath !== undefined) === (origin === 'files');
  const own = () => store.entries().filter(([, entry]) => isOwn(entry));
  const isThere = (id: string): boolean => isOwn(store.get(id));
  return {
    ...store,
    // The type of the data is the caller's guess in Astro too.
    get: ((id: string) => (isThere(id) ? store.get(id) : undefined)) as DataStore['get'],
    has: isThere,
    entries: own,
    keys: () => own().map(([id]) => id),
    values: () => own().map(([, entry]) => entry),
    set(entry) {
      const { id, filePath } = entry;
      const other = store.get(id);
      if (other === undefined || isOwn(other)) return store.set(entry);
      const file = filePath ?? other.filePath;
      throw new Error(`Two entries of ${collection} are called ${id}: one in Stele, and the file ${file}. Remove one.`);
    },
    delete(id) {
      if (isThere(id)) store.delete(id);
    },
    clear() {
      for (const [id] of own()) store.delete(id);
    },
  };
}

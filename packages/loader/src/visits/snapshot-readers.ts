import type { AnyCollections, Loader } from '../index.ts';

/** A loader inside of this package, where no types of a schema are known: of one snapshot, or of drafts. */
export type Reader = Omit<Loader<AnyCollections>, 'refresh'>;

/** Requests that began before a publication continue to read the snapshot that they began with. */
const KEPT = 3;

/** Readers of snapshots, one for each, which keep what they loaded. */
export class SnapshotReaders {
  readonly #open: () => Reader;
  readonly #readers = new Map<string, Reader>();

  /** @param open makes a loader that reads the live snapshot */
  constructor(open: () => Reader) {
    this.#open = open;
  }

  /**
   * The reader of the live snapshot. Each call asks for itself, because Next.js gives the tag of the answer to the page
   * that asks, and to no other.
   *
   * @throws LoaderError
   */
  async live(): Promise<Reader> {
    const loader = this.#open();
    const id = (await loader.snapshot()).id ?? '';
    const reader = this.#readers.get(id) ?? keepingLoads(loader);
    this.#readers.delete(id);
    this.#readers.set(id, reader);
    for (const old of this.#readers.keys()) {
      if (this.#readers.size <= KEPT) break;
      this.#readers.delete(old);
    }
    return reader;
  }
}

/** The same reader, which loads a collection once. */
function keepingLoads(reader: Reader): Reader {
  const loads = new Map<string, Promise<readonly never[]>>();
  return {
    ...reader,
    load(collection, options) {
      const key = JSON.stringify([collection, options.locale, options.fallback ?? [], options.fallbackBy ?? 'entry']);
      // The key says of which collection the entries are.
      const loading = loads.get(key) ?? (reader.load(collection, options) as Promise<readonly never[]>);
      loads.set(key, loading);
      // A load that failed is tried again by the next call.
      loading.catch(() => loads.delete(key));
      return loading;
    },
  };
}

import { chunkKey, indexKey, type ObjectAccess, type SnapshotObject } from '@stele/snapshot';
import { ImmutableBatches, type ObjectStorage } from '@stele/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { takeBreak } from '../platform/breaks.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const READS_AT_ONCE = 16;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** An object that a live index names isn't in storage. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** Access to storage for one build. Its objects are written together, since nothing refers to them yet. */
interface BuildAccess extends ObjectAccess {
  writeManifest(key: string, body: Uint8Array, sha256: string): void;
  /** Writes the rest. @returns keys of all objects written, once all writes have ended @throws the error of the first failed write */
  finish(): Promise<string[]>;
  /** Drops the rest. Resolves once all writes have ended, whether they failed or not. */
  abandon(): Promise<void>;
}

/** Reads and writes content-addressed objects, and caches recent ones: they can't change. */
export class SnapshotObjects {
  readonly #storage: ObjectStorage;
  readonly #cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (body) => body.byteLength + 200,
  });
  readonly #reads = pLimit(READS_AT_ONCE);

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Access to the objects of one project, for one build.
   *
   * @param remembers whether its objects are cached; those of a whole site would evict all others
   */
  forBuild(projectId: string, remembers = true): BuildAccess {
    const batches = new ImmutableBatches(this.#storage, ({ key, body }) => {
      if (remembers) this.#cache.set(key, body);
    });
    const keyOf = (kind: SnapshotObject['kind'], sha256: string): string =>
      kind === 'chunk' ? chunkKey(projectId, sha256) : indexKey(projectId, sha256);
    const add = (key: string, body: Uint8Array, sha256: string): Promise<void> =>
      batches.add({ key, body, sha256, contentType: 'application/json', cacheControl: IMMUTABLE });
    return {
      read: async (kind, sha256) => {
        const key = keyOf(kind, sha256);
        const cached = this.#cache.get(key);
        if (cached) return cached;
        const found = await this.#reads(() => this.#storage.get(key));
        if (!found) throw new MissingObjectError(`There is no object ${key} in storage.`);
        if (remembers) this.#cache.set(key, found.body);
        return found.body;
      },
      write: ({ kind, sha256, body }) => add(keyOf(kind, sha256), body, sha256),
      rest: takeBreak,
      // `finish` throws its error.
      writeManifest: (...manifest) => void add(...manifest).catch(() => undefined),
      finish: () => batches.finish(),
      abandon: () => batches.abandon(),
    };
  }
}

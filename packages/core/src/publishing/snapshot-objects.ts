import { chunkKey, indexKey, type ObjectAccess, type SnapshotObject } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

const CACHE_BYTES = 64 * 1024 * 1024;
const WRITES_AT_ONCE = 16;
const READS_AT_ONCE = 16;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** An object that a live index names isn't in storage. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** What a build reads and writes. */
export interface BuildAccess extends ObjectAccess {
  /** Keys of the objects that were written so far. */
  written(): string[];
  /** Waits until no write is under way, whether they worked or not. */
  quiet(): Promise<void>;
}

/** What the writes of a build have in common. */
interface Build {
  readonly remembers: boolean;
  /** The first that failed. */
  failure: { readonly error: unknown } | null;
}

/** Reads and writes content-addressed objects, remembering those of late: they can't change. */
export class SnapshotObjects {
  readonly #storage: ObjectStorage;
  readonly #cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (body) => body.byteLength + 200,
  });
  readonly #writes = pLimit(WRITES_AT_ONCE);
  readonly #reads = pLimit(READS_AT_ONCE);

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Access to the objects of one project, for one build: an object is written at most once.
   *
   * @param remembers whether its objects are remembered; those of a build of a whole site would drive out all others
   */
  forBuild(projectId: string, remembers = true): BuildAccess {
    const written = new Map<string, Promise<void>>();
    const build: Build = { remembers, failure: null };
    const keyOf = (kind: SnapshotObject['kind'], sha256: string): string =>
      kind === 'chunk' ? chunkKey(projectId, sha256) : indexKey(projectId, sha256);
    return {
      written: () => [...written.keys()],
      quiet: async () => {
        await Promise.allSettled(written.values());
      },
      read: async (kind, sha256) => {
        const key = keyOf(kind, sha256);
        const cached = this.#cache.get(key);
        if (cached) return cached;
        const found = await this.#reads(() => this.#storage.get(key));
        if (!found) throw new MissingObjectError(`There is no object ${key} in storage.`);
        if (remembers) this.#cache.set(key, found.body);
        return found.body;
      },
      write: (object) => {
        const key = keyOf(object.kind, object.sha256);
        const running = written.get(key) ?? this.#put(key, object.body, build);
        written.set(key, running);
        return running;
      },
    };
  }

  /** Writes an immutable object of another kind, such as a manifest. */
  async putManifest(key: string, body: Uint8Array): Promise<void> {
    await this.#writes(() =>
      this.#storage.put(key, body, { contentType: 'application/json', cacheControl: IMMUTABLE }),
    );
  }

  /** Writes an object, unless another write of the build has failed by the time that it's its turn. */
  async #put(key: string, body: Uint8Array, build: Build): Promise<void> {
    await this.#writes(async () => {
      if (build.failure) throw build.failure.error;
      try {
        await this.#storage.put(key, body, { contentType: 'application/json', cacheControl: IMMUTABLE });
      } catch (error) {
        build.failure ??= { error };
        throw error;
      }
    });
    if (build.remembers) this.#cache.set(key, body);
  }
}

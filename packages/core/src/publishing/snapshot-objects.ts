import { chunkKey, indexKey, type ObjectAccess, type SnapshotObject } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { takeBreak } from '../platform/breaks.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const WRITES_AT_ONCE = 16;
const READS_AT_ONCE = 16;
/** A build pauses while more bytes than this wait to be written. */
const WAITING_BYTES = 16 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** An object that a live index names isn't in storage. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** Access to storage for one build. Its objects are written in parallel, since nothing refers to them yet. */
interface BuildAccess extends ObjectAccess {
  /** Starts to write an object, once. Only waits while many bytes wait. @throws the error of an earlier write */
  write(object: SnapshotObject): Promise<void>;
  writeManifest(key: string, body: Uint8Array): void;
  /** Waits until all writes have ended. @returns keys of all objects written @throws the error of the first failed write */
  finish(): Promise<string[]>;
}

/** State of the writes of a build. */
interface Build {
  /** Key → its write; these promises never reject. */
  readonly written: Map<string, Promise<void>>;
  waitingBytes: number;
  readonly remembers: boolean;
  /** The first one. */
  failure: { readonly error: unknown } | null;
}

/** Reads and writes content-addressed objects, and caches recent ones: they can't change. */
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
   * Access to the objects of one project, for one build.
   *
   * @param remembers whether its objects are cached; those of a whole site would evict all others
   */
  forBuild(projectId: string, remembers = true): BuildAccess {
    const build: Build = { written: new Map(), waitingBytes: 0, remembers, failure: null };
    const keyOf = (kind: SnapshotObject['kind'], sha256: string): string =>
      kind === 'chunk' ? chunkKey(projectId, sha256) : indexKey(projectId, sha256);
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
      write: async (object) => {
        const key = keyOf(object.kind, object.sha256);
        const done = build.written.get(key) ?? this.#begin(key, object.body, build);
        if (build.waitingBytes > WAITING_BYTES) await done;
        if (build.failure) throw build.failure.error;
      },
      rest: takeBreak,
      writeManifest: (key, body) => void this.#begin(key, body, build),
      finish: async () => {
        await Promise.all(build.written.values());
        if (build.failure) throw build.failure.error;
        return [...build.written.keys()];
      },
    };
  }

  /** Queues the write of an object. It's skipped when another write of the build has failed by then. */
  #begin(key: string, body: Uint8Array, build: Build): Promise<void> {
    build.waitingBytes += body.byteLength;
    const done = this.#writes(async () => {
      if (build.failure) return;
      await this.#storage.put(key, body, { contentType: 'application/json', cacheControl: IMMUTABLE });
      if (build.remembers) this.#cache.set(key, body);
    })
      .catch((error: unknown) => {
        build.failure ??= { error };
      })
      .finally(() => {
        build.waitingBytes -= body.byteLength;
      });
    build.written.set(key, done);
    return done;
  }
}

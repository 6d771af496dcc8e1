import { chunkKey, indexKey, type ObjectAccess, type SnapshotObject } from '@stele/snapshot';
import type { ImmutableObject, ObjectStorage } from '@stele/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { takeBreak } from '../platform/breaks.ts';

const CACHE_BYTES = 64 * 1024 * 1024;
const WRITES_AT_ONCE = 4;
const READS_AT_ONCE = 16;
/** So many bytes are written together; fewer at the end of a build. */
const TOGETHER_BYTES = 4 * 1024 * 1024;
/** A build pauses while more bytes than this wait to be written. */
const WAITING_BYTES = 16 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** An object that a live index names isn't in storage. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** Access to storage for one build. Its objects are written together, since nothing refers to them yet. */
interface BuildAccess extends ObjectAccess {
  /** Has an object written, once. Only waits while many bytes wait. @throws the error of an earlier write */
  write(object: SnapshotObject): Promise<void>;
  writeManifest(key: string, body: Uint8Array, sha256: string): void;
  /** Writes the rest. @returns keys of all objects written, once all writes have ended @throws the error of the first failed write */
  finish(): Promise<string[]>;
}

/** State of the writes of a build. */
interface Build {
  /** Keys of its objects. */
  readonly written: Set<string>;
  /** Objects whose write hasn't begun, and their bytes. */
  next: ImmutableObject[];
  nextBytes: number;
  /** Writes that have begun; these promises never reject. */
  readonly writes: Promise<void>[];
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
    const build: Build = {
      ...{ written: new Set(), next: [], nextBytes: 0, writes: [], waitingBytes: 0 },
      remembers,
      failure: null,
    };
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
        this.#add(keyOf(object.kind, object.sha256), object.body, object.sha256, build);
        if (build.waitingBytes > WAITING_BYTES) await build.writes.at(-1);
        if (build.failure) throw build.failure.error;
      },
      rest: takeBreak,
      writeManifest: (key, body, sha256) => this.#add(key, body, sha256, build),
      finish: async () => {
        this.#begin(build);
        await Promise.all(build.writes);
        if (build.failure) throw build.failure.error;
        return [...build.written];
      },
    };
  }

  #add(key: string, body: Uint8Array, sha256: string, build: Build): void {
    if (build.written.has(key)) return;
    build.written.add(key);
    build.next.push({ key, body, sha256, contentType: 'application/json', cacheControl: IMMUTABLE });
    build.nextBytes += body.byteLength;
    build.waitingBytes += body.byteLength;
    if (build.nextBytes > TOGETHER_BYTES) this.#begin(build);
  }

  /** Queues the write of the objects that wait. It's skipped when another write of the build has failed by then. */
  #begin(build: Build): void {
    const { next: objects, nextBytes: bytes } = build;
    Object.assign(build, { next: [], nextBytes: 0 });
    const done = this.#writes(async () => {
      if (build.failure) return;
      await this.#storage.putAll(objects);
      if (build.remembers) for (const { key, body } of objects) this.#cache.set(key, body);
    })
      .catch((error: unknown) => {
        build.failure ??= { error };
      })
      .finally(() => {
        build.waitingBytes -= bytes;
      });
    build.writes.push(done);
  }
}

import type { Readable } from 'node:stream';
import type { MultipartUploads } from '../../src/multipart.ts';
import type {
  ByteRange,
  ImmutableObject,
  ObjectInfo,
  ObjectListing,
  ObjectStorage,
  PresignedGet,
  PresignedPut,
  PresignGetOptions,
  PresignPutOptions,
  PutOptions,
} from '../../src/object-storage.ts';

/** A moment around one write: before it touches the storage, or after it did and before its caller knows. */
export type FaultPoint = 'put:before' | 'put:after' | 'delete:before' | 'delete:after';

/**
 * Called around each write. The caller of the write gets an error that it throws; while its promise is pending, the write waits.
 * `n` counts the writes from 1; the two calls around one write get the same.
 */
export type FaultHook = (point: FaultPoint, key: string, n: number) => void | Promise<void>;

/**
 * A storage that fails, stalls or is watched at any chosen write. A delete of several keys is one write for each, in order, so
 * that it can stop amid them. A copy counts as a put of the new object. A conditional put that the storage refuses never reaches
 * `put:after`.
 */
export class FaultyStorage implements ObjectStorage {
  readonly #inner: ObjectStorage;
  readonly #hook: FaultHook;
  #writes = 0;

  constructor(inner: ObjectStorage, hook: FaultHook) {
    this.#inner = inner;
    this.#hook = hook;
  }

  /** Writes begun so far. */
  get writes(): number {
    return this.#writes;
  }

  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> {
    return this.#put(key, () => this.#inner.put(key, body, options));
  }

  /** One write for each, at the same time; but what the hook lets through is one batch. */
  async putAll(objects: readonly ImmutableObject[]): Promise<void> {
    const numbered = objects.map((object) => ({ object, n: ++this.#writes }));
    const call = (point: FaultPoint, some: typeof numbered) =>
      Promise.allSettled(some.map(async ({ object, n }) => this.#hook(point, object.key, n)));
    const before = await call('put:before', numbered);
    const through = numbered.filter((_, index) => before[index]?.status === 'fulfilled');
    await this.#inner.putAll(through.map(({ object }) => object));
    const after = await call('put:after', through);
    for (const one of [...before, ...after]) if (one.status === 'rejected') throw one.reason;
  }

  putFile(key: string, path: string, options: PutOptions): Promise<{ etag: string }> {
    return this.#put(key, () => this.#inner.putFile(key, path, options));
  }

  copy(from: string, to: string, options?: { ifMatch?: string }): Promise<{ etag: string } | null> {
    return this.#put(to, () => this.#inner.copy(from, to, options));
  }

  async #put<Result>(key: string, put: () => Promise<Result>): Promise<Result> {
    this.#writes += 1;
    const n = this.#writes;
    await this.#hook('put:before', key, n);
    const result = await put();
    await this.#hook('put:after', key, n);
    return result;
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#delete(keys, (key) => this.#inner.delete([key]));
  }

  endUploads(keys: readonly string[]): Promise<void> {
    return this.#delete(keys, (key) => this.#inner.endUploads([key]));
  }

  async #delete(keys: readonly string[], remove: (key: string) => Promise<void>): Promise<void> {
    for (const key of keys) {
      this.#writes += 1;
      const n = this.#writes;
      await this.#hook('delete:before', key, n);
      await remove(key);
      await this.#hook('delete:after', key, n);
    }
  }

  get(key: string): Promise<{ body: Uint8Array; info: ObjectInfo } | null> {
    return this.#inner.get(key);
  }

  stream(key: string, range?: ByteRange): Promise<{ body: Readable; info: ObjectInfo } | null> {
    return this.#inner.stream(key, range);
  }

  head(key: string): Promise<ObjectInfo | null> {
    return this.#inner.head(key);
  }

  list(prefix: string): AsyncIterable<ObjectListing> {
    return this.#inner.list(prefix);
  }

  presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut> {
    return this.#inner.presignPut(key, options);
  }

  presignGet(key: string, options: PresignGetOptions): Promise<PresignedGet> {
    return this.#inner.presignGet(key, options);
  }

  get multipart(): MultipartUploads {
    return this.#inner.multipart;
  }

  check(): Promise<void> {
    return this.#inner.check();
  }
}

import pLimit, { type LimitFunction } from 'p-limit';
import type { ImmutableObject, ObjectStorage } from './object-storage.ts';

/** So many bytes are put together; fewer at the end. */
const TOGETHER_BYTES = 4 * 1024 * 1024;
/** `add` waits while more bytes than this wait to be stored. */
const WAITING_BYTES = 16 * 1024 * 1024;
const BATCHES_AT_ONCE = 4;

/** Puts objects that never change together, as they come, while nothing refers to them yet. */
export class ImmutableBatches {
  readonly #storage: ObjectStorage;
  readonly #stored: (object: ImmutableObject) => void;
  readonly #limit: LimitFunction = pLimit(BATCHES_AT_ONCE);
  readonly #keys = new Set<string>();
  /** Puts that have begun; these promises never reject. */
  readonly #puts: Promise<void>[] = [];
  #next: ImmutableObject[] = [];
  #nextBytes = 0;
  #waitingBytes = 0;
  /** The first one. */
  #failure: { readonly error: unknown } | null = null;

  /** @param stored is called for each object that was stored */
  constructor(storage: ObjectStorage, stored: (object: ImmutableObject) => void) {
    this.#storage = storage;
    this.#stored = stored;
  }

  /** Has an object stored, once. Only waits while many bytes wait. @throws the error of an earlier put */
  async add(object: ImmutableObject): Promise<void> {
    if (!this.#keys.has(object.key)) {
      this.#keys.add(object.key);
      this.#next.push(object);
      this.#nextBytes += object.body.byteLength;
      this.#waitingBytes += object.body.byteLength;
      if (this.#nextBytes > TOGETHER_BYTES) this.#begin();
    }
    if (this.#waitingBytes > WAITING_BYTES) await this.#puts.at(-1);
    if (this.#failure) throw this.#failure.error;
  }

  /** Stores the rest. @returns all keys, once all puts have ended @throws the error of the first failed put */
  async finish(): Promise<string[]> {
    this.#begin();
    await Promise.all(this.#puts);
    if (this.#failure) throw this.#failure.error;
    return [...this.#keys];
  }

  /** Drops what waits. Resolves once the puts that run have ended, whether they failed or not. */
  async abandon(): Promise<void> {
    this.#next = [];
    this.#nextBytes = 0;
    this.#failure ??= { error: new Error('The puts were abandoned.') };
    await Promise.all(this.#puts);
  }

  /** Queues the put of the objects that wait. It's skipped when another put has failed by then. */
  #begin(): void {
    const [objects, bytes] = [this.#next, this.#nextBytes];
    this.#next = [];
    this.#nextBytes = 0;
    if (objects.length === 0) return;
    const put = async (): Promise<void> => {
      if (this.#failure) return;
      await this.#storage.putAll(objects);
      objects.forEach(this.#stored);
    };
    const done = this.#limit(put)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#waitingBytes -= bytes;
      });
    this.#puts.push(done);
  }
}

import type { ImmutableObject, ObjectStorage } from '@stele/storage';

const MOST_OBJECTS = 128;
const MOST_BYTES = 16 * 1024 * 1024;

/** Stores many objects that never change, some at a time: a disk is told less often to keep what it has. */
export class ImmutablePuts {
  readonly #storage: Pick<ObjectStorage, 'putAll'>;
  #waiting: ImmutableObject[] = [];
  #bytes = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(storage: Pick<ObjectStorage, 'putAll'>) {
    this.#storage = storage;
  }

  /** Has an object stored, at the latest by `flush`. @throws errors of the storage, for this or an earlier one */
  async put(object: ImmutableObject): Promise<void> {
    this.#waiting.push(object);
    this.#bytes += object.body.byteLength;
    if (this.#waiting.length >= MOST_OBJECTS || this.#bytes >= MOST_BYTES) await this.#begin();
  }

  /** Waits until all are stored. @throws errors of the storage */
  async flush(): Promise<void> {
    await this.#begin();
    await this.#storing;
  }

  /** Begins to store those that wait, as soon as the ones before are stored. */
  async #begin(): Promise<void> {
    const objects = this.#waiting;
    [this.#waiting, this.#bytes] = [[], 0];
    const before = this.#storing;
    this.#storing = before.then(() => this.#storage.putAll(objects));
    // Who puts or flushes next hears of a failure.
    this.#storing.catch(() => undefined);
    await before;
  }
}

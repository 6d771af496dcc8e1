import { statfsSync } from 'node:fs';
import { StorageUnavailableError } from '../errors.ts';

/** Looking costs microseconds, but a busy process would do it thousands of times a second. */
const LOOK_EVERY_MS = 250;

/** Tells when a disk is nearly full: less is free than is kept for what can't be refused, such as the database's log. */
export class DiskRoom {
  readonly #folder: string;
  readonly #reserveBytes: number;
  readonly #readFreeBytes: (folder: string) => number;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isShort = false;

  constructor(folder: string, reserveBytes: number, readFreeBytes: (folder: string) => number = freeBytes) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
    this.#readFreeBytes = readFreeBytes;
  }

  /** Whether nothing more is to be written. */
  get isShort(): boolean {
    if (performance.now() - this.#lookedAt < LOOK_EVERY_MS) return this.#isShort;
    this.#lookedAt = performance.now();
    try {
      this.#isShort = this.#readFreeBytes(this.#folder) < this.#reserveBytes;
    } catch {
      // A folder that is missing or can't be asked about shows when something is written to it.
      this.#isShort = false;
    }
    return this.#isShort;
  }

  /** @throws StorageUnavailableError when nothing more is to be written */
  assert(): void {
    if (this.isShort) throw new StorageUnavailableError(`The disk of ${this.#folder} is nearly full.`);
  }

  /** The same stream, which breaks off with a StorageUnavailableError when the disk gets nearly full meanwhile. */
  async *bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.assert();
      yield chunk;
    }
  }
}

/** Bytes that a process without special rights can still write. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

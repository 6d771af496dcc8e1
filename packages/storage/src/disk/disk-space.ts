import { statfsSync } from 'node:fs';
import { StorageUnavailableError } from '../errors.ts';

/** How often to check: a check takes microseconds, but a busy process would make thousands a second. */
const LOOK_EVERY_MS = 250;

/** Knows when a disk is nearly full: less is free than a reserve for writes that can't be refused, such as the database's log. */
export class DiskSpace {
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

  /** Whether writes must be refused. */
  get isShort(): boolean {
    if (performance.now() - this.#lookedAt < LOOK_EVERY_MS) return this.#isShort;
    this.#lookedAt = performance.now();
    try {
      this.#isShort = this.#readFreeBytes(this.#folder) < this.#reserveBytes;
    } catch {
      // If the folder is missing or can't be checked, a write to it fails anyway.
      this.#isShort = false;
    }
    return this.#isShort;
  }

  /** @throws StorageUnavailableError when the disk is nearly full */
  assert(): void {
    if (this.isShort) throw new StorageUnavailableError(`The disk of ${this.#folder} is nearly full.`);
  }

  /** The same stream, but it fails with a StorageUnavailableError when the disk gets nearly full meanwhile. */
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

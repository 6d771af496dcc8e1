import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LoaderError } from '../errors.ts';
import type { LoaderCache } from './cache.ts';
import { pruneFolder } from './prune-folder.ts';

/** Version of the layout: another one begins with an empty folder. */
const LAYOUT = 'v1';
const BUFFER_BYTES = 512 * 1024;

/**
 * A cache of files. Each is written beside its place and then moved there, so that any number of processes can share a
 * folder. All is synchronous, and what's read comes in one buffer: with thousands of small files that takes a fraction
 * of the processor's time.
 */
export class FolderCache implements LoaderCache {
  readonly #folder: string;
  #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);

  /** @param folder absolute path; it's made when something is written */
  constructor(folder: string) {
    this.#folder = path.join(folder, LAYOUT);
  }

  read(name: string): Uint8Array | null {
    let file: number | null = null;
    try {
      file = openSync(this.#placeOf(name), 'r');
      return this.#readWhole(file);
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
      throw this.#failure('read', error);
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  write(name: string, bytes: Uint8Array): void {
    const place = this.#placeOf(name);
    try {
      try {
        put(place, bytes);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        mkdirSync(path.dirname(place), { recursive: true });
        put(place, bytes);
      }
    } catch (error) {
      throw this.#failure('write', error);
    }
  }

  /** Removes objects that no snapshot used lately needs. Never fails: a file that can't be removed stays. */
  prune(now: number): Promise<void> {
    return pruneFolder(this.#folder, now, this);
  }

  /** Joined as it is: names need no normalizing, which would take as long as looking at the file. */
  #placeOf(name: string): string {
    return `${this.#folder}/${name}`;
  }

  #readWhole(file: number): Uint8Array {
    const { size } = fstatSync(file);
    if (size > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(size);
    return this.#buffer.subarray(0, readSync(file, this.#buffer, 0, size, 0));
  }

  #failure(verb: 'read' | 'write', error: unknown): LoaderError {
    const done = verb === 'read' ? 'read' : 'written to';
    const advice = 'Make it usable, or set the option cache to another folder or to false.';
    const message = `The cache in ${this.#folder} can't be ${done} (${codeOf(error)}). ${advice}`;
    return new LoaderError('cache_failed', message, { cause: error });
  }
}

function put(place: string, bytes: Uint8Array): void {
  const temporary = `${place}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

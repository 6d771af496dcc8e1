import { createHash } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orWhenMissing } from './disk-faults.ts';
import { FILE_MODE, makeFolder } from './private-files.ts';

/** Longer than any upload URL is valid, and than any request with it takes. */
const REMEMBERED_MS = 2 * 24 * 60 * 60_000;
const FORGET_EVERY_MS = 60 * 60_000;

/** Keys whose uploads are over, each an empty file, for all processes that share the folder. */
export class EndedUploads {
  readonly #folder: string;
  #forgotAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(keys: readonly string[]): Promise<void> {
    await makeFolder(this.#folder);
    for (const key of keys) await writeFile(this.#pathOf(key), '', { mode: FILE_MODE });
    if (Date.now() - this.#forgotAt > FORGET_EVERY_MS) await this.#forget();
  }

  async has(key: string): Promise<boolean> {
    return (await orWhenMissing(stat(this.#pathOf(key)), null)) !== null;
  }

  /** Removes keys that are older than needed. */
  async #forget(): Promise<void> {
    this.#forgotAt = Date.now();
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > REMEMBERED_MS) await rm(path, { force: true });
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }
}

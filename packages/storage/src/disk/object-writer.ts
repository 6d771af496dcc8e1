import { renameSync } from 'node:fs';
import { link, rmdir } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { PreconditionFailedError } from '../errors.ts';
import type { ImmutableObject } from '../object-storage.ts';
import { type Claims, removeIfThere } from './claims.ts';
import { orWhenMissing } from './disk-faults.ts';
import type { FolderSync } from './folder-sync.ts';
import { KeyQueue } from './key-queue.ts';
import { readInfo } from './object-file.ts';
import { objectPath } from './object-path.ts';
import { OpenFiles } from './open-files.ts';
import { intoFolder } from './private-files.ts';
import { FILES_AT_ONCE, putImmutable } from './put-immutable.ts';

/** The most object files that are open for writing. */
const MAX_FILES = 64;

/** Conditions on the object that a write replaces. */
export interface WriteConditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: '*';
}

/** Replaces and removes objects, each durably and as a whole. */
export class ObjectWriter {
  readonly #root: string;
  readonly #claims: Claims;
  readonly #folders: FolderSync;
  readonly #queue = new KeyQueue();
  readonly #files = new OpenFiles(MAX_FILES);

  /** @param root the folder of the objects */
  constructor(root: string, claims: Claims, folders: FolderSync) {
    this.#root = root;
    this.#claims = claims;
    this.#folders = folders;
  }

  /**
   * Calls `make` to write and sync a file at a path, and moves that file to the object's path.
   *
   * @returns the result of `make`
   * @throws PreconditionFailedError; errors of `make`. Then nothing has changed
   */
  async write<Made>(
    key: string,
    conditions: WriteConditions,
    make: (temporary: string) => Promise<Made>,
  ): Promise<Made> {
    return this.#files.run(1, async () => {
      const temporary = this.#claims.newFile();
      try {
        const made = await make(temporary);
        const path = objectPath(this.#root, key);
        await this.#queue.run(key, () => this.#commit(key, temporary, path, conditions));
        await this.#folders.syncUpTo(dirname(path), this.#root);
        return made;
      } catch (error) {
        await removeIfThere(temporary);
        throw error;
      }
    });
  }

  /** Writes objects that never change. */
  writeImmutable(objects: readonly ImmutableObject[]): Promise<void> {
    return this.#files.run(Math.min(objects.length, FILES_AT_ONCE), () =>
      putImmutable(objects, { root: this.#root, claims: this.#claims, folders: this.#folders }),
    );
  }

  /** Removes objects, and folders that are empty afterwards. */
  async remove(keys: readonly string[]): Promise<void> {
    const removed = await Promise.all(
      [...new Set(keys)].map(async (key) => ((await this.#files.run(1, () => this.#remove(key))) ? [key] : [])),
    );
    const folders = new Set(removed.flat().map((key) => dirname(objectPath(this.#root, key))));
    await Promise.all([...folders].map((folder) => this.#folders.sync(folder)));
    for (const folder of folders) await this.#removeEmptyFolders(folder);
  }

  async #commit(
    key: string,
    temporary: string,
    path: string,
    { ifMatch, ifNoneMatch }: WriteConditions,
  ): Promise<void> {
    if (ifNoneMatch !== undefined) {
      await intoFolder(path, () => link(temporary, path)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new PreconditionFailedError(`There is an object ${key} already.`, { cause: error });
      });
      await removeIfThere(temporary);
      return;
    }
    const claim = await this.#claims.claim(key, ifMatch === undefined ? 'shared' : 'exclusive', temporary);
    try {
      if (ifMatch !== undefined) await assertUnchanged(key, path, ifMatch);
      await intoFolder(path, () => renameSync(claim, path));
    } finally {
      // Renaming a hard link over a name of the same file leaves both names.
      await removeIfThere(claim);
    }
  }

  async #remove(key: string): Promise<boolean> {
    return this.#queue.run(key, async () => {
      const claim = await this.#claims.claim(key, 'shared', null);
      try {
        return await removeIfThere(objectPath(this.#root, key));
      } finally {
        await removeIfThere(claim);
      }
    });
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    for (let at = folder; at.startsWith(this.#root + sep); at = dirname(at)) {
      try {
        await rmdir(at);
      } catch {
        return;
      }
    }
  }
}

async function assertUnchanged(key: string, path: string, etag: string): Promise<void> {
  const actual = await orWhenMissing(readInfo(path), null);
  if (actual?.etag !== etag) throw new PreconditionFailedError(`The object ${key} isn't what it was.`);
}

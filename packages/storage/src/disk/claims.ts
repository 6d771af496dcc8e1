import { createHash } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageUnavailableError } from '../errors.ts';
import { isOwnerAlive, newOwner } from './process-identity.ts';

/** `shared`: a plain put or a delete. `exclusive`: a put that holds only while the object is what it was. */
type ClaimMode = 'shared' | 'exclusive';

const MODE_LETTERS = { shared: 's', exclusive: 'x' } as const;
const PRIVATE = 'w';
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 2;

interface ClaimFile {
  name: string;
  /** `w` for a file still being written, else a mode's letter. */
  letter: string;
  keyDigest: string;
  owner: string;
}

/**
 * Temporary files, and the rule by which processes that share the folder change one object.
 *
 * A change is announced by a file in the folder whose name tells the key, the mode and the owner; for a put it's the
 * new object's own file, so that the final rename both makes the change and takes the announcement away. Everyone
 * announces first and looks second; of two that overlap at least one sees the other. Who is exclusive withdraws when
 * it sees anybody; who is shared waits for the exclusive only. So between an exclusive one's look at the object and
 * its rename nobody else changes the object. A killed process's announcement is recognised and removed, and
 * if its owner lives after all its rename finds nothing to rename.
 */
export class Claims {
  readonly #folder: string;
  readonly #owner = newOwner();
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A path for a file to write, which announces nothing. */
  newFile(): string {
    return this.#path(PRIVATE, 'none');
  }

  /**
   * Announces a change of `key` and waits until it may be made. With `file`, that file becomes the announcement; else
   * an empty one is made. Returns its path: rename or unlink it to end the claim.
   *
   * @throws StorageUnavailableError when others hold the key for ten seconds; the announcement is gone then
   */
  async claim(key: string, mode: ClaimMode, file: string | null): Promise<string> {
    const keyDigest = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    let path = file ?? (await this.#newEmptyFile());
    try {
      for (;;) {
        path = await this.#move(path, MODE_LETTERS[mode], keyDigest);
        let free = await this.#isFree(path, keyDigest, mode);
        while (!free && mode === 'shared' && performance.now() < giveUpAt) {
          await sleep(RETRY_MS);
          free = await this.#isFree(path, keyDigest, mode);
        }
        if (free) return path;
        if (performance.now() >= giveUpAt) throw new StorageUnavailableError(`Others keep changing the object ${key}.`);
        path = await this.#move(path, PRIVATE, 'none');
        await sleep(RETRY_MS * (1 + Math.random() * 4));
      }
    } catch (error) {
      await removeIfThere(path);
      throw error;
    }
  }

  /** Removes what killed processes left behind, as far as that's possible: it does no harm where it stays. */
  async sweep(): Promise<void> {
    for (const file of await this.#files()) await this.#removeIfDead(file).catch(() => {});
  }

  async #newEmptyFile(): Promise<string> {
    const path = this.newFile();
    await (await open(path, 'wx')).close();
    return path;
  }

  /** Nobody else who matters to `mode` has announced a change of the key. */
  async #isFree(ownPath: string, keyDigest: string, mode: ClaimMode): Promise<boolean> {
    for (const file of await this.#files()) {
      if (file.keyDigest !== keyDigest || join(this.#folder, file.name) === ownPath) continue;
      if (mode === 'shared' && file.letter !== MODE_LETTERS.exclusive) continue;
      if (!(await this.#removeIfDead(file))) return false;
    }
    return true;
  }

  async #removeIfDead(file: ClaimFile): Promise<boolean> {
    const path = join(this.#folder, file.name);
    try {
      const { ctimeMs, mtimeMs } = await stat(path);
      if (isOwnerAlive(file.owner, Date.now() - Math.max(ctimeMs, mtimeMs))) return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
      throw error;
    }
    await removeIfThere(path);
    return true;
  }

  async #files(): Promise<ClaimFile[]> {
    const names = readdirSync(this.#folder);
    return names.flatMap((name) => {
      const [letter, keyDigest, owner] = name.split('.');
      return letter !== undefined && keyDigest !== undefined && owner !== undefined
        ? [{ name, letter, keyDigest, owner }]
        : [];
    });
  }

  async #move(from: string, letter: string, keyDigest: string): Promise<string> {
    const to = this.#path(letter, keyDigest);
    renameSync(from, to);
    return to;
  }

  #path(letter: string, keyDigest: string): string {
    this.#count += 1;
    return join(this.#folder, `${letter}.${keyDigest}.${this.#owner}.${this.#count}`);
  }
}

/** Unlinks; says whether there was something to unlink. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageUnavailableError } from '../errors.ts';
import { orWhenMissing } from './disk-faults.ts';
import { FILE_MODE } from './private-files.ts';
import { isOwnerAlive, newOwner } from './process-identity.ts';

/** `shared`: a plain put or a delete. `exclusive`: a put on condition that the object is unchanged. */
type ClaimMode = 'shared' | 'exclusive';

const MODE_LETTERS = { shared: 's', exclusive: 'x' } as const;
const PRIVATE = 'w';
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 2;

interface ClaimFile {
  name: string;
  /** `w` for a file that is still being written, else the letter of a mode. */
  letter: string;
  keyDigest: string;
  owner: string;
}

/**
 * Temporary files, and how processes that share the folder take turns to change an object.
 *
 * A claim is a file whose name contains the key, the mode and the owner. For a put, it's the new file of the object, so that the
 * final rename both makes the change and ends the claim. Every process claims first, and then looks for other claims. So of two
 * that overlap, at least one sees the other. An exclusive claim withdraws when there is any other; a shared claim only waits for
 * exclusive ones. So no other process changes the object between the check under an exclusive claim and its rename. Claims of
 * killed processes are recognised and removed. If such a process still runs after all, its rename finds no file.
 */
export class Claims {
  readonly #folder: string;
  readonly #owner = newOwner();
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A path for a new temporary file without a claim. */
  newFile(): string {
    return this.#path(PRIVATE, 'none');
  }

  /**
   * Claims `key` and waits until it may be changed. With `file`, that file becomes the claim, else an empty one. Returns its path:
   * rename or unlink it to end the claim.
   *
   * @throws StorageUnavailableError when others hold the key for ten seconds; the claim has ended then
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

  /** Removes claims of killed processes, if possible. Claims that stay do no harm. */
  async sweep(): Promise<void> {
    for (const file of await this.#files()) await this.#removeIfDead(file).catch(() => {});
  }

  async #newEmptyFile(): Promise<string> {
    const path = this.newFile();
    await (await open(path, 'wx', FILE_MODE)).close();
    return path;
  }

  /** Whether no other claim on the key conflicts with `mode`. */
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
    const found = await orWhenMissing(stat(path), null);
    if (found && isOwnerAlive(file.owner, Date.now() - Math.max(found.ctimeMs, found.mtimeMs))) return false;
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

/** Removes a file. @returns whether there was one */
export async function removeIfThere(path: string): Promise<boolean> {
  return orWhenMissing(
    unlink(path).then(() => true),
    false,
  );
}

import { closeSync, fstatSync, fsync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

const syncFile = promisify(fsync);

/** Identifies the folder that was at a path when it was synced; null when there was none, or it isn't known. */
type FolderIdentity = string | null;

interface Running {
  current: Promise<FolderIdentity>;
  next: Promise<FolderIdentity> | null;
}

/** The most folders that are open at once. */
const MAX_OPEN = 16;
/** How many folders are remembered whose names are on the disk. */
const MAX_REMEMBERED = 10_000;

/**
 * Makes changes of folders (renamed and removed files) survive a power cut. Callers that wait at the same time share one fsync.
 */
export class FolderSync {
  readonly #limit = pLimit(MAX_OPEN);
  readonly #running = new Map<string, Running>();
  /** Path → the folder there, when every name down to it is on the disk. */
  readonly #named = new Map<string, string>();

  /**
   * Resolves when all changes of the folder before the call are on the disk, and also the names of the folder and of those above
   * it, up to `root`. A missing folder is fine. The folders above are only synced the first time.
   */
  async syncUpTo(folder: string, root: string): Promise<void> {
    const known = this.#named.get(folder);
    const [identity] = await Promise.all([this.sync(folder), known === undefined && this.#syncAbove(folder, root)]);
    if (identity === known) return;
    if (known !== undefined) await this.#syncAbove(folder, root);
    if (identity === null) return;
    if (this.#named.size >= MAX_REMEMBERED) this.#named.clear();
    this.#named.set(folder, identity);
  }

  async #syncAbove(folder: string, root: string): Promise<void> {
    const above = dirname(folder);
    if (above.startsWith(root)) await this.syncUpTo(above, root);
  }

  /** Resolves when all changes of the folder before the call are on the disk. A missing folder is fine. */
  sync(folder: string): Promise<FolderIdentity> {
    const running = this.#running.get(folder);
    if (running === undefined) return this.#start(folder);
    // The running fsync may have begun before the caller's change, so only the next one counts.
    running.next ??= running.current.then(
      () => this.#start(folder),
      () => this.#start(folder),
    );
    return running.next;
  }

  #start(folder: string): Promise<FolderIdentity> {
    const current = this.#limit(() => syncFolder(folder));
    const running: Running = { current, next: null };
    this.#running.set(folder, running);
    const forget = (): void => {
      if (running.next === null) this.#running.delete(folder);
    };
    current.then(forget, forget);
    return current;
  }
}

async function syncFolder(folder: string): Promise<FolderIdentity> {
  try {
    const file = openSync(folder, 'r');
    try {
      // A new folder at the same path, whose name isn't on the disk yet, has another inode or creation time.
      const { ino, birthtimeNs } = fstatSync(file, { bigint: true });
      await syncFile(file);
      return `${ino}.${birthtimeNs}`;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return null;
    // Windows can't open folders; NTFS keeps its own journal of names.
    if (process.platform === 'win32' && (code === 'EPERM' || code === 'EISDIR' || code === 'EACCES')) return null;
    throw error;
  }
}

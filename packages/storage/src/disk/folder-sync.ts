import { open } from 'node:fs/promises';

interface Running {
  current: Promise<void>;
  next: Promise<void> | null;
}

/**
 * Makes changes of folders (a file renamed into it, a file removed) outlive a power cut. Callers that wait at the same
 * time share one fsync.
 */
export class FolderSync {
  readonly #running = new Map<string, Running>();

  /** Resolves when every change made to the folder before the call is on the disk. A folder that is gone is fine. */
  sync(folder: string): Promise<void> {
    const running = this.#running.get(folder);
    if (running === undefined) return this.#start(folder);
    // The fsync under way may have begun before the caller's change, so only the one after it counts.
    running.next ??= running.current.then(
      () => this.#start(folder),
      () => this.#start(folder),
    );
    return running.next;
  }

  #start(folder: string): Promise<void> {
    const current = syncFolder(folder);
    const running: Running = { current, next: null };
    this.#running.set(folder, running);
    const forget = (): void => {
      if (running.next === null) this.#running.delete(folder);
    };
    current.then(forget, forget);
    return current;
  }
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return;
    // Windows can't open folders; NTFS keeps its own journal of names.
    if (process.platform === 'win32' && (code === 'EPERM' || code === 'EISDIR' || code === 'EACCES')) return;
    throw error;
  }
}

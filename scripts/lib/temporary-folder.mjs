import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { entrust } from './caretaker.mjs';
import { temporaryPlace } from './memory-folder.mjs';

/** A temporary folder for a program and all that it starts. It's gone when it's removed, or when this process is gone. */
export class TemporaryFolder {
  #takeBack;

  /** @param {{ onDisk?: boolean }} [options] `onDisk`: not in memory, for what installs whole websites */
  constructor({ onDisk = false } = {}) {
    // A short name: paths of sockets in it may have a hundred characters.
    this.path = mkdtempSync(path.join(onDisk ? tmpdir() : temporaryPlace(), 'stele-run-'));
    /** Variables that make programs put their temporary files into it. */
    this.env = { TMPDIR: this.path, TEMP: this.path, TMP: this.path };
    this.#takeBack = entrust({ folder: this.path });
    // Servers that run as another user have their folders in it.
    chmodSync(this.path, 0o755);
  }

  remove() {
    try {
      rmSync(this.path, { recursive: true, force: true, maxRetries: 10 });
    } catch {
      // A program may have left files that only their owner can remove: they stay, like all in the system's folder.
    }
    this.#takeBack();
  }
}

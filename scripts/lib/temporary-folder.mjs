import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { entrust } from './caretaker.mjs';
import { temporaryPlace } from './memory-folder.mjs';

/** A temporary folder for a program and all that it starts. It's gone when it's removed, or when this process is gone. */
export class TemporaryFolder {
  // A short name: paths of sockets in it may have a hundred characters.
  path = mkdtempSync(path.join(temporaryPlace(), 'stele-run-'));
  /** Variables that make programs put their temporary files into it. */
  env = { TMPDIR: this.path, TEMP: this.path, TMP: this.path };
  #takeBack = entrust({ folder: this.path });

  constructor() {
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

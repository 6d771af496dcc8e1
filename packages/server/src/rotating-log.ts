import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const MOST_BYTES = 10_000_000;
/** Older ones, beside the one that is written to. */
const KEPT_FILES = 4;
/** How many of the last characters stay in memory. */
const RECENT_LENGTH = 64 * 1024;

/**
 * A log file that is replaced when it has grown: `api.log` becomes `api.log.1`, and so on. Text that can't be written, as on a
 * full disk, is left out: a log never stops a program.
 */
export class RotatingLog {
  readonly #file: string;
  readonly #mostBytes: number;
  #descriptor: number | null = null;
  #size = 0;
  #lost = 0;
  /** The end of the output, whether or not it could be written. */
  recent = '';

  constructor(file: string, mostBytes: number = MOST_BYTES) {
    this.#file = file;
    this.#mostBytes = mostBytes;
    this.#attempt(() => this.#open());
  }

  /** Takes what a program printed. */
  write(bytes: Buffer): void {
    this.recent = (this.recent + bytes.toString()).slice(-RECENT_LENGTH);
    const isWritten = this.#attempt(() => {
      if (this.#descriptor !== null && this.#size >= this.#mostBytes) this.#rotate();
      if (this.#descriptor === null) this.#open();
      if (this.#lost > 0) this.#append(Buffer.from(`\n${this.#lost} bytes of the log could not be written.\n`));
      this.#lost = 0;
      this.#append(bytes);
    });
    if (!isWritten) this.#lost += bytes.byteLength;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #open(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    // A log can hold the set-up code.
    this.#descriptor = openSync(this.#file, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  #append(bytes: Buffer): void {
    if (this.#descriptor === null) return;
    for (let done = 0; done < bytes.byteLength; ) {
      const written = writeSync(this.#descriptor, bytes, done);
      done += written;
      this.#size += written;
    }
  }

  #rotate(): void {
    this.close();
    rmSync(`${this.#file}.${KEPT_FILES}`, { force: true });
    for (let n = KEPT_FILES - 1; n >= 0; n--) {
      this.#attempt(() => renameSync(n === 0 ? this.#file : `${this.#file}.${n}`, `${this.#file}.${n + 1}`));
    }
  }

  #attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }
}

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { StorageUnavailableError } from '../errors.ts';
import { asUnavailable } from './disk-faults.ts';

const READ_BYTES = 64 * 1024;

/** A part of an open file as a stream, which closes the file at its end. Fails if the file ends too early. */
export class FileBody extends Readable {
  readonly #file: FileHandle;
  #position: number;
  #left: number;

  constructor(file: FileHandle, position: number, length: number) {
    super({ highWaterMark: READ_BYTES });
    this.#file = file;
    this.#position = position;
    this.#left = length;
  }

  override _read(): void {
    if (this.#left === 0) {
      this.push(null);
      return;
    }
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#left));
    this.#file.read(buffer, 0, buffer.length, this.#position).then(
      ({ bytesRead }) => {
        if (bytesRead === 0) {
          this.destroy(new StorageUnavailableError('The object file ended while it was read.'));
          return;
        }
        this.#position += bytesRead;
        this.#left -= bytesRead;
        this.push(buffer.subarray(0, bytesRead));
      },
      (error: unknown) => this.destroy(asUnavailable(error) as Error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(
      () => done(error),
      (closeError: Error) => done(error ?? closeError),
    );
  }
}

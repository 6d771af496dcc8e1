import { type ChunkRef, fileHead, type Manifest, type ManifestFile } from '@stele/snapshot';

const OPEN = 0x5b;
const CLOSE = 0x5d;
/** The comma between two chunks. */
const SEPARATOR_BYTES = 1;
/** One buffer for all chunks, of which few are larger. */
const BUFFER_BYTES = 256 * 1024;

interface CutChunk {
  readonly chunk: ChunkRef;
  readonly body: Buffer;
}

/**
 * Cuts a collection's file, as the content host assembles it, back into its chunks while it comes. Nothing is checked
 * here: of a file that's other than its index says, the chunks have wrong digests.
 */
export class FileCutter {
  readonly #chunks: Iterator<ChunkRef>;
  #skip: number;
  #current: CutChunk | null;
  #filled = 1;
  #buffer = Buffer.allocUnsafeSlow(0);

  constructor(manifest: Manifest, file: ManifestFile, chunks: readonly ChunkRef[]) {
    const { snapshot_id, schema_version } = manifest;
    const { collection, locale } = file;
    this.#chunks = chunks.values();
    this.#skip = Buffer.byteLength(fileHead({ collection, locale, snapshot_id, schema_version }));
    this.#current = this.#next();
  }

  /** Takes the next part of the file. @returns the chunks that it completes; each is good until the next is asked for */
  *add(part: Uint8Array): Generator<CutChunk> {
    let rest = part;
    while (rest.byteLength > 0 && this.#current) {
      const skipped = Math.min(this.#skip, rest.byteLength);
      this.#skip -= skipped;
      const { body } = this.#current;
      const wanted = body.length - 1 - this.#filled;
      const used = rest.subarray(skipped, skipped + wanted);
      body.set(used, this.#filled);
      this.#filled += used.byteLength;
      rest = rest.subarray(skipped + used.byteLength);
      if (used.byteLength < wanted) continue;
      this.#skip = SEPARATOR_BYTES;
      yield this.#current;
      this.#current = this.#next();
    }
  }

  #next(): CutChunk | null {
    const { done, value: chunk } = this.#chunks.next();
    if (done) return null;
    if (chunk.bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(Math.max(chunk.bytes, BUFFER_BYTES));
    const body = this.#buffer.subarray(0, chunk.bytes);
    body[0] = OPEN;
    body[chunk.bytes - 1] = CLOSE;
    this.#filled = 1;
    return { chunk, body };
  }
}

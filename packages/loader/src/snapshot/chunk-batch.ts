import { isAscii, transcode } from 'node:buffer';
import type { ChunkRef, SnapshotEntry } from '@stele/snapshot';
import { checkEntry, listAt, ShapeError } from '../shapes.ts';

/** Texts of more than a million characters live outside of the heap, where the garbage collector needn't move them. */
const BATCH_BYTES = 2 * 1024 * 1024;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;

/** Takes the entries of a chunk that was parsed. */
export type TakeChunk = (chunk: ChunkRef, entries: SnapshotEntry[]) => void;

/**
 * Parses chunks many at a time: decoding and parsing a few large texts takes about half as long as hundreds of small
 * ones, because these burden the garbage collector. Bytes are copied when they're added.
 */
export class ChunkBatch {
  readonly #take: TakeChunk;
  readonly #buffer: Buffer;
  #chunks: ChunkRef[] = [];
  #length = 0;

  /** @param bytes how many there will be in all */
  constructor(bytes: number, take: TakeChunk) {
    this.#take = take;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(bytes + 2, BATCH_BYTES));
  }

  /**
   * Adds a chunk's verified bytes. @returns whether chunks were parsed meanwhile
   *
   * @throws ShapeError when a chunk holds no entries, or others than the index says
   */
  add(chunk: ChunkRef, body: Uint8Array): boolean {
    const full = this.#length + body.byteLength + 2 > this.#buffer.length;
    if (full) this.flush();
    if (body.byteLength + 2 > this.#buffer.length) {
      this.#take(chunk, parseChunk(chunk, body));
      return true;
    }
    this.#buffer[this.#length] = this.#length === 0 ? OPEN : COMMA;
    this.#buffer.set(body, this.#length + 1);
    this.#length += 1 + body.byteLength;
    this.#chunks.push(chunk);
    return full;
  }

  /** Parses what was added since the last time. @throws ShapeError */
  flush(): void {
    if (this.#length === 0) return;
    this.#buffer[this.#length] = CLOSE;
    const parsed = listAt(parseText(this.#buffer.subarray(0, this.#length + 1)), 'a batch of chunks');
    for (const [index, chunk] of this.#chunks.entries()) this.#take(chunk, checkChunk(chunk, parsed[index]));
    this.#chunks = [];
    this.#length = 0;
  }
}

/** The entries of a chunk. @throws ShapeError when they aren't those that the index says */
export function parseChunk(chunk: ChunkRef, body: Uint8Array): SnapshotEntry[] {
  return checkChunk(chunk, parseText(Buffer.from(body.buffer, body.byteOffset, body.byteLength)));
}

function parseText(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    throw new ShapeError('it is no JSON');
  }
}

/** UTF-8 as text, in less than half the time that `toString` takes for what isn't ASCII. */
function decode(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

function checkChunk(chunk: ChunkRef, value: unknown): SnapshotEntry[] {
  const entries = listAt(value, 'a chunk').map((entry): SnapshotEntry => {
    checkEntry(entry);
    return entry;
  });
  if (entries.length !== chunk.entries || entries[0]?.id !== chunk.first_id) {
    throw new ShapeError(`the chunk ${chunk.sha256} holds other entries than its index says`);
  }
  return entries;
}

import { isAscii, transcode } from 'node:buffer';
import type { ChunkRef, SnapshotEntry } from '@stele/snapshot';
import { checkEntry, listAt, ShapeError } from '../shapes.ts';
import { cutChunks } from './cut-chunks.ts';
import type { ChunkOrigin, StoredEntry } from './lazy-values.ts';

/** Texts of more than a million characters live outside of the heap, where the garbage collector needn't move them. */
const BATCH_BYTES = 2 * 1024 * 1024;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;

/** Who gets what a batch makes of chunks. */
export interface BatchUser {
  readonly take: (chunk: ChunkRef, entries: readonly StoredEntry[]) => void;
  readonly originOf: (chunk: ChunkRef) => ChunkOrigin;
}

/**
 * Makes entries of chunks, many chunks at a time: decoding and parsing a few large texts takes about half as long as
 * hundreds of small ones, because these burden the garbage collector. Values are left as text wherever the form of the
 * chunks allows it. Bytes are copied when they're added.
 */
export class ChunkBatch {
  readonly #user: BatchUser;
  readonly #buffer: Buffer;
  #chunks: ChunkRef[] = [];
  #length = 0;

  /** @param bytes how many there will be in all */
  constructor(bytes: number, user: BatchUser) {
    this.#user = user;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(bytes + 2, BATCH_BYTES));
  }

  /**
   * Adds a chunk's verified bytes. @returns whether entries were handed over meanwhile
   *
   * @throws ShapeError when a chunk holds no entries, or others than the index says
   */
  add(chunk: ChunkRef, body: Uint8Array): boolean {
    const full = this.#length + body.byteLength + 2 > this.#buffer.length;
    if (full) this.flush();
    if (body.byteLength + 2 > this.#buffer.length) {
      this.#user.take(chunk, parseChunk(chunk, body));
      return true;
    }
    this.#buffer[this.#length] = this.#length === 0 ? OPEN : COMMA;
    this.#buffer.set(body, this.#length + 1);
    this.#length += 1 + body.byteLength;
    this.#chunks.push(chunk);
    return full;
  }

  /** Hands over the entries of what was added since the last time. @throws ShapeError */
  flush(): void {
    if (this.#length === 0) return;
    this.#buffer[this.#length] = CLOSE;
    const text = decode(this.#buffer.subarray(0, this.#length + 1));
    const chunks = this.#chunks;
    const entries = cutChunks(text, chunks, this.#user.originOf) ?? parseChunks(chunks, text);
    for (const [index, chunk] of chunks.entries()) this.#user.take(chunk, entries[index] ?? []);
    this.#chunks = [];
    this.#length = 0;
  }
}

/** The entries of a chunk. @throws ShapeError when they aren't those that the index says */
export function parseChunk(chunk: ChunkRef, body: Uint8Array): SnapshotEntry[] {
  return checkChunk(chunk, parseText(decode(Buffer.from(body.buffer, body.byteOffset, body.byteLength))));
}

function parseChunks(chunks: readonly ChunkRef[], text: string): SnapshotEntry[][] {
  const parsed = listAt(parseText(text), 'a batch of chunks');
  return chunks.map((chunk, index) => checkChunk(chunk, parsed[index]));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ShapeError('it is no JSON');
  }
}

/**
 * UTF-8 as text, in less than half the time that `toString` takes for what isn't ASCII.
 *
 * @throws ShapeError when it isn't UTF-8
 */
function decode(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  } catch {
    throw new ShapeError('it is no text');
  }
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

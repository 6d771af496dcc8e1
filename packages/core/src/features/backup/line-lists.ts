import { crc32 } from 'node:zlib';
import { inOrder } from './in-order.ts';
import type { LineList } from './manifest.ts';
import type { BackupRepository } from './repository.ts';
import { digestOf } from './vault.ts';

/** One key in so many ends a chunk: whoever changes a row has the next backup read so many. */
const MEAN_LINES = 64;
const MOST_BYTES = 4 * 1024 * 1024;
/** So many chunks are written or read at once. */
export const CHUNKS_AT_ONCE = 12;

/** A line, and the key that decides whether a chunk ends with it. */
export interface KeyedLine {
  readonly key: string;
  readonly line: string;
}

/**
 * Cuts lines into chunks. The keys decide where chunks end: a line that is added or changed leaves all other chunks as they
 * are, so that the next backup needs to write only its own.
 *
 * @param endsBefore whether to end before this line, which would be the first of a chunk
 */
export async function* cutLines<Line extends KeyedLine>(
  pages: AsyncIterable<readonly Line[]>,
  endsBefore: (line: Line) => boolean = () => false,
): AsyncGenerator<Line[]> {
  let chunk: Line[] = [];
  let bytes = 0;
  for await (const page of pages) {
    for (const line of page) {
      if (chunk.length === 0 && endsBefore(line)) return;
      chunk.push(line);
      bytes += line.line.length;
      if (crc32(line.key) % MEAN_LINES !== 0 && bytes < MOST_BYTES) continue;
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** Stores a chunk. @param known digests of chunks that needn't be written @returns the digest */
export async function storeChunk(
  place: BackupRepository,
  lines: readonly KeyedLine[],
  known: ReadonlySet<string>,
): Promise<string> {
  const chunk = lines.map(({ line }) => line).join('\n');
  const digest = digestOf(chunk);
  if (!known.has(digest) && !(await place.hasRecent('lines', digest))) await place.putLines(digest, chunk);
  return digest;
}

/** Stores lines in chunks, in their order. */
export async function writeLines(
  place: BackupRepository,
  pages: AsyncIterable<readonly KeyedLine[]>,
  known: ReadonlySet<string>,
): Promise<LineList> {
  const chunks: string[] = [];
  let count = 0;
  const store = (lines: readonly KeyedLine[]): Promise<string> => {
    count += lines.length;
    return storeChunk(place, lines, known);
  };
  for await (const digest of inOrder(cutLines(pages), CHUNKS_AT_ONCE, store)) chunks.push(digest);
  await place.flush();
  return { chunks, lines: count };
}

/** Reads lines in their order, one chunk after another. @throws DamagedBackupError */
export async function* readChunks(place: BackupRepository, { chunks }: LineList): AsyncGenerator<string[]> {
  for await (const text of inOrder(chunks, CHUNKS_AT_ONCE, (digest) => place.getLines(digest))) yield text.split('\n');
}

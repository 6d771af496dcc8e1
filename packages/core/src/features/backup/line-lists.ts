import { crc32 } from 'node:zlib';
import { inOrder } from './in-order.ts';
import type { LineList } from './manifest.ts';
import type { BackupRepository } from './repository.ts';
import { digestOf } from './vault.ts';

/** One key in so many ends a chunk. */
const MEAN_LINES = 512;
const MOST_BYTES = 4 * 1024 * 1024;
const WRITES_AT_ONCE = 4;
const READS_AT_ONCE = 4;

/** A line, and the key that decides whether a chunk ends with it. */
export interface KeyedLine {
  readonly key: string;
  readonly line: string;
}

/**
 * Stores lines in chunks. The keys decide where chunks end: a line that is added or changed leaves all other chunks as they
 * are, so that the next backup needs to write only its own.
 *
 * @param known digests of chunks that needn't be written
 */
export async function writeLines(
  place: BackupRepository,
  lines: AsyncIterable<readonly KeyedLine[]>,
  known: ReadonlySet<string>,
): Promise<LineList> {
  let count = 0;
  async function* cut(): AsyncGenerator<string> {
    let chunk: string[] = [];
    let bytes = 0;
    for await (const page of lines) {
      for (const { key, line } of page) {
        chunk.push(line);
        bytes += line.length;
        count += 1;
        if (crc32(key) % MEAN_LINES !== 0 && bytes < MOST_BYTES) continue;
        yield chunk.join('\n');
        [chunk, bytes] = [[], 0];
      }
    }
    if (chunk.length > 0) yield chunk.join('\n');
  }
  const chunks: string[] = [];
  const store = async (text: string): Promise<string> => {
    const digest = digestOf(text);
    if (!known.has(digest) && !(await place.hasRecent('lines', digest))) await place.putLines(digest, text);
    return digest;
  };
  for await (const digest of inOrder(cut(), WRITES_AT_ONCE, store)) chunks.push(digest);
  return { chunks, lines: count };
}

/** Reads lines in their order, one chunk after another. @throws DamagedBackupError */
export async function* readChunks(place: BackupRepository, { chunks }: LineList): AsyncGenerator<string[]> {
  for await (const text of inOrder(chunks, READS_AT_ONCE, (digest) => place.getLines(digest))) yield text.split('\n');
}

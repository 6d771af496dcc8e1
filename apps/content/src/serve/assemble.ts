import { type ChunkRef, FILE_TAIL, fileHead, type Manifest, type ManifestFile, type RootIndex } from '@stele/snapshot';
import { readAhead } from './read-ahead.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** How many chunks load while the client reads. A chunk has at most 256 KiB, unless a single entry is larger. */
const CHUNKS_AHEAD = 8;
const PAGES_AHEAD = 2;
const COMMA = Buffer.from(',');

/** One collection in one locale of a snapshot, ready to be assembled. */
export interface AssembledFile {
  length: number;
  /**
   * The bytes in order. They begin only after the first chunk was loaded and checked. Throws for a later chunk that is missing or
   * damaged. Must be read to the end or returned.
   */
  pieces(): AsyncGenerator<Uint8Array>;
}

export function assembledFile(
  manifest: Manifest,
  file: ManifestFile,
  root: RootIndex,
  reader: SnapshotReader,
): AssembledFile {
  const { snapshot_id, schema_version } = manifest;
  const { collection, locale } = file;
  const head = Buffer.from(fileHead({ collection, locale, snapshot_id, schema_version }));
  const tail = Buffer.from(FILE_TAIL);
  const chunks = root.pages.reduce((sum, page) => sum + page.chunks, 0);
  // Each chunk loses its two brackets, and gets a comma unless it's the first.
  const length = head.length + tail.length + root.bytes - 2 * chunks + Math.max(0, chunks - 1);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const bodies = readAhead(
      chunkRefs(),
      (chunk) => reader.chunk(manifest.project_id, chunk),
      CHUNKS_AHEAD,
      reader.budget,
    );
    let sent = 0;
    for await (const piece of joined(head, bodies, tail)) {
      sent += piece.byteLength;
      yield piece;
    }
    if (sent !== length)
      throw new Error(`The index ${file.index} declares ${length} bytes, but its chunks have ${sent}.`);
  }

  async function* chunkRefs(): AsyncGenerator<ChunkRef> {
    const pages = readAhead(root.pages, (page) => reader.page(manifest.project_id, page), PAGES_AHEAD, reader.budget);
    for await (const page of pages) yield* page;
  }

  return { length, pieces };
}

async function* joined(
  head: Uint8Array,
  bodies: AsyncIterable<Uint8Array>,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let begun = false;
  for await (const body of bodies) {
    yield begun ? COMMA : head;
    begun = true;
    yield body.subarray(1, -1);
  }
  if (!begun) yield head;
  yield tail;
}

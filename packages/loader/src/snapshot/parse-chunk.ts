import type { ChunkRef, SnapshotEntry } from '@stele/snapshot';
import { checkEntry, checkList, parseJson, ShapeError } from '../shapes.ts';

/** The entries of a chunk. @throws ShapeError when they aren't those that the index says */
export function parseChunk(chunk: ChunkRef, body: Uint8Array): readonly SnapshotEntry[] {
  const entries = checkList(parseJson(body), 'a chunk').map((entry): SnapshotEntry => {
    checkEntry(entry);
    return entry;
  });
  if (entries.length !== chunk.entries || entries[0]?.id !== chunk.first_id) {
    throw new ShapeError(`the chunk ${chunk.sha256} holds other entries than its index says`);
  }
  return entries;
}

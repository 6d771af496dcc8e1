import type { CutRule } from './cut.ts';
import { idHash } from './digest.ts';
import type { ChunkRef } from './format.ts';

/** An entry to put into a chunk. */
export interface EntryItem {
  readonly id: string;
  /** Sort key, compared by code units; '' where the collection is ordered by id. */
  readonly key: string;
  /** Text as `entryText` makes it. */
  readonly text: string;
  /** Length of the text in UTF-8 bytes. */
  readonly bytes: number;
}

/** The most bytes of a chunk, unless a single entry is larger. */
export const MAX_CHUNK_BYTES = 256 * 1024;
/** The most entries of a chunk. */
export const MAX_CHUNK_ENTRIES = 256;
/** The most chunks of an index page. */
export const MAX_PAGE_CHUNKS = 64;

const ENTRIES_PER_NATURAL_CHUNK = 32;
const ENTRIES_PER_NATURAL_PAGE = 1024;

/** Whether an entry with this id always begins a chunk. */
export const beginsChunk = (id: string): boolean => idHash(id) % ENTRIES_PER_NATURAL_CHUNK === 0;

/** Whether an entry with this id always begins an index page. Such an entry also begins a chunk. */
export const beginsPage = (id: string): boolean => idHash(id) % ENTRIES_PER_NATURAL_PAGE === 0;

/** How entries are cut into chunks. */
export const chunkRule: CutRule<EntryItem> = {
  hash: (entry) => idHash(entry.id),
  natural: (hash) => hash % ENTRIES_PER_NATURAL_CHUNK === 0,
  size: (entry) => entry.bytes + 1,
  fits: (count, size) => count <= MAX_CHUNK_ENTRIES && size + 1 <= MAX_CHUNK_BYTES,
};

/** How chunks are cut into index pages. */
export const pageRule: CutRule<ChunkRef> = {
  hash: (chunk) => idHash(chunk.first_id),
  natural: (hash) => hash % ENTRIES_PER_NATURAL_PAGE === 0,
  size: () => 0,
  fits: (count) => count <= MAX_PAGE_CHUNKS,
};

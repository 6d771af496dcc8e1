import { sha256 } from './digest.ts';
import {
  type ChunkRef,
  entryText,
  type IndexPage,
  type PageRef,
  type RootIndex,
  type SnapshotEntry,
} from './format.ts';
import type { EntryItem } from './rules.ts';

/** A content-addressed object. */
export interface SnapshotObject {
  readonly kind: 'index' | 'chunk';
  readonly sha256: string;
  readonly body: Uint8Array;
}

/** An object's bytes don't match its hash, or can't be parsed. */
export class CorruptObjectError extends Error {
  override readonly name = 'CorruptObjectError';
  readonly kind: 'index' | 'chunk' | 'manifest';
  readonly sha256: string;

  constructor(kind: CorruptObjectError['kind'], sha256: string, options?: ErrorOptions) {
    super(`The ${kind} ${sha256} is damaged: its bytes do not match its digest.`, options);
    this.kind = kind;
    this.sha256 = sha256;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

/** Makes an object from its text. */
export function makeObject(kind: SnapshotObject['kind'], text: string): SnapshotObject {
  const body = encoder.encode(text);
  return { kind, sha256: sha256(body), body };
}

/**
 * Checks bytes against their hash.
 *
 * @throws CorruptObjectError when they don't match
 */
export function verifyObject(kind: SnapshotObject['kind'], digest: string, body: Uint8Array): void {
  if (sha256(body) !== digest) throw new CorruptObjectError(kind, digest);
}

function parseVerified(
  kind: SnapshotObject['kind'],
  digest: string,
  body: Uint8Array,
): { text: string; value: unknown } {
  verifyObject(kind, digest, body);
  try {
    const text = decoder.decode(body);
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new CorruptObjectError(kind, digest, { cause });
  }
}

/** Reads a root index. @throws CorruptObjectError */
export function readRoot(digest: string, body: Uint8Array): RootIndex {
  return parseVerified('index', digest, body).value as RootIndex;
}

/** Reads an index page. @throws CorruptObjectError */
export function readPage(digest: string, body: Uint8Array): IndexPage {
  return parseVerified('index', digest, body).value as IndexPage;
}

/** Reads a chunk's entries. @throws CorruptObjectError */
export function readChunk(digest: string, body: Uint8Array): SnapshotEntry[] {
  return parseVerified('chunk', digest, body).value as SnapshotEntry[];
}

/**
 * Reads the entries of a chunk, ready to be cut again.
 *
 * @param keys the entries' sort keys; absent where the collection is ordered by id
 * @throws CorruptObjectError
 */
export function readChunkItems(digest: string, body: Uint8Array, keys: readonly string[] = []): EntryItem[] {
  const { text: whole, value } = parseVerified('chunk', digest, body);
  const entries = value as SnapshotEntry[];
  let texts = entries.map((entry) => JSON.stringify(entry));
  // Parsing moves keys that look like numbers to the front, so such entries must be made canonical again.
  if (chunkText(texts) !== whole) texts = entries.map(entryText);
  return entries.map(({ id }, index) => itemOf(id, keys[index] ?? '', texts[index] ?? ''));
}

/** An entry ready to be cut into chunks. */
export function entryItem(key: string, entry: SnapshotEntry): EntryItem {
  return itemOf(entry.id, key, entryText(entry));
}

function itemOf(id: string, key: string, text: string): EntryItem {
  return { id, key, text, bytes: Buffer.byteLength(text) };
}

function chunkText(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}

/** Makes a chunk of consecutive entries. */
export function makeChunk(entries: readonly EntryItem[]): { object: SnapshotObject; ref: ChunkRef } {
  const object = makeObject('chunk', chunkText(entries.map((entry) => entry.text)));
  const ref: ChunkRef = {
    sha256: object.sha256,
    entries: entries.length,
    bytes: object.body.byteLength,
    first_id: entries[0]?.id ?? '',
    ...(entries.some((entry) => entry.key !== '') && { keys: entries.map((entry) => entry.key) }),
  };
  return { object, ref };
}

/** Makes an index page of consecutive chunks. */
export function makePage(chunks: readonly ChunkRef[]): { object: SnapshotObject; ref: PageRef } {
  const object = makeObject('index', JSON.stringify({ chunks } satisfies IndexPage));
  const firstKey = chunks[0]?.keys?.[0];
  const ref: PageRef = {
    sha256: object.sha256,
    chunks: chunks.length,
    entries: chunks.reduce((sum, chunk) => sum + chunk.entries, 0),
    bytes: chunks.reduce((sum, chunk) => sum + chunk.bytes, 0),
    first_id: chunks[0]?.first_id ?? '',
    ...(firstKey !== undefined && { first_key: firstKey }),
  };
  return { object, ref };
}

/** Makes a root index. */
export function makeRoot(pages: readonly PageRef[]): { object: SnapshotObject; root: RootIndex } {
  const root: RootIndex = {
    entries: pages.reduce((sum, page) => sum + page.entries, 0),
    bytes: pages.reduce((sum, page) => sum + page.bytes, 0),
    pages,
  };
  return { object: makeObject('index', JSON.stringify(root)), root };
}

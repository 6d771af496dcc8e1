import {
  type ChunkRef,
  type IndexPage,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestFile,
  type PageRef,
  type RootIndex,
  type SnapshotEntry,
} from '@stele/snapshot';
import { LoaderError } from '../errors.ts';
import {
  checkEntry,
  checkList,
  checkObject,
  checkText,
  countAt,
  digestAt,
  type Loose,
  listAt,
  parseJson,
  ShapeError,
  textAt,
} from './shapes.ts';

/** @throws LoaderError `unsupported_format` unless this version of the loader reads the format */
export function checkFormat(format: unknown, url: string): void {
  if (format === MANIFEST_FORMAT) return;
  if (typeof format !== 'number') throw new ShapeError("manifest_format isn't a number");
  throw new LoaderError(
    'unsupported_format',
    `The content has format ${format}; this loader reads format ${MANIFEST_FORMAT}. Update @stele/loader.`,
    { url },
  );
}

/** Reads a manifest. @throws ShapeError, LoaderError `unsupported_format` */
export function readManifest(body: Uint8Array, url: string): Manifest {
  const manifest = checkObject(parseJson(body), 'the manifest');
  checkFormat(manifest.manifest_format, url);
  return {
    manifest_format: MANIFEST_FORMAT,
    project_id: textAt(manifest, 'project_id'),
    snapshot_id: textAt(manifest, 'snapshot_id'),
    sequence: countAt(manifest, 'sequence'),
    schema_version: countAt(manifest, 'schema_version'),
    published_at: textAt(manifest, 'published_at'),
    files: listAt(manifest, 'files').map(readFile),
  };
}

/** Reads a root index. @throws ShapeError, also when its sums are wrong */
export function readRoot(body: Uint8Array): RootIndex {
  const root = checkObject(parseJson(body), 'the index');
  const pages = listAt(root, 'pages').map(readPageRef);
  const { entries, bytes } = sumOf(pages);
  expectEqual(countAt(root, 'entries'), entries, 'the number of entries');
  expectEqual(countAt(root, 'bytes'), bytes, 'the number of bytes');
  return { entries, bytes, pages };
}

/** Reads an index page. @throws ShapeError, also when it isn't what the root says of it */
export function readPage(body: Uint8Array, ref: PageRef): IndexPage {
  const page = checkObject(parseJson(body), 'the index page');
  const chunks = listAt(page, 'chunks').map(readChunkRef);
  const { entries, bytes } = sumOf(chunks);
  expectEqual(chunks.length, ref.chunks, 'the number of chunks');
  expectEqual(entries, ref.entries, 'the number of entries');
  expectEqual(bytes, ref.bytes, 'the number of bytes');
  return { chunks };
}

function readFile(value: unknown): ManifestFile {
  const file = checkObject(value, 'a file');
  return {
    collection: textAt(file, 'collection'),
    locale: textAt(file, 'locale'),
    index: digestAt(file, 'index'),
    entries: countAt(file, 'entries'),
    bytes: countAt(file, 'bytes'),
  };
}

function readPageRef(value: unknown): PageRef {
  const page = checkObject(value, 'a page');
  return {
    ...readPart(page),
    chunks: countAt(page, 'chunks'),
    ...(page.first_key !== undefined && { first_key: textAt(page, 'first_key') }),
  };
}

function readChunkRef(value: unknown): ChunkRef {
  const chunk = checkObject(value, 'a chunk');
  const part = readPart(chunk);
  if (part.entries === 0 || part.bytes <= 2) throw new ShapeError('a chunk is empty');
  if (chunk.keys === undefined) return part;
  const keys = listAt(chunk, 'keys').map((key) => checkText(key, 'a key'));
  expectEqual(keys.length, part.entries, 'the number of keys');
  return { ...part, keys };
}

function readPart(part: Loose): Omit<ChunkRef, 'keys'> {
  return {
    sha256: digestAt(part, 'sha256'),
    entries: countAt(part, 'entries'),
    bytes: countAt(part, 'bytes'),
    first_id: textAt(part, 'first_id'),
  };
}

function sumOf(parts: readonly { readonly entries: number; readonly bytes: number }[]) {
  let entries = 0;
  let bytes = 0;
  for (const part of parts) {
    entries += part.entries;
    bytes += part.bytes;
  }
  return { entries, bytes };
}

function expectEqual(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new ShapeError(`${what} is ${actual}, not ${expected}`);
}

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

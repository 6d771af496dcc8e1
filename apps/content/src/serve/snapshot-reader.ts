import { createHash } from 'node:crypto';
import {
  type ChunkRef,
  CorruptObjectError,
  chunkKey,
  indexKey,
  MANIFEST_FORMAT,
  type Manifest,
  manifestKey,
  type PageRef,
  type RootIndex,
  readPage,
  readRoot,
  verifyObject,
} from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { LRUCache } from 'lru-cache';
import { ReadAheadBudget } from './read-ahead.ts';

/** Bytes of manifests and root indexes that are kept in memory, by their stored size. */
const CACHE_BYTES = 8 * 1024 * 1024;

/** Chunks that are loaded ahead, for all requests together: about 32 MiB. */
const READ_AHEAD_ITEMS = 128;

/** A manifest with its bytes. */
export interface ReadManifest {
  manifest: Manifest;
  body: Uint8Array;
  sha256: string;
}

/** An object is missing that another one refers to. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** Reads the objects of snapshots and checks their hashes. Caches the small ones, which never change. */
export class SnapshotReader {
  /** Shared by all requests that read ahead through this reader. */
  readonly budget = new ReadAheadBudget(READ_AHEAD_ITEMS);
  readonly #storage: ObjectStorage;
  readonly #manifests = new LRUCache<string, ReadManifest>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + 1,
  });
  readonly #roots = new LRUCache<string, { root: RootIndex; bytes: number }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
  });

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * The manifest of a snapshot; null when it doesn't exist.
   *
   * @throws CorruptObjectError when it can't be read as one
   */
  async manifest(projectId: string, snapshotId: string): Promise<ReadManifest | null> {
    const key = manifestKey(projectId, snapshotId);
    const known = this.#manifests.get(key);
    if (known !== undefined) return known;
    const found = await this.#storage.get(key);
    if (found === null) return null;
    const { body } = found;
    const manifest = parseManifest(body, snapshotId);
    const read = { manifest, body, sha256: createHash('sha256').update(body).digest('hex') };
    this.#manifests.set(key, read);
    return read;
  }

  /**
   * Whether a snapshot is still in storage. A removed one is also removed from the cache.
   */
  async exists(projectId: string, snapshotId: string): Promise<boolean> {
    this.#manifests.delete(manifestKey(projectId, snapshotId));
    return (await this.manifest(projectId, snapshotId)) !== null;
  }

  /** A root index that a manifest names. @throws CorruptObjectError, MissingObjectError */
  async root(projectId: string, sha256: string): Promise<RootIndex> {
    const key = indexKey(projectId, sha256);
    const known = this.#roots.get(key);
    if (known !== undefined) return known.root;
    const found = await this.#storage.get(key);
    if (found === null) throw new MissingObjectError(`The index ${sha256} is missing.`);
    const root = readRoot(sha256, found.body);
    this.#roots.set(key, { root, bytes: found.body.byteLength });
    return root;
  }

  /** The chunks that a page of a root index names. @throws CorruptObjectError, MissingObjectError */
  async page(projectId: string, page: PageRef): Promise<readonly ChunkRef[]> {
    const found = await this.#storage.get(indexKey(projectId, page.sha256));
    if (found === null) throw new MissingObjectError(`The index page ${page.sha256} is missing.`);
    return readPage(page.sha256, found.body).chunks;
  }

  /** The bytes of a chunk. @throws CorruptObjectError, MissingObjectError */
  async chunk(projectId: string, chunk: ChunkRef): Promise<Uint8Array> {
    const found = await this.#storage.get(chunkKey(projectId, chunk.sha256));
    if (found === null) throw new MissingObjectError(`The chunk ${chunk.sha256} is missing.`);
    verifyObject('chunk', chunk.sha256, found.body);
    return found.body;
  }
}

function parseManifest(body: Uint8Array, snapshotId: string): Manifest {
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(Buffer.from(body).toString('utf8')) as Partial<Manifest> | null;
  } catch (cause) {
    throw new CorruptObjectError('manifest', snapshotId, { cause });
  }
  const readable =
    manifest?.manifest_format === MANIFEST_FORMAT &&
    manifest.snapshot_id === snapshotId &&
    Array.isArray(manifest.files);
  if (!readable) throw new CorruptObjectError('manifest', snapshotId);
  return manifest as Manifest;
}

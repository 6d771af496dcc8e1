import { setImmediate } from 'node:timers/promises';
import {
  type ChunkRef,
  collectionFileName,
  type Manifest,
  type ManifestFile,
  type PageRef,
  type RootIndex,
  type SnapshotEntry,
} from '@stele/snapshot';
import { hasCode, LoaderError } from '../errors.ts';
import { forEachBounded } from '../for-each-bounded.ts';
import { parseChunk, readPage, readRoot } from '../format/manifest.ts';
import { ShapeError } from '../format/shapes.ts';
import { madeOnce } from '../made-once.ts';
import type { ContentHost, ObjectKind } from '../remote/content-host.ts';
import { FileCutter } from './file-cutter.ts';
import { findMarked } from './find-marked.ts';
import { damaged, type ObjectStore } from './object-store.ts';

/** Where a collection's file comes from. */
export interface FileSource {
  readonly store: ObjectStore;
  readonly host: ContentHost;
  readonly manifest: Manifest;
  /** Chunks fetched at a time. */
  readonly concurrency: number;
}

/** With fewer missing chunks than this, each is fetched separately. */
const BULK_CHUNKS = 16;

export interface ReadChunk {
  readonly chunk: ChunkRef;
  readonly entries: readonly SnapshotEntry[];
}

type TakeBody = (chunk: ChunkRef, body: Uint8Array) => void;

interface FetchCount {
  readonly chunks: number;
  readonly fetched: number;
}

/** One collection in one locale of a snapshot: all of it, verified from the manifest down to each chunk, or an error. */
export class CollectionFile {
  readonly file: ManifestFile;
  readonly #source: FileSource;
  readonly #readRoot = madeOnce(() => this.#fetchRoot());
  readonly #allChunks = madeOnce(() => this.#fetchChunkRefs());
  readonly #allPlaces = madeOnce(() => this.#findPlaces());
  #fetched = 0;
  /** Done when no load of this file fetches chunks any more. */
  #fetching: Promise<void> | null = null;

  constructor(file: ManifestFile, source: FileSource) {
    this.file = file;
    this.#source = source;
  }

  /** `posts.en` */
  get name(): string {
    return collectionFileName(this.file.collection, this.file.locale).replace(/\.json$/, '');
  }

  /** Chunks that the file has, and how many of them were fetched since the last call. */
  async takeFetchCount(): Promise<FetchCount> {
    const { length } = await this.#allChunks();
    const fetched = this.#fetched;
    this.#fetched = 0;
    return { chunks: length, fetched };
  }

  /** All chunks in order. @throws LoaderError when one can't be had */
  async readAll(): Promise<readonly ReadChunk[]> {
    const read = new Map<ChunkRef, ReadChunk>();
    await this.complete((chunk) => void read.set(chunk.chunk, chunk));
    return (await this.#allChunks()).flatMap((chunk) => read.get(chunk) ?? []);
  }

  /**
   * Makes sure that the cache has all chunks, and that they're sound, holding one at a time.
   *
   * @param look sees each chunk, in no certain order
   * @throws LoaderError when one can't be had
   */
  async complete(look?: (chunk: ReadChunk) => void): Promise<void> {
    const see = (chunk: ChunkRef, body: Uint8Array): void =>
      look ? look({ chunk, entries: this.#parse(chunk, body) }) : this.#check(chunk, body);
    await this.#fetchAll(await this.#takeFromCache(await this.#allChunks(), see), see);
  }

  /** All chunks in order, one at a time. Chunks that the cache lost since `complete` are fetched. @throws LoaderError */
  async *chunks(): AsyncGenerator<ReadChunk> {
    for (const chunk of await this.#allChunks()) {
      yield { chunk, entries: await this.#readChunk(chunk) };
      // Others get their turn: reading from the cache never waits.
      await setImmediate();
    }
  }

  /**
   * One entry; null when the file hasn't it. Of a collection that's ordered by ids, only the chunk that would hold it is
   * read; of others, all chunks the first time.
   *
   * @throws LoaderError
   */
  async find(id: string): Promise<SnapshotEntry | null> {
    const { pages } = await this.#readRoot();
    const ordered = pages.every((page) => page.first_key === undefined);
    const chunk = ordered ? await this.#locate(pages, id) : (await this.#allPlaces()).get(id);
    if (!chunk) return null;
    return (await this.#readChunk(chunk)).find((entry) => entry.id === id) ?? null;
  }

  async #locate(pages: readonly PageRef[], id: string): Promise<ChunkRef | undefined> {
    const page = lastNotAfter(pages, id);
    return page && lastNotAfter(await this.#readPage(page), id);
  }

  async #findPlaces(): Promise<ReadonlyMap<string, ChunkRef>> {
    const places = new Map<string, ChunkRef>();
    await this.complete(({ chunk, entries }) => {
      for (const { id } of entries) places.set(id, chunk);
    });
    return places;
  }

  async #fetchRoot(): Promise<RootIndex> {
    const { index, entries, bytes } = this.file;
    const root = await this.#readIndex(index, readRoot);
    if (root.entries === entries && root.bytes === bytes) return root;
    throw damaged(this.#urlOf('index', index), 'its sums are not those of the manifest');
  }

  async #readPage(page: PageRef): Promise<readonly ChunkRef[]> {
    return (await this.#readIndex(page.sha256, (body) => readPage(body, page))).chunks;
  }

  async #readIndex<Result>(digest: string, parse: (body: Uint8Array) => Result): Promise<Result> {
    return this.#source.store.read({ kind: 'index', sha256: digest }, (body) =>
      this.#named('index', digest, () => parse(body)),
    );
  }

  async #fetchChunkRefs(): Promise<readonly ChunkRef[]> {
    const { pages } = await this.#readRoot();
    const read = new Map<PageRef, readonly ChunkRef[]>();
    await forEachBounded(pages, this.#source.concurrency, async (page) => {
      read.set(page, await this.#readPage(page));
    });
    return pages.flatMap((page) => read.get(page) ?? []);
  }

  async #readChunk(chunk: ChunkRef): Promise<readonly SnapshotEntry[]> {
    const cached = await this.#source.store.fromCache(chunk.sha256, (body) => this.#parse(chunk, body));
    if (cached) return cached.used;
    this.#fetched++;
    return this.#parse(chunk, await this.#source.store.fetch({ kind: 'chunk', sha256: chunk.sha256 }));
  }

  /** Fetches chunks into the cache. @param take is called with each, in any order */
  #fetchAll(chunks: readonly ChunkRef[], take: TakeBody): Promise<void> {
    if (chunks.length === 0) return Promise.resolve();
    const before = this.#fetching;
    const fetching = before
      ? before.then(() => this.#takeFromCache(chunks, take)).then((missing) => this.#fetchMissing(missing, take))
      : this.#fetchMissing(chunks, take);
    const done = fetching
      .catch(() => undefined)
      .then(() => {
        if (this.#fetching === done) this.#fetching = null;
      });
    this.#fetching = done;
    return fetching;
  }

  /** Takes what's in the cache. @returns the rest */
  async #takeFromCache(chunks: readonly ChunkRef[], take: TakeBody): Promise<readonly ChunkRef[]> {
    const missing: ChunkRef[] = [];
    for (const [index, chunk] of chunks.entries()) {
      const cached = await this.#source.store.fromCache(chunk.sha256, (body) => take(chunk, body));
      if (cached === null) missing.push(chunk);
      if (index % 16 === 15) await setImmediate();
    }
    return missing;
  }

  async #fetchMissing(chunks: readonly ChunkRef[], take: TakeBody): Promise<void> {
    const missing = new Set(chunks);
    await this.#fetchInBulk(missing, take);
    await forEachBounded([...missing], this.#source.concurrency, async (chunk) => {
      const { store } = this.#source;
      // A search for one entry may have fetched it meanwhile.
      if (await store.fromCache(chunk.sha256, (body) => take(chunk, body))) return;
      const body = await store.fetch({ kind: 'chunk', sha256: chunk.sha256 });
      this.#fetched++;
      take(chunk, body);
    });
  }

  /**
   * When most of the file is missing, takes chunks out of the whole file as the content host assembles it: one request in place
   * of hundreds. A chunk that doesn't come whole this way, for whatever reason, stays among the missing.
   */
  async #fetchInBulk(missing: Set<ChunkRef>, take: TakeBody): Promise<void> {
    const { host, store, manifest } = this.#source;
    const bytes = [...missing].reduce((sum, chunk) => sum + chunk.bytes, 0);
    if (missing.size < BULK_CHUNKS || bytes * 2 < this.file.bytes) return;
    const cutter = new FileCutter(manifest, this.file, await this.#allChunks());
    const { collection, locale } = this.file;
    const url = host.fileUrl(manifest.snapshot_id, collection, locale);
    const keep = async (part: Uint8Array): Promise<void> => {
      for (const { chunk, body } of cutter.add(part)) {
        if (!missing.has(chunk) || !(await store.keep(chunk.sha256, body))) continue;
        missing.delete(chunk);
        this.#fetched++;
        take(chunk, body);
      }
    };
    try {
      await host.stream(url, keep);
    } catch (error) {
      if (!hasCode(error, 'unreachable', 'rate_limited', 'refused')) throw error;
    }
  }

  #parse(chunk: ChunkRef, body: Uint8Array): readonly SnapshotEntry[] {
    this.#check(chunk, body);
    return this.#named('chunk', chunk.sha256, () => parseChunk(chunk, body));
  }

  #check(chunk: ChunkRef, body: Uint8Array): void {
    const url = this.#urlOf('chunk', chunk.sha256);
    if (body.byteLength !== chunk.bytes)
      throw damaged(url, `it has ${body.byteLength} bytes, its index says ${chunk.bytes}`);
    const marked = findMarked(body);
    if (marked) throw new LoaderError('content_marked', `${this.name}: ${marked}`, { url });
  }

  #named<Result>(kind: ObjectKind, digest: string, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof ShapeError) throw damaged(this.#urlOf(kind, digest), error.message);
      throw error;
    }
  }

  #urlOf(kind: ObjectKind, digest: string): string {
    return this.#source.host.objectUrl(kind, digest);
  }
}

/** The part that would contain an id, of parts in the order of their first ids. */
function lastNotAfter<Part extends { readonly first_id: string }>(
  parts: readonly Part[],
  id: string,
): Part | undefined {
  return parts.findLast((part) => part.first_id <= id);
}

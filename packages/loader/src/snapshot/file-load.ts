import type { ChunkRef, SnapshotEntry } from '@stele/snapshot';
import { type ChunkHeads, headsOf, isOf } from './chunk-heads.ts';
import type { FileRecord, KnownChunks } from './file-record.ts';
import { LazyChunk } from './lazy-chunk.ts';
import type { ObjectStore } from './object-store.ts';

/** Where a file's chunks and what's known of them come from. */
export interface ChunkSources {
  readonly store: ObjectStore;
  readonly record: FileRecord;
  /** Address of the project's folder on the content host. */
  readonly projectUrl: string;
  /** @throws LoaderError `content_damaged` */
  readonly parse: (chunk: ChunkRef, body: Uint8Array) => readonly SnapshotEntry[];
}

/**
 * One load of a collection's file. Of chunks that are on record and have the same stamp still, nothing is read before a
 * value is needed; of others that are on record, nothing is parsed before.
 */
export class FileLoad {
  readonly #sources: ChunkSources;
  readonly #known: KnownChunks;
  readonly #taken = new Map<ChunkRef, LazyChunk>();
  /** Of chunks whose bytes have to be verified, as they were before that. */
  readonly #stamps = new Map<ChunkRef, string | null>();
  #unknownDigests = 0;
  /** Puts digests on record once all are known. They're no less right when they can't be kept. */
  readonly #learned = (): void => {
    this.#unknownDigests -= 1;
    if (this.#unknownDigests === 0) this.#sources.record.write(this.#allHeads()).catch(() => undefined);
  };

  constructor(chunks: readonly ChunkRef[], known: KnownChunks, sources: ChunkSources) {
    this.#sources = sources;
    this.#known = known;
    const { store, parse } = sources;
    for (const chunk of chunks) {
      const stamp = store.stamp(chunk.sha256);
      const heads = this.#headsOf(chunk);
      if (heads && stamp !== null && stamp === heads.stamp) {
        this.#add(chunk, heads, () => store.readAgain(chunk.sha256, (body) => parse(chunk, body)));
      } else this.#stamps.set(chunk, stamp);
    }
  }

  /** Chunks whose bytes have to be verified, and then taken. */
  get unverified(): readonly ChunkRef[] {
    return [...this.#stamps.keys()];
  }

  /** Takes bytes that were fetched into the cache, in place of what was there. @throws LoaderError `content_damaged` */
  takeFetched(chunk: ChunkRef, body: Uint8Array): void {
    this.#stamps.set(chunk, null);
    this.take(chunk, body);
  }

  /** Takes bytes from the cache that were verified. @throws LoaderError `content_damaged` */
  take(chunk: ChunkRef, body: Uint8Array): void {
    const { parse } = this.#sources;
    const heads = this.#headsOf(chunk);
    if (heads) {
      const copy = Buffer.from(body);
      this.#add(chunk, heads, () => parse(chunk, copy));
    } else {
      const entries = parse(chunk, body);
      this.#add(chunk, headsOf(chunk, entries), () => entries);
    }
  }

  /** Puts on record what wasn't. @returns the chunks, in no certain order, when all are taken */
  async end(): Promise<ReadonlyMap<ChunkRef, LazyChunk>> {
    const { store, record } = this.#sources;
    let changed = this.#known.size !== this.#taken.size;
    for (const [chunk, { heads }] of this.#taken) {
      const before = this.#stamps.get(chunk);
      if (before === undefined) continue;
      const stamp = before ?? store.stamp(chunk.sha256);
      changed ||= heads.stamp !== stamp || heads !== this.#known.get(chunk.sha256);
      heads.stamp = stamp;
    }
    const all = this.#allHeads();
    if (changed) await record.write(all);
    this.#unknownDigests = all.reduce((sum, { ids, digests }) => sum + ids.length - digests.filter(Boolean).length, 0);
    return this.#taken;
  }

  #add(chunk: ChunkRef, heads: ChunkHeads, read: () => readonly SnapshotEntry[]): void {
    const { projectUrl } = this.#sources;
    this.#taken.set(chunk, new LazyChunk({ chunk, heads, read, projectUrl, learned: this.#learned }));
  }

  #allHeads(): readonly ChunkHeads[] {
    return [...this.#taken.values()].map(({ heads }) => heads);
  }

  #headsOf(chunk: ChunkRef): ChunkHeads | undefined {
    const heads = this.#known.get(chunk.sha256);
    return heads && isOf(chunk, heads) ? heads : undefined;
  }
}

import { setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import type { ChunkRef, SnapshotEntry } from '@stele/snapshot';
import { type ChunkHeads, fit, headsOf, isOf } from './chunk-heads.ts';
import type { FileRecord, KnownChunks } from './file-record.ts';
import { LazyChunk } from './lazy-chunk.ts';
import { LearnedDigests } from './learned-digests.ts';
import { damaged, type ObjectStore } from './object-store.ts';

/** After so long, values that weren't needed are taken into memory: the process may outlive what the cache keeps. */
const HOLD_AFTER_MS = 2000;

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
  readonly #digests: LearnedDigests;
  readonly #taken = new Map<ChunkRef, LazyChunk>();
  /** Of chunks whose bytes have to be verified, as they were before that. */
  readonly #stamps = new Map<ChunkRef, string | null>();

  constructor(chunks: readonly ChunkRef[], known: KnownChunks, sources: ChunkSources) {
    this.#sources = sources;
    this.#known = known;
    this.#digests = new LearnedDigests(sources.record);
    for (const chunk of chunks) {
      const stamp = sources.store.stamp(chunk.sha256);
      const heads = this.#headsOf(chunk);
      if (heads && stamp !== null && stamp === heads.stamp) this.#add(chunk, heads);
      else this.#stamps.set(chunk, stamp);
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
    const heads = this.#headsOf(chunk);
    if (heads) {
      this.#add(chunk, heads);
      return;
    }
    const entries = this.#sources.parse(chunk, body);
    this.#add(chunk, headsOf(chunk, entries), entries);
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
    const all = [...this.#taken.values()].map(({ heads }) => heads);
    if (store.hasStamps) {
      // A load is no less complete when the next one has to verify everything.
      if (changed) await record.write(all).catch(() => undefined);
      this.#digests.begin(all);
      holdLater(this.#taken.values());
    }
    return this.#taken;
  }

  #add(chunk: ChunkRef, heads: ChunkHeads, parsed?: readonly SnapshotEntry[]): void {
    const { store, record, projectUrl, parse } = this.#sources;
    const checked = <Result>(work: () => Result): Result => {
      try {
        return work();
      } catch (error) {
        record.drop();
        throw error;
      }
    };
    const source = {
      chunk,
      heads,
      projectUrl,
      digests: this.#digests,
      read: () => checked(() => store.readAgain(chunk.sha256)),
      parse: (body: Uint8Array) =>
        checked(() => {
          const entries = parse(chunk, body);
          if (fit(heads, entries)) return entries;
          throw damaged(record.name, 'entries of a chunk are others than it says');
        }),
    };
    this.#taken.set(chunk, new LazyChunk(source, parsed));
  }

  #headsOf(chunk: ChunkRef): ChunkHeads | undefined {
    const heads = this.#known.get(chunk.sha256);
    return heads && isOf(chunk, heads) ? heads : undefined;
  }
}

function holdLater(chunks: Iterable<LazyChunk>): void {
  const hold = async (): Promise<void> => {
    for (const chunk of chunks) {
      chunk.hold();
      await setImmediate();
    }
  };
  setTimeout(() => void hold(), HOLD_AFTER_MS).unref();
}

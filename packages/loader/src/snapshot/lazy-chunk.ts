import { type ChunkRef, type SnapshotEntry, sha256 } from '@stele/snapshot';
import { withAbsoluteUrls } from './asset-urls.ts';
import type { ChunkHeads } from './chunk-heads.ts';
import type { LearnedDigests } from './learned-digests.ts';

type Values = SnapshotEntry['values'];

/** An entry of a chunk, whose values may be yet to be read. */
export interface StoredEntry extends Omit<SnapshotEntry, 'values'> {
  readonly values: Values | LazyValues;
}

/** A chunk with its entries. */
export interface ReadChunk {
  readonly chunk: ChunkRef;
  readonly entries: readonly StoredEntry[];
}

/** What a chunk whose values are read when they're needed takes. */
export interface ChunkSource {
  readonly chunk: ChunkRef;
  readonly heads: ChunkHeads;
  /** Address of the project's folder on the content host. */
  readonly projectUrl: string;
  /** Its verified bytes. @throws LoaderError `content_damaged` */
  readonly read: () => Uint8Array;
  /** Its entries, which have to be those of the heads. @throws LoaderError `content_damaged` */
  readonly parse: (body: Uint8Array) => readonly SnapshotEntry[];
  readonly digests: LearnedDigests;
}

/** A chunk whose entries are known but for their values. When the first of these is needed, all are read. */
export class LazyChunk implements ReadChunk {
  readonly #source: ChunkSource;
  #held: Uint8Array | null = null;
  #parsed: readonly SnapshotEntry[] | null;
  readonly #handedOver: Values[] = [];

  /** @param parsed its entries, if they're known already */
  constructor(source: ChunkSource, parsed: readonly SnapshotEntry[] | null = null) {
    this.#source = source;
    this.#parsed = parsed;
  }

  get chunk(): ChunkRef {
    return this.#source.chunk;
  }

  get heads(): ChunkHeads {
    return this.#source.heads;
  }

  /** Made when they're asked for, so that those of all chunks aren't there at the same time. */
  get entries(): readonly StoredEntry[] {
    const { ids, versions, schema_versions, published_at } = this.heads;
    return ids.map((id, index) => ({
      id,
      version: versions[index] ?? 0,
      schema_version: schema_versions[index] ?? 0,
      published_at: published_at[index] ?? null,
      values: new LazyValues(this, index),
    }));
  }

  /** Values with absolute URLs of assets; the same object each time. @throws LoaderError `content_damaged` */
  values(index: number): Values {
    this.#handedOver[index] ??= this.#read(index);
    return this.#handedOver[index];
  }

  /** The digest of values: as they are now, once they were handed over, and could have been changed. */
  digest(index: number): string {
    const values = this.#handedOver[index];
    if (values) return digestOf(values);
    const { digests } = this.heads;
    const known = digests[index];
    if (known) return known;
    const digest = digestOf(this.#read(index));
    digests[index] = digest;
    this.#source.digests.learn();
    return digest;
  }

  /** Takes its bytes into memory, from which they can't get lost. What's wrong with them is told when they're needed. */
  hold(): void {
    if (this.#parsed) return;
    try {
      this.#held = Buffer.from(this.#source.read());
    } catch {
      // It's read once more when a value is needed.
    }
  }

  #read(index: number): Values {
    this.#parsed ??= this.#source.parse(this.#held ?? this.#source.read());
    this.#held = null;
    return withAbsoluteUrls(this.#parsed[index]?.values ?? {}, this.#source.projectUrl);
  }
}

/** The values of one entry of a lazy chunk. */
export class LazyValues {
  readonly #chunk: LazyChunk;
  readonly #index: number;

  constructor(chunk: LazyChunk, index: number) {
    this.#chunk = chunk;
    this.#index = index;
    // What wraps objects in proxies, as some frameworks do, leaves this one alone then.
    Object.freeze(this);
  }

  read(): Values {
    return this.#chunk.values(this.#index);
  }

  digest(): string {
    return this.#chunk.digest(this.#index);
  }
}

/** The digest of values with absolute URLs. */
export function digestOf(values: unknown): string {
  return sha256(JSON.stringify(values));
}

import { sha256 } from '@stele/snapshot';
import type { LoaderCache } from '../cache/cache.ts';
import { readFrom } from '../cache/read-from.ts';
import { parseJson } from '../shapes.ts';
import type { ChunkHeads } from './chunk-heads.ts';

/** Records of another format are ignored. */
const FORMAT = 1;
const DIGEST_LENGTH = 64;

/** What is known of chunks, by their digests. */
export type KnownChunks = ReadonlyMap<string, ChunkHeads>;

/**
 * What the cache keeps of a collection's file besides its chunks, so that these needn't be read before values are. It's
 * derived from chunks that were verified, and names them by their digests, so it's as true of other snapshots with the
 * same chunks.
 */
export class FileRecord {
  readonly #cache: LoaderCache;
  readonly name: string;
  readonly #projectUrl: string;

  /** @param projectUrl what addresses of assets begin with, on which digests of values depend */
  constructor(cache: LoaderCache, name: string, projectUrl: string) {
    this.#cache = cache;
    this.name = name;
    this.#projectUrl = projectUrl;
  }

  /** Empty when there's no record, or it's damaged, of another format or of another host. */
  async read(): Promise<KnownChunks> {
    const chunks = await readFrom(this.#cache, this.name, (body) => {
      const content = body.subarray(DIGEST_LENGTH);
      if (Buffer.from(body.subarray(0, DIGEST_LENGTH)).toString() !== sha256(content)) return null;
      // Its digest says that it has the form in which records are written.
      const record = parseJson(content) as StoredRecord;
      return record.format === FORMAT && record.project_url === this.#projectUrl ? record.chunks : null;
    });
    return new Map(chunks?.map((heads) => [heads.sha256, heads]));
  }

  /** Makes the next load verify everything. */
  drop(): void {
    try {
      this.#cache.remove?.(this.name);
    } catch {
      // What's on record is compared with what's read.
    }
  }

  async write(chunks: readonly ChunkHeads[]): Promise<void> {
    const record: StoredRecord = { format: FORMAT, project_url: this.#projectUrl, chunks };
    const text = JSON.stringify(record);
    await this.#cache.write(this.name, Buffer.from(sha256(text) + text));
  }
}

interface StoredRecord {
  readonly format: number;
  readonly project_url: string;
  readonly chunks: readonly ChunkHeads[];
}

import type { ChunkHeads } from './chunk-heads.ts';
import type { FileRecord } from './file-record.ts';

/** Digests of values that are computed after a load. It knows no values, so entries that are kept don't keep others. */
export class LearnedDigests {
  readonly #record: FileRecord;
  #heads: readonly ChunkHeads[] = [];
  #unknown = 0;

  constructor(record: FileRecord) {
    this.#record = record;
  }

  /** Begins to count those that aren't known. @param heads all of the file's */
  begin(heads: readonly ChunkHeads[]): void {
    this.#heads = heads;
    this.#unknown = heads.reduce((sum, { ids, digests }) => sum + ids.length - digests.filter(Boolean).length, 0);
  }

  /** Told of each one; puts them on record once all are known. They're no less right when they can't be kept. */
  learn(): void {
    this.#unknown -= 1;
    if (this.#unknown === 0) this.#record.write(this.#heads).catch(() => undefined);
  }
}

import { PreconditionFailedError } from './errors.ts';
import type { ObjectStorage, PutOptions } from './object-storage.ts';

const MAX_RACES = 5;
const REMEMBERED = 10_000;

/** A JSON object that has a `sequence`. */
interface Sequenced {
  readonly sequence: number;
}

/** A file as it is in storage. */
interface StoredFile extends Sequenced {
  readonly etag: string;
}

/** Files of JSON with a sequence, which several processes write: one with a lower sequence never replaces another. */
export class SequencedFiles {
  readonly #storage: ObjectStorage;
  readonly #options: PutOptions;
  /** Key → what this process wrote there last, so that it needn't be read again unless another process has written it. */
  readonly #written = new Map<string, StoredFile>();

  constructor(storage: ObjectStorage, options: Pick<PutOptions, 'cacheControl'>) {
    this.#storage = storage;
    this.#options = { ...options, contentType: 'application/json' };
  }

  /** Writes a file unless the stored one is newer. @throws errors of the storage */
  async write(key: string, file: Sequenced): Promise<void> {
    const body = new TextEncoder().encode(JSON.stringify(file));
    for (let race = 0; race < MAX_RACES; race++) {
      const existing = this.#written.get(key) ?? (await this.#read(key));
      this.#written.delete(key);
      if (existing && existing.sequence > file.sequence) return;
      try {
        const condition = existing ? { ifMatch: existing.etag } : { ifNoneMatch: '*' as const };
        const { etag } = await this.#storage.put(key, body, { ...this.#options, ...condition });
        if (this.#written.size >= REMEMBERED) this.#written.clear();
        this.#written.set(key, { etag, sequence: file.sequence });
        return;
      } catch (error) {
        if (!(error instanceof PreconditionFailedError)) throw error;
      }
    }
    throw new Error(`The file ${key} kept changing while it was written.`);
  }

  async #read(key: string): Promise<StoredFile | null> {
    const found = await this.#storage.get(key);
    return found && { etag: found.info.etag, sequence: sequenceOf(found.body) };
  }
}

/** The sequence in a file; -1 when it can't be read, so that it's replaced. */
function sequenceOf(body: Uint8Array): number {
  try {
    const { sequence } = JSON.parse(new TextDecoder().decode(body)) as Partial<Sequenced>;
    return typeof sequence === 'number' ? sequence : -1;
  } catch {
    return -1;
  }
}

import { DamagedObjectError, PreconditionFailedError } from './errors.ts';
import type { ObjectStorage, PutOptions } from './object-storage.ts';

const MAX_RACES = 5;
const REMEMBERED = 10_000;

/** A JSON object that has a `sequence`. */
interface Sequenced {
  readonly sequence: number;
}

/** A file as it is in storage. */
interface StoredFile extends Sequenced {
  /** null when the file is damaged. */
  readonly etag: string | null;
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

  /**
   * Writes a file unless the stored one is newer. When it resolves, storage has this file or a newer one. A damaged file is replaced
   * on no condition, since it has no etag.
   *
   * @throws errors of the storage
   */
  async write(key: string, file: Sequenced): Promise<void> {
    const body = new TextEncoder().encode(JSON.stringify(file));
    for (let race = 0; race < MAX_RACES; race++) {
      const known = this.#written.get(key);
      // A newer file that this process wrote may be gone: its project was deleted and restored from a backup.
      const existing = known && known.sequence <= file.sequence ? known : await this.#read(key);
      this.#written.delete(key);
      if (existing && existing.sequence > file.sequence) return;
      try {
        const { etag } = await this.#storage.put(key, body, { ...this.#options, ...conditionOn(existing) });
        if (this.#written.size >= REMEMBERED) this.#written.clear();
        this.#written.set(key, { etag, sequence: file.sequence });
        return;
      } catch (error) {
        if (!(error instanceof PreconditionFailedError || error instanceof DamagedObjectError)) throw error;
      }
    }
    throw new Error(`The file ${key} kept changing while it was written.`);
  }

  async #read(key: string): Promise<StoredFile | null> {
    try {
      const found = await this.#storage.get(key);
      return found && { etag: found.info.etag, sequence: sequenceOf(found.body) };
    } catch (error) {
      if (error instanceof DamagedObjectError) return { etag: null, sequence: -1 };
      throw error;
    }
  }
}

function conditionOn(existing: StoredFile | null): Pick<PutOptions, 'ifMatch' | 'ifNoneMatch'> {
  if (!existing) return { ifNoneMatch: '*' };
  return existing.etag === null ? {} : { ifMatch: existing.etag };
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

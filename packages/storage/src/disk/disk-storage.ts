import { renameSync } from 'node:fs';
import { link, mkdir, open, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { PreconditionFailedError, StorageUnavailableError } from '../errors.ts';
import type {
  ByteRange,
  ObjectInfo,
  ObjectListing,
  ObjectStorage,
  PresignedPut,
  PresignPutOptions,
  PutOptions,
} from '../object-storage.ts';
import type { DiskSettings } from '../settings.ts';
import { signUpload } from '../signed-upload.ts';
import { assertContentType, assertPutOptions, assertRange, assertValidKey, assertValidPrefix } from '../validate.ts';
import { Claims, removeIfThere } from './claims.ts';
import { isMissing, unavailableOnFault } from './disk-faults.ts';
import { FolderSync } from './folder-sync.ts';
import { KeyQueue } from './key-queue.ts';
import { Limiter } from './limiter.ts';
import { listObjects } from './list-objects.ts';
import { readInfo, readObject, streamObject } from './object-file.ts';
import { objectPath } from './object-path.ts';
import { type UploadDeclaration, writeBytes, writeStream } from './write-file.ts';

/** Writes under way at once, which bounds open files. */
const MAX_WRITES = 64;
const MAX_RENAME_ATTEMPTS = 5;

export interface DiskOptions {
  /** The clock that upload URLs expire by. */
  now?: () => Date;
}

/**
 * Objects as files in a folder of a local file system (network file systems don't keep the promises that this driver
 * needs). Several processes may share the folder.
 *
 * A put writes a temporary file, syncs it, renames it to its name and syncs the folders above it.
 */
export class DiskStorage implements ObjectStorage {
  readonly #settings: DiskSettings;
  readonly #now: () => Date;
  readonly #root: string;
  readonly #temporary: string;
  readonly #claims: Claims;
  readonly #folders = new FolderSync();
  readonly #queue = new KeyQueue();
  readonly #writes = new Limiter(MAX_WRITES);
  #opening: Promise<void> | null = null;

  constructor(settings: DiskSettings, options: DiskOptions = {}) {
    const directory = resolve(settings.directory);
    this.#settings = settings;
    this.#now = options.now ?? (() => new Date());
    this.#root = join(directory, 'data');
    this.#temporary = join(directory, 'tmp');
    this.#claims = new Claims(this.#temporary);
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> {
    assertValidKey(key);
    assertPutOptions(options);
    return this.#write(key, options, (path) => writeBytes(path, body, options.contentType));
  }

  /**
   * Stores a stream of exactly the declared length, without holding it in memory. Replaces an object of that key.
   *
   * @throws UploadLengthError when more or fewer bytes come; whatever the source throws. Nothing is stored then.
   */
  async putStream(
    key: string,
    source: AsyncIterable<Uint8Array>,
    declared: UploadDeclaration,
  ): Promise<{ etag: string }> {
    assertValidKey(key);
    assertContentType(declared.contentType);
    return this.#write(key, {}, (path) => writeStream(path, source, declared));
  }

  async get(key: string): Promise<{ body: Uint8Array; info: ObjectInfo } | null> {
    assertValidKey(key);
    return this.#read(() => readObject(objectPath(this.#root, key)));
  }

  async stream(key: string, range?: ByteRange): Promise<{ body: Readable; info: ObjectInfo } | null> {
    assertValidKey(key);
    if (range !== undefined) assertRange(range);
    return this.#read(() => streamObject(objectPath(this.#root, key), range));
  }

  async head(key: string): Promise<ObjectInfo | null> {
    assertValidKey(key);
    return this.#read(() => readInfo(objectPath(this.#root, key)));
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertValidKey(key);
    await unavailableOnFault(async () => {
      await this.#open();
      const removed = await Promise.all(
        [...new Set(keys)].map(async (key) => ((await this.#writes.run(() => this.#remove(key))) ? [key] : [])),
      );
      const folders = new Set(removed.flat().map((key) => dirname(objectPath(this.#root, key))));
      await Promise.all([...folders].map((folder) => this.#folders.sync(folder)));
      for (const folder of folders) await this.#removeEmptyFolders(folder);
    });
  }

  async *list(prefix: string): AsyncGenerator<ObjectListing> {
    assertValidPrefix(prefix);
    await unavailableOnFault(async () => {
      await this.#open();
      await this.#assertPresent();
    });
    const listing = listObjects(this.#root, prefix);
    for (;;) {
      const next = await unavailableOnFault(() => listing.next());
      if (next.done) return;
      yield next.value;
    }
  }

  async presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut> {
    return signUpload(key, options, { ...this.#settings, now: this.#now() });
  }

  /** Writes and removes a small file, so that a full, read-only or missing disk shows. */
  async check(): Promise<void> {
    await unavailableOnFault(async () => {
      await this.#open();
      await this.#assertPresent();
      const path = this.#claims.newFile();
      try {
        const file = await open(path, 'wx');
        try {
          await file.write('check');
        } finally {
          await file.close();
        }
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  /** Makes the folders once; a folder that goes missing later (an unmounted disk) is a fault, not an empty storage. */
  #open(): Promise<void> {
    this.#opening ??= this.#makeFolders().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #makeFolders(): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    await mkdir(this.#temporary, { recursive: true });
    const directory = dirname(this.#root);
    await Promise.all([this.#folders.sync(directory), this.#folders.sync(dirname(directory))]);
    await this.#claims.sweep();
  }

  async #assertPresent(): Promise<void> {
    try {
      await stat(this.#root);
    } catch (error) {
      throw new StorageUnavailableError(`The folder ${this.#root} is gone.`, { cause: error });
    }
  }

  async #read<Result>(read: () => Promise<Result>): Promise<Result | null> {
    return unavailableOnFault(async () => {
      await this.#open();
      try {
        return await read();
      } catch (error) {
        if (!isMissing(error)) throw error;
        await this.#assertPresent();
        return null;
      }
    });
  }

  async #write(
    key: string,
    conditions: Pick<PutOptions, 'ifMatch' | 'ifNoneMatch'>,
    write: (path: string) => Promise<{ etag: string }>,
  ): Promise<{ etag: string }> {
    return unavailableOnFault(() =>
      this.#writes.run(async () => {
        await this.#open();
        const temporary = this.#claims.newFile();
        try {
          const { etag } = await write(temporary);
          const path = objectPath(this.#root, key);
          await this.#queue.run(key, () => this.#commit(key, temporary, path, conditions));
          await this.#folders.syncUpTo(dirname(path), this.#root);
          return { etag };
        } catch (error) {
          await removeIfThere(temporary);
          throw error;
        }
      }),
    );
  }

  async #commit(
    key: string,
    temporary: string,
    path: string,
    { ifMatch, ifNoneMatch }: Pick<PutOptions, 'ifMatch' | 'ifNoneMatch'>,
  ): Promise<void> {
    if (ifNoneMatch !== undefined) {
      await this.#intoFolder(path, () => link(temporary, path)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new PreconditionFailedError(`There is an object ${key} already.`, { cause: error });
      });
      await removeIfThere(temporary);
      return;
    }
    const claim = await this.#claims.claim(key, ifMatch === undefined ? 'shared' : 'exclusive', temporary);
    try {
      if (ifMatch !== undefined) await assertUnchanged(key, path, ifMatch);
      await this.#intoFolder(path, async () => renameSync(claim, path));
    } catch (error) {
      await removeIfThere(claim);
      throw error;
    }
  }

  /** Makes the folder if need be, again and again while a delete that empties it removes it. */
  async #intoFolder(path: string, move: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await move();
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_RENAME_ATTEMPTS) throw error;
        await mkdir(dirname(path), { recursive: true });
      }
    }
  }

  async #remove(key: string): Promise<boolean> {
    return this.#queue.run(key, async () => {
      const claim = await this.#claims.claim(key, 'shared', null);
      try {
        return await removeIfThere(objectPath(this.#root, key));
      } finally {
        await removeIfThere(claim);
      }
    });
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    for (let at = folder; at.startsWith(this.#root + sep); at = dirname(at)) {
      try {
        await rmdir(at);
      } catch {
        return;
      }
    }
  }
}

async function assertUnchanged(key: string, path: string, etag: string): Promise<void> {
  const actual = await readInfo(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (actual?.etag !== etag) throw new PreconditionFailedError(`The object ${key} isn't what it was.`);
}

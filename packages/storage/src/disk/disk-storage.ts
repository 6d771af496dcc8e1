import { createReadStream } from 'node:fs';
import { link, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { PreconditionFailedError, StorageUnavailableError, UploadGoneError } from '../errors.ts';
import type {
  ByteRange,
  ImmutableObject,
  ObjectInfo,
  ObjectListing,
  ObjectStorage,
  PresignedGet,
  PresignedPut,
  PresignGetOptions,
  PresignPutOptions,
  PutOptions,
} from '../object-storage.ts';
import type { DiskSettings } from '../settings.ts';
import type { SigningSettings } from '../signatures.ts';
import { signDownload } from '../signed-download.ts';
import { signUpload } from '../signed-upload.ts';
import { assertContentType, assertPutOptions, assertRange, assertValidKey, assertValidPrefix } from '../validate.ts';
import { Claims } from './claims.ts';
import { isMissing, unavailableOnFault } from './disk-faults.ts';
import { DiskMultipart } from './disk-multipart.ts';
import { DiskSpace } from './disk-space.ts';
import { EndedUploads } from './ended-uploads.ts';
import { FolderSync } from './folder-sync.ts';
import { listObjects } from './list-objects.ts';
import { readInfo, readObject, streamObject } from './object-file.ts';
import { objectPath } from './object-path.ts';
import { ObjectWriter, type WriteConditions } from './object-writer.ts';
import { closeFolder, FILE_MODE, makeFolder } from './private-files.ts';
import { type UploadDeclaration, writeBytes, writeStream } from './write-file.ts';

export interface DiskOptions {
  /** The clock that upload URLs expire by. */
  now?: () => Date;
  /** Decides when the disk is nearly full; by default with the settings' reserve. */
  space?: DiskSpace;
}

/**
 * Objects as files in a folder of a local file system (network file systems don't give the guarantees that this driver
 * needs). Several processes may share the folder.
 *
 * A put writes a temporary file, syncs it, renames it to its name and syncs the folders above it. Objects that never change are put
 * together (`put-immutable.ts`).
 */
export class DiskStorage implements ObjectStorage {
  readonly #settings: DiskSettings;
  readonly #now: () => Date;
  readonly #root: string;
  readonly #temporary: string;
  readonly #claims: Claims;
  readonly #folders = new FolderSync();
  readonly #writer: ObjectWriter;
  readonly #ended: EndedUploads;
  readonly #space: DiskSpace;
  readonly multipart: DiskMultipart;
  #opening: Promise<void> | null = null;

  constructor(settings: DiskSettings, options: DiskOptions = {}) {
    const directory = resolve(settings.directory);
    this.#settings = settings;
    this.#now = options.now ?? (() => new Date());
    this.#space = options.space ?? new DiskSpace(directory, settings.reserveBytes ?? 0);
    this.#root = join(directory, 'data');
    this.#temporary = join(directory, 'tmp');
    this.#claims = new Claims(this.#temporary);
    this.#writer = new ObjectWriter(this.#root, this.#claims, this.#folders);
    this.#ended = new EndedUploads(join(directory, 'ended'));
    this.multipart = new DiskMultipart({
      folder: join(directory, 'parts'),
      claims: this.#claims,
      folders: this.#folders,
      signing: () => this.#signing(),
      open: () => this.#open(),
      space: this.#space,
      store: (...upload) => this.putStream(...upload),
    });
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> {
    assertValidKey(key);
    assertPutOptions(options);
    this.#space.assert();
    return this.#write(key, options, (path) => writeBytes(path, body, options.contentType));
  }

  async putAll(objects: readonly ImmutableObject[]): Promise<void> {
    for (const { key, contentType } of objects) {
      assertValidKey(key);
      assertContentType(contentType);
    }
    this.#space.assert();
    await unavailableOnFault(async () => {
      await this.#open();
      await this.#writer.writeImmutable(objects);
    });
  }

  /**
   * Stores a stream of exactly the declared length, without holding it in memory. Replaces an object with that key.
   *
   * @throws UploadLengthError when more or fewer bytes arrive; errors of the source. Then nothing is stored
   */
  async putStream(
    key: string,
    source: AsyncIterable<Uint8Array>,
    declared: UploadDeclaration,
  ): Promise<{ etag: string }> {
    assertValidKey(key);
    assertContentType(declared.contentType);
    this.#space.assert();
    return this.#write(key, {}, (path) => writeStream(path, this.#space.bounded(source), declared));
  }

  /**
   * Stores an upload to a signed URL.
   *
   * @throws UploadGoneError when the upload is over, or ends meanwhile; as `putStream` does
   */
  async putUpload(
    key: string,
    source: AsyncIterable<Uint8Array>,
    declared: UploadDeclaration,
  ): Promise<{ etag: string }> {
    const gone = new UploadGoneError('The upload is over.');
    if (await unavailableOnFault(() => this.#ended.has(key))) throw gone;
    const stored = await this.putStream(key, source, declared);
    if (!(await unavailableOnFault(() => this.#ended.has(key)))) return stored;
    await this.delete([key]);
    throw gone;
  }

  async endUploads(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertValidKey(key);
    await unavailableOnFault(() => this.#ended.add(keys));
    await this.delete(keys);
  }

  async putFile(
    key: string,
    path: string,
    { contentType }: Pick<PutOptions, 'contentType' | 'cacheControl'>,
  ): Promise<{ etag: string }> {
    const { size } = await stat(path);
    return this.putStream(key, createReadStream(path) as AsyncIterable<Uint8Array>, {
      contentType,
      contentLength: size,
    });
  }

  /** The copy is a hard link to the same file, which never changes, so it needs no time and no space. */
  async copy(from: string, to: string, { ifMatch }: { ifMatch?: string } = {}): Promise<{ etag: string } | null> {
    assertValidKey(from);
    assertValidKey(to);
    try {
      return await this.#write(to, {}, async (path) => {
        await link(objectPath(this.#root, from), path);
        const { etag } = await readInfo(path);
        if (ifMatch !== undefined && etag !== ifMatch) {
          throw new PreconditionFailedError(`The object ${from} isn't what it was.`);
        }
        const now = new Date();
        await utimes(path, now, now);
        return { etag };
      });
    } catch (error) {
      if (!isMissing((error as Error).cause) || (await this.head(from)) !== null) throw error;
      return null;
    }
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
      await this.#writer.remove(keys);
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
    return signUpload(key, options, this.#signing());
  }

  async presignGet(key: string, options: PresignGetOptions): Promise<PresignedGet> {
    return signDownload(key, options, this.#signing());
  }

  /** Writes and removes a small file, to notice a full, read-only or missing disk. */
  async check(): Promise<void> {
    await unavailableOnFault(async () => {
      await this.#open();
      await this.#assertPresent();
      const path = this.#claims.newFile();
      try {
        const file = await open(path, 'wx', FILE_MODE);
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

  /** Creates the folders once. If one is missing later (an unmounted disk), that is an error, not an empty storage. */
  #open(): Promise<void> {
    this.#opening ??= this.#makeFolders().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #makeFolders(): Promise<void> {
    await makeFolder(this.#root);
    await makeFolder(this.#temporary);
    const directory = dirname(this.#root);
    for (const folder of ['data', 'tmp', 'parts', 'ended']) await closeFolder(join(directory, folder));
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

  async #write<Made>(
    key: string,
    conditions: WriteConditions,
    make: (temporary: string) => Promise<Made>,
  ): Promise<Made> {
    return unavailableOnFault(async () => {
      await this.#open();
      return this.#writer.write(key, conditions, make);
    });
  }

  #signing(): SigningSettings {
    const { publicUrl, signingKey } = this.#settings;
    return { publicUrl, signingKey, now: this.#now() };
  }
}

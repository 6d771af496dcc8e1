import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PreconditionFailedError, UploadGoneError } from '../errors.ts';
import type { MultipartUpload, MultipartUploads, PresignPartOptions, UploadPart } from '../multipart.ts';
import type { PresignedPut } from '../object-storage.ts';
import type { SigningSettings } from '../signatures.ts';
import { signPart } from '../signed-upload.ts';
import { assertContentType, assertUploadId, assertValidKey, assertValidPrefix } from '../validate.ts';
import { type Claims, removeIfThere } from './claims.ts';
import { isMissing, orWhenMissing, unavailableOnFault } from './disk-faults.ts';
import type { DiskSpace } from './disk-space.ts';
import type { FolderSync } from './folder-sync.ts';
import { HEADER_BYTES, readInfo } from './object-file.ts';
import { FILE_MODE, makeFolder } from './private-files.ts';
import { writeStream } from './write-file.ts';

/** The file in an upload's folder that describes the upload. */
const ABOUT = 'upload.json';
const PART_NAME = /^[0-9]{5}$/;

interface About {
  key: string;
  content_type: string;
}

interface DiskMultipartOptions {
  /** The folder with a folder for each upload. */
  folder: string;
  claims: Claims;
  folders: FolderSync;
  signing: () => SigningSettings;
  /** Creates the storage's folders. */
  open: () => Promise<void>;
  /** Knows when the disk is nearly full. */
  space: DiskSpace;
  /** Stores the finished object. */
  store: (
    key: string,
    source: AsyncIterable<Uint8Array>,
    declared: { contentType: string; contentLength: number },
  ) => Promise<{ etag: string }>;
}

/** Multipart uploads. Each is a folder with a file for each part, in the format of an object's file. */
export class DiskMultipart implements MultipartUploads {
  readonly #options: DiskMultipartOptions;

  constructor(options: DiskMultipartOptions) {
    this.#options = options;
  }

  async begin(key: string, contentType: string): Promise<string> {
    assertValidKey(key);
    assertContentType(contentType);
    this.#options.space.assert();
    return unavailableOnFault(async () => {
      await this.#options.open();
      const uploadId = randomBytes(16).toString('hex');
      const folder = this.#folderOf(uploadId);
      const about: About = { key, content_type: contentType };
      await makeFolder(folder);
      await writeFile(join(folder, ABOUT), JSON.stringify(about), { flush: true, mode: FILE_MODE });
      await this.#options.folders.syncUpTo(folder, this.#options.folder);
      return uploadId;
    });
  }

  async presignPart(key: string, uploadId: string, options: PresignPartOptions): Promise<PresignedPut> {
    return signPart(key, uploadId, options, this.#options.signing());
  }

  /**
   * Stores a part of exactly the declared length, without holding it in memory. Replaces an earlier one with that number.
   *
   * @throws UploadGoneError; UploadLengthError when more or fewer bytes arrive; errors of the source. Then nothing is stored
   */
  async putPart(
    key: string,
    part: { uploadId: string; partNumber: number },
    source: AsyncIterable<Uint8Array>,
    contentLength: number,
  ): Promise<{ etag: string }> {
    this.#options.space.assert();
    const gone = new UploadGoneError('The upload that this part belongs to is over.');
    return this.#of(key, part.uploadId, async (about) => {
      if (about === null) throw gone;
      const temporary = this.#options.claims.newFile();
      try {
        const written = await writeStream(temporary, this.#options.space.bounded(source), {
          contentType: 'application/octet-stream',
          contentLength,
        });
        const folder = this.#folderOf(part.uploadId);
        await rename(temporary, join(folder, nameOf(part.partNumber))).catch((error: unknown) => {
          throw isMissing(error) ? gone : error;
        });
        await this.#options.folders.sync(folder);
        return written;
      } finally {
        await removeIfThere(temporary);
      }
    });
  }

  async parts(key: string, uploadId: string): Promise<UploadPart[] | null> {
    return this.#of(key, uploadId, async (about) => about && this.#parts(uploadId));
  }

  async complete(key: string, uploadId: string, parts: readonly UploadPart[]): Promise<{ etag: string }> {
    return this.#of(key, uploadId, async (about) => {
      const arrived = about === null ? [] : await this.#parts(uploadId);
      const isSame = ({ partNumber, etag }: UploadPart, n: number): boolean =>
        partNumber > (parts[n - 1]?.partNumber ?? 0) &&
        arrived.some((part) => part.partNumber === partNumber && part.etag === etag);
      if (about === null || parts.length === 0 || !parts.every(isSame)) {
        throw new PreconditionFailedError(`The parts of ${key} aren't those that have arrived.`);
      }
      const contentLength = parts.reduce((sum, { size }) => sum + size, 0);
      const declared = { contentType: about.content_type, contentLength };
      const stored = await this.#options.store(key, this.#joined(uploadId, parts), declared);
      await this.#remove(uploadId);
      return stored;
    });
  }

  async abort(key: string, uploadId: string): Promise<void> {
    await this.#of(key, uploadId, async (about) => about && this.#remove(uploadId));
  }

  async *list(prefix: string): AsyncGenerator<MultipartUpload> {
    assertValidPrefix(prefix);
    const uploadIds = await unavailableOnFault(async () => {
      await this.#options.open();
      return (await orWhenMissing(readdir(this.#options.folder), [])).sort();
    });
    for (const uploadId of uploadIds) {
      const found = await unavailableOnFault(() => this.#describe(uploadId));
      if (found?.key.startsWith(prefix)) yield found;
    }
  }

  async #describe(uploadId: string): Promise<MultipartUpload | null> {
    const path = join(this.#folderOf(uploadId), ABOUT);
    const about = await readAbout(path);
    const { mtime } = (await orWhenMissing(stat(path), null)) ?? {};
    return about !== null && mtime !== undefined ? { key: about.key, uploadId, startedAt: mtime } : null;
  }

  /** Runs work on an upload. @param work gets its description; null when it's over */
  #of<Result>(key: string, uploadId: string, work: (about: About | null) => Promise<Result>): Promise<Result> {
    assertValidKey(key);
    assertUploadId(uploadId);
    return unavailableOnFault(async () => {
      await this.#options.open();
      return work(await this.#about(key, uploadId));
    });
  }

  async #about(key: string, uploadId: string): Promise<About | null> {
    const about = await readAbout(join(this.#folderOf(uploadId), ABOUT));
    return about?.key === key ? about : null;
  }

  async #parts(uploadId: string): Promise<UploadPart[]> {
    const folder = this.#folderOf(uploadId);
    const names = (await orWhenMissing(readdir(folder), [])).filter((name) => PART_NAME.test(name)).sort();
    const found = await Promise.all(
      names.map(async (name): Promise<UploadPart[]> => {
        const info = await orWhenMissing(readInfo(join(folder, name)), null);
        return info === null ? [] : [{ partNumber: Number(name), size: info.size, etag: info.etag }];
      }),
    );
    return found.flat();
  }

  async *#joined(uploadId: string, parts: readonly UploadPart[]): AsyncGenerator<Uint8Array> {
    for (const { partNumber } of parts) {
      const path = join(this.#folderOf(uploadId), nameOf(partNumber));
      yield* createReadStream(path, { start: HEADER_BYTES }) as AsyncIterable<Uint8Array>;
    }
  }

  /** Removes the description first, since an upload without one counts as ended. */
  async #remove(uploadId: string): Promise<void> {
    const folder = this.#folderOf(uploadId);
    await removeIfThere(join(folder, ABOUT));
    await rm(folder, { recursive: true, force: true });
  }

  #folderOf(uploadId: string): string {
    return join(this.#options.folder, uploadId);
  }
}

function nameOf(partNumber: number): string {
  return String(partNumber).padStart(5, '0');
}

async function readAbout(path: string): Promise<About | null> {
  const text = await orWhenMissing(readFile(path, 'utf8'), null);
  return text === null ? null : (JSON.parse(text) as About);
}

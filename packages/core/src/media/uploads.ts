import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ObjectInfo, type ObjectStorage, PreconditionFailedError, StorageUnavailableError } from '@stele/storage';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';
import { ApiError } from '../platform/errors.ts';
import { incomingKey, originalKey } from './keys.ts';
import { PARTS_ABOVE, planParts } from './part-plan.ts';
import { type KeptFile, keepFile } from './stored-files.store.ts';
import type { OpenUpload } from './uploads.store.ts';

const BEGUN_AT_ONCE = 8;
/** How many files are read at once. */
const READ_AT_ONCE = 4;
/** How long a file is kept while its upload is being completed. */
const KEPT_MS = 60 * 60 * 1000;
/** How often receiving is tried when the object changes meanwhile, or the file is being removed. */
const MAX_ATTEMPTS = 20;
const WAIT_MS = 250;

interface UploadsDependencies {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Receives uploads. The bytes go from the client to the storage, and are only read here to compute their hash. */
export class Uploads {
  readonly #deps: UploadsDependencies;
  readonly #reading = pLimit(READ_AT_ONCE);
  /** Key → the file being received, for clients that complete an upload twice at the same time. */
  readonly #receiving = new Map<string, Promise<KeptFile>>();

  constructor(deps: UploadsDependencies) {
    this.#deps = deps;
  }

  /**
   * Begins uploads: those of large files in parts.
   *
   * @throws ApiError `unavailable` when storage is down; then none is begun
   */
  async begin(wanted: readonly Omit<OpenUpload, 'key' | 'multipartId'>[]): Promise<OpenUpload[]> {
    const { storage } = this.#deps;
    const limit = pLimit(BEGUN_AT_ONCE);
    const begun: OpenUpload[] = [];
    const begin = async (upload: Omit<OpenUpload, 'key' | 'multipartId'>): Promise<OpenUpload> => {
      const key = incomingKey(upload.projectId, upload.assetId, randomBytes(10).toString('hex'));
      const inParts = upload.bytes > PARTS_ABOVE;
      const multipartId = inParts ? await storage.multipart.begin(key, upload.contentType) : null;
      const opened = { ...upload, key, multipartId };
      begun.push(opened);
      return opened;
    };
    const outcomes = await Promise.allSettled(wanted.map((upload) => limit(() => begin(upload))));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      await this.discard(begun);
      throw asApiError(failed.reason);
    }
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Numbers of the parts of an upload that have arrived. @throws ApiError `unavailable` */
  async arrivedParts({ key, multipartId }: OpenUpload): Promise<ReadonlySet<number>> {
    if (multipartId === null) return new Set();
    const parts = await this.#deps.storage.multipart.parts(key, multipartId).catch((error: unknown) => {
      throw asApiError(error);
    });
    return new Set(parts?.map(({ partNumber }) => partNumber));
  }

  /**
   * Checks the uploaded file, and moves it to a key with the hash of its bytes, where no upload URL can change it. The file is kept
   * for an hour. Within this time, the caller must give it to the asset.
   *
   * @throws ApiError `media.not_uploaded`, also when the upload was completed meanwhile; `media.content_mismatch`,
   *   `unavailable`
   */
  async receive(upload: OpenUpload): Promise<KeptFile> {
    const running =
      this.#receiving.get(upload.key) ??
      this.#reading(() => this.#receive(upload))
        .catch((error: unknown) => {
          throw asApiError(error);
        })
        .finally(() => this.#receiving.delete(upload.key));
    this.#receiving.set(upload.key, running);
    return running;
  }

  /** Removes the files of ended uploads. Never throws: files that are left are swept. */
  async discard(uploads: readonly OpenUpload[]): Promise<void> {
    const { storage, log } = this.#deps;
    try {
      await storage.endUploads(uploads.map(({ key }) => key));
      for (const { key, multipartId } of uploads)
        if (multipartId !== null) await storage.multipart.abort(key, multipartId);
    } catch (err) {
      log.warn({ err }, 'could not remove what is left of uploads; the sweep will');
    }
  }

  async #receive(upload: OpenUpload): Promise<KeptFile> {
    const { database, clock } = this.#deps;
    const { key, projectId, bytes } = upload;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const pinned = await this.#locate(upload);
      assertDeclared(upload, pinned);
      const sha256 = await this.#digest(key, pinned);
      if (sha256 === null) continue;
      const until = new Date(clock.now().getTime() + KEPT_MS);
      const file = await keepFile(database.pool, { projectId, sha256, bytes }, until);
      if (file?.isStored) return file;
      if (file && (await this.#move(key, originalKey(projectId, sha256), pinned))) return file;
      if (!file) await setTimeout(WAIT_MS);
    }
    throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  }

  /** The uploaded object, which is assembled first if it came in parts. @throws ApiError `media.not_uploaded` */
  async #locate(upload: OpenUpload): Promise<ObjectInfo> {
    const { storage } = this.#deps;
    const { key, multipartId } = upload;
    const whole = await storage.head(key);
    if (whole) return whole;
    const arrived = multipartId === null ? null : await storage.multipart.parts(key, multipartId);
    if (multipartId !== null && arrived) {
      const planned = planParts(upload.bytes);
      const missing = planned.filter((part) => !arrived.some(({ partNumber }) => partNumber === part.partNumber));
      if (missing.length > 0) {
        throw new ApiError('media.not_uploaded', {
          message: 'Some parts of the file have not arrived yet. See details.',
          details: missing.map(({ partNumber }) => ({
            path: [],
            message: `Part ${partNumber} has not arrived.`,
            part_number: partNumber,
          })),
        });
      }
      await storage.multipart.complete(key, multipartId, arrived).catch((error: unknown) => {
        // Another process may have assembled them.
        if (!(error instanceof PreconditionFailedError)) throw error;
      });
    }
    const found = await storage.head(key);
    if (!found) throw new ApiError('media.not_uploaded');
    return found;
  }

  /** The hash of an object's bytes; null when the object has changed. */
  async #digest(key: string, pinned: ObjectInfo): Promise<string | null> {
    const found = await this.#deps.storage.stream(key);
    if (found?.info.etag !== pinned.etag) {
      found?.body.destroy();
      return null;
    }
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of found.body as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      length += chunk.byteLength;
    }
    if (length !== pinned.size) throw new StorageUnavailableError(`${key} brought ${length} bytes of ${pinned.size}.`);
    return hash.digest('hex');
  }

  /** @returns false when the object has changed */
  async #move(from: string, to: string, { etag }: ObjectInfo): Promise<boolean> {
    try {
      return (await this.#deps.storage.copy(from, to, { ifMatch: etag })) !== null;
    } catch (error) {
      if (error instanceof PreconditionFailedError) return false;
      throw error;
    }
  }
}

/** @throws ApiError `media.content_mismatch` when the uploaded file isn't the declared one */
function assertDeclared({ bytes, contentType }: OpenUpload, found: ObjectInfo): void {
  if (found.size === bytes && found.contentType === contentType) return;
  const message =
    found.size === bytes
      ? `The file was declared as ${contentType} and uploaded as ${found.contentType}.`
      : `The file was declared with ${bytes} bytes and uploaded with ${found.size}.`;
  throw new ApiError('media.content_mismatch', { message, details: [{ path: [], message }] });
}

function asApiError(error: unknown): unknown {
  return error instanceof StorageUnavailableError ? new ApiError('unavailable', { cause: error }) : error;
}

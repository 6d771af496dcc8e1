import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import pLimit from 'p-limit';
import { attachmentOf } from '../content-disposition.ts';
import { PreconditionFailedError, StorageUnavailableError } from '../errors.ts';
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
import type { S3Settings } from '../settings.ts';
import {
  assertExpiry,
  assertFilename,
  assertPresign,
  assertPutOptions,
  assertRange,
  assertValidPrefix,
} from '../validate.ts';
import { expiryOf, S3Bucket, unquote } from './s3-bucket.ts';
import { answerTimeout, COPY_PART_BYTES, COPY_TIMEOUT_MS, type S3Options } from './s3-client.ts';
import { asStorageError, isAbsent, isConflict } from './s3-faults.ts';
import { S3Multipart } from './s3-multipart.ts';

/** The most objects that one request may delete. */
const DELETE_BATCH = 1000;
/** How often the deletion of an object is tried, where the service says that it failed. */
const DELETE_ATTEMPTS = 4;
const MAX_CONFLICT_ATTEMPTS = 3;
/** Files up to this size are read into memory, so that the client can send them again when a connection breaks. */
const SMALL_FILE_BYTES = 8 * 1024 * 1024;
const MAX_FILE_ATTEMPTS = 3;
/** The most objects of all `putAll` at a time. */
const PUTS_AT_ONCE = 16;

type Put = PutObjectCommandInput & { ContentLength: number };

/** The parts of an answer to GET and HEAD. */
interface Answer {
  ContentLength?: number | undefined;
  ContentRange?: string | undefined;
  ContentType?: string | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}

/**
 * Objects in a bucket of any service with the S3 API. The credentials must be allowed to get, put, delete and list. Without the
 * right to list, a service answers 403 instead of 404 for a missing object.
 */
export class S3Storage implements ObjectStorage {
  readonly #bucket: S3Bucket;
  readonly #options: S3Options;
  readonly multipart: S3Multipart;
  readonly #puts = pLimit(PUTS_AT_ONCE);
  #bucketSeen = false;
  #quotesIfMatch = true;

  constructor(settings: S3Settings, options: S3Options = {}) {
    this.#bucket = new S3Bucket(settings, options);
    this.multipart = new S3Multipart(this.#bucket);
    this.#options = options;
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> {
    assertPutOptions(options);
    const put = {
      ...this.#bucket.object(key),
      Body: body,
      ContentLength: body.byteLength,
      ContentType: options.contentType,
      CacheControl: options.cacheControl,
      IfNoneMatch: options.ifNoneMatch,
    };
    return options.ifMatch === undefined ? this.#put(put) : this.#putIfMatch(put, options.ifMatch);
  }

  async putAll(objects: readonly ImmutableObject[]): Promise<void> {
    const done = await Promise.allSettled(
      objects.map(({ key, body, ...one }) => this.#puts(() => this.put(key, body, one))),
    );
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  }

  async putFile(
    key: string,
    path: string,
    options: Pick<PutOptions, 'contentType' | 'cacheControl'>,
  ): Promise<{ etag: string }> {
    const { size } = await stat(path);
    if (size <= SMALL_FILE_BYTES) return this.put(key, await readFile(path), options);
    assertPutOptions(options);
    const put = {
      ...this.#bucket.object(key),
      ContentLength: size,
      ContentType: options.contentType,
      CacheControl: options.cacheControl,
    };
    for (let attempt = 1; ; attempt += 1) {
      const body = createReadStream(path);
      try {
        return await this.#put({ ...put, Body: body });
      } catch (error) {
        if (attempt === MAX_FILE_ATTEMPTS) throw error;
      } finally {
        body.destroy();
      }
    }
  }

  async copy(from: string, to: string, { ifMatch }: { ifMatch?: string } = {}): Promise<{ etag: string } | null> {
    const target = this.#bucket.object(to);
    const info = await this.head(from);
    if (info === null) return null;
    if (ifMatch !== undefined && info.etag !== ifMatch) {
      throw new PreconditionFailedError(`The object ${from} isn't what it was.`);
    }
    if (info.size > (this.#options.copyPartBytes ?? COPY_PART_BYTES)) return this.multipart.copy(from, to, info);
    const command = new CopyObjectCommand({
      ...target,
      CopySource: this.#bucket.copySource(from),
      CopySourceIfMatch: info.etag,
    });
    const answer = await this.#bucket.find(`copy ${from}`, () =>
      this.#bucket.client.send(command, { requestTimeout: COPY_TIMEOUT_MS }),
    );
    return answer && { etag: unquote(answer.CopyObjectResult?.ETag) };
  }

  async get(key: string): Promise<{ body: Uint8Array; info: ObjectInfo } | null> {
    const found = await this.stream(key);
    if (found === null) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of found.body) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks);
    if (body.byteLength !== found.info.size) {
      throw new StorageUnavailableError(`get ${key} brought ${body.byteLength} bytes of ${found.info.size}.`);
    }
    return { body, info: found.info };
  }

  async stream(key: string, range?: ByteRange): Promise<{ body: Readable; info: ObjectInfo } | null> {
    if (range !== undefined) assertRange(range);
    const command = new GetObjectCommand({
      ...this.#bucket.object(key),
      Range: range && `bytes=${range.start}-${range.end ?? ''}`,
    });
    const answer = await this.#bucket.find(`get ${key}`, () => this.#bucket.client.send(command));
    if (answer === null) return null;
    const source = answer.Body as Readable | undefined;
    if (source === undefined) throw new StorageUnavailableError(`get ${key} brought no body.`);
    return { body: guarded(source, `get ${key}`), info: infoOf(answer) };
  }

  async head(key: string): Promise<ObjectInfo | null> {
    const command = new HeadObjectCommand(this.#bucket.object(key));
    const answer = await this.#bucket.find(`head ${key}`, () => this.#bucket.client.send(command));
    if (answer !== null) return infoOf(answer);
    await this.#assertBucket();
    return null;
  }

  async delete(keys: readonly string[]): Promise<void> {
    const objects = [...new Set(keys)].map((key) => ({ Key: this.#bucket.object(key).Key }));
    for (let start = 0; start < objects.length; start += DELETE_BATCH) {
      let left = objects.slice(start, start + DELETE_BATCH);
      // A service may fail to delete some, as where others delete them at the same moment. The client doesn't try those again.
      for (let attempt = 1; left.length > 0; attempt++) {
        const command = new DeleteObjectsCommand({ Bucket: this.#bucket.name, Delete: { Objects: left, Quiet: true } });
        const { Errors: errors = [] } = await this.#bucket.do('delete', () => this.#bucket.client.send(command));
        const failed = errors.filter((error) => error.Code !== 'NoSuchKey');
        const [first] = failed;
        if (first && attempt === DELETE_ATTEMPTS) {
          throw new StorageUnavailableError(`delete ${first.Key} failed (${first.Code}: ${first.Message}).`);
        }
        const keys = new Set(failed.map(({ Key }) => Key));
        left = left.filter(({ Key }) => keys.has(Key));
      }
    }
  }

  endUploads(keys: readonly string[]): Promise<void> {
    return this.delete(keys);
  }

  async *list(prefix: string): AsyncGenerator<ObjectListing> {
    assertValidPrefix(prefix);
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket.name,
        Prefix: `${this.#bucket.prefix}${prefix}`,
        ContinuationToken: token,
      });
      const page = await this.#bucket.do('list', () => this.#bucket.client.send(command));
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        yield { key: Key.slice(this.#bucket.prefix.length), size: Size, lastModified: LastModified };
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut> {
    assertPresign(options);
    const command = new PutObjectCommand({
      ...this.#bucket.object(key),
      ContentType: options.contentType,
      ContentLength: options.contentLength,
    });
    const signingDate = new Date();
    const url = await getSignedUrl(this.#bucket.client, command, {
      expiresIn: options.expiresInSeconds,
      signingDate,
      // The content type is only checked if it's signed by name.
      signableHeaders: new Set(['content-type', 'content-length', 'host']),
    });
    return { url, headers: { 'content-type': options.contentType }, expiresAt: expiryOf(signingDate, options) };
  }

  async presignGet(key: string, options: PresignGetOptions): Promise<PresignedGet> {
    assertFilename(options.filename);
    assertExpiry(options.expiresInSeconds);
    const command = new GetObjectCommand({
      ...this.#bucket.object(key),
      ResponseContentDisposition: attachmentOf(options.filename),
      ResponseCacheControl: 'private, no-store',
    });
    const signingDate = new Date();
    const url = await getSignedUrl(this.#bucket.client, command, { expiresIn: options.expiresInSeconds, signingDate });
    return { url, expiresAt: expiryOf(signingDate, options) };
  }

  /** Lists, because that also detects missing rights, and needs no write. */
  async check(): Promise<void> {
    await this.#bucket.do('check', () =>
      this.#bucket.client.send(new ListObjectsV2Command({ Bucket: this.#bucket.name, MaxKeys: 1 })),
    );
  }

  async #put(input: Put): Promise<{ etag: string }> {
    const requestTimeout = answerTimeout(input.ContentLength, this.#options);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { ETag } = await this.#bucket.client.send(new PutObjectCommand(input), { requestTimeout });
        return { etag: unquote(ETag) };
      } catch (error) {
        if (isConflict(error) && attempt < MAX_CONFLICT_ATTEMPTS) continue;
        throw asStorageError(error, `put ${input.Key}`);
      }
    }
  }

  /**
   * In the header, an etag has quotes by the standard. Some services compare it with the bare etag, and so never match. The driver
   * recognises them when they refuse an etag that the object really has.
   */
  async #putIfMatch(input: Put, etag: string): Promise<{ etag: string }> {
    try {
      return await this.#put({ ...input, IfMatch: this.#quotesIfMatch ? `"${etag}"` : etag });
    } catch (error) {
      const { Bucket, Key } = input;
      const absent = (error as Error).cause !== undefined && isAbsent((error as Error).cause);
      if (absent) throw new PreconditionFailedError(`There is no object ${Key}.`, { cause: error });
      if (!(error instanceof PreconditionFailedError) || !this.#quotesIfMatch) throw error;
      const head = await this.#bucket.find(`head ${Key}`, () =>
        this.#bucket.client.send(new HeadObjectCommand({ Bucket, Key })),
      );
      if (unquote(head?.ETag) !== etag) throw error;
      const result = await this.#put({ ...input, IfMatch: etag });
      this.#quotesIfMatch = false;
      return result;
    }
  }

  /** HEAD returns the same 404 for a missing object and a missing bucket. This distinguishes the two, once. */
  async #assertBucket(): Promise<void> {
    if (this.#bucketSeen) return;
    await this.#bucket.do('look for the bucket', () =>
      this.#bucket.client.send(new HeadBucketCommand({ Bucket: this.#bucket.name })),
    );
    this.#bucketSeen = true;
  }
}

/** Passes the body on, with connection errors as errors of ObjectStorage. */
function guarded(source: Readable, what: string): Readable {
  const body = new PassThrough({
    destroy: (error, done) => done(error === null ? null : asStorageError(error, what)),
  });
  // The body reports the error.
  pipeline(source, body, () => {});
  return body;
}

function infoOf(answer: Answer): ObjectInfo {
  const total = answer.ContentRange?.match(/\/(\d+)$/)?.[1];
  return {
    size: total === undefined ? (answer.ContentLength ?? 0) : Number(total),
    etag: unquote(answer.ETag),
    contentType: answer.ContentType ?? 'application/octet-stream',
    lastModified: answer.LastModified ?? new Date(0),
  };
}

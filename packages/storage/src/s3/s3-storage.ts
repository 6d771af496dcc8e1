import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
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
import type { S3Settings } from '../settings.ts';
import { assertPresign, assertPutOptions, assertRange, assertValidKey, assertValidPrefix } from '../validate.ts';
import { answerTimeout, newS3Client, type S3Options } from './s3-client.ts';
import { asStorageError, isAbsent, isConflict } from './s3-faults.ts';

/** The most that one request may delete. */
const DELETE_BATCH = 1000;
const MAX_CONFLICT_ATTEMPTS = 3;

type Put = PutObjectCommandInput & { ContentLength: number };

/** What a GET or HEAD answers about an object. */
interface Answer {
  ContentLength?: number | undefined;
  ContentRange?: string | undefined;
  ContentType?: string | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}

/**
 * Objects in a bucket of any service with the S3 API. The credentials must be allowed to get, put, delete and list:
 * a service that may not list answers 403 instead of 404 for an absent object.
 */
export class S3Storage implements ObjectStorage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #options: S3Options;
  #bucketSeen = false;
  #quotesIfMatch = true;

  constructor(settings: S3Settings, options: S3Options = {}) {
    assertValidPrefix(settings.prefix ?? '');
    this.#client = newS3Client(settings, options);
    this.#options = options;
    this.#bucket = settings.bucket;
    this.#prefix = settings.prefix ?? '';
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> {
    assertPutOptions(options);
    const put = {
      ...this.#object(key),
      Body: body,
      ContentLength: body.byteLength,
      ContentType: options.contentType,
      ...(options.cacheControl === undefined ? {} : { CacheControl: options.cacheControl }),
      ...(options.ifNoneMatch === undefined ? {} : { IfNoneMatch: options.ifNoneMatch }),
    };
    return options.ifMatch === undefined ? this.#put(put) : this.#putIfMatch(put, options.ifMatch);
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
      ...this.#object(key),
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end ?? ''}` }),
    });
    const answer = await this.#find(`get ${key}`, () => this.#client.send(command));
    if (answer === null) return null;
    const source = answer.Body as Readable | undefined;
    if (source === undefined) throw new StorageUnavailableError(`get ${key} brought no body.`);
    return { body: guarded(source, `get ${key}`), info: infoOf(answer) };
  }

  async head(key: string): Promise<ObjectInfo | null> {
    const command = new HeadObjectCommand(this.#object(key));
    const answer = await this.#find(`head ${key}`, () => this.#client.send(command));
    if (answer !== null) return infoOf(answer);
    await this.#assertBucket();
    return null;
  }

  async delete(keys: readonly string[]): Promise<void> {
    const objects = [...new Set(keys)].map((key) => ({ Key: this.#object(key).Key }));
    for (let start = 0; start < objects.length; start += DELETE_BATCH) {
      const batch = objects.slice(start, start + DELETE_BATCH);
      const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: batch, Quiet: true } });
      const { Errors: errors = [] } = await this.#do('delete', () => this.#client.send(command));
      const first = errors.find((error) => error.Code !== 'NoSuchKey');
      if (first !== undefined) {
        throw new StorageUnavailableError(`delete ${first.Key} failed (${first.Code}: ${first.Message}).`);
      }
    }
  }

  async *list(prefix: string): AsyncGenerator<ObjectListing> {
    assertValidPrefix(prefix);
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: `${this.#prefix}${prefix}`,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const page = await this.#do('list', () => this.#client.send(command));
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        yield { key: Key.slice(this.#prefix.length), size: Size, lastModified: LastModified };
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut> {
    assertPresign(options);
    const command = new PutObjectCommand({
      ...this.#object(key),
      ContentType: options.contentType,
      ContentLength: options.contentLength,
    });
    const signingDate = new Date();
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: options.expiresInSeconds,
      signingDate,
      // The content type counts only when it's signed by name.
      signableHeaders: new Set(['content-type', 'content-length', 'host']),
    });
    const expiresAt = new Date((Math.floor(signingDate.getTime() / 1000) + options.expiresInSeconds) * 1000);
    return { url, headers: { 'content-type': options.contentType }, expiresAt };
  }

  /** Lists, because that also finds missing rights, and costs no write. */
  async check(): Promise<void> {
    await this.#do('check', () => this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: 1 })));
  }

  async #put(input: Put): Promise<{ etag: string }> {
    const requestTimeout = answerTimeout(input.ContentLength, this.#options);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { ETag } = await this.#client.send(new PutObjectCommand(input), { requestTimeout });
        return { etag: unquote(ETag) };
      } catch (error) {
        if (isConflict(error) && attempt < MAX_CONFLICT_ATTEMPTS) continue;
        throw asStorageError(error, `put ${input.Key}`);
      }
    }
  }

  /**
   * The header's etag has quotes, says its standard, and most services take it with or without. Some compare it to
   * the bare etag and so never match: those are found by their refusing an etag that the object does have.
   */
  async #putIfMatch(input: Put, etag: string): Promise<{ etag: string }> {
    try {
      return await this.#put({ ...input, IfMatch: this.#quotesIfMatch ? `"${etag}"` : etag });
    } catch (error) {
      const { Bucket, Key } = input;
      const absent = (error as Error).cause !== undefined && isAbsent((error as Error).cause);
      if (absent) throw new PreconditionFailedError(`There is no object ${Key}.`, { cause: error });
      if (!(error instanceof PreconditionFailedError) || !this.#quotesIfMatch) throw error;
      const head = await this.#find(`head ${Key}`, () => this.#client.send(new HeadObjectCommand({ Bucket, Key })));
      if (unquote(head?.ETag) !== etag) throw error;
      const result = await this.#put({ ...input, IfMatch: etag });
      this.#quotesIfMatch = false;
      return result;
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    assertValidKey(key);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  async #find<Result>(what: string, send: () => Promise<Result>): Promise<Result | null> {
    return this.#do(what, () =>
      send().catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      }),
    );
  }

  async #do<Result>(what: string, send: () => Promise<Result>): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      throw asStorageError(error, what);
    }
  }

  /** A HEAD answers the same 404 whether the object or the whole bucket is missing: asked once, it's told apart. */
  async #assertBucket(): Promise<void> {
    if (this.#bucketSeen) return;
    await this.#do('look for the bucket', () => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
    this.#bucketSeen = true;
  }
}

/** Passes the body on, with faults of the connection in the words of ObjectStorage. */
function guarded(source: Readable, what: string): Readable {
  const body = new PassThrough({
    destroy: (error, done) => done(error === null ? null : asStorageError(error, what)),
  });
  // The fault itself is told by the body.
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

function unquote(etag: string | undefined): string {
  return (etag ?? '').replace(/^"|"$/g, '');
}

import type { Readable } from 'node:stream';
import type { MultipartUploads } from './multipart.ts';

/** Facts about a stored object, known without reading it. */
export interface ObjectInfo {
  /** Bytes of the whole object, even if a range was requested. */
  size: number;
  /** Opaque, without quotes. For one key, equal etags mean equal bytes. */
  etag: string;
  contentType: string;
  lastModified: Date;
}

/** An object in a listing. */
export interface ObjectListing {
  key: string;
  /** Bytes. */
  size: number;
  /** Time of the last put, even if it changed nothing. */
  lastModified: Date;
}

export interface PutOptions {
  contentType: string;
  /** Stored by drivers whose objects can be read without the content host; others ignore it. */
  cacheControl?: string;
  /** Store only if there is no object with this key. */
  ifNoneMatch?: '*';
  /** Store only if the object still has this etag. */
  ifMatch?: string;
}

/** An object whose key never has other bytes, since it names them or was never used before. */
export interface ImmutableObject extends Pick<PutOptions, 'contentType' | 'cacheControl'> {
  readonly key: string;
  readonly body: Uint8Array;
  /** SHA-256 of the body, hexadecimal. */
  readonly sha256: string;
}

export interface PresignPutOptions {
  contentType: string;
  /** Exact number of bytes. */
  contentLength: number;
  expiresInSeconds: number;
}

/** A URL for one upload by PUT, by anyone who knows it, until it expires. */
export interface PresignedPut {
  url: string;
  /** Headers that the upload must send unchanged. */
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface PresignGetOptions {
  /** The name under which a browser saves it. */
  filename: string;
  expiresInSeconds: number;
}

/** A URL that returns one object to anyone who knows it, until it expires. */
export interface PresignedGet {
  url: string;
  expiresAt: Date;
}

/** Both ends are included. Without `end`, up to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/**
 * Objects by key, read and written as a whole.
 *
 * Strongly consistent: whatever begins after a put or delete has resolved sees its result. Readers never see a partial object.
 * All methods throw StorageUnavailableError when the storage can't be used, and InvalidKeyError for an invalid key.
 */
export interface ObjectStorage {
  /**
   * Stores an object durably: when it resolves, the object survives a crash of this process and of the machine. At most one of
   * concurrent conditional puts succeeds.
   *
   * @throws PreconditionFailedError when `ifNoneMatch` or `ifMatch` doesn't hold (`ifMatch` never holds on an absent object)
   */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }>;

  /**
   * Stores objects that never change, durably as `put` does, in fewer steps. After an error, some may be stored and
   * others not.
   */
  putAll(objects: readonly ImmutableObject[]): Promise<void>;

  /**
   * Like `put`, but from a file on the local disk, which isn't held in memory. The file must not change meanwhile.
   *
   * @throws errors of reading the file
   */
  putFile(
    key: string,
    path: string,
    options: Pick<PutOptions, 'contentType' | 'cacheControl'>,
  ): Promise<{ etag: string }>;

  /**
   * Copies an object to another key, without reading its bytes here; null when it doesn't exist.
   *
   * @param ifMatch the etag that the object must have
   * @throws PreconditionFailedError when `ifMatch` doesn't hold
   */
  copy(from: string, to: string, options?: { ifMatch?: string }): Promise<{ etag: string } | null>;

  /** The whole object in memory; null when it doesn't exist. */
  get(key: string): Promise<{ body: Uint8Array; info: ObjectInfo } | null>;

  /**
   * The object, or a range of it, as a stream; null when it doesn't exist. The caller must read it to the end or destroy it. An
   * error while reading destroys the stream with StorageUnavailableError, so a stream that ends is complete.
   *
   * @throws RangeNotSatisfiableError when `range.start` isn't inside the object
   */
  stream(key: string, range?: ByteRange): Promise<{ body: Readable; info: ObjectInfo } | null>;

  /** Size, etag and type of the object; null when it doesn't exist. */
  head(key: string): Promise<ObjectInfo | null>;

  /** Removes objects. Missing objects are fine. After an error, some may be removed and others not. */
  delete(keys: readonly string[]): Promise<void>;

  /**
   * Removes what has arrived for ended uploads. On disk, these keys accept nothing any more, although their URLs haven't expired.
   * On S3, later uploads still arrive, and the caller must remove them later.
   */
  endUploads(keys: readonly string[]): Promise<void>;

  /** All objects whose key begins with `prefix` (which may be empty), in the order of the keys' bytes. */
  list(prefix: string): AsyncIterable<ObjectListing>;

  /** A URL for an upload that doesn't pass through this process. Changes nothing in storage. */
  presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut>;

  /** A URL for a download that doesn't pass through this process, as a file to save. Changes nothing in storage. */
  presignGet(key: string, options: PresignGetOptions): Promise<PresignedGet>;

  /** Multipart uploads, for large objects. */
  readonly multipart: MultipartUploads;

  /** Checks that storage can be used. @throws StorageUnavailableError that says why it can't */
  check(): Promise<void>;
}

import type { Readable } from 'node:stream';
import type { MultipartUploads } from './multipart.ts';

/** What is known of a stored object without reading it. */
export interface ObjectInfo {
  /** Bytes of the whole object, also when a range of it was asked for. */
  size: number;
  /** Opaque, without quotes. Equal etags of one key mean equal bytes. */
  etag: string;
  contentType: string;
  lastModified: Date;
}

/** One line of a listing. */
export interface ObjectListing {
  key: string;
  /** Bytes. */
  size: number;
  /** When the object was last put, also if the put changed nothing. */
  lastModified: Date;
}

export interface PutOptions {
  contentType: string;
  /** Kept by drivers whose objects may be read without the content host; others ignore it. */
  cacheControl?: string;
  /** Store only if there is no object of this key. */
  ifNoneMatch?: '*';
  /** Store only if the object's etag is still this one. */
  ifMatch?: string;
}

export interface PresignPutOptions {
  contentType: string;
  /** Bytes. The upload must have exactly this length. */
  contentLength: number;
  expiresInSeconds: number;
}

/** A URL that accepts one upload by PUT, from anyone who knows it, until it expires. */
export interface PresignedPut {
  url: string;
  /** Headers that the upload must carry as they are. */
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

/** Both ends inclusive; without `end`, to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/**
 * Keyed objects, read and written whole.
 *
 * A put, a get and a list that begin after a put or delete has resolved see what it did. Readers never see a part of
 * an object. Every method throws StorageUnavailableError when the storage can't be used, and those that take a key
 * InvalidKeyError.
 */
export interface ObjectStorage {
  /**
   * Stores the whole object durably: when it resolves, the object outlives a crash of this process and of the machine.
   * Of conditional puts that race, at most one succeeds.
   *
   * @throws PreconditionFailedError when `ifNoneMatch` or `ifMatch` doesn't hold (`ifMatch` never holds on an absent object)
   */
  put(key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }>;

  /**
   * Like `put`, of a file on the local disk, which isn't held in memory. The file mustn't change meanwhile.
   *
   * @throws what reading the file throws
   */
  putFile(
    key: string,
    path: string,
    options: Pick<PutOptions, 'contentType' | 'cacheControl'>,
  ): Promise<{ etag: string }>;

  /**
   * Stores an object's bytes and type under another key too, without reading them here; null when there is no such object.
   *
   * @param ifMatch copies only the object that has this etag
   * @throws PreconditionFailedError when `ifMatch` doesn't hold
   */
  copy(from: string, to: string, options?: { ifMatch?: string }): Promise<{ etag: string } | null>;

  /** The whole object in memory, null when absent. */
  get(key: string): Promise<{ body: Uint8Array; info: ObjectInfo } | null>;

  /**
   * The object, or a range of it, as a stream; null when absent. The caller reads it to the end or destroys it.
   * A fault while reading destroys the stream with StorageUnavailableError: a stream that ends was complete.
   *
   * @throws RangeNotSatisfiableError when `range.start` isn't inside the object
   */
  stream(key: string, range?: ByteRange): Promise<{ body: Readable; info: ObjectInfo } | null>;

  /** What is known of the object, null when absent. */
  head(key: string): Promise<ObjectInfo | null>;

  /** Removes objects. Absent keys are fine. When it throws, some may be gone and some not. */
  delete(keys: readonly string[]): Promise<void>;

  /**
   * Removes what has arrived for uploads that are over. Where the driver can, nothing arrives at these keys any more,
   * though their URLs haven't expired; elsewhere what arrives later has to be removed later.
   */
  endUploads(keys: readonly string[]): Promise<void>;

  /** Every object whose key begins with `prefix` (which may be empty), in the order of the keys' bytes. */
  list(prefix: string): AsyncIterable<ObjectListing>;

  /** A URL for an upload that doesn't pass through this process. Touches nothing in storage. */
  presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut>;

  /** A URL for a download that doesn't pass through this process, as a file to save. Touches nothing in storage. */
  presignGet(key: string, options: PresignGetOptions): Promise<PresignedGet>;

  /** Uploads in parts, for what is large. */
  readonly multipart: MultipartUploads;

  /** Resolves when storage can be used now, and throws StorageUnavailableError, saying why, when it can't. */
  check(): Promise<void>;
}

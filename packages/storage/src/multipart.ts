import type { PresignedPut } from './object-storage.ts';

/** A part of an upload that has arrived. */
export interface UploadPart {
  /** From 1 on. Parts are assembled in the order of their numbers. */
  partNumber: number;
  /** Bytes. */
  size: number;
  /** Opaque, without quotes. */
  etag: string;
}

/** A multipart upload that is neither complete nor aborted. */
export interface MultipartUpload {
  key: string;
  uploadId: string;
  startedAt: Date;
}

export interface PresignPartOptions {
  /** From 1 to 10,000. */
  partNumber: number;
  /** Exact number of bytes. All parts except the last one must have the same, at least 5 MiB. */
  contentLength: number;
  expiresInSeconds: number;
}

/**
 * Multipart uploads: an object is sent in parts, each of which can be sent again on its own. The object doesn't exist before the
 * upload is complete. All methods throw like those of ObjectStorage.
 */
export interface MultipartUploads {
  /** Begins an upload. @returns the upload's id */
  begin(key: string, contentType: string): Promise<string>;

  /** A URL for one part, which replaces an earlier one with that number. Changes nothing in storage. */
  presignPart(key: string, uploadId: string, options: PresignPartOptions): Promise<PresignedPut>;

  /** The parts that have arrived, by number; null when there's no such upload, or it has ended. */
  parts(key: string, uploadId: string): Promise<UploadPart[] | null>;

  /**
   * Assembles the object from these parts, replaces an earlier one, and ends the upload.
   *
   * @throws PreconditionFailedError when the parts aren't those that have arrived, or the upload is over; over a network, also
   *   when it was completed and the answer was lost
   */
  complete(key: string, uploadId: string, parts: readonly UploadPart[]): Promise<{ etag: string }>;

  /** Ends an upload and removes its parts. A missing upload is fine. */
  abort(key: string, uploadId: string): Promise<void>;

  /** All open uploads whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<MultipartUpload>;
}

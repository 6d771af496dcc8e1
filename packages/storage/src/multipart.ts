import type { PresignedPut } from './object-storage.ts';

/** A part of an upload that has arrived. */
export interface UploadPart {
  /** From 1 on; parts are put together in the order of their numbers. */
  partNumber: number;
  /** Bytes. */
  size: number;
  /** Opaque, without quotes. */
  etag: string;
}

/** An upload in parts that is neither complete nor aborted. */
export interface MultipartUpload {
  key: string;
  uploadId: string;
  startedAt: Date;
}

export interface PresignPartOptions {
  /** From 1 to 10,000. */
  partNumber: number;
  /** Bytes. The part must have exactly this length. All parts but the last one have the same, at least 5 MiB. */
  contentLength: number;
  expiresInSeconds: number;
}

/**
 * Uploads of one object in several parts, each of which can be sent again alone. There is no object of this key until the upload
 * is complete. Every method throws as those of ObjectStorage do.
 */
export interface MultipartUploads {
  /** Begins an upload. @returns its id */
  begin(key: string, contentType: string): Promise<string>;

  /** A URL for one part, which replaces an earlier one of that number. Touches nothing in storage. */
  presignPart(key: string, uploadId: string, options: PresignPartOptions): Promise<PresignedPut>;

  /** The parts that have arrived, by number; null when there's no such upload, or none any more. */
  parts(key: string, uploadId: string): Promise<UploadPart[] | null>;

  /**
   * Puts the object together of these parts, which replaces an earlier one, and ends the upload.
   *
   * @throws PreconditionFailedError when the parts aren't those that have arrived, and when the upload is over: over a
   *   network that may also mean that it was completed and the answer lost
   */
  complete(key: string, uploadId: string, parts: readonly UploadPart[]): Promise<{ etag: string }>;

  /** Ends an upload and removes its parts. One that isn't there is fine. */
  abort(key: string, uploadId: string): Promise<void>;

  /** Every upload under way whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<MultipartUpload>;
}

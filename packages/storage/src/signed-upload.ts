import type { PresignPartOptions } from './multipart.ts';
import type { PresignedPut, PresignPutOptions } from './object-storage.ts';
import { type AddressKind, type SigningSettings, signAddress, verifyAddress } from './signatures.ts';
import { assertPart, assertPresign, assertUploadId, assertValidKey } from './validate.ts';

/** The path on the content host for signed uploads. */
export const UPLOAD_PATH = '/uploads/';

const WHOLE: AddressKind<'content_type' | 'content_length'> = {
  name: 'stele-upload-1',
  method: 'PUT',
  path: UPLOAD_PATH,
  fields: ['content_type', 'content_length'],
};

const PART: AddressKind<'upload_id' | 'part_number' | 'content_length'> = {
  name: 'stele-part-1',
  method: 'PUT',
  path: UPLOAD_PATH,
  fields: ['upload_id', 'part_number', 'content_length'],
};

/** The permission of a valid upload URL: exactly this object, or this part of it, with this length. */
export interface SignedUpload {
  key: string;
  /** The Content-Type that the upload must have; null for a part, which may have any. */
  contentType: string | null;
  /** Bytes. */
  contentLength: number;
  expiresAt: Date;
  /** The part, for a multipart upload. */
  part: { uploadId: string; partNumber: number } | null;
}

/**
 * Makes the URL of one upload to the content host. Anyone who has the URL may put exactly `contentLength` bytes of
 * `contentType` at `key` until it expires.
 *
 * @throws InvalidKeyError, TypeError for options that no upload can meet
 */
export function signUpload(key: string, options: PresignPutOptions, settings: SigningSettings): PresignedPut {
  assertValidKey(key);
  assertPresign(options);
  const { contentType, contentLength, expiresInSeconds } = options;
  const fields = { content_type: contentType, content_length: contentLength };
  return { ...signAddress(WHOLE, key, fields, expiresInSeconds, settings), headers: { 'content-type': contentType } };
}

/**
 * Makes the URL of one part of an upload to the content host, which needs no headers.
 *
 * @throws InvalidKeyError, TypeError for options that no part can meet
 */
export function signPart(
  key: string,
  uploadId: string,
  options: PresignPartOptions,
  settings: SigningSettings,
): PresignedPut {
  assertValidKey(key);
  assertUploadId(uploadId);
  assertPart(options);
  const { partNumber, contentLength, expiresInSeconds } = options;
  const fields = { upload_id: uploadId, part_number: partNumber, content_length: contentLength };
  return { ...signAddress(PART, key, fields, expiresInSeconds, settings), headers: {} };
}

/**
 * Checks the URL of an upload, as `verifyAddress` does.
 *
 * @param key the part of the URL after UPLOAD_PATH
 * @param query the URL's query
 */
export function verifySignedUpload(
  key: string,
  query: URLSearchParams,
  settings: { signingKey: string; now: Date },
): SignedUpload | null {
  if (query.has('upload_id') ? query.has('content_type') : query.has('part_number')) return null;
  if (!query.has('upload_id')) {
    const whole = verifyAddress(WHOLE, key, query, settings);
    if (whole === null) return null;
    const { content_type: contentType, content_length } = whole.fields;
    return { key, contentType, contentLength: Number(content_length), expiresAt: whole.expiresAt, part: null };
  }
  const allowed = verifyAddress(PART, key, query, settings);
  if (allowed === null) return null;
  const { upload_id: uploadId, part_number, content_length } = allowed.fields;
  const part = { uploadId, partNumber: Number(part_number) };
  return { key, contentType: null, contentLength: Number(content_length), expiresAt: allowed.expiresAt, part };
}

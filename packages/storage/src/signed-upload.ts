import type { PresignPartOptions } from './multipart.ts';
import type { PresignedPut, PresignPutOptions } from './object-storage.ts';
import {
  expiryOf,
  isSignature,
  onlyNumber,
  onlyValue,
  type SigningSettings,
  signatureOf,
  signedUrl,
} from './signatures.ts';
import { assertPart, assertPresign, assertUploadId, assertValidKey, isUploadId } from './validate.ts';

/** The path, below the content host's address, that takes signed uploads. */
export const UPLOAD_PATH = '/uploads/';

/** What a checked upload URL allows: exactly this object, or this part of it, of this length. */
export interface SignedUpload {
  key: string;
  /** The type that the upload must say that it has; null for a part, which may say anything. */
  contentType: string | null;
  /** Bytes. */
  contentLength: number;
  expiresAt: Date;
  /** Which part it is, of an upload in parts. */
  part: { uploadId: string; partNumber: number } | null;
}

type SignedFields = Pick<SignedUpload, 'key' | 'contentType' | 'contentLength' | 'part'> & {
  /** Seconds since 1970. */
  expires: number;
};

/**
 * Makes the URL of one upload to the content host. Whoever holds the URL may put exactly `contentLength` bytes of
 * `contentType` at `key` until it expires.
 *
 * @throws InvalidKeyError, TypeError for options that no upload can meet
 */
export function signUpload(key: string, options: PresignPutOptions, settings: SigningSettings): PresignedPut {
  assertValidKey(key);
  assertPresign(options);
  const { contentType, contentLength } = options;
  const expires = expiryOf(settings.now, options.expiresInSeconds);
  const signature = sign({ key, contentType, contentLength, part: null, expires }, settings.signingKey);
  const query = { content_type: contentType, content_length: contentLength, expires, signature };
  return {
    url: signedUrl(settings.publicUrl, `${UPLOAD_PATH}${key}`, query),
    headers: { 'content-type': contentType },
    expiresAt: new Date(expires * 1000),
  };
}

/**
 * Makes the URL of one part of an upload to the content host, which needs no header fields.
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
  const { partNumber, contentLength } = options;
  const expires = expiryOf(settings.now, options.expiresInSeconds);
  const part = { uploadId, partNumber };
  const signature = sign({ key, contentType: null, contentLength, part, expires }, settings.signingKey);
  const query = { upload_id: uploadId, part_number: partNumber, content_length: contentLength, expires, signature };
  return {
    url: signedUrl(settings.publicUrl, `${UPLOAD_PATH}${key}`, query),
    headers: {},
    expiresAt: new Date(expires * 1000),
  };
}

/**
 * Checks the URL of an upload, in a time that tells nothing about the signature. Null for whatever isn't exactly what
 * `signUpload` or `signPart` made with the same key, and for what has expired: the caller can't tell which, and mustn't say.
 *
 * @param key what follows UPLOAD_PATH in the URL
 * @param query the URL's query
 */
export function verifySignedUpload(
  key: string,
  query: URLSearchParams,
  settings: { signingKey: string; now: Date },
): SignedUpload | null {
  const contentLength = onlyNumber(query, 'content_length');
  const expires = onlyNumber(query, 'expires');
  const signature = onlyValue(query, 'signature');
  const kind = query.has('upload_id') ? readPart(query) : readWhole(query);
  if (contentLength === null || expires === null || signature === null || kind === null) return null;

  const fields = { key, contentLength, expires, ...kind };
  if (!isSignature(signature, sign(fields, settings.signingKey))) return null;
  if (settings.now.getTime() >= expires * 1000) return null;
  return { key, contentLength, ...kind, expiresAt: new Date(expires * 1000) };
}

function readWhole(query: URLSearchParams): Pick<SignedUpload, 'contentType' | 'part'> | null {
  const contentType = onlyValue(query, 'content_type');
  return contentType === null || query.has('part_number') ? null : { contentType, part: null };
}

function readPart(query: URLSearchParams): Pick<SignedUpload, 'contentType' | 'part'> | null {
  const uploadId = onlyValue(query, 'upload_id');
  const partNumber = onlyNumber(query, 'part_number');
  if (uploadId === null || !isUploadId(uploadId) || partNumber === null || query.has('content_type')) return null;
  return { contentType: null, part: { uploadId, partNumber } };
}

function sign({ key, contentType, contentLength, part, expires }: SignedFields, signingKey: string): string {
  const parts =
    part === null
      ? ['stele-upload-1', 'PUT', key, contentType ?? '', contentLength, expires]
      : ['stele-part-1', 'PUT', key, part.uploadId, part.partNumber, contentLength, expires];
  return signatureOf(parts, signingKey);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PresignedPut, PresignPutOptions } from './object-storage.ts';
import { assertPresign, assertValidKey } from './validate.ts';

/** The path, below the content host's address, that takes signed uploads. */
export const UPLOAD_PATH = '/uploads/';

/** What a checked upload URL allows: exactly this object, of this type and length. */
export interface SignedUpload {
  key: string;
  contentType: string;
  /** Bytes. */
  contentLength: number;
  expiresAt: Date;
}

interface SignedFields {
  key: string;
  contentType: string;
  contentLength: number;
  /** Seconds since 1970. */
  expires: number;
}

/**
 * Makes the URL of one upload to the content host. Whoever holds the URL may put exactly `contentLength` bytes of
 * `contentType` at `key` until it expires.
 *
 * @throws InvalidKeyError, TypeError for options that no upload can meet
 */
export function signUpload(
  key: string,
  options: PresignPutOptions,
  settings: { publicUrl: string; signingKey: string; now: Date },
): PresignedPut {
  assertValidKey(key);
  assertPresign(options);
  const { contentType, contentLength } = options;
  const expires = Math.floor(settings.now.getTime() / 1000) + options.expiresInSeconds;
  const signature = signatureOf({ key, contentType, contentLength, expires }, settings.signingKey).toString(
    'base64url',
  );
  const query = new URLSearchParams({
    content_type: contentType,
    content_length: String(contentLength),
    expires: String(expires),
    signature,
  });
  return {
    url: `${settings.publicUrl.replace(/\/+$/, '')}${UPLOAD_PATH}${key}?${query}`,
    headers: { 'content-type': contentType },
    expiresAt: new Date(expires * 1000),
  };
}

/**
 * Checks the URL of an upload, in a time that tells nothing about the signature. Null for whatever isn't exactly what
 * `signUpload` made with the same key, and for what has expired: the caller can't tell which, and mustn't say.
 *
 * @param key what follows UPLOAD_PATH in the URL
 * @param query the URL's query
 */
export function verifySignedUpload(
  key: string,
  query: URLSearchParams,
  settings: { signingKey: string; now: Date },
): SignedUpload | null {
  const contentType = onlyValue(query, 'content_type');
  const contentLength = wholeNumber(onlyValue(query, 'content_length'));
  const expires = wholeNumber(onlyValue(query, 'expires'));
  const signature = onlyValue(query, 'signature');
  if (contentType === null || contentLength === null || expires === null || signature === null) return null;

  const expected = signatureOf({ key, contentType, contentLength, expires }, settings.signingKey);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (settings.now.getTime() >= expires * 1000) return null;
  return { key, contentType, contentLength, expiresAt: new Date(expires * 1000) };
}

/** Lines can't run into each other: neither a valid key nor a printable content type holds a line break. */
function signatureOf(fields: SignedFields, signingKey: string): Buffer {
  const text = ['stele-upload-1', 'PUT', fields.key, fields.contentType, fields.contentLength, fields.expires].join(
    '\n',
  );
  return createHmac('sha256', signingKey).update(text).digest();
}

function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^(0|[1-9][0-9]{0,14})$/.test(text) ? Number(text) : null;
}

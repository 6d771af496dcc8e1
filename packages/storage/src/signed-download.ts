import type { PresignedGet, PresignGetOptions } from './object-storage.ts';
import {
  expiryOf,
  isSignature,
  onlyNumber,
  onlyValue,
  type SigningSettings,
  signatureOf,
  signedUrl,
} from './signatures.ts';
import { assertExpiry, assertFilename, assertValidKey } from './validate.ts';

/** The path, below the content host's address, that hands out what nobody may read without a signed URL. */
export const DOWNLOAD_PATH = '/downloads/';

/** What a checked download URL allows: exactly this object, under this name. */
export interface SignedDownload {
  key: string;
  filename: string;
  expiresAt: Date;
}

/**
 * Makes the URL of one download from the content host.
 *
 * @throws InvalidKeyError, TypeError for options that no download can meet
 */
export function signDownload(key: string, options: PresignGetOptions, settings: SigningSettings): PresignedGet {
  assertValidKey(key);
  assertFilename(options.filename);
  assertExpiry(options.expiresInSeconds);
  const { filename } = options;
  const expires = expiryOf(settings.now, options.expiresInSeconds);
  const signature = sign(key, filename, expires, settings.signingKey);
  return {
    url: signedUrl(settings.publicUrl, `${DOWNLOAD_PATH}${key}`, { filename, expires, signature }),
    expiresAt: new Date(expires * 1000),
  };
}

/**
 * Checks the URL of a download, in a time that tells nothing about the signature. Null for whatever isn't exactly what
 * `signDownload` made with the same key, and for what has expired.
 *
 * @param key what follows DOWNLOAD_PATH in the URL
 * @param query the URL's query
 */
export function verifySignedDownload(
  key: string,
  query: URLSearchParams,
  settings: { signingKey: string; now: Date },
): SignedDownload | null {
  const filename = onlyValue(query, 'filename');
  const expires = onlyNumber(query, 'expires');
  const signature = onlyValue(query, 'signature');
  if (filename === null || expires === null || signature === null) return null;
  if (!isSignature(signature, sign(key, filename, expires, settings.signingKey))) return null;
  if (settings.now.getTime() >= expires * 1000) return null;
  return { key, filename, expiresAt: new Date(expires * 1000) };
}

/** Neither a valid key nor a filename holds a line break. */
function sign(key: string, filename: string, expires: number, signingKey: string): string {
  return signatureOf(['stele-download-1', 'GET', key, filename, expires], signingKey);
}

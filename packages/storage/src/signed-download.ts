import type { PresignedGet, PresignGetOptions } from './object-storage.ts';
import { type AddressKind, type SigningSettings, signAddress, verifyAddress } from './signatures.ts';
import { assertExpiry, assertFilename, assertValidKey } from './validate.ts';

/** The path on the content host for objects that can only be read by a signed URL. */
export const DOWNLOAD_PATH = '/downloads/';

const DOWNLOAD: AddressKind<'filename'> = {
  name: 'stele-download-1',
  method: 'GET',
  path: DOWNLOAD_PATH,
  fields: ['filename'],
};

/** The permission of a valid download URL: exactly this object, under this name. */
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
  const { filename, expiresInSeconds } = options;
  assertValidKey(key);
  assertFilename(filename);
  assertExpiry(expiresInSeconds);
  return signAddress(DOWNLOAD, key, { filename }, expiresInSeconds, settings);
}

/** Checks the URL of a download, as `verifyAddress` does. @param key the part of the URL after DOWNLOAD_PATH */
export function verifySignedDownload(
  key: string,
  query: URLSearchParams,
  settings: { signingKey: string; now: Date },
): SignedDownload | null {
  const allowed = verifyAddress(DOWNLOAD, key, query, settings);
  return allowed && { key, filename: allowed.fields.filename, expiresAt: allowed.expiresAt };
}

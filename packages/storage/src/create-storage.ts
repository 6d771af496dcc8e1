import { type DiskOptions, DiskStorage } from './disk/disk-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { DiskSettings, StorageSettings } from './settings.ts';
import { assertUploadKey } from './upload-key.ts';

/**
 * The storage that the settings describe. Touches neither disk nor network yet: `check` does.
 *
 * @throws StorageSettingsError when the signing key is too short to be a secret
 */
export function createStorage(settings: DiskSettings, options?: DiskOptions): DiskStorage;
export function createStorage(settings: StorageSettings, options?: DiskOptions): ObjectStorage;
export function createStorage(settings: StorageSettings, options: DiskOptions = {}): ObjectStorage {
  if (settings.driver === 's3') return new S3Storage(settings);
  assertUploadKey(settings.signingKey, 'The signing key of uploads');
  return new DiskStorage(settings, options);
}

import { type DiskOptions, DiskStorage } from './disk/disk-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { DiskSettings, StorageSettings } from './settings.ts';
import { assertUploadKey } from './upload-key.ts';

/**
 * Opens the storage that the settings describe. It doesn't access disk or network before it's used. The S3 client is only loaded
 * for buckets.
 *
 * @throws StorageSettingsError when the signing key is too short to be a secret
 */
export async function openStorage(settings: StorageSettings, options?: DiskOptions): Promise<ObjectStorage> {
  if (settings.driver === 'disk') return createDiskStorage(settings, options);
  const { S3Storage } = await import('./s3/s3-storage.ts');
  return new S3Storage(settings);
}

/** The storage in a folder; see `openStorage`. */
export function createDiskStorage(settings: DiskSettings, options: DiskOptions = {}): DiskStorage {
  assertUploadKey(settings.signingKey, 'The signing key of uploads');
  return new DiskStorage(settings, options);
}

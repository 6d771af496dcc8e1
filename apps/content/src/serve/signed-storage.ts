import type { DiskStorage } from '@stele/storage';

/** A storage on disk that takes uploads and serves downloads by URLs that were signed with the key. */
export interface SignedStorage {
  storage: DiskStorage;
  signingKey: string;
}

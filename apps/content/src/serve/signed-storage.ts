import type { DiskStorage } from '@stele/storage';

/** A storage on disk that takes uploads from, and hands out downloads to, whoever holds a URL that was signed with the key. */
export interface SignedStorage {
  storage: DiskStorage;
  signingKey: string;
}

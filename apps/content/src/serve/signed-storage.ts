import type { DiskStorage } from '@stele/storage';

/** A storage on disk that accepts uploads and serves downloads with signed URLs. */
export interface SignedStorage {
  storage: DiskStorage;
  signingKey: string;
}

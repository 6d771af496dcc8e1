import { collectionFileName, type ManifestFile, sha256 } from '@stele/snapshot';

/** An index, a chunk or a manifest, by the SHA-256 of its bytes. */
export function objectName(sha256: string): string {
  return `${OBJECTS}${sha256}.json`;
}

/** What is known of a collection's file besides its chunks. A digest, because what content is called may hold anything. */
export function fileRecordName(projectId: string, { collection, locale }: ManifestFile): string {
  return `${FILES}${sha256(`${projectId}/${collectionFileName(collection, locale)}`)}.json`;
}

/** Which manifest a snapshot has. @param scope tells projects, hosts and tokens apart without giving a token away */
export function snapshotName(scope: string, snapshotId: string): string {
  return `${SNAPSHOTS}${scope}/${snapshotId}.json`;
}

/** The pointer that was seen last. */
export function pointerName(scope: string): string {
  return `${POINTERS}${scope}.json`;
}

/** The snapshot that was last verified wholly. */
export function verifiedName(scope: string): string {
  return `${VERIFIED}${scope}.json`;
}

export const OBJECTS = 'objects/';
export const FILES = 'files/';
export const SNAPSHOTS = 'snapshots/';
export const POINTERS = 'pointers/';
export const VERIFIED = 'verified/';

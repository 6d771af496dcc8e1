/** An index, a chunk or a manifest, by the SHA-256 of its bytes. */
export function objectName(sha256: string): string {
  return `${OBJECTS}${sha256}.json`;
}

/** Which manifest a snapshot has. @param scope tells projects, hosts and tokens apart without giving a token away */
export function snapshotName(scope: string, snapshotId: string): string {
  return `${SNAPSHOTS}${scope}/${snapshotId}.json`;
}

/** The pointer that was seen last. */
export function pointerName(scope: string): string {
  return `${POINTERS}${scope}.json`;
}

/** The snapshot that was last verified completely. */
export function verifiedName(scope: string): string {
  return `${VERIFIED}${scope}.json`;
}

export const OBJECTS = 'objects/';
export const SNAPSHOTS = 'snapshots/';
export const POINTERS = 'pointers/';
export const VERIFIED = 'verified/';

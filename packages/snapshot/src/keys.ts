/**
 * The key of each object of the snapshot format, relative to the storage root and to the content host's URL.
 * The layout is part of manifest_format 1.
 */

/** Folder of one snapshot. With the content host's URL before it, it's the snapshot's `content_base_url`. */
export function snapshotPrefix(projectId: string, snapshotId: string): string {
  return `${projectId}/snapshots/${snapshotId}`;
}

/** The manifest of one snapshot. */
export function manifestKey(projectId: string, snapshotId: string): string {
  return `${snapshotPrefix(projectId, snapshotId)}/manifest.json`;
}

/** A root index or an index page, by the SHA-256 of its bytes. */
export function indexKey(projectId: string, sha256: string): string {
  return `${projectId}/indexes/${sha256}.json`;
}

/** A chunk of entries, by the SHA-256 of its bytes. */
export function chunkKey(projectId: string, sha256: string): string {
  return `${projectId}/chunks/${sha256}.json`;
}

/** The prefix of the keys of all pointer mirrors. */
export const POINTER_MIRRORS_PREFIX = 'pointers/';

/** The copy of a live pointer that one token can find; `key` comes from `pointerMirrorName`. */
export function pointerMirrorKey(key: string): string {
  return `${POINTER_MIRRORS_PREFIX}${key}.json`;
}

/** File name under a snapshot's `content_base_url` of one collection in one locale. */
export function collectionFileName(collection: string, locale: string): string {
  return `${collection}.${locale}.json`;
}

/**
 * Splits `{collection}.{locale}.json`. Keys of collections contain no dot, so the first dot separates. Null when the name isn't
 * formed like this.
 */
export function parseCollectionFileName(name: string): { collection: string; locale: string } | null {
  const match = /^([a-zA-Z][a-zA-Z0-9_]{0,63})\.([A-Za-z0-9-]{1,64})\.json$/.exec(name);
  return match?.[1] && match[2] ? { collection: match[1], locale: match[2] } : null;
}

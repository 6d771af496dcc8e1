import {
  chunkKey,
  collectionFileName,
  indexKey,
  manifestKey,
  parseCollectionFileName,
  pointerMirrorKey,
} from '@stele/snapshot';
import { assertValidKey, DOWNLOAD_PATH, InvalidKeyError, UPLOAD_PATH } from '@stele/storage';

/** The target of a URL. Keys are valid keys of the storage. */
export type Route =
  | { name: 'live' | 'ready' | 'metrics' }
  | { name: 'upload' | 'download'; key: string }
  | { name: 'pointer'; key: string }
  | { name: 'manifest'; projectId: string; snapshotId: string }
  | { name: 'file'; projectId: string; snapshotId: string; collection: string; locale: string }
  | { name: 'object'; kind: 'index' | 'chunk'; sha256: string; key: string }
  | { name: 'media'; key: string };

/** Longer than the longest key with all characters escaped. */
const MAX_PATH = 2048;
const PROJECT = /^prj_[A-Za-z0-9]{1,64}$/;
const SNAPSHOT = /^snap_[A-Za-z0-9]{1,64}$/;
const ASSET = /^ast_[A-Za-z0-9]{1,64}$/;
const DIGEST_FILE = /^([0-9a-f]{64})\.json$/;

/**
 * Finds what the path of a request names. Null for unknown paths, and for paths with broken escapes, empty or dotted segments, or
 * segments with an escaped slash.
 */
export function matchRoute(path: string): Route | null {
  const segments = decodeSegments(path);
  if (segments === null) return null;
  const [first, second, third, fourth] = segments;
  if (segments.length === 1 && first === 'livez') return { name: 'live' };
  if (segments.length === 1 && first === 'readyz') return { name: 'ready' };
  if (segments.length === 1 && first === 'metrics') return { name: 'metrics' };
  if (`/${first}/` === UPLOAD_PATH) return keyRoute('upload', segments.slice(1));
  if (`/${first}/` === DOWNLOAD_PATH) return keyRoute('download', segments.slice(1));
  if (first === 'pointers' && segments.length === 2) {
    const digest = DIGEST_FILE.exec(second ?? '')?.[1];
    return digest === undefined ? null : { name: 'pointer', key: pointerMirrorKey(digest) };
  }
  if (first === undefined || !PROJECT.test(first)) return null;
  if (second === 'snapshots' && segments.length === 4) return snapshotRoute(first, third ?? '', fourth ?? '');
  if (second === 'media' && segments.length >= 4 && ASSET.test(third ?? '')) return keyRoute('media', segments);
  const digest = segments.length === 3 ? DIGEST_FILE.exec(third ?? '')?.[1] : undefined;
  if (digest === undefined) return null;
  if (second === 'indexes') return { name: 'object', kind: 'index', sha256: digest, key: indexKey(first, digest) };
  if (second === 'chunks') return { name: 'object', kind: 'chunk', sha256: digest, key: chunkKey(first, digest) };
  return null;
}

function snapshotRoute(projectId: string, snapshotId: string, fileName: string): Route | null {
  if (!SNAPSHOT.test(snapshotId)) return null;
  if (manifestKey(projectId, snapshotId).endsWith(`/${fileName}`)) return { name: 'manifest', projectId, snapshotId };
  const file = parseCollectionFileName(fileName);
  if (file === null || collectionFileName(file.collection, file.locale) !== fileName) return null;
  return { name: 'file', projectId, snapshotId, ...file };
}

function keyRoute(name: 'upload' | 'download' | 'media', segments: readonly string[]): Route | null {
  const key = segments.join('/');
  // A decoded segment with a slash would name another object than the URL shows.
  if (segments.some((segment) => segment.includes('/'))) return null;
  try {
    assertValidKey(key);
  } catch (error) {
    if (error instanceof InvalidKeyError) return null;
    throw error;
  }
  return { name, key };
}

function decodeSegments(path: string): string[] | null {
  if (!path.startsWith('/') || path.length > MAX_PATH) return null;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}

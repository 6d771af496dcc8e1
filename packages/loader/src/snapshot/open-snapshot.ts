import { type Manifest, sha256 } from '@stele/snapshot';
import type { LoaderCache } from '../cache/cache.ts';
import { objectName } from '../cache/names.ts';
import type { CacheRecords } from '../cache/records.ts';
import { hasCode, LoaderError } from '../errors.ts';
import { readManifest } from '../format/manifest.ts';
import { ShapeError } from '../format/shapes.ts';
import type { ContentHost } from '../remote/content-host.ts';
import { damaged, ObjectStore } from './object-store.ts';
import { Snapshot, type SnapshotSource } from './snapshot.ts';

interface Wanted {
  readonly snapshotId: string;
  readonly source: SnapshotSource;
  readonly sequence: number | null;
  /** SHA-256 of the manifest; null when it isn't known. */
  readonly manifestSha256: string | null;
}

/** Sources and settings for reading snapshots. */
export interface SnapshotAccess {
  readonly cache: LoaderCache;
  readonly records: CacheRecords;
  readonly host: ContentHost;
  readonly projectId: string;
  readonly concurrency: number;
}

/**
 * Opens a snapshot: its manifest comes from the cache or from the content host, and is verified.
 *
 * @throws LoaderError `snapshot_not_found`, `content_missing`, `content_damaged`, `unsupported_format`, `unreachable`, …
 */
export async function openSnapshot(wanted: Wanted, access: SnapshotAccess): Promise<Snapshot> {
  const { cache, host, concurrency } = access;
  const store = new ObjectStore(cache, host);
  const manifest = await loadManifest(wanted, access, store);
  const { source, sequence } = wanted;
  return new Snapshot({ manifest, source, sequence, files: { store, host, concurrency } });
}

async function loadManifest(wanted: Wanted, access: SnapshotAccess, store: ObjectStore): Promise<Manifest> {
  const { records, cache, host } = access;
  const { snapshotId } = wanted;
  const url = host.manifestUrl(snapshotId);
  const read = (body: Uint8Array): Manifest => checkManifest(body, url, wanted, access);
  const known = wanted.manifestSha256 ?? (await records.manifestSha256(snapshotId));
  const cached = known === null ? null : await store.fromCache(known, read);
  if (known !== null && cached) {
    await records.keepManifestSha256(snapshotId, known);
    return cached.used;
  }
  try {
    // Without a digest, only form and names can be checked.
    const { body, manifest } = await store.fetchSound(url, wanted.manifestSha256, (fetched) => ({
      body: fetched,
      manifest: read(fetched),
    }));
    const digest = sha256(body);
    await cache.write(objectName(digest), body);
    await records.keepManifestSha256(snapshotId, digest);
    return manifest;
  } catch (error) {
    if (wanted.source !== 'pinned' || !hasCode(error, 'content_missing')) throw error;
    const message = `${url} isn't there: its files were removed, or the id or contentUrl is wrong.`;
    throw new LoaderError('snapshot_not_found', message, error);
  }
}

function checkManifest(body: Uint8Array, url: string, { snapshotId }: Wanted, { projectId }: SnapshotAccess): Manifest {
  try {
    const manifest = readManifest(body, url);
    if (manifest.project_id === projectId && manifest.snapshot_id === snapshotId) return manifest;
    throw damaged(url, 'it is the manifest of another snapshot');
  } catch (error) {
    if (error instanceof ShapeError) throw damaged(url, error.message);
    throw error;
  }
}

import {
  canonicalJson,
  chunkKey,
  entryText,
  FILE_TAIL,
  fileHead,
  indexKey,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestFile,
  manifestKey,
  type RootIndex,
  type SnapshotEntry,
  updateFile,
} from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';

export const PROJECT = 'prj_01JZZZZZZZZZZZZZZZZZZZZZZZ';
export const SNAPSHOT = 'snap_01JZZZZZZZZZZZZZZZZZZZZZZZ';
export const JSON_TYPE = { contentType: 'application/json' };

/** Entries as core would publish them, each of about `bytes` bytes. */
export function entries(count: number, bytes = 200, prefix = 'ent_'): SnapshotEntry[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `${prefix}${String(n).padStart(6, '0')}`,
    version: n + 1,
    schema_version: 1,
    published_at: '2026-03-01T12:00:00.000Z',
    values: { title: `Entry ${n} – “quoted” ✓`, body: `${n} `.repeat(bytes).slice(0, bytes) },
  }));
}

/** The text that the assembled file must have. */
export function expectedFile(collection: string, locale: string, content: readonly SnapshotEntry[]): string {
  const head = fileHead({ collection, locale, snapshot_id: SNAPSHOT, schema_version: 7 });
  return `${head}${content.map(entryText).join(',')}${FILE_TAIL}`;
}

export interface PublishedFile extends ManifestFile {
  root: RootIndex;
}

/** Writes a snapshot as core does: chunks, pages and roots through the snapshot package, then the manifest. */
export async function publish(
  storage: ObjectStorage,
  files: { collection: string; locale: string; entries: readonly SnapshotEntry[] }[],
  snapshotId = SNAPSHOT,
): Promise<PublishedFile[]> {
  const published = await Promise.all(
    files.map(async ({ collection, locale, entries: content }): Promise<PublishedFile> => {
      const changes = content.map((entry) => ({ key: '', id: entry.id, entry }));
      const { root, index } = await updateFile(null, changes, {
        read: () => Promise.reject(new Error('There is nothing to read yet.')),
        write: async ({ kind, sha256, body }) => {
          const key = kind === 'chunk' ? chunkKey(PROJECT, sha256) : indexKey(PROJECT, sha256);
          await storage.put(key, body, JSON_TYPE);
        },
      });
      return { collection, locale, index, entries: root.entries, bytes: root.bytes, root };
    }),
  );
  await putManifest(
    storage,
    published.map(({ root: _, ...file }) => file),
    snapshotId,
  );
  return published;
}

export async function putManifest(
  storage: ObjectStorage,
  files: readonly ManifestFile[],
  snapshotId = SNAPSHOT,
): Promise<void> {
  const manifest: Manifest = {
    manifest_format: MANIFEST_FORMAT,
    project_id: PROJECT,
    snapshot_id: snapshotId,
    sequence: 1,
    schema_version: 7,
    published_at: '2026-03-01T12:00:00.000Z',
    files,
  };
  const body = Buffer.from(canonicalJson({ ...manifest, files: files.map((file) => ({ ...file })) }));
  await storage.put(manifestKey(PROJECT, snapshotId), body, JSON_TYPE);
}

/** Keys of the chunks of a file, in order. */
export async function chunkKeys(storage: ObjectStorage, file: PublishedFile): Promise<string[]> {
  const keys: string[] = [];
  for (const page of file.root.pages) {
    const found = await storage.get(indexKey(PROJECT, page.sha256));
    const { chunks } = JSON.parse(Buffer.from(found?.body ?? []).toString()) as { chunks: { sha256: string }[] };
    keys.push(...chunks.map(({ sha256 }) => chunkKey(PROJECT, sha256)));
  }
  return keys;
}

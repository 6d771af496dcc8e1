import { createHash } from 'node:crypto';
import {
  type ChunkRef,
  chunkKey,
  indexKey,
  liveFileKey,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestFile,
  makeLiveFile,
  makeObject,
  makePage,
  makeRoot,
  manifestKey,
  type PointerMirror,
  pointerMirrorKey,
  pointerMirrorName,
  readPage,
  readRoot,
  type SnapshotEntry,
  sha256,
  snapshotPrefix,
  updateFile,
} from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';

export const PROJECT = 'prj_01JZZZZZZZZZZZZZZZZZZZZZZZ';
const JSON_TYPE = { contentType: 'application/json' };

/** An id that a test can write as a number. */
export const entryId = (number: number): string => `ent_${String(number).padStart(26, '0')}`;

export const snapshotId = (number: number): string => `snap_${String(number).padStart(26, '0')}`;

/** An entry as it's published. */
export function entry(number: number, values: SnapshotEntry['values'] = {}, version = 2): SnapshotEntry {
  const published_at = '2026-03-01T12:00:00.000Z';
  return {
    id: entryId(number),
    version,
    schema_version: 1,
    published_at,
    values: { title: `Entry ${number}`, ...values },
  };
}

/** Entries whose texts have some bytes each. */
export function entries(count: number, bytes = 100): SnapshotEntry[] {
  return Array.from({ length: count }, (_, number) =>
    entry(number, { body: `${number} é `.padEnd(bytes, createHash('md5').update(String(number)).digest('hex')) }),
  );
}

/** A collection in a locale, to be published. With keys it's ordered by them, one for each entry. */
export interface FileToPublish {
  readonly collection: string;
  readonly locale: string;
  readonly entries: readonly SnapshotEntry[];
  readonly keys?: readonly string[];
}

/** Writes a snapshot as core does. @returns the snapshot's manifest */
export async function publish(
  storage: ObjectStorage,
  number: number,
  files: readonly FileToPublish[],
): Promise<{ manifest: Manifest; sha256: string }> {
  const published = await Promise.all(
    files.map(async ({ collection, locale, entries: content, keys }): Promise<ManifestFile> => {
      const changes = content
        .map((one, index) => ({ key: keys?.[index] ?? '', id: one.id, entry: one }))
        .sort((a, b) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1));
      const { root, index } = await updateFile(null, changes, {
        read: () => Promise.reject(new Error('There is nothing to read yet.')),
        write: async ({ kind, sha256: digest, body }) => {
          await storage.put(kind === 'chunk' ? chunkKey(PROJECT, digest) : indexKey(PROJECT, digest), body, JSON_TYPE);
        },
      });
      return { collection, locale, index, entries: root.entries, bytes: root.bytes };
    }),
  );
  return putManifest(storage, number, published);
}

async function putManifest(storage: ObjectStorage, number: number, files: readonly ManifestFile[]) {
  const manifest: Manifest = {
    manifest_format: MANIFEST_FORMAT,
    project_id: PROJECT,
    snapshot_id: snapshotId(number),
    sequence: number,
    schema_version: 1,
    published_at: '2026-03-01T12:00:00.000Z',
    files,
  };
  const body = Buffer.from(JSON.stringify(manifest));
  await storage.put(manifestKey(PROJECT, manifest.snapshot_id), body, JSON_TYPE);
  return { manifest, sha256: sha256(body) };
}

/** Writes a snapshot of posts in `en`, with any text as its only chunk. @returns the chunk's key */
export async function publishText(
  storage: ObjectStorage,
  number: number,
  text: string,
  said: Pick<ChunkRef, 'entries' | 'first_id'>,
): Promise<{ chunk: string }> {
  const { sha256: digest, body } = makeObject('chunk', text);
  const page = makePage([{ ...said, sha256: digest, bytes: body.byteLength }]);
  const { object, root } = makeRoot([page.ref]);
  await storage.put(chunkKey(PROJECT, digest), body, JSON_TYPE);
  for (const index of [page.object, object]) await storage.put(indexKey(PROJECT, index.sha256), index.body, JSON_TYPE);
  const { entries: count, bytes } = root;
  await putManifest(storage, number, [
    { collection: 'posts', locale: 'en', index: object.sha256, entries: count, bytes },
  ]);
  return { chunk: chunkKey(PROJECT, digest) };
}

/** Writes the pointer mirror of a token. @param changes to the mirror's content */
export async function putMirror(
  storage: ObjectStorage,
  token: string,
  { manifest, sha256: digest }: { manifest: Manifest; sha256: string },
  changes: Partial<PointerMirror> = {},
): Promise<void> {
  const mirror: PointerMirror = {
    project_id: PROJECT,
    snapshot_id: manifest.snapshot_id,
    published_at: manifest.published_at,
    content_base_path: snapshotPrefix(PROJECT, manifest.snapshot_id),
    manifest: { manifest_format: MANIFEST_FORMAT, sha256: digest },
    sequence: manifest.sequence,
    expires_at: null,
    ...changes,
  };
  await storage.put(pointerMirrorKey(pointerMirrorName(sha256(token))), Buffer.from(JSON.stringify(mirror)), JSON_TYPE);
}

/** Has the mirror of a token, which stays as it is, lead to a newer snapshot. */
export async function putLiveFile(
  storage: ObjectStorage,
  token: string,
  old: { manifest: Manifest; sha256: string },
  { manifest, sha256: manifestHash }: { manifest: Manifest; sha256: string },
): Promise<void> {
  const live = 'f'.repeat(64);
  await putMirror(storage, token, old, { live });
  const { project_id: projectId, snapshot_id: snapshotId, sequence } = manifest;
  const file = makeLiveFile({
    projectId,
    snapshotId,
    publishedAt: new Date(manifest.published_at),
    manifestHash,
    sequence,
  });
  await storage.put(liveFileKey(projectId, live), Buffer.from(JSON.stringify(file)), JSON_TYPE);
}

/** Keys of a file's chunks, in order. */
export async function chunkKeysOf(storage: ObjectStorage, { index }: ManifestFile): Promise<string[]> {
  const read = async (digest: string): Promise<Uint8Array> => {
    const found = await storage.get(indexKey(PROJECT, digest));
    if (!found) throw new Error(`There is no index ${digest}.`);
    return found.body;
  };
  const root = readRoot(index, await read(index));
  const pages = await Promise.all(root.pages.map(async ({ sha256: digest }) => readPage(digest, await read(digest))));
  return pages.flatMap(({ chunks }) => chunks.map((chunk) => chunkKey(PROJECT, chunk.sha256)));
}

/** Flips a bit of an object, in storage. */
export async function damage(storage: ObjectStorage, key: string): Promise<void> {
  const found = await storage.get(key);
  if (!found) throw new Error(`There is no object ${key}.`);
  await storage.put(key, flipped(found.body), JSON_TYPE);
}

/** The same bytes with one bit flipped. */
export function flipped(body: Uint8Array): Buffer {
  const copy = Buffer.from(body);
  const place = Math.floor(copy.length * 0.9);
  copy[place] = (copy[place] ?? 0) ^ 1;
  return copy;
}

/** Puts a mirror back as it was, one that leads to no newer pointer. */
export async function putOldMirror(
  storage: ObjectStorage,
  key: string,
  old: { readonly body: Uint8Array } | null,
): Promise<void> {
  const { live: _, ...mirror } = JSON.parse(Buffer.from(old?.body ?? []).toString()) as PointerMirror;
  await storage.put(key, Buffer.from(JSON.stringify(mirror)), JSON_TYPE);
}

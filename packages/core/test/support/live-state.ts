import {
  chunkKey,
  indexKey,
  type LiveFile,
  liveFileKey,
  type Manifest,
  manifestKey,
  type PointerMirror,
  pointerMirrorKey,
  pointerMirrorName,
  pointerOf,
  readChunk,
  readPage,
  readRoot,
  type SnapshotEntry,
  sha256,
} from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import type { Database } from '../../src/platform/database/open-database.ts';

/** The live content, as a reader of the content host finds it: `collection.locale` → entries. */
export interface LiveContent {
  readonly sequence: number;
  readonly snapshotId: string | null;
  readonly files: Readonly<Record<string, readonly SnapshotEntry[]>>;
}

/** Reads a snapshot from storage, checking each object against its digest. @throws when one is missing or damaged */
export async function readSnapshot(storage: ObjectStorage, projectId: string, snapshotId: string) {
  const read = async (key: string): Promise<Uint8Array> => {
    const found = await storage.get(key);
    if (!found) throw new Error(`The object ${key} is missing.`);
    return found.body;
  };
  const body = await read(manifestKey(projectId, snapshotId));
  const manifest = JSON.parse(new TextDecoder().decode(body)) as Manifest;
  const files: Record<string, SnapshotEntry[]> = {};
  for (const file of manifest.files) {
    const entries: SnapshotEntry[] = [];
    const root = readRoot(file.index, await read(indexKey(projectId, file.index)));
    for (const page of root.pages) {
      for (const chunk of readPage(page.sha256, await read(indexKey(projectId, page.sha256))).chunks) {
        entries.push(...readChunk(chunk.sha256, await read(chunkKey(projectId, chunk.sha256))));
      }
    }
    if (entries.length !== file.entries) throw new Error(`${file.collection}.${file.locale} has a wrong count.`);
    files[`${file.collection}.${file.locale}`] = entries;
  }
  return { manifest, manifestHash: sha256(body), files };
}

/**
 * Checks that pointer, storage and ledger say the same: the pointer's snapshot is whole in storage (I1), and its
 * content is exactly what the ledger holds (I2).
 *
 * @returns the live content
 * @throws when they differ
 */
export async function checkLive(database: Database, storage: ObjectStorage, projectId: string): Promise<LiveContent> {
  const project = await database.prisma.project.findUniqueOrThrow({ where: { id: projectId } });
  const { rows } = await database.pool.query<
    Record<string, string> & { version: number; schema_version: number; published_at: Date }
  >(
    `SELECT l.schema_version, l.collection_key || '.' || l.locale AS file, l.entry_id, l.version, l.published_at, c.json
     FROM publications l LEFT JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
     WHERE l.project_id = $1 AND l.until_seq IS NULL ORDER BY l.sort_key COLLATE "C", l.entry_id COLLATE "C"`,
    [projectId],
  );
  if (!project.liveSnapshotId) {
    if (rows.length > 0) throw new Error('The ledger has live rows, but nothing is live.');
    return { sequence: project.liveSeq, snapshotId: null, files: {} };
  }
  const { manifest, manifestHash, files } = await readSnapshot(storage, projectId, project.liveSnapshotId);
  const snapshot = await database.prisma.snapshot.findUniqueOrThrow({ where: { id: project.liveSnapshotId } });
  if (snapshot.manifestHash !== manifestHash) throw new Error('The manifest is not the one that was committed.');
  if (manifest.sequence !== snapshot.seq) throw new Error('The manifest names another sequence.');
  const ledger: Record<string, unknown[]> = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
  for (const row of rows) {
    const values: unknown = JSON.parse(row.json ?? 'null');
    const at = row.published_at.toISOString();
    const file = ledger[row.file ?? ''];
    if (!file) throw new Error(`The ledger has ${row.file}, of which the snapshot has no file.`);
    file.push({
      id: row.entry_id,
      version: row.version,
      schema_version: row.schema_version,
      published_at: at,
      values,
    });
  }
  if (JSON.stringify(sorted(ledger)) !== JSON.stringify(sorted(files))) {
    throw new Error('The live snapshot and the ledger differ.');
  }
  return { sequence: project.liveSeq, snapshotId: project.liveSnapshotId, files };
}

/** The pointer that a token finds on the content host, with what its own mirror leads to; null when there is none. */
export async function readMirror(storage: ObjectStorage, secret: string): Promise<PointerMirror | null> {
  const mirror = await readOwnMirror(storage, secret);
  if (!mirror?.live) return mirror;
  const { live } = mirror;
  return { ...pointerOf(mirror, await readJson<LiveFile>(storage, liveFileKey(mirror.project_id, live))), live };
}

/** A token's own mirror, which may be behind. */
export function readOwnMirror(storage: ObjectStorage, secret: string): Promise<PointerMirror | null> {
  return readJson(storage, pointerMirrorKey(pointerMirrorName(sha256(secret))));
}

async function readJson<Value>(storage: ObjectStorage, key: string): Promise<Value | null> {
  const found = await storage.get(key);
  return found ? (JSON.parse(new TextDecoder().decode(found.body)) as Value) : null;
}

function sorted(files: Readonly<Record<string, readonly unknown[]>>): unknown {
  return Object.keys(files)
    .sort()
    .map((name) => [name, (files[name] ?? []).map((entry) => JSON.parse(JSON.stringify(entry, keysInOrder)))]);
}

function keysInOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

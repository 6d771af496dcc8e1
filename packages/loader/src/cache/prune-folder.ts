import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkObject, type Loose, parseJson } from '../format/shapes.ts';
import { type LoaderCache, readFrom } from './cache.ts';
import { OBJECTS, objectName, POINTERS, SNAPSHOTS, snapshotName, VERIFIED } from './names.ts';
import { snapshotObjects } from './snapshot-objects.ts';

const HOUR_MS = 3_600_000;
/** Younger files stay in any case: another process may be about to use them. */
const YOUNG_MS = 24 * HOUR_MS;
/** Snapshots of a project that stay even when they weren't used for longer. */
const KEPT_SNAPSHOTS = 3;
const STAMP = 'pruned';

type Cache = Pick<LoaderCache, 'read'>;

/** A record of a snapshot, with the time when it was used last. */
interface UsedSnapshot {
  readonly name: string;
  readonly usedAt: number;
}

/**
 * Removes files from a cache's folder that are no longer needed, at most once an hour: objects
 * that belong neither to one of the last snapshots of a project, nor to one that was used within a day, nor to the last
 * verified one, and that are older than a day themselves. A load that misses something fetches it again.
 */
export async function pruneFolder(folder: string, now: number, cache: Cache): Promise<void> {
  try {
    const stamp = path.join(folder, STAMP);
    if (now - ((await modifiedAt(stamp)) ?? 0) < HOUR_MS) return;
    await writeFile(stamp, '');
    const kept = await snapshotsToKeep(folder, now, cache);
    const needed = new Set<string>();
    for (const name of kept) {
      const { manifest_sha256: sha256 } = await recordAt(cache, name);
      if (typeof sha256 !== 'string') continue;
      for await (const digest of snapshotObjects(sha256, cache)) needed.add(objectName(digest));
    }
    for (const file of await listFiles(folder, OBJECTS, POINTERS, VERIFIED)) {
      const isPointer = file.startsWith(POINTERS) || file.startsWith(VERIFIED);
      const isUseless = isPointer ? file.endsWith('.tmp') : !needed.has(file);
      if (isUseless && (await isOld(folder, file, now))) await rm(path.join(folder, file), { force: true });
    }
  } catch {
    // Pruning only saves space: a file that can't be removed now is left for the next time.
  }
}

/** Names of the records that stay; the other records are removed. */
async function snapshotsToKeep(folder: string, now: number, cache: Cache): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const file of await listFiles(folder, POINTERS, VERIFIED)) {
    kept.add(snapshotName(path.basename(file, '.json'), String((await recordAt(cache, file)).snapshot_id)));
  }
  const byProject = new Map<string, UsedSnapshot[]>();
  for (const name of await listFiles(folder, SNAPSHOTS)) {
    const usedAt = await modifiedAt(path.join(folder, name));
    const project = String((await recordAt(cache, name)).project_id);
    if (usedAt !== null) byProject.set(project, [...(byProject.get(project) ?? []), { name, usedAt }]);
  }
  for (const snapshots of byProject.values()) {
    snapshots.sort((a, b) => b.usedAt - a.usedAt);
    for (const [rank, { name, usedAt }] of snapshots.entries()) {
      if (rank < KEPT_SNAPSHOTS || now - usedAt < YOUNG_MS) kept.add(name);
      else if (!kept.has(name)) await rm(path.join(folder, name), { force: true });
    }
  }
  return kept;
}

/** A record of the cache; without properties when there's none that can be read. */
async function recordAt(cache: Cache, name: string): Promise<Loose> {
  return (await readFrom(cache, name, (body) => checkObject(parseJson(body), name))) ?? {};
}

/** Files below parts of the folder, named from the folder on. */
async function listFiles(folder: string, ...parts: readonly string[]): Promise<string[]> {
  const read = (part: string) =>
    readdir(path.join(folder, part), { withFileTypes: true, recursive: true }).catch(() => []);
  const found = await Promise.all(parts.map(read));
  return found
    .flat()
    .filter((file) => file.isFile())
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join('/'));
}

async function isOld(folder: string, file: string, now: number): Promise<boolean> {
  const modified = await modifiedAt(path.join(folder, file));
  return modified !== null && now - modified > YOUNG_MS;
}

async function modifiedAt(file: string): Promise<number | null> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? null;
}

import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Loose, objectAt, parseJson, ShapeError } from '../shapes.ts';
import { OBJECTS, objectName, POINTERS, SNAPSHOTS, snapshotName, VERIFIED } from './names.ts';
import { snapshotObjects } from './snapshot-objects.ts';

const HOUR_MS = 3_600_000;
/** What's younger stays, whatever it is: another process may be about to use it. */
const YOUNG_MS = 24 * HOUR_MS;
/** Snapshots of a project that stay even when they weren't used for longer. */
const KEPT_SNAPSHOTS = 3;
const STAMP = 'pruned';

type Read = (name: string) => Uint8Array | null;

/** A record of a snapshot, with the time when it was used last. */
interface UsedSnapshot {
  readonly name: string;
  readonly usedAt: number;
}

/**
 * Removes files that nobody needs from a cache's folder, at most once an hour: objects that belong neither to one of the
 * last snapshots of a project, nor to one that was used within a day, nor to the last verified one, and that are older
 * than a day themselves. A process that misses something fetches it again.
 */
export async function pruneFolder(folder: string, now: number, read: Read): Promise<void> {
  try {
    const stamp = path.join(folder, STAMP);
    if (now - ((await modifiedAt(stamp)) ?? 0) < HOUR_MS) return;
    await writeFile(stamp, '');
    const kept = await snapshotsToKeep(folder, now, read);
    const needed = new Set<string>();
    for (const name of kept) {
      const { manifest_sha256: sha256 } = recordAt(read, name);
      if (typeof sha256 !== 'string') continue;
      for await (const digest of snapshotObjects(sha256, read)) needed.add(objectName(digest));
    }
    for (const file of await listFiles(folder, OBJECTS)) {
      if (!needed.has(file) && (await isOld(folder, file, now))) await rm(path.join(folder, file), { force: true });
    }
    for (const file of [...(await listFiles(folder, POINTERS)), ...(await listFiles(folder, VERIFIED))]) {
      if (file.endsWith('.tmp') && (await isOld(folder, file, now))) await rm(path.join(folder, file), { force: true });
    }
  } catch {
    // Pruning only saves room: what went wrong this time is left for the next.
  }
}

/** Names of the records that stay; the other records are removed. */
async function snapshotsToKeep(folder: string, now: number, read: Read): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const file of [...(await listFiles(folder, POINTERS)), ...(await listFiles(folder, VERIFIED))]) {
    kept.add(snapshotName(path.basename(file, '.json'), String(recordAt(read, file).snapshot_id)));
  }
  const byProject = new Map<string, UsedSnapshot[]>();
  for (const name of await listFiles(folder, SNAPSHOTS)) {
    const usedAt = await modifiedAt(path.join(folder, name));
    const project = String(recordAt(read, name).project_id);
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
function recordAt(read: Read, name: string): Loose {
  const body = read(name);
  if (body === null) return {};
  try {
    return objectAt(parseJson(body), name);
  } catch (error) {
    if (error instanceof ShapeError) return {};
    throw error;
  }
}

/** Files below a part of the folder, named from the folder on. */
async function listFiles(folder: string, part: string): Promise<string[]> {
  const found = await readdir(path.join(folder, part), { withFileTypes: true, recursive: true }).catch(() => []);
  return found
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

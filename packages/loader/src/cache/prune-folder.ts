import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { objectAt, parseJson, ShapeError } from '../shapes.ts';
import { readManifest, readPage, readRoot } from '../snapshot/shapes.ts';
import { OBJECTS, objectName, POINTERS, SNAPSHOTS, VERIFIED } from './names.ts';

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
    const needed = new Set([...kept].flatMap((name) => objectsOf(name, read)));
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
    const { project_id, snapshot_id } = recordAt(read, file);
    kept.add(`${SNAPSHOTS}${project_id}/${snapshot_id}.json`);
  }
  const byProject = new Map<string, UsedSnapshot[]>();
  for (const name of await listFiles(folder, SNAPSHOTS)) {
    const usedAt = await modifiedAt(path.join(folder, name));
    const project = path.dirname(name);
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

/** Names of all objects of a snapshot, as far as the cache can tell. */
function objectsOf(snapshot: string, read: Read): string[] {
  const { manifest_sha256: sha256 } = recordAt(read, snapshot);
  if (typeof sha256 !== 'string') return [];
  const names = [objectName(sha256)];
  const manifest = tryRead(read, objectName(sha256), (body) => readManifest(body, ''));
  for (const file of manifest?.files ?? []) {
    names.push(objectName(file.index));
    const root = tryRead(read, objectName(file.index), readRoot);
    for (const ref of root?.pages ?? []) {
      names.push(objectName(ref.sha256));
      const page = tryRead(read, objectName(ref.sha256), (body) => readPage(body, ref));
      names.push(...(page?.chunks ?? []).map((chunk) => objectName(chunk.sha256)));
    }
  }
  return names;
}

function recordAt(read: Read, name: string): Readonly<Record<string, unknown>> {
  return tryRead(read, name, (body) => objectAt(parseJson(body), name)) ?? {};
}

function tryRead<Result>(read: Read, name: string, parse: (body: Uint8Array) => Result): Result | null {
  const body = read(name);
  if (body === null) return null;
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof ShapeError) return null;
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

import {
  CorruptObjectError,
  type FileChange,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestFile,
  manifestKey,
  type ObjectAccess,
  readRoot,
  sha256,
  type UpdatedFile,
  updateFile,
} from '@stele/snapshot';
import type { Pool } from 'pg';
import { loadLiveFile } from './ledger.store.ts';
import type { ProjectLiveState } from './model.ts';
import { type LedgerChange, type SnapshotContent, snapshotEntry } from './round.ts';
import { MissingObjectError, type SnapshotObjects } from './snapshot-objects.ts';

/** A snapshot whose objects are all in storage, and which nothing points at yet. */
export interface BuiltSnapshot {
  readonly id: string;
  readonly files: readonly ManifestFile[];
  /** SHA-256 of the manifest's bytes. */
  readonly manifestHash: string;
  /** Keys of the objects that were written for it: those that no snapshot names yet. */
  readonly written: readonly string[];
}

/**
 * Writes the objects that a snapshot needs beyond those of the live one, then the manifest.
 *
 * @throws StorageUnavailableError, or whatever else the storage throws; then nothing is live that wasn't, and no write is
 *   under way any more
 */
export async function buildSnapshot(
  { project, publishedAt, changes: ledgerChanges, removedCollections = [] }: SnapshotContent,
  snapshotId: string,
  deps: { readonly objects: SnapshotObjects; readonly pool: Pool },
): Promise<BuiltSnapshot> {
  const access = deps.objects.forBuild(project.id);
  const changesByFile = groupByFile(ledgerChanges);
  const builds = filesOf(project, changesByFile, new Set(removedCollections)).map(
    async ({ collection, locale, old }): Promise<ManifestFile> => {
      const changes = changesByFile.get(fileName(collection, locale));
      if (old && !changes) return old;
      const fileChanges = (changes ?? []).flatMap(toFileChanges);
      const { index, root } = await updateOrRebuild(
        { project, collection, locale, old },
        fileChanges,
        access,
        deps.pool,
      );
      return { collection, locale, index, entries: root.entries, bytes: root.bytes };
    },
  );
  const files = await Promise.all(builds).catch(async (error: unknown) => {
    await Promise.allSettled(builds);
    await access.finish();
    throw error;
  });
  const manifest: Manifest = {
    manifest_format: MANIFEST_FORMAT,
    project_id: project.id,
    snapshot_id: snapshotId,
    sequence: project.liveSeq + 1,
    schema_version: project.schemaVersion,
    published_at: publishedAt.toISOString(),
    files,
  };
  const body = new TextEncoder().encode(JSON.stringify(manifest));
  access.writeManifest(manifestKey(project.id, snapshotId), body);
  return { id: snapshotId, files, manifestHash: sha256(body), written: await access.finish() };
}

interface FileToBuild {
  readonly collection: string;
  readonly locale: string;
  readonly old: ManifestFile | null;
}

/**
 * Every collection of the schema and every other one that is or was live, in every locale of the project and those that
 * still have a file.
 */
function filesOf(
  project: ProjectLiveState,
  changes: ReadonlyMap<string, readonly LedgerChange[]>,
  gone: ReadonlySet<string>,
): FileToBuild[] {
  const { schema } = project;
  const kept = (project.live?.files ?? []).filter((file) => !gone.has(file.collection));
  const old = new Map(kept.map((file) => [fileName(file.collection, file.locale), file]));
  const touched = [...changes.values()]
    .flatMap((list) => list.slice(0, 1))
    .filter((change) => !gone.has(change.collectionKey));
  const live = [...kept.map((file) => file.collection), ...touched.map((change) => change.collectionKey)];
  const collections = new Set([...(schema?.collections ?? []).map(({ key }) => key), ...live]);
  const files = new Map<string, FileToBuild>();
  for (const file of old.values()) files.set(fileName(file.collection, file.locale), { ...file, old: file });
  for (const collection of collections) {
    for (const locale of project.locales) {
      const name = fileName(collection, locale);
      if (!files.has(name)) files.set(name, { collection, locale, old: null });
    }
  }
  for (const { collectionKey, locale } of touched) {
    const name = fileName(collectionKey, locale);
    if (!files.has(name)) files.set(name, { collection: collectionKey, locale, old: null });
  }
  return [...files.values()].sort((a, b) => {
    const [left, right] = [fileName(a.collection, a.locale), fileName(b.collection, b.locale)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

function groupByFile(changes: readonly LedgerChange[]): Map<string, LedgerChange[]> {
  const groups = new Map<string, LedgerChange[]>();
  const add = (change: LedgerChange): void => {
    const name = fileName(change.collectionKey, change.locale);
    const group = groups.get(name);
    if (group) group.push(change);
    else groups.set(name, [change]);
  };
  for (const change of changes) {
    const { before } = change;
    if (!before || before.collectionKey === change.collectionKey) add(change);
    else {
      add({ ...change, collectionKey: before.collectionKey, after: null });
      if (change.after) add({ ...change, before: null });
    }
  }
  return groups;
}

function toFileChanges(change: LedgerChange): FileChange[] {
  const { entryId: id, before, after } = change;
  const put: FileChange[] = after ? [{ id, key: after.state.sortKey, entry: snapshotEntry({ ...change, after }) }] : [];
  const stays = after && before && after.state.sortKey === before.sortKey;
  return before && !stays ? [{ id, key: before.sortKey, entry: null }, ...put] : put;
}

/** Updates a file; if an object of it is lost or damaged, builds the file anew from the ledger. */
async function updateOrRebuild(
  file: FileToBuild & { readonly project: ProjectLiveState },
  changes: readonly FileChange[],
  access: ObjectAccess,
  pool: Pool,
): Promise<UpdatedFile> {
  if (!file.old) return updateFile(null, changes, access);
  try {
    const root = readRoot(file.old.index, await access.read('index', file.old.index));
    return await updateFile(root, changes, access);
  } catch (error) {
    if (!(error instanceof MissingObjectError || error instanceof CorruptObjectError)) throw error;
    const { project, collection, locale } = file;
    const live = await loadLiveFile(pool, { projectId: project.id, collection, locale });
    const changed = new Set(changes.map((change) => change.id));
    return updateFile(null, [...live.filter((entry) => !changed.has(entry.id)), ...changes], access);
  }
}

function fileName(collection: string, locale: string): string {
  return `${collection}.${locale}`;
}

import {
  CorruptObjectError,
  type FileChange,
  type LoadEntries,
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
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { type FileChanges, fileName } from './file-changes.ts';
import { loadLiveEntries, loadLivePlaces } from './ledger.store.ts';
import type { ProjectLiveState } from './model.ts';
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

/** What a snapshot holds: what is live, with some changes. */
export interface SnapshotContent {
  readonly project: ProjectLiveState;
  readonly publishedAt: Date;
  readonly changes: FileChanges;
  /** Loads entries of a locale that changes don't hold. */
  readonly load?: (locale: string) => LoadEntries;
  /** Collections that have no files any more. */
  readonly removedCollections?: readonly string[];
}

/** So many files are written at once: each holds some entries. */
const FILES_AT_ONCE = 8;

/**
 * Writes the objects that a snapshot needs beyond those of the live one, then the manifest.
 *
 * @throws StorageUnavailableError, or whatever else the storage throws; then nothing is live that wasn't, and no write is
 *   under way any more
 */
export async function buildSnapshot(
  { project, publishedAt, changes: all, load, removedCollections = [] }: SnapshotContent,
  snapshotId: string,
  deps: { readonly objects: SnapshotObjects; readonly pool: Pool },
): Promise<BuiltSnapshot> {
  const access = deps.objects.forBuild(project.id, load === undefined);
  const limit = pLimit(FILES_AT_ONCE);
  const builds = filesOf(project, all, new Set(removedCollections)).map(
    async ({ collection, locale, old }): Promise<ManifestFile> => {
      const changes = all.of(collection, locale);
      if (old && changes.length === 0) return old;
      const file = { projectId: project.id, collection, locale, old };
      const { index, root } = await limit(() => updateOrRebuild(file, changes, access, load?.(locale), deps.pool));
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
function filesOf(project: ProjectLiveState, changes: FileChanges, gone: ReadonlySet<string>): FileToBuild[] {
  const { schema } = project;
  const kept = (project.live?.files ?? []).filter((file) => !gone.has(file.collection));
  const old = new Map(kept.map((file) => [fileName(file.collection, file.locale), file]));
  const touched = [...changes.files()].filter((file) => !gone.has(file.collection));
  const live = [...kept, ...touched].map((file) => file.collection);
  const collections = new Set([...(schema?.collections ?? []).map(({ key }) => key), ...live]);
  const files = new Map<string, FileToBuild>();
  for (const file of old.values()) files.set(fileName(file.collection, file.locale), { ...file, old: file });
  for (const collection of collections) {
    for (const locale of project.locales) {
      const name = fileName(collection, locale);
      if (!files.has(name)) files.set(name, { collection, locale, old: null });
    }
  }
  for (const { collection, locale } of touched) {
    const name = fileName(collection, locale);
    if (!files.has(name)) files.set(name, { collection, locale, old: null });
  }
  return [...files.values()].sort((a, b) => {
    const [left, right] = [fileName(a.collection, a.locale), fileName(b.collection, b.locale)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

/** Updates a file; if an object of it is lost or damaged, builds the file anew from the ledger. */
async function updateOrRebuild(
  file: FileToBuild & { readonly projectId: string },
  changes: readonly FileChange[],
  access: ObjectAccess,
  load: LoadEntries | undefined,
  pool: Pool,
): Promise<UpdatedFile> {
  if (!file.old) return updateFile(null, changes, access, load);
  try {
    const root = readRoot(file.old.index, await access.read('index', file.old.index));
    return await updateFile(root, changes, access, load);
  } catch (error) {
    if (!(error instanceof MissingObjectError || error instanceof CorruptObjectError)) throw error;
    const changed = new Set(changes.map((change) => change.id));
    const live = (await loadLivePlaces(pool, file)).filter(({ id }) => !changed.has(id));
    const loadBoth: LoadEntries = async (wanted) => {
      const other = wanted.findIndex(({ id }) => changed.has(id) !== changed.has(wanted[0]?.id ?? ''));
      const first = other < 0 ? wanted : wanted.slice(0, other);
      return load && changed.has(first[0]?.id ?? '') ? load(first) : loadLiveEntries(pool, file, first);
    };
    return updateFile(null, [...live, ...changes], access, loadBoth);
  }
}

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
import { loadLiveEntries, loadLivePositions } from './ledger.store.ts';
import type { ProjectLiveState } from './model.ts';
import { MissingObjectError, type SnapshotObjects } from './snapshot-objects.ts';

/** A snapshot whose objects are all in storage. Nothing points to it yet. */
export interface BuiltSnapshot {
  readonly id: string;
  readonly files: readonly ManifestFile[];
  /** SHA-256 of the manifest's bytes. */
  readonly manifestHash: string;
  /** Keys of the objects that this build wrote. */
  readonly written: readonly string[];
}

/** Content of a new snapshot: the published content with some changes. */
export interface SnapshotContent {
  readonly project: ProjectLiveState;
  readonly publishedAt: Date;
  readonly changes: FileChanges;
  /** Loads the entries of changes that say `later`, in a locale. */
  readonly load?: (locale: string) => LoadEntries;
  /** Collections whose files are dropped. */
  readonly removedCollections?: readonly string[];
}

const FILES_AT_ONCE = 8;

/**
 * Writes the objects that a snapshot needs and the live one doesn't have, and then the manifest.
 *
 * @throws StorageUnavailableError, or another error of the storage; then all its writes have ended
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
    await access.abandon();
    await Promise.allSettled(builds);
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
  const manifestHash = sha256(body);
  access.writeManifest(manifestKey(project.id, snapshotId), body, manifestHash);
  return { id: snapshotId, files, manifestHash, written: await access.finish() };
}

interface FileToBuild {
  readonly collection: string;
  readonly locale: string;
  readonly old: ManifestFile | null;
}

/**
 * The files of a snapshot: one for each locale and collection, including collections that are or were published and that the
 * schema doesn't have any more; and all existing files.
 */
function filesOf(project: ProjectLiveState, changes: FileChanges, gone: ReadonlySet<string>): FileToBuild[] {
  const kept = (project.live?.files ?? []).filter((file) => !gone.has(file.collection));
  const touched = [...changes.files()].filter((file) => !gone.has(file.collection));
  const keys = [
    ...(project.schema?.collections ?? []),
    ...[...kept, ...touched].map((file) => ({ key: file.collection })),
  ];
  const files = new Map<string, FileToBuild>();
  const add = (collection: string, locale: string, old: ManifestFile | null): void => {
    const name = fileName(collection, locale);
    if (!files.has(name)) files.set(name, { collection, locale, old });
  };
  for (const file of kept) add(file.collection, file.locale, file);
  for (const { key } of keys) for (const locale of project.locales) add(key, locale, null);
  for (const { collection, locale } of touched) add(collection, locale, null);
  return [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, file]) => file);
}

/** Updates a file. If one of its objects is missing or damaged, builds the whole file from the ledger. */
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
    const live = (await loadLivePositions(pool, file)).filter(({ id }) => !changed.has(id));
    const loadBoth: LoadEntries = async (wanted) => {
      const other = wanted.findIndex(({ id }) => changed.has(id) !== changed.has(wanted[0]?.id ?? ''));
      const first = other < 0 ? wanted : wanted.slice(0, other);
      return load && changed.has(first[0]?.id ?? '') ? load(first) : loadLiveEntries(pool, file, first);
    };
    return updateFile(null, [...live, ...changes], access, loadBoth);
  }
}

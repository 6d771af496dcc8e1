import type { SchemaDocument } from '@stele/schema';
import { chunkKey, indexKey, type Manifest, type ManifestFile, manifestKey, sha256, updateFile } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import {
  type FilledProject,
  type Filling,
  fillEntries,
  liveContentOf,
  liveValuesOf,
  PUBLISHED_AT,
} from './fill-entries.ts';

const LOCALES = ['de', 'en'];
const CONTENT_TYPE = 'application/json';

/** Entries that are filled in together. */
export interface FillingSet {
  readonly entries: number;
  /** @param earlier ids of the sets before: entries may refer to those */
  make(number: number, earlier: readonly (readonly string[])[]): Filling;
}

/** Content to fill a project that has published none. */
export interface ProjectFilling {
  readonly pool: Pool;
  readonly storage: ObjectStorage;
  readonly project: { readonly id: string; readonly schema?: SchemaDocument };
  readonly sets: readonly FillingSet[];
}

/**
 * Makes entries in `de` and `en`, and a snapshot of those that are live, as if each had been created and published.
 *
 * @returns the ids of each set
 */
export async function fillProject({ pool, storage, project, sets }: ProjectFilling): Promise<string[][]> {
  const filled: string[][] = [];
  const referredTo = new Map<string, string>();
  const live: Live[] = [];
  for (const { entries, make } of sets) {
    const now: FilledProject = { ...project, referredTo: new Map(referredTo) };
    const earlier = [...filled];
    const ids = await fillEntries(pool, now, entries, (number) => make(number, earlier));
    filled.push(ids);
    for (const [number, id] of ids.entries()) {
      const filling = make(number, earlier);
      referredTo.set(id, filling.collection);
      live.push({ id, project: now, filling });
    }
  }
  await insertSnapshot({ pool, storage, project }, live);
  await pool.query('VACUUM ANALYZE');
  return filled;
}

interface Live {
  readonly id: string;
  readonly project: FilledProject;
  readonly filling: Filling;
}

async function insertSnapshot(
  { pool, storage, project }: Pick<ProjectFilling, 'pool' | 'storage' | 'project'>,
  live: readonly Live[],
): Promise<void> {
  const access = {
    read: () => Promise.reject(new Error('a new file reads nothing')),
    write: async (object: { kind: 'index' | 'chunk'; sha256: string; body: Uint8Array }): Promise<void> => {
      const key = object.kind === 'chunk' ? chunkKey(project.id, object.sha256) : indexKey(project.id, object.sha256);
      await storage.put(key, object.body, { contentType: CONTENT_TYPE });
    },
  };
  const schemaVersion = project.schema ? 1 : 0;
  const published_at = PUBLISHED_AT.toISOString();
  const collections = [...new Set(live.map(({ filling }) => filling.collection))].sort();
  const files: ManifestFile[] = [];
  for (const collection of collections) {
    for (const locale of LOCALES) {
      const changes = live
        .filter(({ filling }) => filling.collection === collection)
        .flatMap(({ id, project: at, filling }) => {
          const draft = liveValuesOf(filling, locale);
          if (!draft) return [];
          const { values, sortKey: key } = liveContentOf(at, filling, draft);
          return [{ id, key, entry: { id, version: 2, schema_version: schemaVersion, published_at, values } }];
        });
      const { index, root } = await updateFile(null, changes, access);
      files.push({ collection, locale, index, entries: root.entries, bytes: root.bytes });
    }
  }
  const snapshotId = `snap_${ulid().toLowerCase()}`;
  const manifest: Manifest = {
    manifest_format: 1,
    project_id: project.id,
    snapshot_id: snapshotId,
    sequence: 1,
    schema_version: schemaVersion,
    published_at,
    files,
  };
  const body = new TextEncoder().encode(JSON.stringify(manifest));
  await storage.put(manifestKey(project.id, snapshotId), body, { contentType: CONTENT_TYPE });
  await pool.query(
    `INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
     VALUES ($1, $2, 1, $6, $3, $4, $5)`,
    [snapshotId, project.id, published_at, JSON.stringify(files), sha256(body), schemaVersion],
  );
  await pool.query('UPDATE projects SET live_seq = 1, live_snapshot_id = $1 WHERE id = $2', [snapshotId, project.id]);
}

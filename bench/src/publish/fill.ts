import { chunkKey, indexKey, type Manifest, type ManifestFile, manifestKey, sha256, updateFile } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { Pool } from 'pg';
import { ulid } from 'ulid';
import {
  type Filling,
  fillEntries,
  liveValuesOf,
  PUBLISHED_AT,
} from '../../../packages/core/test/support/fill-entries.ts';

const LOCALES = ['de', 'en'];
const COLLECTION = 'posts';

/** What a project is filled with. */
export interface ProjectFilling {
  readonly databaseUrl: string;
  readonly storage: ObjectStorage;
  readonly projectId: string;
  readonly entries: number;
  /** The entries, all of one collection, in `en` and `de`. */
  make(number: number): Filling;
}

/** An entry's values in one locale, of a text of some length. */
export function valuesOf(number: number, locale: string, bytes: number): { body: string; title: string } {
  return { body: `${locale} ${number} `.padEnd(bytes, sha256(`${locale} ${number}`)), title: `Entry ${number}` };
}

/** A live entry of such values. */
export function published(number: number, bytes: number): Filling {
  const values = { en: valuesOf(number, 'en', bytes), de: valuesOf(number, 'de', bytes) };
  return { collection: COLLECTION, state: 'published', title: values.en.title, values };
}

/**
 * Makes entries, and a snapshot of those that are live, as if each had been created and published. @returns their ids
 */
export async function fillProject(filling: ProjectFilling): Promise<string[]> {
  const pool = new Pool({ connectionString: filling.databaseUrl, max: 1 });
  try {
    const ids = await fillEntries(pool, filling.projectId, filling.entries, (number) => filling.make(number));
    await insertSnapshot(pool, filling, ids);
    await pool.query('VACUUM ANALYZE');
    return ids;
  } finally {
    await pool.end();
  }
}

async function insertSnapshot(pool: Pool, filling: ProjectFilling, ids: string[]): Promise<void> {
  const { storage, projectId, make } = filling;
  const contentType = 'application/json';
  const access = {
    read: () => Promise.reject(new Error('a new file reads nothing')),
    write: async (object: { kind: 'index' | 'chunk'; sha256: string; body: Uint8Array }): Promise<void> => {
      const key = object.kind === 'chunk' ? chunkKey(projectId, object.sha256) : indexKey(projectId, object.sha256);
      await storage.put(key, object.body, { contentType });
    },
  };
  const published_at = PUBLISHED_AT.toISOString();
  const files: ManifestFile[] = [];
  for (const locale of LOCALES) {
    const changes = ids.flatMap((id, number) => {
      const values = liveValuesOf(make(number), locale);
      return values ? [{ id, key: '', entry: { id, version: 2, schema_version: 0, published_at, values } }] : [];
    });
    const { index, root } = await updateFile(null, changes, access);
    files.push({ collection: COLLECTION, locale, index, entries: root.entries, bytes: root.bytes });
  }
  const snapshotId = `snap_${ulid().toLowerCase()}`;
  const manifest: Manifest = {
    manifest_format: 1,
    project_id: projectId,
    snapshot_id: snapshotId,
    sequence: 1,
    schema_version: 0,
    published_at,
    files,
  };
  const body = new TextEncoder().encode(JSON.stringify(manifest));
  await storage.put(manifestKey(projectId, snapshotId), body, { contentType });
  await pool.query(
    `INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
     VALUES ($1, $2, 1, 0, $3, $4, $5)`,
    [snapshotId, projectId, published_at, JSON.stringify(files), sha256(body)],
  );
  await pool.query('UPDATE projects SET live_seq = 1, live_snapshot_id = $1 WHERE id = $2', [snapshotId, projectId]);
}

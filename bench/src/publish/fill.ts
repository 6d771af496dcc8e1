import { canonicalJson, chunkKey, indexKey, type Manifest, manifestKey, sha256, updateFile } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { Pool } from 'pg';
import { ulid } from 'ulid';

const LOCALES = ['en', 'de'];
const BATCH = 2_000;
const PUBLISHED_AT = '2026-01-01T00:00:00.000Z';
const TOKEN = { type: 'system', id: 'bench', name: 'Bench' };

/** What a project is filled with. */
export interface Filling {
  readonly databaseUrl: string;
  readonly storage: ObjectStorage;
  readonly projectId: string;
  readonly entries: number;
  /** Length of an entry's text in each locale. */
  readonly bytes: number;
}

/** An entry's values in one locale, in canonical order of fields. */
export function valuesOf(number: number, locale: string, bytes: number): { body: string; title: string } {
  return { body: `${locale} ${number} `.padEnd(bytes, sha256(`${locale} ${number}`)), title: `Entry ${number}` };
}

/**
 * Puts entries live as if each had been created and published: rows set by set, and one snapshot. @returns their ids
 */
export async function fillProject(filling: Filling): Promise<string[]> {
  const pool = new Pool({ connectionString: filling.databaseUrl, max: 1 });
  try {
    const ids = Array.from({ length: filling.entries }, () => `ent_${ulid().toLowerCase()}`);
    for (let from = 0; from < ids.length; from += BATCH)
      await insertBatch(pool, filling, ids.slice(from, from + BATCH), from);
    await insertSnapshot(pool, filling, ids);
    await pool.query('VACUUM ANALYZE');
    return ids;
  } finally {
    await pool.end();
  }
}

async function insertBatch(pool: Pool, { projectId, bytes }: Filling, ids: string[], from: number): Promise<void> {
  const actor = JSON.stringify(TOKEN);
  await pool.query(
    `INSERT INTO entries (id, project_id, collection_key, version, values_version, title, status, created_at, created_by,
       updated_at, updated_by)
     SELECT id, $2, 'posts', 2, 1, 'Entry', 'published', $3, $4, $3, $4 FROM unnest($1::text[]) AS i(id)`,
    [ids, projectId, PUBLISHED_AT, actor],
  );
  for (const locale of LOCALES) {
    const texts = ids.map((_, index) => canonicalJson(valuesOf(from + index, locale, bytes)));
    await pool.query(
      `WITH v AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS v(id, json, hash)),
       a AS (INSERT INTO entry_values (entry_id, locale, version, values) SELECT id, $4, 1, json::jsonb FROM v),
       b AS (INSERT INTO entry_drafts (entry_id, locale, version, values_hash) SELECT id, $4, 1, hash FROM v),
       c AS (INSERT INTO contents (project_id, hash, json) SELECT $5, hash, json FROM v)
       INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version, sort_key,
         published_at, values_hash, content_hash)
       SELECT $5, id, $4, 1, 'posts', 2, 0, '', $6, hash, hash FROM v`,
      [ids, texts, texts.map((text) => sha256(text)), locale, projectId, PUBLISHED_AT],
    );
  }
}

async function insertSnapshot(pool: Pool, { storage, projectId, bytes }: Filling, ids: string[]): Promise<void> {
  const contentType = 'application/json';
  const access = {
    read: () => Promise.reject(new Error('a new file reads nothing')),
    write: async (object: { kind: 'index' | 'chunk'; sha256: string; body: Uint8Array }): Promise<void> => {
      const key = object.kind === 'chunk' ? chunkKey(projectId, object.sha256) : indexKey(projectId, object.sha256);
      await storage.put(key, object.body, { contentType });
    },
  };
  const files: Manifest['files'][number][] = [];
  for (const locale of [...LOCALES].sort()) {
    const changes = ids.map((id, number) => ({
      id,
      key: '',
      entry: { id, version: 2, schema_version: 0, published_at: PUBLISHED_AT, values: valuesOf(number, locale, bytes) },
    }));
    const { index, root } = await updateFile(null, changes, access);
    files.push({ collection: 'posts', locale, index, entries: root.entries, bytes: root.bytes });
  }
  const snapshotId = `snap_${ulid().toLowerCase()}`;
  const manifest: Manifest = {
    manifest_format: 1,
    project_id: projectId,
    snapshot_id: snapshotId,
    sequence: 1,
    schema_version: 0,
    published_at: PUBLISHED_AT,
    files,
  };
  const body = new TextEncoder().encode(JSON.stringify(manifest));
  await storage.put(manifestKey(projectId, snapshotId), body, { contentType });
  await pool.query(
    `INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
     VALUES ($1, $2, 1, 0, $3, $4, $5)`,
    [snapshotId, projectId, PUBLISHED_AT, JSON.stringify(files), sha256(body)],
  );
  await pool.query('UPDATE projects SET live_seq = 1, live_snapshot_id = $1 WHERE id = $2', [snapshotId, projectId]);
}

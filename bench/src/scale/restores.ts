import { Pool } from 'pg';
import { ulid } from 'ulid';
import type { Figure } from '../bench.ts';
import { figure } from '../statistics.ts';
import { type Say, type ScaleProject, timed } from './project.ts';

const DIFFERING = 10_000;
/** Milliseconds until the site shows the earlier snapshot, and until editors work on it. */
const GOAL = { atMost: 3000 };

/** Two snapshots that differ. */
interface Restorable {
  readonly first: string;
  readonly second: string;
}

/** Which entries differ: entries created one after another, as by an import, or entries spread over all. */
const CHOICES = { 'made one after another': 'id', 'scattered over all': 'md5(id)' } as const;

/** Publishes another snapshot, in which ten thousand entries differ in both locales. */
async function makeSnapshot({ api, databaseUrl }: ScaleProject, order: string): Promise<Restorable> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const second = `snap_${ulid().toLowerCase()}`;
  try {
    const { rows } = await pool.query<{ live_seq: number; live_snapshot_id: string }>(
      'SELECT live_seq, live_snapshot_id FROM projects WHERE id = $1',
      [api.projectId],
    );
    const { live_seq: seq = 0, live_snapshot_id: first = '' } = rows[0] ?? {};
    await pool.query('BEGIN');
    await pool.query(
      `CREATE TEMPORARY TABLE edited ON COMMIT DROP AS SELECT l.*, c.json, e.version + 1 AS next FROM publications l
       JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash JOIN entries e ON e.id = l.entry_id
       WHERE l.project_id = $1 AND l.until_seq IS NULL AND l.entry_id IN (SELECT id FROM entries
         WHERE project_id = $1 AND status = 'published' ORDER BY ${order} LIMIT ${DIFFERING})`,
      [api.projectId],
    );
    for (const sql of [
      `UPDATE publications l SET until_seq = $2 FROM edited e WHERE l.project_id = $1 AND l.entry_id = e.entry_id
         AND l.locale = e.locale AND l.until_seq IS NULL`,
      `INSERT INTO entry_values (entry_id, locale, version, values)
       SELECT entry_id, locale, next, json::jsonb || '{"title": "Edited"}' FROM edited WHERE $1 <> '' AND $2 > 0`,
      `INSERT INTO contents (project_id, hash, json)
       SELECT $1, md5(json) || md5($2::int::text || json), (json::jsonb || '{"title": "Edited"}')::text FROM edited
       ON CONFLICT DO NOTHING`,
      `INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version,
         sort_key, published_at, values_hash, content_hash)
       SELECT $1, entry_id, locale, $2, collection_key, next, 0, '', now(), md5(json) || md5($2::int::text || json),
         md5(json) || md5($2::int::text || json) FROM edited`,
      `UPDATE entries e SET version = version + 1 WHERE e.project_id = $1 AND $2 > 0
         AND e.id IN (SELECT entry_id FROM edited)`,
    ]) {
      await pool.query(sql, [api.projectId, seq + 1]);
    }
    await pool.query(
      `INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
       SELECT $2, project_id, $3, 0, now(), files, manifest_hash FROM snapshots WHERE id = $1`,
      [first, second, seq + 1],
    );
    await pool.query('UPDATE projects SET live_seq = live_seq + 1, live_snapshot_id = $1 WHERE id = $2', [
      second,
      api.projectId,
    ]);
    await pool.query('COMMIT');
    await pool.query('VACUUM ANALYZE');
    return { first, second };
  } finally {
    await pool.end();
  }
}

/** Restores two snapshots alternately: measures how long it takes until site, ledger and entries are those of the snapshot. */
export async function measureRestores(say: Say, project: ScaleProject, rounds: number): Promise<Figure[]> {
  const { api } = project;
  const restore = (id: string): Promise<number> =>
    timed(() => api.owner.post(`/v1/projects/${api.projectId}/snapshots/${id}/restore`, {}));
  const figures: Figure[] = [];
  for (const [name, order] of Object.entries(CHOICES)) {
    const { first, second } = await makeSnapshot(project, order);
    const taken: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const [back, forth] = [await restore(first), await restore(second)];
      taken.push(Math.max(back, forth));
      say(`restorations, ${name}, round ${round} of ${rounds}: ${back.toFixed(0)}, ${forth.toFixed(0)} ms`);
    }
    await restore(first);
    figures.push(figure(`restoration, 10,000 entries differ, ${name}: the slower of two`, 'ms', taken, GOAL));
  }
  return figures;
}

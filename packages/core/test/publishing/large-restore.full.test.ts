// @module-tag full
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillEntries } from '../support/fill-entries.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const ENTRIES = rounds({ short: 2_400, long: 6_000 });

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('brings back thousands of entries at once: from the trash, without drafts, and purged ones', async () => {
  const { pool } = app.database;
  const project = await app.project();
  const { api: owner, cookie } = await app.person({ projectId: project.id, role: 'owner' });
  const ids = await fillEntries(pool, { id: project.id }, ENTRIES, (number) => {
    const title = `Entry ${number}`;
    return { collection: 'posts', state: 'published', title, values: { en: { title }, de: { title } } };
  });
  const makeLive = async (snapshotId: string, seq: number): Promise<void> => {
    await pool.query(
      `INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
       VALUES ($1, $2, $3, 0, now(), '[]', repeat('0', 64))`,
      [snapshotId, project.id, seq],
    );
    await pool.query('UPDATE projects SET live_seq = $1, live_snapshot_id = $2 WHERE id = $3', [
      seq,
      snapshotId,
      project.id,
    ]);
  };
  await makeLive('snap_full', 1);
  await pool.query('UPDATE publications SET until_seq = 2 WHERE project_id = $1', [project.id]);
  await pool.query("UPDATE entries SET status = 'trashed', trashed_at = now() WHERE project_id = $1", [project.id]);
  await pool.query("DELETE FROM entry_drafts WHERE entry_id = ANY($1) AND locale = 'de'", [
    ids.slice(0, (ENTRIES * 2) / 3),
  ]);
  await pool.query('DELETE FROM entries WHERE id = ANY($1)', [ids.slice(0, ENTRIES / 3)]);
  await makeLive('snap_empty', 2);

  const answer = await owner.post(`/projects/${project.id}/snapshots/snap_full/restore`, {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // The embedded database held everything up, so connections to the first server may have been open for too long.
  const other = await startTestApp({ database: app.database, directory: app.directory });
  const later = other.client({ cookie });
  const [newest] = (await later.get(`/projects/${project.id}/snapshots?limit=1`)).body.data;
  expect(newest).toMatchObject({ added: 2 * ENTRIES, changed: 0, removed: 0 });
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM publications WHERE project_id = $1 AND until_seq IS NULL) AS live,
       (SELECT count(*)::int FROM entries WHERE project_id = $1 AND status = 'published' AND NOT changed) AS published,
       (SELECT count(*)::int FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
         WHERE e.project_id = $1 AND d.search IS NOT NULL) AS drafts`,
    [project.id],
  );
  expect(rows).toEqual([{ live: 2 * ENTRIES, published: ENTRIES, drafts: 2 * ENTRIES }]);
  const found = await later.get(`/projects/${project.id}/entries?search=${encodeURIComponent('entry 799')}`);
  expect(found.body.data.map(({ title }: { title: string }) => title)).toEqual(['Entry 799']);
  await other.close();
});

import { collection, defineConfig, text } from '@stele/schema';
import type { ObjectStorage } from '@stele/storage';
import { codeOf } from '@stele/testing/api-client';
import { type Gate, gate } from '@stele/testing/gate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let writes: Gate | null = null;

/** A storage that waits before it writes, while there's a gate. */
const slow = (storage: ObjectStorage): ObjectStorage =>
  new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        if (name === 'putAll') await writes?.begin();
        return value.apply(target, given);
      };
    },
  });

beforeAll(async () => {
  app = await startTestApp({ wrapStorage: slow });
});
afterAll(() => app.close());

/** An approved entry, and who approved it. */
const approvedEntry = async () => {
  const { id, api } = await app.project();
  const { schema } = defineConfig({
    collections: [collection({ key: 'posts', fields: { title: text() }, workflow: ['draft', 'approved'] })],
  });
  expect((await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
  const editor = await app.person({ projectId: id, role: 'editor' });
  const values = { en: { title: 'News' } };
  const made = await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values });
  const entry = `/projects/${id}/entries/${made.body.id}`;
  const move = (state: string) => editor.api.patch(`${entry}/review`, { state, base_version: 1 });
  expect((await move('approved')).status).toBe(200);
  return { id: made.body.id as string, api, entry, move };
};

it('an approval that is taken back while a snapshot is built keeps its values off the site', async () => {
  const { api, entry, move } = await approvedEntry();

  writes = gate();
  const publishing = api.post(`${entry}/publish`, { locales: ['en'] });
  await writes.begun;
  expect((await move('draft')).status).toBe(200);
  writes.goOn();
  writes = null;
  expect(codeOf(await publishing)).toEqual([409, 'entry.not_approved']);
  expect((await api.get(entry)).body).toMatchObject({ status: 'draft', version: 1 });

  await move('approved');
  expect((await api.post(`${entry}/publish`, { locales: ['en'] })).status).toBe(200);
});

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'an approval that is taken back while a publish waits for the entry keeps its values off the site',
  async () => {
    const { id, api, entry } = await approvedEntry();
    const client = await app.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM entries WHERE id = $1 FOR UPDATE', [id]);
      await client.query(
        `UPDATE entry_reviews SET state = NULL, approved_version = NULL, approved = '{}' WHERE entry_id = $1`,
        [id],
      );
      const { rows: own } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const publishing = api.post(`${entry}/publish`, { locales: ['en'] });
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid)) AND query LIKE '%FROM entries%FOR UPDATE%'`;
      const count = async () => (await app.database.pool.query(waiting, [own[0]?.pid])).rows.length;
      await expect.poll(count, { timeout: 20_000 }).toBe(1);
      await client.query('COMMIT');
      expect(codeOf(await publishing)).toEqual([409, 'entry.not_approved']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);

import { collection, defineConfig, text } from '@stele/schema';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SearchIndex } from '../src/content/search-index.ts';
import { startTestApp, type TestApp, type TestProject } from './support/test-app.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const schemaOf = (fields: Parameters<typeof collection>[0]['fields']) =>
  defineConfig({ collections: [collection({ key: 'posts', fields })] }).schema;

let app: TestApp;
let project: TestProject;
let here: string;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  project = await app.project();
  here = `/projects/${project.id}`;
  await project.api.post(`${here}/schema/sync`, {
    schema: schemaOf({ title: text({ localized: true, unique: true }) }),
    base_version: 0,
  });
});
afterAll(() => app.close());

/** Merges what wasn't. @returns of how many pages that was */
async function mergeNow(): Promise<number> {
  const { rows } = await app.database.pool.query<{ pages: string }>(
    `SELECT gin_clean_pending_list('entry_drafts_search_idx') AS pages`,
  );
  return Number(rows[0]?.pages);
}

async function create(title: string): Promise<{ id: string; version: number }> {
  const answer = await project.api.post(`${here}/entries`, { collection_key: 'posts', values: { en: { title } } });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** Does something when nothing is left to be merged, and expects that it leaves nothing behind by and by. */
async function expectMerged(write: () => Promise<unknown>): Promise<void> {
  await app.services.searchIndex.idle();
  await mergeNow();
  await write();
  await app.services.searchIndex.idle();
  expect(await mergeNow()).toBe(0);
}

describe('the search index', () => {
  it('gathers what is written to the database past the API, which no merge comes for', async () => {
    const { id } = await create('gathered');
    await app.services.searchIndex.idle();
    await mergeNow();
    await app.database.pool.query(`UPDATE entry_drafts SET search = 'other'::tsvector WHERE entry_id = $1`, [id]);
    await app.services.searchIndex.idle();
    expect(await mergeNow()).toBeGreaterThan(0);
  });

  it('takes in new entries', () => expectMerged(() => create('created')));

  it('takes in entries that are found by an external id', () =>
    expectMerged(async () => {
      const body = { collection_key: 'posts', external_id: 'one', values: { en: { title: 'external' } } };
      expect((await project.api.post(`${here}/entries`, body)).status).toBe(201);
    }));

  it('takes in saved drafts', async () => {
    const { id, version } = await create('saved');
    await expectMerged(async () => {
      const body = { values: { en: { title: 'saved again' } }, base_version: version };
      expect((await project.api.put(`${here}/entries/${id}/draft`, body)).status).toBe(200);
    });
  });

  it('takes in an entry that came back from the trash with another value', async () => {
    const { id } = await create('taken');
    await project.api.delete(`${here}/entries/${id}`);
    await create('taken');
    await expectMerged(async () => {
      const { status, body } = await project.api.post(`${here}/entries/${id}/restore`);
      expect([status, body.warnings.length]).toEqual([200, 1]);
    });
  });

  it('takes in what a restored snapshot brings back', async () => {
    const owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
    const { id, version } = await create('before');
    await project.api.post(`${here}/entries/${id}/publish`, { locales: ['en'] });
    const earlier = (await project.api.get(`${here}/snapshot/latest`)).body.snapshot_id;
    const body = { values: { en: { title: 'after' } }, base_version: version };
    await project.api.put(`${here}/entries/${id}/draft`, body);
    await project.api.post(`${here}/entries/${id}/publish`, { locales: ['en'] });
    await expectMerged(async () => {
      expect((await owner.post(`${here}/snapshots/${earlier}/restore`)).status).toBe(200);
      await app.services.restorations.idle();
    });
  });

  it('takes in what a schema push changes', async () => {
    await create('pushed');
    const schema = schemaOf({ name: text({ localized: true, unique: true, renamed_from: 'title' }) });
    await expectMerged(async () => {
      const { status, body } = await project.api.post(`${here}/schema/sync`, { schema, base_version: 1 });
      expect([status, body.migrated_entries]).toEqual([200, 1]);
    });
  });

  it('takes in what an earlier process left behind', async () => {
    const { id } = await create('left');
    await expectMerged(async () => {
      await app.database.pool.query(`UPDATE entry_drafts SET search = 'left'::tsvector WHERE entry_id = $1`, [id]);
      await app.services.cleanup.run();
    });
  });

  it('says that a merge failed, and merges with the next one', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const gone = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
    const index = new SearchIndex(gone, log);
    for (const failures of [1, 2]) {
      index.mergeSoon();
      await index.idle();
      expect(lines).toHaveLength(failures);
    }
    await gone.end();
  });

  it('merges nothing after it was stopped', async () => {
    const { id } = await create('stopped');
    await app.services.searchIndex.idle();
    await mergeNow();
    await app.database.pool.query(`UPDATE entry_drafts SET search = 'late'::tsvector WHERE entry_id = $1`, [id]);
    const index = new SearchIndex(app.database.pool, app.services.log);
    index.mergeSoon();
    await index.stop();
    index.mergeSoon();
    await index.idle();
    expect(await mergeNow()).toBeGreaterThan(0);
  });

  it.skipIf(!serverUrl)(
    'leaves the merges to PostgreSQL, and says so once, when the index is of another role',
    async () => {
      const { rows } = await app.database.pool.query<{ name: string }>('SELECT current_database() AS name');
      await app.database.pool.query('CREATE ROLE stele_guest LOGIN');
      const url = Object.assign(new URL(serverUrl ?? ''), { pathname: `/${rows[0]?.name}`, username: 'stele_guest' });
      const pool = new Pool({ connectionString: url.href });
      try {
        const lines: string[] = [];
        const index = new SearchIndex(pool, pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
        for (let writes = 0; writes < 2; writes++) {
          index.mergeSoon();
          await index.idle();
        }
        expect(lines).toHaveLength(1);
        expect(lines[0]).toContain('another database role');
      } finally {
        await pool.end();
        await app.database.pool.query('DROP ROLE stele_guest');
      }
    },
  );
});

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { collection, defineConfig, text } from '@stele/schema';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchIndex } from '../src/content/search-index.ts';
import type { ApiClient } from './support/api-client.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const TITLE = { title: text({ localized: true, unique: true }) };
const schemaOf = (fields: Parameters<typeof collection>[0]['fields']) =>
  defineConfig({ collections: [collection({ key: 'posts', fields })] }).schema;

/** A project of an app. */
interface Place {
  readonly app: TestApp;
  readonly api: ApiClient;
  readonly owner: ApiClient;
  readonly here: string;
}

/** Prepares what is to be done. @returns what does it */
type Preparation = (place: Place) => Promise<() => Promise<unknown>>;

let app: TestApp;
/** Another one on the same database, which merges nothing. */
let idle: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  idle = await startTestApp({ database: app.database });
  await idle.services.searchIndex.stop();
  await Promise.all([app.services.cleanup.run(), idle.services.cleanup.run()]);
});
afterAll(async () => {
  await idle.close();
  await app.close();
});

/** Merges what wasn't. @returns of how many pages that was */
async function mergeNow(): Promise<number> {
  const { rows } = await app.database.pool.query<{ pages: string }>(
    `SELECT gin_clean_pending_list('entry_drafts_search_idx') AS pages`,
  );
  return Number(rows[0]?.pages);
}

async function place(at: TestApp): Promise<Place> {
  const { id, api } = await at.project();
  const owner = (await at.person({ projectId: id, role: 'owner' })).api;
  const here = `/projects/${id}`;
  await api.post(`${here}/schema/sync`, { schema: schemaOf({ ...TITLE, lead: text() }), base_version: 0 });
  return { app: at, api, owner, here };
}

async function create(
  { api, here }: Place,
  values: object,
  more: object = {},
): Promise<{ id: string; version: number }> {
  const answer = await api.post(`${here}/entries`, { collection_key: 'posts', values, ...more });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** Does something when nothing is left to be merged. @returns how many pages it leaves to be merged in the end */
async function leftBy(at: TestApp, prepare: Preparation): Promise<number> {
  const write = await prepare(await place(at));
  await app.services.searchIndex.flush();
  await mergeNow();
  await write();
  await app.services.searchIndex.flush();
  return mergeNow();
}

const silent = pino({ level: 'silent' });
const en = (title: string) => ({ en: { title, lead: 'A lead' } });

const WRITES: Record<string, Preparation> = {
  'new entries': async (at) => () => create(at, en('created')),
  'entries with an external id': async (at) => () => create(at, en('external'), { external_id: 'one' }),
  'saved drafts': async (at) => {
    const { id, version } = await create(at, en('saved'));
    return async () => {
      const body = { values: en('saved again'), base_version: version };
      expect((await at.api.put(`${at.here}/entries/${id}/draft`, body)).status).toBe(200);
    };
  },
  'an entry that comes back from the trash with another value': async (at) => {
    const { id } = await create(at, en('taken'));
    await at.api.delete(`${at.here}/entries/${id}`);
    await create(at, en('taken'));
    return async () => {
      const { status, body } = await at.api.post(`${at.here}/entries/${id}/restore`);
      expect([status, body.warnings.length]).toEqual([200, 1]);
    };
  },
  'drafts that a restored snapshot brings back': async (at) => {
    const { id } = await create(at, { ...en('both'), de: { title: 'beide' } });
    const entry = `${at.here}/entries/${id}`;
    await at.api.post(`${entry}/publish`, { locales: ['en', 'de'] });
    const { snapshot_id: earlier } = (await at.api.get(`${at.here}/snapshot/latest`)).body;
    await at.api.post(`${entry}/unpublish`, { locales: ['de'] });
    const { version } = (await at.api.get(entry)).body;
    await at.api.put(`${entry}/draft`, { values: { de: null }, base_version: version });
    return async () => {
      expect((await at.owner.post(`${at.here}/snapshots/${earlier}/restore`)).status).toBe(200);
      await at.app.services.restorations.idle();
    };
  },
  'drafts that a push of a schema changes': async (at) => {
    await create(at, en('pushed'));
    const schema = schemaOf(TITLE);
    const { base_version, confirm_token } = (await at.api.post(`${at.here}/schema/diff`, { schema })).body;
    return async () => {
      const answer = await at.api.post(`${at.here}/schema/sync`, { schema, base_version, confirm_token });
      expect([answer.status, answer.body.migrated_entries]).toEqual([200, 1]);
    };
  },
  'what an earlier process left behind': async (at) => {
    const { id } = await create(at, en('left'));
    return async () => {
      await at.app.database.pool.query(`UPDATE entry_drafts SET search = 'left'::tsvector WHERE entry_id = $1`, [id]);
      await at.app.services.cleanup.run();
    };
  },
  'drafts whose vectors are made anew after a release': async (at) => {
    const { id } = await create(at, en('renewed'));
    await at.app.database.pool.query(
      `UPDATE entry_drafts SET search = 'old'::tsvector, search_stale = true WHERE entry_id = $1`,
      [id],
    );
    return () => at.app.services.cleanup.run();
  },
};

describe('the search index', () => {
  it.each(Object.entries(WRITES))('takes in %s, which nobody else would merge', async (_, prepare) => {
    expect(await leftBy(idle, prepare)).toBeGreaterThan(0);
    expect(await leftBy(app, prepare)).toBe(0);
  });

  it('takes them in by itself, when nobody asks for it', async () => {
    const { pool } = app.database;
    const told = new EventEmitter();
    const query = (sql: string) => pool.query(sql).finally(() => told.emit('merged'));
    const watched: Pool = Object.create(pool, { query: { value: query } });
    const index = new SearchIndex({ pool: watched, kind: 'postgres' }, silent);
    const left = await leftBy(idle, async (at) => async () => {
      await create(at, en('by itself'));
      index.mergeSoon();
      await once(told, 'merged');
    });
    expect(left).toBe(0);
  });

  it('merges nothing after it was stopped', async () => {
    const index = new SearchIndex(app.database, app.services.log);
    const stopInstead: Preparation = async (at) => {
      const { id } = await create(at, en('stopped'));
      return async () => {
        await app.database.pool.query(`UPDATE entry_drafts SET search = 'late'::tsvector WHERE entry_id = $1`, [id]);
        index.mergeSoon();
        await index.stop();
        index.mergeSoon();
        await index.flush();
      };
    };
    expect(await leftBy(app, stopInstead)).toBeGreaterThan(0);
  });

  it('says once that merges fail, until one succeeds', async () => {
    const lines: string[] = [];
    const { pool } = app.database;
    const index = new SearchIndex(app.database, pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
    const expectLines = async (count: number): Promise<void> => {
      index.mergeSoon();
      await index.flush();
      expect(lines).toHaveLength(count);
    };
    const fail = () => pool.query('ALTER INDEX entry_drafts_search_idx RENAME TO away');
    const mend = () => pool.query('ALTER INDEX away RENAME TO entry_drafts_search_idx');
    await fail();
    await expectLines(1);
    await expectLines(1);
    await mend();
    await expectLines(1);
    await fail();
    await expectLines(2);
    await mend();
  });

  it.skipIf(!serverUrl)('leaves merges to PostgreSQL, and says so once, when it is of another role', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>('SELECT current_database() AS name');
    const guest = `stele_guest_${randomBytes(6).toString('hex')}`;
    await app.database.pool.query(`CREATE ROLE ${guest} LOGIN`);
    const url = Object.assign(new URL(serverUrl ?? ''), { pathname: `/${rows[0]?.name}`, username: guest });
    const pool = new Pool({ connectionString: url.href });
    try {
      const lines: string[] = [];
      const index = new SearchIndex(
        { pool, kind: 'postgres' },
        pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
      );
      for (let writes = 0; writes < 2; writes++) {
        index.mergeSoon();
        await index.flush();
      }
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('another database role');
    } finally {
      await pool.end();
      await app.database.pool.query(`DROP ROLE ${guest}`);
    }
  });
});

import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveUpFetching } from '../../src/media/fetching/fetch-asset.ts';
import { purgeAssets } from '../../src/media/sweeping/purge-assets.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { PictureProject } from '../support/picture-project.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A row of the database. */
interface Row {
  readonly table: 'projects' | 'entries' | 'assets' | 'asset_folders';
  readonly id: string;
}

/** Something that locks rows, and the rows in the order in which it has to lock them. */
interface Locking {
  readonly rows: readonly Row[];
  run(): Promise<unknown>;
}

let app: TestApp;
let site: PictureProject;

const rowsOf = (table: Row['table'], ids: readonly string[]): Row[] => ids.toSorted().map((id) => ({ table, id }));
const projectFirst = (...later: readonly Row[]): Row[] => [...rowsOf('projects', [site.project.id]), ...later];

async function succeeds(answer: Promise<ApiAnswer<LooseBody>>): Promise<void> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
}

const threeAssets = async (): Promise<string[]> => [await site.asset(), await site.asset(), await site.asset()];

/** Makes the same change ready to run, each time with rows of its own. The IDs in a request are the wrong way round. */
const CHANGES: Record<string, () => Promise<Locking>> = {
  'changing assets locks the project, then the assets, then their new folder': async () => {
    const ids = await threeAssets();
    const name = `Folder of ${ids[0]}`;
    const folder = (await site.api.post(`${site.here}/asset-folders`, { name })).body.id;
    const body = { action: 'move', asset_ids: ids.toSorted().reverse(), folder_id: folder };
    return {
      rows: projectFirst(...rowsOf('assets', ids), ...rowsOf('asset_folders', [folder])),
      run: () => succeeds(site.api.post(`${site.here}/assets/bulk`, body)),
    };
  },
  'giving up an asset locks the project, then the asset': async () => {
    const assetId = await site.asset();
    const task = { projectId: site.project.id, assetId, url: '', signal: AbortSignal.abort(), done: async () => {} };
    return {
      rows: projectFirst(...rowsOf('assets', [assetId])),
      run: () => giveUpFetching(app.services, task, { code: 'not_fetched', message: '' }),
    };
  },
  'purging assets locks the project, then the assets': async () => {
    const ids = await fillAssets(app.database.pool, site.project.id, 3, () => ({ filename: 'x.jpg', trashed: true }));
    return { rows: projectFirst(...rowsOf('assets', ids)), run: () => purgeAssets(app.services) };
  },
  'publishing entries locks the project, then the entries, then the assets that they show': async () => {
    const assets = await threeAssets();
    const entries: string[] = [];
    for (const hero of assets.toReversed()) entries.push(await site.create({ en: { title: 'x', hero } }));
    const body = { action: 'publish', entry_ids: entries.toSorted().reverse() };
    return {
      rows: projectFirst(...rowsOf('entries', entries), ...rowsOf('assets', assets)),
      run: () => succeeds(site.api.post(`${site.here}/entries/bulk`, body)),
    };
  },
  'pushing a schema locks the project, then the assets that entries show': async () => {
    const other = await PictureProject.make(app);
    const assets = [await other.asset(), await other.asset(), await other.asset()];
    for (const hero of assets.toReversed()) await other.live({ en: { title: 'x', hero } });
    const { schema } = (await other.api.get(`${other.here}/schema`)).body;
    const [posts] = schema.collections;
    const renamed = { ...schema, collections: [{ ...posts, key: 'articles' }] };
    return {
      rows: [...rowsOf('projects', [other.project.id]), ...rowsOf('assets', assets)],
      run: () => other.push(renamed, { renames: [{ kind: 'collection', from: 'posts', to: 'articles' }] }),
    };
  },
};

/** Starts a change while another connection has locked one of its rows, and checks which rows it has locked when it waits. */
async function expectLocksBefore(held: Row, { rows, run }: Locking): Promise<void> {
  const { pool } = app.database;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(`SELECT FROM ${held.table} WHERE id = $1 FOR UPDATE`, [held.id]);
    const { rows: pids } = await other.query('SELECT pg_backend_pid() AS pid');
    const done = run();
    // Only against an unhandled rejection: it's awaited below.
    done.catch(() => undefined);
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
    await expect.poll(async () => (await pool.query(waiting, [pids[0].pid])).rowCount).toBe(1);
    const locked: Row[] = [];
    for (const row of rows) {
      const free = `SELECT FROM ${row.table} WHERE id = $1 FOR UPDATE SKIP LOCKED`;
      if (row === held || (await pool.query(free, [row.id])).rowCount === 0) locked.push(row);
    }
    await other.query('COMMIT');
    await done;
    expect(locked, `while it waits for one of ${held.table}`).toEqual(rows.slice(0, rows.indexOf(held) + 1));
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
}

// The embedded database has one connection: no one waits for anyone's rows there.
describe.skipIf(!process.env.TEST_DATABASE_URL)('on a server, where transactions run beside each other', () => {
  beforeAll(async () => {
    app = await startTestApp();
    site = await PictureProject.make(app);
  });
  afterAll(() => app.close());

  it.each(Object.entries(CHANGES))('%s', { tags: ['full'] }, async (_, prepare) => {
    for (let place = 0, places = 1; place < places; place += 1) {
      const change = await prepare();
      places = change.rows.length;
      await expectLocksBefore(change.rows[place] as Row, change);
    }
  });
});

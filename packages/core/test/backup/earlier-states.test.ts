import { cp } from 'node:fs/promises';
import { someOf } from '@stele/testing/rounds';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { backUp } from '../../src/features/backup/back-up.ts';
import { readMigrations } from '../../src/features/backup/dump.store.ts';
import { writeLines } from '../../src/features/backup/line-lists.ts';
import type { Backup } from '../../src/features/backup/manifest.ts';
import { openTarget } from '../../src/features/backup/open-target.ts';
import { type BackupRepository, openBackupRepository } from '../../src/features/backup/repository.ts';
import { restoreInstance } from '../../src/features/backup/restore.ts';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import type { DatabaseSettings } from '../../src/platform/database/database-settings.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { readMigrationFiles } from '../../src/platform/database/migration-files.ts';
import { IN_MEMORY } from '../../src/platform/database/open-pglite.ts';
import { openEmptyDatabase } from '../support/empty-database.ts';
import { MigrationFolder } from '../support/migration-folder.ts';
import { createEmptyServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';
import {
  allObjects,
  allRows,
  Cleanup,
  databaseKinds,
  quiet,
  SECRETS,
  serverUrl,
  startStillApp,
} from './backup-support.ts';

const { migrationsDirectory } = findDatabaseFiles();
const names = (await readMigrationFiles(migrationsDirectory)).map(({ name }) => name);
/** Each migration but the newest, as the newest that a database has had. */
const EARLIER = names.slice(0, -1);
const STATES = someOf(EARLIER, [EARLIER[0] ?? '', EARLIER.at(-1) ?? '']);
const KINDS = process.env.TEST_LONG ? databaseKinds : databaseKinds.slice(0, 1);

/** Tables whose rows are as if they had always been of this version; what came later is worked out for them. */
const KEPT = [
  'entries',
  'entry_drafts',
  'entry_values',
  'entry_versions',
  'publications',
  'contents',
  'snapshots',
  'members',
];

const ofAll = new Cleanup();
const cleanup = new Cleanup();
let app: TestApp;
let project: TestProject;
let cookie: string;
let place: BackupRepository;
let newest: Backup;

beforeAll(async () => {
  app = await startStillApp({
    database: await ofAll.database(databaseKinds[0] ?? 'pglite'),
    directory: await ofAll.folder(),
  });
  ofAll.later(() => app.close());
  project = await app.project();
  cookie = (await app.person({ projectId: project.id, role: 'owner' })).cookie;
  const entries = `/projects/${project.id}/entries`;
  const call = async (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    route: string,
    body?: object,
  ): Promise<{ id: string }> => {
    const answer = await project.api.send(method, entries + route, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const ids: string[] = [];
  for (const title of ['Live', 'Changed', 'Unpublished', 'Trashed', 'Draft']) {
    const values = { en: { title, slug: title.toLowerCase() }, de: { title: `${title} auf Deutsch` } };
    ids.push((await call('POST', '', { collection_key: 'posts', values })).id);
  }
  const [live, changed, unpublished, trashed] = ids;
  for (const id of [live, changed, unpublished]) await call('POST', `/${id}/publish`, { locales: ['en', 'de'] });
  await call('PATCH', `/${changed}/draft`, { base_version: 1, values: { en: { title: 'New' } } });
  await call('POST', `/${unpublished}/unpublish`, { locales: ['en', 'de'] });
  await call('DELETE', `/${trashed}`);
  await app.services.jobs.runAll();
  place = await openBackupRepository(await ofAll.disk(), null, { create: true });
  newest = await backUp({ place, ...app, secrets: SECRETS, report: quiet });
});
afterAll(() => ofAll.run());
afterEach(() => cleanup.run());

/** The API's answers about everything, and every byte that the content host has. */
async function answers(of: TestApp): Promise<unknown> {
  const api = of.client({ cookie });
  const at = `/projects/${project.id}`;
  const all: unknown[] = [];
  for (const route of ['/entries?sort=title', '/entries?status=trashed', '/snapshot/latest', '/snapshots']) {
    const { status, body } = await api.get(at + route);
    expect(status, route).toBe(200);
    all.push(body);
    if (route.startsWith('/entries')) {
      for (const { id } of body.data) all.push((await api.get(`${at}/entries/${id}`)).body);
    }
  }
  return [all, await allObjects(of.storage)];
}

/** The newest backup as one of an earlier state: without the tables and columns that came later. */
async function asOf(migrations: readonly string[]): Promise<Backup> {
  const database = await openEmptyDatabase();
  try {
    await migrate(database.pool, migrationsDirectory, silentLog, migrations);
    const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
      `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' GROUP BY table_name`,
    );
    const then = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
    const tables: Record<string, Backup['tables'][string]> = {};
    for (const [name, list] of Object.entries(newest.tables)) {
      const had = then.get(name);
      if (!had) continue;
      const kept = list.columns.flatMap((column, index) => (had.has(column) ? [index] : []));
      const lines: string[] = [];
      for (const digest of list.chunks) {
        for (const line of (await place.getLines(digest)).split('\n')) {
          const texts = JSON.parse(line) as (string | null)[];
          lines.push(JSON.stringify(kept.map((index) => texts[index])));
        }
      }
      tables[name] = { columns: kept.map((index) => list.columns[index] ?? ''), ...(await write(lines)) };
    }
    return { ...newest, migrations, tables };
  } finally {
    await database.close();
  }
}

const write = (lines: readonly string[]) =>
  writeLines(
    place,
    (async function* () {
      yield lines.map((line, index) => ({ key: String(index), line }));
    })(),
    new Set(),
  );

async function newSettings(kind: (typeof databaseKinds)[number], directory = IN_MEMORY): Promise<DatabaseSettings> {
  if (kind === 'pglite') return { kind, directory };
  const server = await createEmptyServerDatabase(serverUrl ?? '');
  cleanup.later(server.drop);
  return { kind, url: server.url };
}

/** Restores a backup as the command does. */
async function restored(backup: Backup, kind = databaseKinds[0] ?? 'pglite') {
  const target = await openTarget(await newSettings(kind), backup.migrations, silentLog);
  cleanup.later(() => target.database.close());
  const directory = await cleanup.folder();
  await cp(app.directory, directory, { recursive: true });
  await restoreInstance({ place, backup, database: target.database, storage: app.storage, report: quiet });
  await target.migrateOn();
  return { database: target.database, directory };
}

it.each(KINDS.flatMap((kind) => STATES.map((state) => ({ kind, state }))))(
  'on $kind, an instance as of $state comes up whole',
  { tags: ['full'] },
  async ({ kind, state }) => {
    const backup = await asOf(names.slice(0, names.indexOf(state) + 1));
    const { database, directory } = await restored(backup, kind);
    for (const [name, { lines }] of Object.entries(backup.tables)) {
      const { rows } = await database.pool.query(`SELECT count(*)::int AS count FROM "${name}"`);
      expect([name, rows[0].count]).toEqual([name, lines]);
    }
    const upgraded = await startTestApp({ database, directory });
    cleanup.later(() => upgraded.close());
    await upgraded.services.jobs.runAll();
    expect((await verifyInstance(upgraded, quiet)).faults).toEqual([]);
    const [rows, expected] = [await allRows(database), await allRows(app.database)];
    for (const name of KEPT) expect([name, rows[name]]).toEqual([name, expected[name]]);
    expect(await answers(upgraded)).toEqual(await answers(app));
  },
);

describe('with other migrations', () => {
  const own = {
    [`${names.at(-1)}_1`]: 'CREATE TABLE notes (id text PRIMARY KEY)',
    [`${names.at(-1)}_2`]: 'DROP TABLE notes',
  };
  let folder: MigrationFolder;
  beforeEach(async () => {
    folder = await MigrationFolder.create();
    await cp(migrationsDirectory, folder.directory, { recursive: true });
    for (const [name, text] of Object.entries(own)) await folder.write(name, text);
    vi.stubEnv('STELE_MIGRATIONS_DIR', folder.directory);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await folder.remove();
  });

  it('a backup with a table that this version no longer knows is brought up to date', async () => {
    const [first = ''] = Object.keys(own);
    const notes = { columns: ['id'], ...(await write(['["one"]', '["two"]'])) };
    const backup = { ...newest, migrations: [...names, first], tables: { ...newest.tables, notes } };
    const { database } = await restored(backup);
    expect(await readMigrations(database.pool)).toEqual([...names, ...Object.keys(own)]);
    expect((await verifyInstance({ database, storage: app.storage }, quiet)).faults).toEqual([]);
    const { rows } = await database.pool.query("SELECT to_regclass('notes') AS notes");
    expect(rows).toEqual([{ notes: null }]);
  });

  it('a database that is newer than the backup is refused, and so is a backup that is newer than this version', async () => {
    const settings = await newSettings(databaseKinds[0] ?? 'pglite', await cleanup.folder());
    const current = await openTarget(settings, null, silentLog);
    await current.database.close();
    const older = openTarget(settings, names, silentLog);
    await expect(older).rejects.toThrow(
      'The database has been used by a newer version of Stele than the backup. Restore',
    );
    vi.unstubAllEnvs();
    const newer = openTarget(settings, [...names, ...Object.keys(own)], silentLog);
    await expect(newer).rejects.toThrow('The backup was made by a newer version of Stele. Restore it with that one.');
  });
});

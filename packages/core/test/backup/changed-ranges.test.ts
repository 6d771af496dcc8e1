import { rounds } from '@stele/testing/rounds';
import type { PoolClient } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { backUp } from '../../src/features/backup/back-up.ts';
import type { Backup } from '../../src/features/backup/manifest.ts';
import { type BackupRepository, openBackupRepository } from '../../src/features/backup/repository.ts';
import { restoreInstance } from '../../src/features/backup/restore.ts';
import { fillEntries } from '../support/fill-entries.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import type { TestApp } from '../support/test-app.ts';
import { allRows, Cleanup, databaseKinds, quiet, SECRETS, startStillApp } from './backup-support.ts';

const [kind = 'pglite'] = databaseKinds;
const ENTRIES = 1_000;

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

interface Home {
  readonly app: TestApp;
  readonly projectId: string;
  readonly ids: readonly string[];
  readonly place: BackupRepository;
  run(at?: BackupRepository): Promise<Backup>;
  sql(text: string, values?: readonly unknown[]): Promise<void>;
}

const newPlace = async () => openBackupRepository(await cleanup.disk(), null, { create: true });

/** An instance with many entries, and a backup of it. */
async function startHome(): Promise<Home> {
  const app = await startStillApp({ database: await cleanup.database(kind), directory: await cleanup.folder() });
  cleanup.later(() => app.close());
  const { id: projectId } = await app.project();
  const { pool } = app.database;
  const ids = await fillEntries(pool, { id: projectId }, ENTRIES, (number) => ({
    collection: 'posts',
    state: 'draft',
    title: `Post ${number}`,
    values: { en: { title: `Post ${number}` }, de: { title: `Beitrag ${number}` } },
  }));
  const place = await newPlace();
  const run = (at = place) => backUp({ place: at, ...app, secrets: SECRETS, report: quiet });
  await run();
  return {
    app,
    projectId,
    ids,
    place,
    run,
    sql: async (text, values) => void (await pool.query(text, [...(values ?? [])])),
  };
}

/** How many rows backups read meanwhile. */
async function rowsRead(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  let read = 0;
  const { pool } = app.database;
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient): void => {
    if (watched.has(client)) return;
    const { query } = client;
    watched.set(client, query);
    client.query = new Proxy(query, {
      apply: async (target, self, args: [{ text?: string }]) => {
        const answer = await Reflect.apply(target, self, args);
        if (args[0].text?.includes('json_build_array')) read += answer.rows.length;
        return answer;
      },
    });
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return read;
}

/** Makes the next backup. It has the chunks of one that reads everything. */
async function expectWhole({ run }: Home): Promise<Backup> {
  const next = await run();
  const whole = await run(await newPlace());
  expect(next.tables).toEqual(whole.tables);
  return next;
}

/** Restores a backup, and compares each row. */
async function expectRestored(home: Home, backup: Backup): Promise<void> {
  const target = { database: await cleanup.database(kind), storage: await cleanup.disk() };
  await restoreInstance({ place: home.place, backup, ...target, report: quiet });
  const [rows, expected] = [await allRows(target.database), await allRows(home.app.database)];
  for (const table of Object.keys(expected)) expect(rows[table], table).toEqual(expected[table]);
}

/** Ways in which rows change between two backups. */
const CHANGES: Readonly<Record<string, (home: Home, id: string) => Promise<void>>> = {
  'a row is inserted': ({ sql }, id) =>
    sql(
      `INSERT INTO entry_versions (entry_id, version, kind, changed_paths, created_at, created_by)
       SELECT entry_id, 2, 'save', '[]', created_at, created_by FROM entry_versions WHERE entry_id = $1`,
      [id],
    ),
  'a row is updated': ({ sql }, id) => sql(`UPDATE entry_versions SET kind = 'save' WHERE entry_id = $1`, [id]),
  'a row is deleted': ({ sql }, id) => sql('DELETE FROM entry_versions WHERE entry_id = $1', [id]),
  'a row is deleted and inserted with another content': async ({ sql }, id) => {
    await sql('CREATE TABLE kept AS SELECT * FROM entry_versions WHERE entry_id = $1', [id]);
    await sql('DELETE FROM entry_versions WHERE entry_id = $1', [id]);
    await sql(`UPDATE kept SET kind = 'save'`);
    await sql('INSERT INTO entry_versions SELECT * FROM kept');
    await sql('DROP TABLE kept');
  },
  'a row is updated and frozen': async ({ sql }, id) => {
    await sql(`UPDATE entry_versions SET kind = 'save' WHERE entry_id = $1`, [id]);
    await sql('VACUUM (FREEZE) entry_versions');
  },
  'one row takes the place of another': async ({ sql, ids }, id) => {
    const next = ids[ids.indexOf(id) + 1];
    await sql(`UPDATE entry_versions SET version = 2 WHERE entry_id = $1`, [id]);
    await sql('DELETE FROM entry_versions WHERE entry_id = $1', [next]);
  },
};

describe('the next backup has all rows as they are, when', () => {
  it.each(Object.entries(CHANGES))('%s', { tags: ['full'] }, async (_, change) => {
    const home = await startHome();
    for (const at of [0, ENTRIES / 2, ENTRIES - 2]) await change(home, home.ids[at] ?? '');
    const backup = await expectWhole(home);
    const { lines = 0 } = backup.tables.entry_versions ?? {};
    expect(lines).toBeGreaterThan(ENTRIES / 2);
    await expectRestored(home, backup);
  });
});

it('a backup reads only the chunks whose rows were written since the one before, and nothing else twice', async () => {
  const home = await startHome();
  const all = await rowsRead(home.app, async () => home.run(await newPlace()));
  expect(all).toBeGreaterThan(5 * ENTRIES);
  await home.sql('VACUUM (FREEZE)');
  expect(await rowsRead(home.app, home.run)).toBe(0);
  await home.sql(`UPDATE entries SET title = 'Other' WHERE id = $1`, [home.ids[ENTRIES / 2]]);
  const few = await rowsRead(home.app, home.run);
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThan(ENTRIES);
});

it('all is read anew where rows of the backup before cannot be compared, or it misses a chunk', async () => {
  const home = await startHome();
  const [id = ''] = await home.place.backupIds();
  const first = await home.place.getBackup(id);
  const chunk = first.tables.entries?.chunks[0] ?? '';
  await home.place.storage.delete([home.place.keyOf('lines', chunk)]);
  expect(await rowsRead(home.app, home.run)).toBeGreaterThan(0);
  expect(await home.place.getLines(chunk)).not.toBe('');
  const { source = { database: '', transaction: '0' }, ...unsaid } = first;
  const later = (transactions: bigint) => ({
    ...source,
    transaction: String(BigInt(source.transaction) + transactions),
  });
  for (const other of [
    unsaid,
    { ...first, source: { ...source, database: '16384 2026-01-01' } },
    { ...first, source: later(-(2n ** 31n)) },
    { ...first, source: later(1_000n) },
    { ...first, migrations: first.migrations.slice(1) },
  ]) {
    await home.place.putBackup({ ...other, id: 'newest' });
    expect(await rowsRead(home.app, home.run)).toBeGreaterThan(5 * ENTRIES);
    await home.place.removeBackup('newest');
  }
});

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

it(`after random changes, seed ${seed}, each backup is as if all had been read`, { tags: ['full'] }, async () => {
  const home = await startHome();
  const { sql, ids, projectId } = home;
  const random = randomNumbers(seed);
  const some = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const texts = ['a/b', 'a', 'ä"\n', "it's", '{}', '\\', '𝄞', ' ', 'Z'];
  const someText = () => Array.from({ length: 3 }, () => some(texts)).join('');
  // A value that was made longer is never made again.
  let longer = 0;
  const steps = [
    () =>
      sql(
        `INSERT INTO unique_values (project_id, collection_key, field, locale, value, entry_id, draft, live)
         SELECT $1, $2, $3, 'en', value, id, true, false FROM unnest($5::text[]) AS value JOIN entries ON id = $4
         ON CONFLICT DO NOTHING`,
        [projectId, some(['posts', 'po/sts']), someText(), some(ids), Array.from({ length: 300 }, someText)],
      ),
    () => sql('DELETE FROM unique_values WHERE value < $1 AND field > $2', [someText(), someText()]),
    () => sql('UPDATE unique_values SET live = NOT live WHERE value = $1', [someText()]),
    () =>
      sql('UPDATE unique_values SET value = value || $1 WHERE length(value) < 9 AND field < $2', [
        `${some(texts)}${longer++}`,
        someText(),
      ]),
    () => sql('DELETE FROM entries WHERE id = $1', [some(ids)]),
    () => sql(`UPDATE entries SET title = $1 WHERE id = $2`, [someText(), some(ids)]),
    () =>
      sql(`UPDATE entry_drafts SET values_hash = $1 WHERE entry_id < $2 AND entry_id > $3`, [
        someText(),
        some(ids),
        some(ids),
      ]),
    () => sql(`DELETE FROM entry_values WHERE entry_id BETWEEN $1 AND $2 AND locale = 'de'`, [some(ids), some(ids)]),
    () => sql(`UPDATE entry_versions SET version = version + 1 WHERE entry_id = $1`, [some(ids)]),
    () => sql(some(['VACUUM (FREEZE)', 'VACUUM', 'TRUNCATE unique_values'])),
  ];
  for (let round = rounds({ short: 8, long: 60 }); round > 0; round--) {
    for (let n = 1 + random() * 6; n > 0; n--) await some(steps)();
    const backup = await expectWhole(home);
    if (round % 4 === 1) await expectRestored(home, backup);
  }
});

import fs, { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Child } from '../../../test/support/child.ts';
import { MigrationFolder } from '../../../test/support/migration-folder.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import type { DatabaseFiles } from './database-files.ts';
import { locateSnapshot, writeSnapshot } from './database-snapshot.ts';
import { type Database, openDatabase } from './open-database.ts';

const WRITER = path.join(import.meta.dirname, '../../../test/database/children/write-rows.ts');

const FIRST_MIGRATION =
  'CREATE TABLE rows (n int PRIMARY KEY, text text); CREATE TABLE counter (n int); INSERT INTO counter VALUES (0);';

/** Holds a snapshot of the first migration: a database that begins as nothing takes seconds to make. */
let snapshots: string;
let parent: string;
let directory: string;
let migrations: MigrationFolder;
let files: DatabaseFiles;

beforeAll(async () => {
  snapshots = await mkdtemp(path.join(os.tmpdir(), 'stele-snapshots-'));
  const first = await MigrationFolder.create();
  await first.write('1_init', FIRST_MIGRATION);
  const made = { migrationsDirectory: first.directory, snapshotDirectory: snapshots };
  await writeSnapshot(await locateSnapshot(made), first.directory, silentLog);
  await first.remove();
});

afterAll(() => rm(snapshots, { recursive: true }));

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'stele-database-'));
  directory = path.join(parent, 'data', 'database');
  migrations = await MigrationFolder.create();
  files = { migrationsDirectory: migrations.directory, snapshotDirectory: snapshots };
  await migrations.write('1_init', FIRST_MIGRATION);
});

afterEach(async () => {
  await rm(parent, { recursive: true });
  await migrations.remove();
});

function open(): Promise<Database> {
  return openDatabase({ kind: 'pglite', directory }, { log: silentLog, files });
}

async function countRows({ pool }: Database): Promise<number> {
  return (await pool.query('SELECT count(*)::int AS n FROM rows')).rows[0].n;
}

test('a new folder becomes a migrated database that keeps its data and is private to its owner', async () => {
  files = { ...files, snapshotDirectory: path.join(parent, 'none') };
  const first = await open();
  await first.pool.query("INSERT INTO rows VALUES (1, 'kept')");
  await first.close();
  const second = await open();
  expect((await second.pool.query('SELECT * FROM rows')).rows).toEqual([{ n: 1, text: 'kept' }]);
  await second.close();
  expect((await stat(directory)).mode & 0o077).toBe(0);
  expect((await readdir(path.dirname(directory))).sort()).toEqual(['database', 'database.lock']);
});

test('a snapshot of the same migrations is what a new database begins as, on disk and in memory', async () => {
  const applied: string[] = [];
  const log = { ...silentLog, info: (_details: object, message: string) => applied.push(message) };
  for (const place of [directory, 'memory://']) {
    const database = await openDatabase({ kind: 'pglite', directory: place }, { log, files });
    expect(await countRows(database)).toBe(0);
    expect((await database.pool.query('SELECT migration_name AS name FROM _prisma_migrations')).rows).toEqual([
      { name: '1_init' },
    ]);
    await database.close();
  }
  expect(applied).toEqual([]);
});

test('a snapshot of other migrations is not used', async () => {
  await migrations.write('1_init', 'CREATE TABLE rows (n int, text text, more text);');
  const database = await open();
  expect((await database.pool.query('SELECT more FROM rows')).rows).toEqual([]);
  await database.close();
});

test('a database of an older version is migrated when it is opened', async () => {
  await (await open()).close();
  await migrations.write('2_more', 'ALTER TABLE rows ADD COLUMN more text');
  const database = await open();
  expect((await database.pool.query('SELECT more FROM rows')).rows).toEqual([]);
  await database.close();
});

test('Prisma and plain SQL see the same data, and a failed transaction leaves none', async () => {
  const { pool, prisma, close } = await open();
  await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO rows VALUES (1, 'both')`;
  });
  const failing = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO rows VALUES (2, 'neither')`;
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect((await pool.query('SELECT n FROM rows')).rows).toEqual([{ n: 1 }]);
  expect(await prisma.$queryRaw`SELECT n FROM rows`).toEqual([{ n: 1 }]);
  await close();
});

test('many transactions at once all get their turn', async () => {
  const database = await open();
  const writes = Array.from({ length: 50 }, (_, n) =>
    database.prisma.$transaction((tx) => tx.$executeRaw`INSERT INTO rows VALUES (${n}, 'one of many')`),
  );
  await Promise.all(writes);
  expect(await countRows(database)).toBe(50);
  await database.close();
});

test('an open folder is refused to another opening until it is closed, and closing twice does no harm', async () => {
  const first = await open();
  await expect(open()).rejects.toThrow(`The database in ${directory} is already open in this process`);
  await Promise.all([first.close(), first.close()]);
  await (await open()).close();
});

test('a failed opening gives the folder free', async () => {
  await migrations.write('2_bad', 'SELECT 1/0');
  await expect(open()).rejects.toThrow('Migration 2_bad failed');
  await migrations.write('2_bad', 'SELECT 1');
  await (await open()).close();
});

test('a folder with other files is refused and left alone', async () => {
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'thesis.txt'), 'precious');
  await expect(open()).rejects.toThrow(`${directory} holds files, but no database`);
  expect(await readdir(directory)).toEqual(['thesis.txt']);
});

test('trigram search can be switched on by a migration', async () => {
  await migrations.write('2_trgm', 'CREATE EXTENSION pg_trgm');
  const database = await open();
  expect((await database.pool.query("SELECT similarity('stele', 'steles') > 0.5 AS alike")).rows).toEqual([
    { alike: true },
  ]);
  await database.close();
});

test('a pino logger fits as the log', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  files = { ...files, snapshotDirectory: path.join(parent, 'none') };
  const database = await openDatabase({ kind: 'pglite', directory: 'memory://' }, { log, files });
  await database.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'migration applied', migration: '1_init' }]);
});

test('a process that is killed while it makes the folder leaves nothing that the next cannot open', async () => {
  for (const until of ['lock', 'unfinished', 'folder']) {
    const awaited =
      { lock: `${directory}.lock`, unfinished: `${directory}.unfinished`, folder: directory }[until] ?? '';
    const child = await Child.start(WRITER, [directory, files.migrationsDirectory]);
    while (!existsSync(awaited)) await setTimeout(1);
    await child.kill();
    const database = await open();
    expect((await database.pool.query('SELECT n >= 0 AS fine FROM counter')).rows).toEqual([{ fine: true }]);
    await database.close();
    expect(existsSync(`${directory}.unfinished`)).toBe(false);
    await rm(directory, { recursive: true });
    await rm(`${directory}.lock`);
  }
});

test('a process that is killed during writes loses no commit that was acknowledged, and leaves none half done', async () => {
  await (await open()).close();
  let written = 0;
  for (let round = 1; round <= 4; round += 1) {
    const child = await Child.start(WRITER, [directory, files.migrationsDirectory, String(written)]);
    expect(await child.next()).toBe('open');
    let last = written;
    for (let acknowledged = 0; acknowledged < 60 + round * 17; acknowledged += 1) last = Number(await child.next());
    await child.kill();
    for (const message of child.received) last = Math.max(last, Number(message));
    const database = await open();
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS rows, max(rows.n) AS last, (SELECT n FROM counter) AS counted FROM rows',
    );
    expect(rows[0].last).toBeGreaterThanOrEqual(last);
    expect(rows[0]).toMatchObject({ rows: rows[0].last + 1, counted: rows[0].last + 1 });
    written = rows[0].last + 1;
    await database.close();
  }
});

test('a commit is on the disk before it is acknowledged, unless it says that it need not be', async () => {
  const database = await open();
  const { fsyncSync } = fs;
  let synced = 0;
  fs.fsyncSync = (file) => {
    synced += 1;
    fsyncSync(file);
  };
  syncBuiltinESMExports();
  try {
    const syncsOf = async (statement: string): Promise<number> => {
      synced = 0;
      await database.pool.query(statement);
      return synced;
    };
    expect(await syncsOf("INSERT INTO rows VALUES (1, 'safe')")).toBe(1);
    expect(await syncsOf('SELECT * FROM rows')).toBe(0);
    expect(await syncsOf("BEGIN; SET LOCAL synchronous_commit = off; INSERT INTO rows VALUES (2, ''); COMMIT")).toBe(0);
    // A checkpoint syncs tables and their folders.
    expect(await syncsOf('CHECKPOINT')).toBeGreaterThan(1);
  } finally {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
    await database.close();
  }
});

test('its files are copied as they are at one moment, while it goes on', async () => {
  const database = await open();
  await database.pool.query("INSERT INTO rows VALUES (1, 'before')");
  const folder = (await database.copyFiles?.()) ?? '';
  await database.pool.query("INSERT INTO rows VALUES (2, 'after')");
  const copy = await openDatabase({ kind: 'pglite', directory: folder }, { log: silentLog, files });
  expect([await countRows(copy), await countRows(database)]).toEqual([1, 2]);
  await expect(database.copyFiles?.()).rejects.toThrow('already open');
  await copy.close();
  expect(await database.copyFiles?.()).toBe(folder);
  await database.close();
});

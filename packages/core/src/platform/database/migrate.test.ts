import { createHash } from 'node:crypto';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Child } from '../../../test/support/child.ts';
import { openEmptyDatabase } from '../../../test/support/empty-database.ts';
import { MigrationFolder } from '../../../test/support/migration-folder.ts';
import { createEmptyServerDatabase } from '../../../test/support/server-databases.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import type { ClosablePool } from './closable-pool.ts';
import { findPendingMigrations, MigrationFailedError, MigrationHistoryError, migrate } from './migrate.ts';

let folder: MigrationFolder;
let database: ClosablePool;

beforeEach(async () => {
  folder = await MigrationFolder.create();
  database = await openEmptyDatabase();
});

afterEach(async () => {
  await database.close();
  await folder.remove();
});

function run(): Promise<string[]> {
  return migrate(database.pool, folder.directory, silentLog);
}

async function query(sql: string): Promise<unknown[]> {
  return (await database.pool.query(sql)).rows;
}

test('migrations apply in the order of their names, once', async () => {
  await folder.write('2_second', 'INSERT INTO steps VALUES (2);');
  await folder.write('1_first', 'CREATE TABLE steps (n int); INSERT INTO steps VALUES (1);');
  expect(await findPendingMigrations(database.pool, folder.directory)).toEqual(['1_first', '2_second']);
  expect(await run()).toEqual(['1_first', '2_second']);
  expect(await findPendingMigrations(database.pool, folder.directory)).toEqual([]);
  expect(await run()).toEqual([]);
  expect(await query('SELECT n FROM steps')).toEqual([{ n: 1 }, { n: 2 }]);
});

test("what was applied stands in Prisma's table as Prisma writes it", async () => {
  const sql = 'CREATE TABLE steps (n int);\n';
  await folder.write('20260101000000_init', sql);
  await run();
  expect(await query('SELECT * FROM _prisma_migrations')).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash('sha256').update(sql).digest('hex'),
      finished_at: expect.any(Date),
      migration_name: '20260101000000_init',
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    },
  ]);
});

test('functions and strings with semicolons are no trouble', async () => {
  await folder.write(
    '1_function',
    "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END; $$; COMMENT ON FUNCTION twice IS 'a;b';",
  );
  await run();
  expect(await query('SELECT twice(4)')).toEqual([{ twice: 8 }]);
});

test('a failing migration is undone whole and named, those before it stay, and it can be mended', async () => {
  await folder.write('1_good', 'CREATE TABLE good (n int);');
  await folder.write('2_bad', "CREATE TABLE half (n int); SET search_path TO 'elsewhere'; SELECT 1/0;");
  const failure = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationFailedError);
  expect(failure).toMatchObject({ migration: '2_bad', cause: { code: '22012' } });
  expect(await query(`SELECT to_regclass('good') IS NULL AS good, to_regclass('half') IS NULL AS half`)).toEqual([
    { good: false, half: true },
  ]);
  await folder.write('2_bad', 'CREATE TABLE half (n int);');
  expect(await run()).toEqual(['2_bad']);
});

test('an applied migration that was changed since is an error that names it, before anything is applied', async () => {
  await folder.write('1_first', 'CREATE TABLE steps (n int);');
  await run();
  await folder.write('1_first', 'CREATE TABLE steps (n bigint);');
  await folder.write('2_second', 'CREATE TABLE more (n int);');
  await expect(run()).rejects.toThrow('Migration 1_first was changed after it was applied');
  await expect(findPendingMigrations(database.pool, folder.directory)).rejects.toThrow(MigrationHistoryError);
  expect(await query(`SELECT to_regclass('more') AS more`)).toEqual([{ more: null }]);
});

test('other line ends are not a change', async () => {
  await folder.write('1_first', 'CREATE TABLE steps (\n  n int\n);\n');
  await run();
  await folder.write('1_first', 'CREATE TABLE steps (\r\n  n int\r\n);\r\n');
  expect(await run()).toEqual([]);
});

test('an applied migration whose file is missing is an error that names it', async () => {
  await folder.write('1_first', 'CREATE TABLE steps (n int);');
  await run();
  await folder.remove('1_first');
  await folder.write('2_second', 'CREATE TABLE more (n int);');
  await expect(run()).rejects.toThrow('Migration 1_first was applied to this database, but its file is missing');
});

test("a migration that Prisma's command began and didn't finish is an error until it's resolved", async () => {
  await folder.write('1_first', 'CREATE TABLE steps (n int);');
  await run();
  await query('UPDATE _prisma_migrations SET finished_at = NULL');
  await expect(run()).rejects.toThrow("Migration 1_first was begun by Prisma's command");
  await query('DROP TABLE steps; UPDATE _prisma_migrations SET rolled_back_at = now()');
  expect(await run()).toEqual(['1_first']);
});

test('several callers at once apply each migration once between them', async () => {
  for (let n = 1; n <= 5; n += 1) await folder.write(`${n}_step`, `CREATE TABLE step_${n} (n int);`);
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(['1_step', '2_step', '3_step', '4_step', '5_step']);
});

const serverUrl = process.env.TEST_DATABASE_URL ?? '';

test.runIf(serverUrl)(
  'several processes at once apply each migration once between them',
  { tags: ['full'] },
  async () => {
    for (let n = 1; n <= 20; n += 1) await folder.write(`${n + 10}_step`, `CREATE TABLE step_${n} (n int);`);
    const { url, drop } = await createEmptyServerDatabase(serverUrl);
    const program = path.join(import.meta.dirname, '../../../test/database/children/migrate.ts');
    const children = await Promise.all([1, 2, 3].map(() => Child.start(program, [url, folder.directory])));
    for (const child of children) expect(await child.next()).toBe('ready');
    for (const child of children) child.send('migrate');
    const applied = await Promise.all(children.map((child) => child.next()));
    expect(applied.flat().sort()).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 11}_step`));
    expect(await Promise.all(children.map((child) => child.ended))).toEqual([0, 0, 0]);
    await drop();
  },
);

import { afterEach, beforeEach, expect, test } from 'vitest';
import { MigrationFolder } from '../../../test/support/migration-folder.ts';
import { createEmptyServerDatabase } from '../../../test/support/server-databases.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { inTransaction } from './in-transaction.ts';
import { type Database, openDatabase } from './open-database.ts';

let migrations: MigrationFolder;
let files: { migrationsDirectory: string };

beforeEach(async () => {
  migrations = await MigrationFolder.create();
  files = { migrationsDirectory: migrations.directory };
  await migrations.write(
    '1_init',
    'CREATE TABLE rows (n int); CREATE TABLE counter (n int); INSERT INTO counter VALUES (0);',
  );
});

afterEach(() => migrations.remove());

async function countRows({ pool }: Database): Promise<number> {
  return (await pool.query('SELECT count(*)::int AS n FROM rows')).rows[0].n;
}

const serverUrl = process.env.TEST_DATABASE_URL ?? '';

test.runIf(serverUrl)('a server is migrated when asked, and otherwise left as it is', async () => {
  const { url, drop } = await createEmptyServerDatabase(serverUrl);
  const plain = await openDatabase({ kind: 'postgres', url }, { log: silentLog, files });
  await expect(countRows(plain)).rejects.toMatchObject({ code: '42P01' });
  await plain.close();
  const migrated = await openDatabase({ kind: 'postgres', url, poolSize: 2 }, { log: silentLog, files, migrate: true });
  expect(await countRows(migrated)).toBe(0);
  expect(await migrated.prisma.$queryRaw`SELECT n FROM counter`).toEqual([{ n: 0 }]);
  await migrated.close();
  await drop();
});

test.runIf(serverUrl)(
  'a connection that ends between two statements of a transaction fails that transaction alone',
  async () => {
    const { pool, close } = await openDatabase(
      { kind: 'postgres', url: serverUrl, poolSize: 2 },
      { log: silentLog, files },
    );
    const ended = inTransaction(pool, async (client) => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      // `once` would listen for errors too.
      const gone = new Promise((resolve) => client.once('end', resolve));
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      await gone;
      await client.query('SELECT 1');
    });
    await expect(ended).rejects.toThrow(/not queryable|terminated|closed/i);
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await close();
  },
);

test('a server that is not there is an error of the first query', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nowhere';
  const database = await openDatabase({ kind: 'postgres', url }, { log: silentLog, files });
  await expect(database.pool.query('SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await database.close();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/open-database.ts';
import { countStatements } from '../support/statements.ts';
import { openTestDatabase } from '../support/test-database.ts';

let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(() => database.close());

test('a test database has all migrations and is of the kind that the environment asks for', async () => {
  const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM _prisma_migrations');
  expect(rows[0].n).toBeGreaterThan(0);
  expect(database.kind).toBe(process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite');
});

test('two test databases share nothing', async () => {
  const other = await openTestDatabase();
  await database.pool.query('CREATE TABLE mine (n int)');
  expect((await other.pool.query("SELECT to_regclass('mine') AS found")).rows).toEqual([{ found: null }]);
  await other.close();
});

test('a test database whose tables were renamed is not used again', async () => {
  const changed = await openTestDatabase();
  await changed.pool.query('ALTER TABLE projects RENAME TO projects_gone');
  await changed.close();
  const next = await openTestDatabase();
  expect((await next.pool.query("SELECT to_regclass('projects') AS found")).rows).toEqual([{ found: 'projects' }]);
  await next.close();
});

test('every statement is counted, of Prisma and plain, in transactions and out, until it stops', async () => {
  await database.pool.query('SELECT 0');
  const counted = countStatements(database);
  await database.pool.query('SELECT $1::int', [1]);
  await database.pool.query({ text: 'SELECT 2' });
  await database.prisma.$queryRaw`SELECT 3`;
  await database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 4`;
  });
  const client = await database.pool.connect();
  await client.query('SELECT 5');
  client.release();
  expect(counted.statements).toEqual([
    'SELECT $1::int',
    'SELECT 2',
    'SELECT 3',
    'BEGIN',
    'SELECT 4',
    'COMMIT',
    'SELECT 5',
  ]);
  counted.reset();
  await database.pool.query('SELECT 6');
  expect(counted.statements).toEqual(['SELECT 6']);
  counted.stop();
  await database.pool.query('SELECT 7');
  expect(counted.statements).toEqual(['SELECT 6']);
});

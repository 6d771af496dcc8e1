import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database } from './open-database.ts';
import { bool, int, list, nullable, text, timestamp } from './row.ts';
import { type Connection, emptySql, execute, joinSql, query, queryPrepared, rowsOf, sql } from './sql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('CREATE TABLE counted (n int, name text)');
});
afterAll(() => database.close());

/** Runs work on the pool, on a connection in a transaction and on Prisma's client in one. */
async function everywhere(work: (on: Connection) => Promise<void>): Promise<void> {
  await work(database.pool);
  await inTransaction(database.pool, work);
  await database.prisma.$transaction(work);
}

test('parts become one statement, and all else a value of it', async () => {
  const quoted = `'; DROP TABLE counted; --`;
  await everywhere(async (on) => {
    const columns = joinSql([sql`${1}::int AS n`, sql`${quoted}::text AS name`], ', ');
    expect(
      await query(on, sql`SELECT ${columns}, ${['a', null]}::text[] AS list ${emptySql}`, {
        n: int,
        name: text,
        list: list(nullable(text)),
      }),
    ).toEqual([{ n: 1, name: quoted, list: ['a', null] }]);
  });
});

test('items become rows, also none of them, with a whole column beside', async () => {
  const items = [
    { name: `'a`, n: 1, at: null },
    { name: 'b', n: null, at: '2026-01-01T00:00:00Z' },
  ];
  await everywhere(async (on) => {
    const rows = rowsOf(
      'c',
      items,
      {
        name: ['text', ({ name }) => name],
        n: ['int', (item) => item.n],
        at: ['timestamptz', ({ at }) => at],
        flag: sql`${[true, false]}::boolean[]`,
      },
      'number',
    );
    expect(
      await query(on, sql`SELECT c.name, c.n, c.at, c.flag, c.number::int FROM ${rows}`, {
        name: text,
        n: nullable(int),
        at: nullable(timestamp),
        flag: bool,
        number: int,
      }),
    ).toEqual([
      { name: `'a`, n: 1, at: null, flag: true, number: 1 },
      { name: 'b', n: null, at: new Date('2026-01-01T00:00:00Z'), flag: false, number: 2 },
    ]);
    const none = rowsOf('c', [], { name: ['text', String] });
    expect(await query(on, sql`SELECT * FROM ${none}`, { name: text })).toEqual([]);
  });
  expect(() => rowsOf('c; --', [], { n: ['int', String] })).toThrow('not a valid name');
  expect(() => rowsOf('c', [], { n: ['int) --', String] })).toThrow('no type');
});

test('what a statement changes is counted', async () => {
  await everywhere(async (on) => {
    expect(await execute(on, sql`INSERT INTO counted SELECT n, 'x' FROM generate_series(1, ${3}::int) AS n`)).toBe(3);
    expect(await execute(on, sql`DELETE FROM counted WHERE n > ${1}`)).toBe(2);
    expect(await execute(on, sql`DELETE FROM counted`)).toBe(1);
  });
});

test('a transaction undoes them', async () => {
  const inserting = async (on: Connection): Promise<void> => {
    await execute(on, sql`INSERT INTO counted VALUES (1, 'undone')`);
    throw new Error('roll back');
  };
  await expect(inTransaction(database.pool, inserting)).rejects.toThrow('roll back');
  await expect(database.prisma.$transaction(inserting)).rejects.toThrow('roll back');
  expect(await query(database.pool, sql`SELECT * FROM counted`, { n: int, name: text })).toEqual([]);
});

test('a statement that is sent often is parsed once a connection', async () => {
  await everywhere(async (on) => {
    expect(await queryPrepared(on, sql`SELECT ${'one'}::text AS often`, { often: text })).toEqual([{ often: 'one' }]);
  });
  await inTransaction(database.pool, async (client) => {
    for (const value of ['two', 'three']) {
      expect(await queryPrepared(client, sql`SELECT ${value}::text AS often`, { often: text })).toEqual([
        { often: value },
      ]);
    }
    expect(
      await query(
        client,
        sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%AS often%' AND name <> ''`,
        { statement: text },
      ),
    ).toEqual([{ statement: 'SELECT $1::text AS often' }]);
  });
});

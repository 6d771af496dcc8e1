import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { rowFaults } from '../../../test/support/row-faults.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import type { Database } from './open-database.ts';
import {
  bigint,
  bool,
  type Columns,
  float,
  int,
  json,
  list,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
} from './row.ts';
import { query, type Sql, sql } from './sql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function faultsOf(statement: Sql, columns: Columns): Promise<string[]> {
  return rowFaults(columns, await database.pool.query({ text: statement.text, values: statement.values }));
}

const EVERY = {
  name: text,
  word: oneOf<'one' | 'other'>(),
  count: int,
  share: float,
  flag: bool,
  at: timestamp,
  data: json<{ readonly a: number }>(),
  names: list(text),
  times: list(timestamp),
  gaps: list(nullable(int)),
  none: nullable(json<string>()),
};

const every = sql`SELECT 'a'::text AS name, 'one'::varchar AS word, 1 AS count, 1.5::float8 AS share, true AS flag,
  '2026-01-01T00:00:00Z'::timestamptz AS at, '{"a": 1}'::jsonb AS data, '{a,b}'::text[] AS names,
  ARRAY['2026-01-01T00:00:00Z'::timestamptz] AS times, ARRAY[1, NULL] AS gaps, NULL::json AS none`;

test('columns give the types of rows, and are what the database reports and returns', async () => {
  expect(await faultsOf(every, EVERY)).toEqual([]);
  expect(await faultsOf(sql`SELECT 2::bigint AS large, 1.5 AS exact`, { large: bigint, exact: bigint })).toEqual([]);
  const [row] = await query(database.pool, every, EVERY);
  expect(row).toEqual({
    name: 'a',
    word: 'one',
    count: 1,
    share: 1.5,
    flag: true,
    at: new Date('2026-01-01T00:00:00Z'),
    data: { a: 1 },
    names: ['a', 'b'],
    times: [new Date('2026-01-01T00:00:00Z')],
    gaps: [1, null],
    none: null,
  });
  expect(await database.prisma.$transaction((tx) => query(tx, every, EVERY))).toEqual([row]);
  expectTypeOf<RowOf<typeof EVERY>>().toEqualTypeOf<{
    readonly name: string;
    readonly word: 'one' | 'other';
    readonly count: number;
    readonly share: number;
    readonly flag: boolean;
    readonly at: Date;
    readonly data: { readonly a: number };
    readonly names: string[];
    readonly times: Date[];
    readonly gaps: (number | null)[];
    readonly none: string | null;
  }>();
});

test('rows that differ from their columns are found', async () => {
  expect(await faultsOf(sql`SELECT 1 AS n, 2 AS more`, { n: int, less: int })).toEqual([
    'more: returned, not named',
    'less: named, not returned',
  ]);
  // Types are known without a row, too.
  expect(await faultsOf(sql`SELECT count(*) AS n WHERE false`, { n: int })).toEqual(['n: of type 20, not 21 or 23']);
  expect(await faultsOf(sql`SELECT ARRAY[1] AS n`, { n: list(text) })).toEqual([
    'n: of type 1007, not 1003 or 1009 or 1015',
  ]);
  expect(await faultsOf(sql`SELECT n FROM unnest(ARRAY[1, NULL]) AS n`, { n: int })).toEqual(['n: holds null']);
  expect(await faultsOf(sql`SELECT ARRAY['a', NULL] AS n`, { n: list(text) })).toEqual(['n: holds object a,']);
});

test('where no types are reported, values show what differs', async () => {
  const rows = await database.prisma.$queryRaw<{ n: bigint }[]>(sql`SELECT 1::bigint AS n`);
  expect(rowFaults({ n: int }, { rows })).toEqual(['n: holds bigint 1']);
  expect(rowFaults({ m: int }, { rows })).toEqual(['n: returned, not named', 'm: named, not returned']);
  expect(rowFaults({ m: int }, { rows: [] })).toEqual([]);
});

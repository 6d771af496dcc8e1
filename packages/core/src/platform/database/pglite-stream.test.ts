import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabases } from '../../../test/support/embedded-databases.ts';
import type { ClosablePool } from './closable-pool.ts';
import type { PGliteSession } from './pglite-session.ts';
import { PGliteStream } from './pglite-stream.ts';

let connections: ClosablePool;
let pool: Pool;

beforeAll(async () => {
  connections = await emptyDatabases.open();
  pool = connections.pool;
});

afterAll(() => connections.close());

test('values of every common type arrive as they left', async () => {
  const values = ["text with \u{1f600} and 'quotes'", 42, 1.5, true, null, { a: [1, { b: null }] }, ['x', 'y']];
  const { rows } = await pool.query(
    'SELECT $1::text AS a, $2::int AS b, $3::float8 AS c, $4::bool AS d, $5::text AS e, $6::jsonb AS f, $7::text[] AS g',
    values.map((value, index) => (index === 5 ? JSON.stringify(value) : value)),
  );
  expect(Object.values(rows[0])).toEqual(values);
});

test('a statement and an answer of several megabytes pass through', async () => {
  const long = 'ä'.repeat(4_000_000);
  const { rows } = await pool.query('SELECT $1::text AS text', [long]);
  expect(rows[0].text === long).toBe(true);
});

test('a failed statement is an error with its code, and the next one works', async () => {
  await expect(pool.query('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '42P01' });
  await expect(pool.query('SELECT $1::int', ['no number'])).rejects.toMatchObject({ code: '22P02' });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('several statements in one text answer in order, and a failing one undoes those before it', async () => {
  const results: unknown = await pool.query(
    'CREATE TABLE several (n int); INSERT INTO several VALUES (1); SELECT n FROM several',
  );
  expect(results).toMatchObject([{ command: 'CREATE' }, { rowCount: 1 }, { rows: [{ n: 1 }] }]);
  await expect(pool.query('INSERT INTO several VALUES (2); SELECT 1/0')).rejects.toMatchObject({ code: '22012' });
  expect((await pool.query('SELECT n FROM several')).rows).toEqual([{ n: 1 }]);
});

test('many queries asked for at once are answered each with its own rows', async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const answers = await Promise.all(numbers.map((n) => pool.query('SELECT $1::int AS n', [n])));
  expect(answers.map(({ rows }) => rows[0].n)).toEqual(numbers);
});

test('a query read in portions gets all its rows', async () => {
  const client = await pool.connect();
  const inPortions = { text: 'SELECT generate_series(1, 1000) AS n', rows: 10 };
  const { rows } = await client.query(inPortions);
  client.release();
  expect(rows).toHaveLength(1000);
});

test('COPY from the client fails as a statement does and leaves the connection usable', async () => {
  await pool.query('CREATE TABLE copied (n int)');
  await expect(pool.query('COPY copied FROM STDIN')).rejects.toMatchObject({ code: '57014' });
  await expect(pool.query('SELECT 1; copy copied from stdin; SELECT 2')).rejects.toMatchObject({ code: '57014' });
  expect((await pool.query("SELECT count(*)::int AS n, 'stdin' AS name FROM copied")).rows).toEqual([
    { n: 0, name: 'stdin' },
  ]);
  expect((await pool.query('SELECT 3 AS n')).rows).toEqual([{ n: 3 }]);
});

test('what a client left uncommitted is undone when it is closed', async () => {
  await pool.query('CREATE TABLE uncommitted (n int)');
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO uncommitted VALUES (1)');
  client.release(true);
  expect((await pool.query('SELECT n FROM uncommitted')).rows).toEqual([]);
});

test('the next client finds neither settings nor prepared statements nor temporary tables of the one before', async () => {
  const first = await pool.connect();
  await first.query("SET search_path TO 'elsewhere'");
  await first.query({ name: 'same', text: 'SELECT 1 AS n' });
  await first.query('CREATE TEMPORARY TABLE mine (n int)');
  first.release(true);
  const second = await pool.connect();
  expect((await second.query({ name: 'same', text: 'SELECT 2 AS n' })).rows).toEqual([{ n: 2 }]);
  expect((await second.query('SHOW search_path')).rows).toEqual([{ search_path: 'public' }]);
  expect((await second.query("SELECT to_regclass('mine') AS found")).rows).toEqual([{ found: null }]);
  second.release();
});

/** The pool above holds the session of its PGlite for itself. */
async function withSessions(work: (sessions: PGliteSession) => Promise<void>): Promise<void> {
  const { session, giveBack } = await emptyDatabases.lend();
  await work(session);
  giveBack();
}

function connect(sessions: PGliteSession): { client: Client; stream: PGliteStream; connected: Promise<unknown> } {
  const stream = new PGliteStream(sessions);
  const client = new Client({ user: 'postgres', database: 'postgres', ssl: false, stream: () => stream });
  client.on('error', () => {});
  const connected = client.connect();
  connected.catch(() => {});
  return { client, stream, connected };
}

test('a second client waits until the first has left, and never sees its transaction', async () => {
  await withSessions(async (sessions) => {
    const first = connect(sessions);
    await first.connected;
    await first.client.query('CREATE TABLE waiting (n int)');
    await first.client.query('BEGIN; INSERT INTO waiting VALUES (1)');
    const second = connect(sessions);
    const seen = second.connected.then(() => second.client.query('SELECT n FROM waiting'));
    await first.client.query('INSERT INTO waiting VALUES (2)');
    await first.client.end();
    expect((await seen).rows).toEqual([]);
    await second.client.end();
  });
});

test('a stream that is destroyed in the middle of a transaction makes room for the next', async () => {
  await withSessions(async (sessions) => {
    const first = connect(sessions);
    await first.connected;
    await first.client.query('CREATE TABLE destroyed (n int)');
    await first.client.query('BEGIN; INSERT INTO destroyed VALUES (1)');
    const running = first.client.query('INSERT INTO destroyed SELECT generate_series(1, 10)');
    running.catch(() => {});
    first.stream.destroy();
    const second = connect(sessions);
    await second.connected;
    expect((await second.client.query('SELECT n FROM destroyed')).rows).toEqual([]);
    await second.client.end();
  });
});

test('a client that gives up while it waits keeps no one else waiting', async () => {
  await withSessions(async (sessions) => {
    const [first, second, third] = [connect(sessions), connect(sessions), connect(sessions)];
    await first.connected;
    second.stream.destroy();
    await first.client.end();
    await third.connected;
    expect((await third.client.query('SELECT 3 AS n')).rows).toEqual([{ n: 3 }]);
    await third.client.end();
  });
});

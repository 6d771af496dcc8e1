import { randomBytes } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';
import type { Later } from './clean-up.ts';

/** Makes an empty database on a server, and drops it later, even if someone is still connected. */
export async function createDatabase(serverUrl: string, later: Later): Promise<{ readonly url: string }> {
  const name = `stele_bench_${process.pid}_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  later(() => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href };
}

/** Which server it is, and whether what it commits is safe from power loss, in words. */
export async function describeServer(serverUrl: string): Promise<string> {
  const rows = await run<{ words: string }>(
    serverUrl,
    `SELECT format('PostgreSQL %s, fsync %s, synchronous_commit %s, full_page_writes %s', current_setting('server_version'),
       current_setting('fsync'), current_setting('synchronous_commit'), current_setting('full_page_writes')) AS words`,
  );
  return rows[0]?.words ?? '';
}

async function run<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

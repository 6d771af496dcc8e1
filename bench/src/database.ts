import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of a benchmark's own. */
export interface OwnDatabase {
  readonly url: string;
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Makes an empty database on a server. */
export async function createDatabase(serverUrl: string): Promise<OwnDatabase> {
  const name = `stele_bench_${process.pid}_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createPool } from '../../src/platform/database/closable-pool.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { digestMigrations, readMigrationFiles } from '../../src/platform/database/migration-files.ts';
import { silentLog } from './silent-log.ts';

/** A database on a PostgreSQL server, and how to get rid of it. */
export interface ServerDatabase {
  url: string;
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>;
}

/** A new database with these migrations applied, copied from a template that the first caller makes. */
export async function createServerDatabase(serverUrl: string, migrationsDirectory: string): Promise<ServerDatabase> {
  const template = await prepareTemplate(serverUrl, migrationsDirectory);
  return createDatabase(serverUrl, `TEMPLATE ${template}`);
}

/** A new database with nothing in it. */
export function createEmptyServerDatabase(serverUrl: string): Promise<ServerDatabase> {
  return createDatabase(serverUrl, '');
}

async function createDatabase(serverUrl: string, options: string): Promise<ServerDatabase> {
  const name = `stele_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${name} ${options}`));
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      withClient(serverUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}

const TEMPLATE_LOCK = 728_201_173;

async function prepareTemplate(serverUrl: string, migrationsDirectory: string): Promise<string> {
  const digest = digestMigrations(await readMigrationFiles(migrationsDirectory));
  const name = `stele_template_${digest.slice(0, 24)}`;
  await withClient(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    const { pool, close } = createPool({ connectionString: urlOf(serverUrl, unfinished), max: 1 });
    await migrate(pool, migrationsDirectory, silentLog).finally(close);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
  return name;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

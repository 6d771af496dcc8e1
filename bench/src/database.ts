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

/** Which server it is, and whether what it commits is safe from power loss, in words. */
export async function describeServer(serverUrl: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<'version' | 'fsync' | 'commit' | 'pages', string>>(
      `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages`,
    );
    return rows
      .map(
        ({ version, fsync, commit, pages }) =>
          `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}, full_page_writes ${pages}`,
      )
      .join();
  } finally {
    await client.end();
  }
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

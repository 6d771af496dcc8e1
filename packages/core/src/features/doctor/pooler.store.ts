import type { Pool, PoolClient } from 'pg';
import { int } from '../../platform/database/row.ts';
import { execute, type Queryable, queryPrepared, sql } from '../../platform/database/sql.ts';

const ROUNDS = 5;

/**
 * Whether a pooler in transaction mode stands between: then statements of one connection come from changing server processes.
 *
 * @throws the error of `pg` when the pooler loses prepared statements
 */
export async function pooledByTransaction(pool: Pool): Promise<boolean> {
  const clients: PoolClient[] = [];
  try {
    for (let n = 0; n < 2; n++) clients.push(await pool.connect());
    const [first, second] = clients;
    if (!first || !second) return false;
    const pids = new Set<unknown>();
    for (let round = 0; round < ROUNDS; round++) {
      // While one holds a server process, the other gets another one.
      await execute(second, sql`BEGIN`);
      pids.add(await backendOf(first));
      await execute(second, sql`COMMIT`);
      await execute(first, sql`BEGIN`);
      pids.add(await backendOf(first));
      await backendOf(second);
      await execute(first, sql`COMMIT`);
    }
    return pids.size > 1;
  } finally {
    for (const client of clients) client.release(true);
  }
}

/** By a prepared statement, as the API sends them. */
async function backendOf(client: Queryable): Promise<unknown> {
  const [row] = await queryPrepared(client, sql`SELECT pg_backend_pid() AS pid`, { pid: int });
  return row?.pid;
}

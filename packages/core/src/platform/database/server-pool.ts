import type { Socket } from 'node:net';
import { Client, type PoolClient, type PoolConfig } from 'pg';
import { type ClosablePool, createPool } from './closable-pool.ts';
import { ping, withoutCompiling } from './connection.store.ts';
import { shareConnections } from './share-connections.ts';

/** After this time in use, a connection is checked. Most are in use for milliseconds. */
const LONG_MS = 5_000;
/** If a server accepts no new connection for this long, it counts as unreachable. */
const REACH_MS = 5_000;

/**
 * Connections to a server that may become unreachable without an error, for example because a network drops packets. TCP itself
 * gives up only after 15 minutes. When a connection has been in use for long and no new one can be made, all are closed, so
 * that waiting statements fail.
 */
export function createServerPool(config: PoolConfig): ClosablePool {
  const { pool, close } = createPool({ ...config, onConnect: withoutCompiling });
  shareConnections(pool);
  // The next statement on it fails. Without a listener, the process would end when it's lost between two statements.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const since = new Map<PoolClient, number>();
  pool.on('acquire', (client) => since.set(client, performance.now()));
  pool.on('release', (_error, client) => since.delete(client));
  pool.on('remove', (client) => since.delete(client));
  let looking = false;
  const watch = setInterval(async () => {
    const longest = Math.min(...since.values());
    if (looking || performance.now() - longest < LONG_MS) return;
    looking = true;
    if (!(await isReached(config))) for (const client of since.keys()) streamOf(client).destroy();
    looking = false;
  }, LONG_MS / 2);
  watch.unref();
  return {
    pool,
    close: () => {
      clearInterval(watch);
      return close();
    },
  };
}

async function isReached(config: PoolConfig): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: REACH_MS, query_timeout: REACH_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await ping(client);
    return true;
  } catch {
    return false;
  } finally {
    streamOf(client).destroy();
  }
}

/** The socket of a connection, which the types of `pg` don't declare. */
function streamOf(client: object): Socket {
  return (client as { connection: { stream: Socket } }).connection.stream;
}

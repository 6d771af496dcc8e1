import { Pool, type PoolClient, type PoolConfig } from 'pg';

/** Connections to a database, and how to close them. */
export interface ClosablePool {
  pool: Pool;
  /** Waits for what is running, and until every connection is gone. */
  close(): Promise<void>;
}

/** A pool whose `close` waits until all connections are closed; `pool.end()` resolves earlier. */
export function createPool(config: PoolConfig): ClosablePool {
  const pool = new Pool(config);
  const open = new Set<PoolClient>();
  let allGone = (): void => {};
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => {
    open.delete(client);
    if (open.size === 0) allGone();
  });
  return {
    pool,
    close: async () => {
      await pool.end();
      if (open.size === 0) return;
      await new Promise<void>((resolve) => {
        allGone = resolve;
      });
    },
  };
}

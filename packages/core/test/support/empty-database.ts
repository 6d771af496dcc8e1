import { type ClosablePool, createPool } from '../../src/platform/database/closable-pool.ts';
import { emptyDatabases } from './embedded-databases.ts';
import { createEmptyServerDatabase } from './server-databases.ts';

/** A database without a single table, in memory or on the server of TEST_DATABASE_URL; gone when it's closed. */
export async function openEmptyDatabase(): Promise<ClosablePool> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) return emptyDatabases.open();
  const { url, drop } = await createEmptyServerDatabase(serverUrl);
  const { pool, close } = createPool({ connectionString: url, max: 5 });
  return {
    pool,
    close: async () => {
      await close();
      await drop();
    },
  };
}

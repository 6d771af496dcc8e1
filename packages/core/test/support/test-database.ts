import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { type Database, openDatabase, useConnections } from '../../src/platform/database/open-database.ts';
import { migratedDatabases } from './embedded-databases.ts';
import { createServerDatabase } from './server-databases.ts';
import { silentLog } from './silent-log.ts';

/**
 * A migrated database of the test's own, gone when it's closed: in memory, or, when TEST_DATABASE_URL names a PostgreSQL
 * server (and a role that may create databases there), a new database on that server.
 */
export async function openTestDatabase(): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? openOnServer(serverUrl) : useConnections('pglite', await migratedDatabases.open(), silentLog);
}

async function openOnServer(serverUrl: string): Promise<Database> {
  const { url, drop } = await createServerDatabase(serverUrl, findDatabaseFiles().migrationsDirectory);
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 5 }, { log: silentLog });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

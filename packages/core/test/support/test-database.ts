import { existsSync } from 'node:fs';
import path from 'node:path';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { locateSnapshot, writeSnapshot } from '../../src/platform/database/database-snapshot.ts';
import { type Database, openDatabase, useConnections } from '../../src/platform/database/open-database.ts';
import { connectSession } from '../../src/platform/database/pglite-pool.ts';
import { giveEmbeddedDatabaseBack, takeEmbeddedDatabase } from './embedded-databases.ts';
import { withFileLock } from './file-lock.ts';
import { createServerDatabase } from './server-databases.ts';
import { silentLog } from './silent-log.ts';

/**
 * A migrated database of the test's own, gone when it's closed: in memory, or, when TEST_DATABASE_URL names a PostgreSQL
 * server (and a role that may create databases there), a new database on that server.
 */
export async function openTestDatabase(): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? openOnServer(serverUrl) : openInMemory();
}

async function openInMemory(): Promise<Database> {
  const embedded = await takeEmbeddedDatabase(prepareSnapshot);
  const { pool, close } = connectSession(embedded.session);
  const closeAndGiveBack = () => close().then(() => giveEmbeddedDatabaseBack(embedded));
  return useConnections('pglite', { pool, close: closeAndGiveBack }, silentLog);
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

/** Makes the snapshot of the present migrations unless one is there, once for all test processes. */
async function prepareSnapshot(): Promise<string> {
  const snapshotDirectory = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'stele');
  const files = findDatabaseFiles({ snapshotDirectory });
  const snapshot = await locateSnapshot(files);
  if (!existsSync(snapshot)) {
    await withFileLock(`${snapshot}.lock`, async () => {
      if (!existsSync(snapshot)) await writeSnapshot(snapshot, files.migrationsDirectory, silentLog);
    });
  }
  return snapshot;
}

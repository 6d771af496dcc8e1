import { findDatabaseFiles } from './database-files.ts';
import { consoleLog } from './database-log.ts';
import { selectDatabase } from './database-settings.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/**
 * Migrates the database that the environment names, and prints what it did: the server of `DATABASE_URL`, or the embedded
 * database of `STELE_DATA_DIR`, which must not be open in a running Stele.
 */
async function main(): Promise<void> {
  const { DATABASE_URL, STELE_DATA_DIR } = process.env;
  const settings = selectDatabase({ DATABASE_URL, STELE_DATA_DIR });
  const database = await openDatabase(settings, { log: consoleLog, migrate: false });
  try {
    const applied = await migrate(database.pool, findDatabaseFiles().migrationsDirectory, consoleLog);
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length} migration(s).`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

import { findDatabaseFiles } from '../../platform/database/database-files.ts';
import type { DatabaseLog } from '../../platform/database/database-log.ts';
import type { DatabaseSettings } from '../../platform/database/database-settings.ts';
import { findPendingMigrations, MigrationHistoryError, migrate } from '../../platform/database/migrate.ts';
import { readMigrationFiles } from '../../platform/database/migration-files.ts';
import { type Database, openDatabase } from '../../platform/database/open-database.ts';
import { assertEmpty, RestoreRefusedError } from './restore.ts';

/** A database that can be restored into. */
export interface RestoreTarget {
  readonly database: Database;
  /** Brings what was restored up to this version. */
  migrateOn(): Promise<void>;
}

/**
 * Opens an empty database, and gives it the tables that a backup was made of.
 *
 * @param of the migrations of the backup; null for those of this version
 * @throws RestoreRefusedError when it isn't empty, is newer than the backup, or the backup is newer than this version of Stele
 */
export async function openTarget(
  settings: DatabaseSettings,
  of: readonly string[] | null,
  log: DatabaseLog,
): Promise<RestoreTarget> {
  const files = findDatabaseFiles();
  const known = (await readMigrationFiles(files.migrationsDirectory)).map(({ name }) => name);
  const migrations = of ?? known;
  if (migrations.some((name) => !known.includes(name))) {
    throw new RestoreRefusedError('The backup was made by a newer version of Stele. Restore it with that one.');
  }
  // The prepared database has all migrations.
  const isCurrent = known.every((name) => migrations.includes(name));
  const database = await openDatabase(settings, {
    log,
    migrate: false,
    ...(!isCurrent && { files: { snapshotDirectory: files.migrationsDirectory } }),
  });
  try {
    await migrate(database.pool, files.migrationsDirectory, log, migrations);
    await assertEmpty(database.pool);
  } catch (error) {
    await database.close();
    if (!(error instanceof MigrationHistoryError)) throw error;
    const reason = migrations.includes(error.migration)
      ? error.message
      : 'The database has been used by a newer version of Stele than the backup.';
    throw new RestoreRefusedError(`${reason} Restore into a new, empty one.`);
  }
  return {
    database,
    migrateOn: async () => void (await migrate(database.pool, files.migrationsDirectory, log)),
  };
}

/** @throws Error with a sentence when a database isn't of this version of Stele */
export async function assertCurrent({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const pending = await findPendingMigrations(pool, findDatabaseFiles().migrationsDirectory);
  if (pending.length === 0) return;
  throw new Error(
    'The database is of an earlier version of Stele. Start the API of this version once, then try again.',
  );
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files that opening a database needs, besides its data. */
export interface DatabaseFiles {
  /** Contains a folder for each migration, with a `migration.sql`. */
  migrationsDirectory: string;
  /** The folder in which the build puts the prepared snapshot, which may be missing. */
  snapshotDirectory: string;
}

const MIGRATIONS = path.join('prisma', 'migrations');

/** Both `src/platform/database` and `dist/platform/database` are three levels below the package. */
function packageDirectory(): string {
  return path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
}

/**
 * Finds the files. Migrations are in the given folder, else in that of `STELE_MIGRATIONS_DIR`, else in `prisma/migrations` of this
 * package's repository, else of the nearest folder above the working directory (bundled code doesn't know its package).
 *
 * @throws Error when none of these places has migrations
 */
export function findDatabaseFiles(given: Partial<DatabaseFiles> = {}): DatabaseFiles {
  return {
    migrationsDirectory: findMigrations(given.migrationsDirectory ?? process.env.STELE_MIGRATIONS_DIR),
    snapshotDirectory: given.snapshotDirectory ?? path.join(packageDirectory(), 'dist'),
  };
}

function findMigrations(named: string | undefined): string {
  const candidates = named
    ? [path.resolve(named)]
    : [path.join(packageDirectory(), '..', '..', MIGRATIONS), ...upwards(process.cwd(), MIGRATIONS)];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) {
    throw new Error(
      `No migrations found; looked in ${candidates.join(', ')}. Set STELE_MIGRATIONS_DIR to the folder that holds them.`,
    );
  }
  return found;
}

function upwards(from: string, below: string): string[] {
  const parent = path.dirname(from);
  return [path.join(from, below), ...(parent === from ? [] : upwards(parent, below))];
}

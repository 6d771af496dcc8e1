import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One step of the database's schema: the file `<migrations>/<name>/migration.sql`. */
export interface MigrationFile {
  name: string;
  sql: string;
  /** SHA-256 of the file, in hexadecimal, as Prisma records it. */
  checksum: string;
}

/** All migrations of a folder, in the order in which they apply: that of their names. */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigrationFile(directory, name)));
}

async function readMigrationFile(directory: string, name: string): Promise<MigrationFile> {
  const bytes = await readFile(path.join(directory, name, 'migration.sql'));
  return { name, sql: bytes.toString('utf8'), checksum: sha256(bytes) };
}

/** Whether a file is the one that was applied, though a checkout may have changed its line ends. */
export function isSameMigration(file: MigrationFile, appliedChecksum: string): boolean {
  const unix = file.sql.replaceAll('\r\n', '\n');
  return [file.checksum, sha256(unix), sha256(unix.replaceAll('\n', '\r\n'))].includes(appliedChecksum);
}

/** A hash of all migrations. */
export function digestMigrations(files: MigrationFile[]): string {
  return sha256(JSON.stringify(files.map(({ name, checksum }) => [name, checksum])));
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

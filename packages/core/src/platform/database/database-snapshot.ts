import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { DatabaseFiles } from './database-files.ts';
import type { DatabaseLog } from './database-log.ts';
import { migrate } from './migrate.ts';
import { digestMigrations, readMigrationFiles } from './migration-files.ts';
import { connectPGlite } from './pglite-pool.ts';

/**
 * The file of the prepared snapshot: an empty, migrated database as a gzipped tar of its folder. Its name depends on the
 * migrations and the version of PGlite, so an outdated one is never used.
 */
export async function locateSnapshot({ migrationsDirectory, snapshotDirectory }: DatabaseFiles): Promise<string> {
  const migrations = digestMigrations(await readMigrationFiles(migrationsDirectory));
  const key = createHash('sha256')
    .update(`${migrations} ${await readPGliteVersion()}`)
    .digest('hex');
  return path.join(snapshotDirectory, `database-snapshot-${key.slice(0, 24)}.tar.gz`);
}

/**
 * Makes an empty, migrated database and writes its snapshot to `file`, atomically.
 * It takes some seconds.
 */
export async function writeSnapshot(file: string, migrationsDirectory: string, log: DatabaseLog): Promise<void> {
  const pglite = await PGlite.create({ dataDir: 'memory://', extensions: { pg_trgm } });
  const { pool, close } = connectPGlite(pglite);
  try {
    await migrate(pool, migrationsDirectory, log);
    await pool.query('CHECKPOINT');
    const dump = await pglite.dumpDataDir('gzip');
    const unfinished = `${file}.${process.pid}`;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
    await rename(unfinished, file);
  } finally {
    await close();
  }
}

async function readPGliteVersion(): Promise<string> {
  const entryPoint = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = await readFile(path.join(path.dirname(entryPoint), '..', 'package.json'), 'utf8');
  return String(JSON.parse(manifest).version);
}

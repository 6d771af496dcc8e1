import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { ClosablePool } from '../../src/platform/database/closable-pool.ts';
import { readMigrationFiles } from '../../src/platform/database/migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

const NO_FILTERS = { externalTables: [], externalEnums: [] };
const LOCK_FILE = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };

/** Where a database's schema is declared, and the SQL that leads to it. */
export interface SchemaSources {
  schemaFile: string;
  migrationsDirectory: string;
  /** Where the two are compared; by default in new databases in memory. */
  openEmptyDatabase?: () => Promise<ClosablePool>;
}

/** The SQL that the migrations still lack to make what the schema declares; empty when they make it. */
export async function findMissingSql(sources: SchemaSources): Promise<string> {
  const from = { tag: 'migrations' as const, ...(await listMigrations(sources.migrationsDirectory)) };
  const schema = await readSchema(sources.schemaFile);
  const to = { tag: 'schemaDatamodel' as const, ...schema };
  const { stdout } = await withSchemaEngine(
    schema,
    (engine) => engine.diff({ from, to, script: true, exitCode: null, filters: NO_FILTERS }),
    sources.openEmptyDatabase,
  );
  return (stdout ?? '').includes('-- This is an empty migration.') ? '' : (stdout ?? '').trim();
}

/**
 * Writes the migration that is missing to a new folder, named after the time and `name`.
 * @returns the migration's file, or undefined when none is missing.
 */
export async function writeMissingMigration(
  sources: SchemaSources,
  name: string,
  now: Date,
): Promise<string | undefined> {
  const sql = await findMissingSql(sources);
  if (sql === '') return undefined;
  const timestamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(sources.migrationsDirectory, `${timestamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(sources.migrationsDirectory, LOCK_FILE.path), LOCK_FILE.content);
  const file = path.join(folder, 'migration.sql');
  await writeFile(file, `${sql}\n`);
  return file;
}

async function listMigrations(directory: string): Promise<MigrationList> {
  const files = existsSync(directory) ? await readMigrationFiles(directory) : [];
  return {
    baseDir: directory,
    shadowDbInitScript: '',
    lockfile: LOCK_FILE,
    migrationDirectories: files.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

async function readSchema(file: string): Promise<SchemasContainer> {
  return { files: [{ path: file, content: await readFile(file, 'utf8') }] };
}

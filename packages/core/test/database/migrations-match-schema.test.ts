import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findMissingSql, writeMissingMigration } from '../../scripts/lib/schema-changes.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { emptyDatabases } from '../support/embedded-databases.ts';

const schemaFile = path.join(import.meta.dirname, '../../../../prisma/schema.prisma');

const openEmptyDatabase = () => emptyDatabases.open();

test('the migrations make exactly what prisma/schema.prisma declares (if not: pnpm db:new-migration NAME)', async () => {
  const { migrationsDirectory } = findDatabaseFiles();
  expect(await findMissingSql({ schemaFile, migrationsDirectory, openEmptyDatabase })).toBe('');
});

test('a change of the schema becomes a migration that makes it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stele-schema-'));
  const sources = {
    schemaFile: path.join(folder, 'schema.prisma'),
    migrationsDirectory: path.join(folder, 'migrations'),
    openEmptyDatabase,
  };
  const declare = (fields: string): Promise<void> =>
    writeFile(
      sources.schemaFile,
      `generator client {\n provider = "prisma-client"\n output = "x"\n}\ndatasource db {\n provider = "postgresql"\n}\nmodel Thing {\n id String @id\n ${fields}\n}`,
    );
  await declare('');
  await writeMissingMigration(sources, 'init', new Date('2026-01-02T03:04:05Z'));
  await declare('search Unsupported("tsvector")?\n @@index([search], type: Gin)');
  expect(await findMissingSql(sources)).toContain('ADD COLUMN     "search" tsvector');
  await writeMissingMigration(sources, 'add_search', new Date('2026-01-02T03:04:06Z'));
  expect(await findMissingSql(sources)).toBe('');
  expect(await writeMissingMigration(sources, 'nothing', new Date())).toBeUndefined();
  expect((await readdir(sources.migrationsDirectory)).sort()).toEqual([
    '20260102030405_init',
    '20260102030406_add_search',
    'migration_lock.toml',
  ]);
  await rm(folder, { recursive: true });
});

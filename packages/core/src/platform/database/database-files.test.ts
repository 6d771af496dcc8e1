import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findDatabaseFiles } from './database-files.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test("the migrations of this repository are found, and the package's build for snapshots", () => {
  vi.stubEnv('STELE_MIGRATIONS_DIR', undefined);
  const { migrationsDirectory, snapshotDirectory } = findDatabaseFiles();
  const repository = path.join(import.meta.dirname, '../../../../..');
  expect(migrationsDirectory).toBe(path.join(repository, 'prisma/migrations'));
  expect(snapshotDirectory).toBe(path.join(repository, 'packages/core/dist'));
});

test('a folder that is given comes before that of the environment, and that before all others', async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'stele-files-')));
  await mkdir(path.join(folder, 'given'));
  await mkdir(path.join(folder, 'named'));
  vi.stubEnv('STELE_MIGRATIONS_DIR', path.join(folder, 'named'));
  expect(findDatabaseFiles().migrationsDirectory).toBe(path.join(folder, 'named'));
  expect(findDatabaseFiles({ migrationsDirectory: path.join(folder, 'given') }).migrationsDirectory).toBe(
    path.join(folder, 'given'),
  );
  await rm(folder, { recursive: true });
});

test('a folder that does not exist is an error that names it', () => {
  expect(() => findDatabaseFiles({ migrationsDirectory: '/nowhere/at/all' })).toThrow('/nowhere/at/all');
});

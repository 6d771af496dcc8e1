// @module-tag full
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundleProgram } from '@stele/testing/bundle-program';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MigrationFolder } from '../../../test/support/migration-folder.ts';
import { createEmptyServerDatabase } from '../../../test/support/server-databases.ts';
import { lockDataFolder } from './lock-data-folder.ts';

let dataFolder: string;
let migrations: MigrationFolder;

beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'stele-command-'));
  migrations = await MigrationFolder.create();
  await migrations.write('1_init', 'CREATE TABLE rows (n int)');
});

afterEach(async () => {
  await rm(dataFolder, { recursive: true });
  await migrations.remove();
});

async function run(databaseUrl = ''): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const program = await bundleProgram(path.join(import.meta.dirname, 'migrate-command.ts'));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    STELE_DATA_DIR: dataFolder,
    STELE_MIGRATIONS_DIR: migrations.directory,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

test('the embedded database is migrated, and another run finds nothing to do', async () => {
  expect(await run()).toEqual({ code: 0, stdout: 'migration applied 1_init\nApplied 1 migration(s).\n', stderr: '' });
  expect(await run()).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });
});

test('a database that is open elsewhere, or a migration that fails, is said on stderr and by the exit code', async () => {
  const lock = await lockDataFolder(path.join(dataFolder, 'database'));
  const refused = await run();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`is already open in process ${process.pid}`);
  lock.release();
  await migrations.write('2_bad', 'SELECT 1/0');
  const failed = await run();
  expect(failed.code).toBe(1);
  expect(failed.stderr).toBe('Migration 2_bad failed and was undone: division by zero\n');
});

const serverUrl = process.env.TEST_DATABASE_URL ?? '';

test.runIf(serverUrl)('with DATABASE_URL the server is migrated', async () => {
  const { url, drop } = await createEmptyServerDatabase(serverUrl);
  expect(await run(url)).toMatchObject({ code: 0, stdout: 'migration applied 1_init\nApplied 1 migration(s).\n' });
  expect(await run(url)).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
  await drop();
});

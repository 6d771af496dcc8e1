import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pLimit from 'p-limit';
import { extract } from 'tar';
import { GuardedFiles } from './guarded-files.ts';

/** The directory name of a database in memory, which is lost when it's closed. */
export const IN_MEMORY = 'memory://';

/** How much memory PostgreSQL uses to cache pages in this process; the operating system caches the others. */
const SHARED_BUFFERS = '32MB';

const SYNCS_AT_ONCE = 16;
/** PGlite's default. */
const FSYNC_OFF = '-F';
/** The one way of syncing the log that Emscripten hands on. */
const DURABLE = ['wal_sync_method=fsync'];

/**
 * Opens PGlite on a folder, or in memory. A new database begins as a copy of the snapshot, or empty without that file. Its folder
 * appears when it's complete, so a killed process leaves none behind. The caller must hold the folder's lock.
 * @throws when the folder holds something that isn't a database.
 */
export async function openPGlite(directory: string, snapshotFile: string | undefined): Promise<PGlite> {
  if (directory === IN_MEMORY) {
    const snapshot = snapshotFile === undefined ? undefined : await readFile(snapshotFile);
    return PGlite.create({
      dataDir: IN_MEMORY,
      extensions: { pg_trgm },
      ...(snapshot && { loadDataDir: new Blob([new Uint8Array(snapshot)], { type: 'application/x-gzip' }) }),
    });
  }
  if (!(await holdsDatabase(directory))) await makeFolder(directory, snapshotFile);
  const settings = [`shared_buffers=${SHARED_BUFFERS}`, ...DURABLE].flatMap((setting) => ['-c', setting]);
  const startParams = [...PGlite.defaultStartParams.filter((one) => one !== FSYNC_OFF), ...settings];
  return PGlite.create({ fs: new GuardedFiles(directory), extensions: { pg_trgm }, startParams });
}

async function holdsDatabase(directory: string): Promise<boolean> {
  const names: string[] = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(`${directory} holds files, but no database. Name a folder that is empty or doesn't exist.`);
  }
  return names.length > 0;
}

async function makeFolder(directory: string, snapshotFile: string | undefined): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (snapshotFile === undefined) {
    const empty = await PGlite.create({ dataDir: unfinished });
    await empty.close();
  } else {
    await extract({ file: snapshotFile, cwd: unfinished });
  }
  await syncBelow(unfinished);
  await rename(unfinished, directory);
  await syncFolder(path.dirname(directory));
}

/** Puts all files and folders below a folder onto the disk: the database syncs only what it writes itself. */
async function syncBelow(folder: string): Promise<void> {
  const limit = pLimit(SYNCS_AT_ONCE);
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  const sync = async ({ parentPath, name }: Dirent): Promise<void> => {
    const opened = await open(path.join(parentPath, name), 'r+');
    await opened.sync().finally(() => opened.close());
  };
  await Promise.all(entries.filter((entry) => entry.isFile()).map((file) => limit(() => sync(file))));
  const folders = entries.filter((entry) => entry.isDirectory());
  await Promise.all(folders.map(({ parentPath, name }) => limit(() => syncFolder(path.join(parentPath, name)))));
  await syncFolder(folder);
}

/** Puts the names of files in a folder onto the disk. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

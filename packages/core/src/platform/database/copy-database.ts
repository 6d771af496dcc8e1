import { constants, type Dirent, statfsSync } from 'node:fs';
import { cp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { ApiError } from '../errors.ts';
import { lockDataFolder } from './lock-data-folder.ts';

/**
 * Copies the folder of an open embedded database as it is at one moment, for a backup to read. Statements wait meanwhile: it
 * takes about a second for each gigabyte, or none where the file system shares what is equal.
 *
 * @returns the folder, which holds a database of its own; an earlier copy is gone
 * @throws DataFolderInUseError while a backup reads the earlier copy; ApiError `unavailable` when the disk lacks the space
 */
export async function copyDatabase(pool: Pool, directory: string, reserveBytes: number): Promise<string> {
  const target = `${directory}.copy`;
  const unfinished = `${target}.unfinished`;
  const lock = await lockDataFolder(target);
  try {
    for (const earlier of [target, unfinished]) await rm(earlier, { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < (await sizeOf(directory)) + reserveBytes) throw new ApiError('unavailable');
    const client = await pool.connect();
    try {
      await client.query('CHECKPOINT');
      await cp(directory, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
    } finally {
      client.release();
    }
    await rename(unfinished, target);
    return target;
  } finally {
    lock.release();
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

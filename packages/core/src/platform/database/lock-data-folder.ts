/// <reference path="./fs-native-extensions.d.ts" />
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The locked byte is far behind the holder's pid, because on Windows others can't read a locked byte.
 */
const LOCKED_BYTE = 2 ** 30;

/** The exclusive right to open the database of a folder, until it's released or the process ends. */
export interface DataFolderLock {
  release(): void;
}

/** Another holder has the database of this folder open. */
export class DataFolderInUseError extends Error {
  readonly folder: string;
  /** The process that has it open; undefined until that process has written its pid. */
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : pid === process.pid ? 'this process' : `process ${pid}`;
    super(`The database in ${folder} is already open in ${holder}. Stop that one first, or use another data folder.`);
    this.name = 'DataFolderInUseError';
    this.folder = folder;
    this.pid = pid;
  }
}

/**
 * Locks a database folder, which needn't exist yet, so that neither this process nor another can open it again. Never waits.
 *
 * The operating system locks the file `<folder>.lock`, by fs-native-extensions. The system releases the lock when the
 * process ends, even by SIGKILL, so there are no stale locks and no heartbeats. Lock files with heartbeats (such as
 * proper-lockfile) have a race: of two processes that see the same stale lock, the slower one removes the new lock of the
 * faster one. The file is never deleted, since two processes could then lock two files of the same name. If someone else
 * deletes it, the check after locking notices. It contains the holder's pid, for the error message only.
 *
 * @throws {DataFolderInUseError} when the folder is locked.
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  const { tryLock } = await loadFileLocks();
  const lockFile = `${await resolveFolder(folder)}.lock`;
  for (;;) {
    const file = openSync(lockFile, 'a+', 0o600);
    try {
      if (!tryLock(file, LOCKED_BYTE, 1)) throw new DataFolderInUseError(folder, readPid(file));
      if (isStillAt(file, lockFile)) {
        ftruncateSync(file);
        writeSync(file, `${process.pid}\n`);
        return { release: releaseOnce(file) };
      }
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(file);
  }
}

/** Closing the file releases the lock. It's emptied first, so that no message names an ended process. */
function releaseOnce(file: number): () => void {
  let released = false;
  return () => {
    if (released) return;
    released = true;
    ftruncateSync(file);
    closeSync(file);
  };
}

/** The real path of a folder, without symbolic links. Creates its parent folder. */
async function resolveFolder(folder: string): Promise<string> {
  const absolute = path.resolve(folder);
  mkdirSync(path.dirname(absolute), { recursive: true });
  const existing = await realpath(absolute).catch(() => undefined);
  return existing ?? path.join(await realpath(path.dirname(absolute)), path.basename(absolute));
}

function isStillAt(file: number, name: string): boolean {
  const found = statSync(name, { throwIfNoEntry: false });
  const held = fstatSync(file);
  return found !== undefined && found.ino === held.ino && found.dev === held.dev;
}

function readPid(file: number): number | undefined {
  const text = Buffer.alloc(32);
  const length = readSync(file, text, 0, text.length, 0);
  const pid = Number.parseInt(text.toString('latin1', 0, length), 10);
  return Number.isNaN(pid) ? undefined : pid;
}

async function loadFileLocks(): Promise<typeof import('fs-native-extensions')> {
  try {
    return await import('fs-native-extensions');
  } catch (cause) {
    throw new Error(
      `This platform (${process.platform} ${process.arch}) has no file locks that Stele can use, so it can't guard its embedded database. Set DATABASE_URL to use a PostgreSQL server instead.`,
      { cause },
    );
  }
}

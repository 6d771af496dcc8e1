/// <reference path="./fs-native-extensions.d.ts" />
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The locked byte is far after the holder's pid, since Windows doesn't let others read a locked byte.
 */
const LOCKED_BYTE = 2 ** 30;

/** The exclusive right to open the database of a folder, until it's released or the process ends. */
export interface DataFolderLock {
  release(): void;
}

/** Another holder has the database of this folder open. */
export class DataFolderInUseError extends Error {
  readonly folder: string;
  /** The process that has it open; undefined in the moment before it has written its pid. */
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
 * Locks a database folder, which needn't exist yet, against every other opening, of this process or another. Never waits.
 *
 * It's a lock of the operating system on the file `<folder>.lock`, by fs-native-extensions, whose npm package has binaries.
 * The system releases it when its process ends, even by SIGKILL, so there are no stale locks and no heartbeats. Lock files
 * with heartbeats (such as proper-lockfile) have to take over stale locks, which is a race: of two processes that both saw a
 * stale lock, the slower removes the new lock of the faster. The file is never deleted, since two processes could then lock
 * two files of the same name. If it is deleted from outside, the check after locking notices. Its text, the holder's pid, is
 * only for the error message.
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

/** Closing the file releases the lock. The file is emptied so that no message names an ended process. */
function releaseOnce(file: number): () => void {
  let released = false;
  return () => {
    if (released) return;
    released = true;
    ftruncateSync(file);
    closeSync(file);
  };
}

/** The same path for a folder, whatever symbolic links lead to it. Makes its parent folder. */
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

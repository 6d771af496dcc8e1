import { mkdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing, orWhenMissing } from './disk-faults.ts';

/** Files of the storage are for the user only that runs API and content host: unpublished and private ones are among them. */
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const MAX_MOVE_ATTEMPTS = 5;

/** Makes a folder of the storage, and those above it, unless they're there. */
export async function makeFolder(path: string): Promise<void> {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
}

/** Moves a file to a path. Makes the path's folder if needed, and again if a delete removes it meanwhile. */
export async function intoFolder(path: string, move: () => Promise<void> | void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await move();
    } catch (error) {
      if (!isMissing(error) || attempt === MAX_MOVE_ATTEMPTS) throw error;
      await makeFolder(dirname(path));
    }
  }
}

/** Closes a folder that an earlier version left open to others, if there is one and it's this user's. */
export async function closeFolder(path: string): Promise<void> {
  await orWhenMissing(chmod(path, FOLDER_MODE), undefined).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error;
  });
}

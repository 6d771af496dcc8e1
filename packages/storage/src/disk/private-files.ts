import { chmod, mkdir } from 'node:fs/promises';
import { orWhenMissing } from './disk-faults.ts';

/** Files of the storage are for the user only that runs API and content host: unpublished and private ones are among them. */
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Makes a folder of the storage, and those above it, unless they're there. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** Closes a folder that an earlier version left open to others, if there is one and it's this user's. */
export async function closeFolder(path: string): Promise<void> {
  await orWhenMissing(chmod(path, FOLDER_MODE), undefined).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error;
  });
}

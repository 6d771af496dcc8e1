import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'stele-asset-';
/** Names of all work folders, for those who may use them only. */
export const WORK_FOLDERS = `${PREFIX}*`;
/** No file is worked on for so long. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Makes a folder to work on one original in, which only this user can read. Whoever asks for it removes it. */
export function makeWorkFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), PREFIX));
}

/** Removes folders that killed processes left behind, as far as that's possible. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const isAbandoned = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_MS,
      () => false,
    );
    // It may be another user's.
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

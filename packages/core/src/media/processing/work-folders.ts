import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'stele-asset-';
/** Glob of the names of all work folders, for processes that may only access these. */
export const WORK_FOLDERS = `${PREFIX}*`;
/** Work on a file never takes this long. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Creates a folder for work on one original, which only this user can read. The caller must remove it. */
export function makeWorkFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), PREFIX));
}

/** Removes folders of killed processes, if possible. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const isAbandoned = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_MS,
      () => false,
    );
    // The folder may be another user's.
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

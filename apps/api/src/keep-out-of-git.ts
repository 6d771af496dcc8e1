import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What tells that a folder is somebody's project, and not one for data alone. */
const OF_PROJECTS = new Set(['.git', 'package.json']);
const HARMLESS = new Set(['EEXIST', 'ENOENT', 'EACCES', 'EROFS']);

/**
 * Has Git pass over a data folder, which holds secrets and often stands in a website's repository. Leaves a `.gitignore` that's
 * there, and a folder that is a project itself.
 */
export async function keepOutOfGit(dataDirectory: string): Promise<void> {
  try {
    const names = await readdir(dataDirectory);
    if (names.some((name) => OF_PROJECTS.has(name))) return;
    await writeFile(path.join(dataDirectory, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (!HARMLESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

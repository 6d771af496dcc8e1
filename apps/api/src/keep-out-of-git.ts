import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

/** Files that mark a folder as a project of its own. */
const OF_PROJECTS = new Set(['.git', 'package.json']);

/**
 * Makes Git ignore a data folder, which contains secrets and is often in a website's repository. Does nothing if there's a
 * `.gitignore`, or the folder is a project itself. An error is only logged: the API runs without the file.
 */
export async function keepOutOfGit(dataDirectory: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const names = await readdir(dataDirectory);
    if (names.some((name) => OF_PROJECTS.has(name))) return;
    await writeFile(path.join(dataDirectory, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (err) {
    // The file exists, or the folder doesn't.
    if (!['EEXIST', 'ENOENT'].includes((err as NodeJS.ErrnoException).code ?? '')) {
      log.warn({ err }, 'could not write a .gitignore into the data folder, which holds secrets');
    }
  }
}

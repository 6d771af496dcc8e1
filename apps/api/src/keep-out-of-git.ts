import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';

/** Files that are only in a folder that is itself a project. */
const OF_PROJECTS = new Set(['.git', 'package.json']);

/**
 * Makes Git ignore a data folder, which holds secrets and is often in a website's repository. Keeps an existing `.gitignore`, and
 * leaves alone a folder that is a project itself. A failure is only logged: the API runs without the file.
 */
export async function keepOutOfGit(dataDirectory: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const names = await readdir(dataDirectory);
    if (names.some((name) => OF_PROJECTS.has(name))) return;
    await writeFile(path.join(dataDirectory, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (err) {
    // It's there already, or the folder isn't.
    if (!['EEXIST', 'ENOENT'].includes((err as NodeJS.ErrnoException).code ?? '')) {
      log.warn({ err }, 'could not write a .gitignore into the data folder, which holds secrets');
    }
  }
}

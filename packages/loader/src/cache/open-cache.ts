import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consoleLog, type Log } from '../log.ts';
import type { LoaderCache } from './cache.ts';
import { FolderCache } from './folder-cache.ts';

/**
 * Opens the cache that an option names: a folder, the usual one when it's absent, a folder that goes with the process
 * when it's false, or what the caller brings. A folder that can't be written to is replaced by one that goes with the
 * process, with a warning. Loaders that are made one after another share it only when it's opened once for all of them.
 */
export function openCache(option?: string | false | LoaderCache, log: Log = consoleLog): LoaderCache {
  if (typeof option === 'object') return option;
  if (option === false) return temporaryCache();
  const folder = path.resolve(option ?? usualFolder());
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn(`The cache folder ${folder} can't be written to (${code}): nothing is kept for the next build.`);
    return temporaryCache();
  }
  return new FolderCache(folder);
}

/** The folder of the cache unless another one is given. */
export function usualFolder(): string {
  return existsSync('node_modules') ? path.join('node_modules', '.cache', 'stele') : '.stele-cache';
}

let parent: string | null = null;

/** A cache of its own in a folder that goes with the process. */
function temporaryCache(): LoaderCache {
  if (parent === null) {
    const made = mkdtempSync(path.join(tmpdir(), 'stele-loader-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    parent = made;
  }
  return new FolderCache(mkdtempSync(path.join(parent, 'cache-')));
}

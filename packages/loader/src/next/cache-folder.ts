import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Kept from one build to the next wherever builds of Next.js are. */
const USUAL = path.join('.next', 'cache', 'stele');

/**
 * The folder for content, unless another one is given; where the program's own can't be written to, one for the user among
 * temporary folders.
 *
 * @param program the program's folder, unless it's the one that it runs in
 * @returns false when there's none that nobody else can read or write
 */
export function cacheFolder(program = '', temporary: string = tmpdir()): string | false {
  try {
    const usual = path.join(program, USUAL);
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return usual;
  } catch {
    return privateFolder(temporary);
  }
}

/** Everybody knows its name, and may have made it before. */
function privateFolder(temporary: string): string | false {
  const user = process.getuid?.();
  const folder = path.join(temporary, user === undefined ? 'stele-next' : `stele-next-${user}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    // On Windows, temporary folders are each user's own.
    const isPrivate = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
    return found.isDirectory() && isPrivate ? folder : false;
  } catch {
    return false;
  }
}

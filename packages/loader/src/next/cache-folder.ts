import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Wherever Next.js is built, this is kept from one build to the next. */
const USUAL = path.join('.next', 'cache', 'stele');

/**
 * The folder for content, unless another one is given; where the program's own can't be written to, one for the user among
 * temporary folders.
 *
 * @param program the program's folder, unless it's the one that it runs in
 * @returns false when there's none that is private to the user
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

/** A folder that only this user can read. Its name is no secret, so anyone may have made it before. */
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

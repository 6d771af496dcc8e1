import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from './errors.ts';
import { type Io, placeOf } from './io.ts';

interface Modes {
  readonly file: number;
  readonly folder?: number;
}

/**
 * Writes a file so that it's there in full or not at all; folders are made as needed.
 *
 * @param modes of the file and its folder; left to the system by default
 * @throws UserError when it can't be written
 */
export async function writeFileAtomically(
  io: Io,
  file: string,
  content: string | Uint8Array,
  modes?: Modes,
): Promise<void> {
  const place = placeOf(io, file);
  const folder = path.dirname(place);
  const temporary = path.join(folder, `.${path.basename(place)}.${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true });
    if (modes?.folder !== undefined) await chmod(folder, modes.folder);
    await writeFile(temporary, content, { flag: 'wx', ...(modes && { mode: modes.file }) });
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UserError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A file's text, without a byte order mark; null when there is none. @throws UserError when it can't be read */
export async function readTextIfThere(io: Io, file: string): Promise<string | null> {
  try {
    return (await readFile(placeOf(io, file), 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UserError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

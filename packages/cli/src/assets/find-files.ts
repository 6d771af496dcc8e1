import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { lookup } from 'mrmime';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

export interface LocalFile {
  readonly path: string;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
  /** Names of the folders that it is in, below the one that was searched. */
  readonly folder: readonly string[];
}

/**
 * All files of a folder and the folders in it, in the order of their names, or the one file. Hidden files (`.DS_Store`) and links
 * are left out.
 *
 * @throws UserError when there is no such file or folder
 */
export async function findFiles(io: Io, root: string): Promise<LocalFile[]> {
  const top = placeOf(io, root);
  const found = await stat(top).catch(() => {
    throw new UserError(`There is no readable file or folder ${root}.`);
  });
  if (found.isFile()) return [describe(top, found.size, [])];
  const files: LocalFile[] = [];
  const visit = async (directory: string, folder: readonly string[]): Promise<void> => {
    const entries = await readdir(directory, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) await visit(file, [...folder, entry.name]);
      else if (entry.isFile()) files.push(describe(file, (await stat(file)).size, folder));
    }
  };
  await visit(top, []);
  return files;
}

function describe(file: string, bytes: number, folder: readonly string[]): LocalFile {
  const filename = path.basename(file);
  return { path: file, filename, mime: lookup(filename.toLowerCase()) ?? UNKNOWN_TYPE, bytes, folder };
}

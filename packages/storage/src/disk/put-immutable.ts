import { closeSync, fsync, openSync, renameSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { ImmutableObject } from '../object-storage.ts';
import { type Claims, removeIfThere } from './claims.ts';
import type { FolderSync } from './folder-sync.ts';
import { encodeHeader } from './object-file.ts';
import { objectPath } from './object-path.ts';
import { FILE_MODE, intoFolder } from './private-files.ts';
import { SMALL_BYTES } from './write-file.ts';

const syncFile = promisify(fsync);
const writeSome = promisify(write);
/** The most files that one call has open at once. */
export const FILES_AT_ONCE = 32;

/** A file that isn't at its place yet. */
interface NewFile {
  readonly temporary: string;
  readonly file: number;
}

/**
 * Writes objects that never change, 32 at a time. All files of these are on the disk before one has its name, and all names before
 * it resolves. If it fails, earlier ones may have their names.
 *
 * There are no claims: these keep a conditional put from replacing what another process wrote, and such keys have none. All files
 * are made before the first one is synced, since some file systems make no file while they sync.
 *
 * @param root the folder of the objects
 */
export async function putImmutable(
  objects: readonly ImmutableObject[],
  { root, claims, folders }: { readonly root: string; readonly claims: Claims; readonly folders: FolderSync },
): Promise<void> {
  const touched = new Set<string>();
  for (let from = 0; from < objects.length; from += FILES_AT_ONCE) {
    const some = objects.slice(from, from + FILES_AT_ONCE);
    const temporaries = await writeFiles(some, claims);
    try {
      for (const [index, { key }] of some.entries()) {
        const path = objectPath(root, key);
        await intoFolder(path, () => renameSync(temporaries[index] ?? '', path));
        touched.add(dirname(path));
      }
    } catch (error) {
      await Promise.all(temporaries.map(removeIfThere));
      throw error;
    }
  }
  await Promise.all([...touched].map((folder) => folders.syncUpTo(folder, root)));
}

/** @returns paths of temporary files, which are on the disk */
async function writeFiles(objects: readonly ImmutableObject[], claims: Claims): Promise<string[]> {
  const files: NewFile[] = [];
  try {
    for (const { sha256: etag, body, contentType } of objects) {
      const temporary = claims.newFile();
      const file = openSync(temporary, 'wx', FILE_MODE);
      files.push({ temporary, file });
      for (const part of [encodeHeader({ contentType, etag, size: body.byteLength }), body]) await append(file, part);
    }
    const synced = await Promise.allSettled(files.map(({ file }) => syncFile(file)));
    for (const one of synced) if (one.status === 'rejected') throw one.reason;
    return files.map(({ temporary }) => temporary);
  } catch (error) {
    await Promise.all(files.map(({ temporary }) => removeIfThere(temporary)));
    throw error;
  } finally {
    for (const { file } of files) closeSync(file);
  }
}

async function append(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    done +=
      bytes.byteLength > SMALL_BYTES ? (await writeSome(file, bytes, done)).bytesWritten : writeSync(file, bytes, done);
  }
}

import { join } from 'node:path';

/**
 * The last character of every object's file name. Keys can't contain it, so the file of `a` and the folder of `a/b` never collide.
 */
const FILE_MARK = '@';

/** The file of a key, which `assertValidKey` must have accepted. */
export function objectPath(root: string, key: string): string {
  return join(root, `${key}${FILE_MARK}`);
}

/** The last segment of the key whose file has this name; null when it isn't an object's file. */
export function keySegment(fileName: string): string | null {
  return fileName.endsWith(FILE_MARK) ? fileName.slice(0, -FILE_MARK.length) : null;
}

import { join } from 'node:path';

/**
 * Ends the name of every object's file. No key may hold it, so the file of `a` and the folder of `a/b` can't meet.
 */
const FILE_MARK = '@';

/** The file of a key that `assertValidKey` has passed. */
export function objectPath(root: string, key: string): string {
  return join(root, `${key}${FILE_MARK}`);
}

/** The last segment of the key whose file has this name, null when the name is no object's. */
export function keySegment(fileName: string): string | null {
  return fileName.endsWith(FILE_MARK) ? fileName.slice(0, -FILE_MARK.length) : null;
}

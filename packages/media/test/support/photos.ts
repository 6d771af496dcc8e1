import { existsSync } from 'node:fs';
import path from 'node:path';

/** Photos of real cameras, when they are beside the project. */
export const PHOTOS =
  process.env.STELE_PHOTOS ?? path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'photos');

/** Whether they are there. Says so when they aren't. */
export function hasPhotos(): boolean {
  if (existsSync(PHOTOS)) return true;
  process.stdout.write('skipped: no photos of real cameras (STELE_PHOTOS names a folder of them)\n');
  return false;
}

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const PACKAGE = path.join(import.meta.dirname, '..', '..');

/** A folder for the tests of a file, inside of the package, so that what's written there can import the package. */
export function temporaryFolder(): { readonly path: string } {
  const folder = { path: '' };
  beforeAll(async () => {
    folder.path = await mkdtemp(path.join(PACKAGE, '.test-'));
  });
  afterAll(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

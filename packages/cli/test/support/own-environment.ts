import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives the processes of the tests an environment of their own: without the packages that pnpm's scripts add, which a user's site lacks;
 * and with a folder for temporary files that goes when the last test has ended.
 */
export default async function useOwnEnvironment(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-tests-'));
  process.env.TMPDIR = folder;
  delete process.env.NODE_PATH;
  return () => rm(folder, { recursive: true, force: true });
}

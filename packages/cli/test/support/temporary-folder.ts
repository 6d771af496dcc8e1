import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Has all that the tests leave in the system's folder for temporary files in one folder, which goes when the last test has ended. */
export default async function useTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-tests-'));
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

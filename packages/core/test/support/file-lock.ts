/// <reference path="../../src/platform/database/fs-native-extensions.d.ts" />
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { waitForLock } from 'fs-native-extensions';

/** Runs `work` while no other process or caller runs under the same file, waiting for its turn. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'a');
  try {
    await waitForLock(handle.fd, 0, 1);
    return await work();
  } finally {
    await handle.close();
  }
}

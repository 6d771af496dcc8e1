import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { findDatabaseFiles } from './database-files.ts';
import { consoleLog } from './database-log.ts';
import { locateSnapshot, writeSnapshot } from './database-snapshot.ts';

/** The last step of the build: writes the snapshot that new embedded databases begin with, and removes older ones. */
async function main(): Promise<void> {
  const files = findDatabaseFiles();
  const snapshot = await locateSnapshot(files);
  if (existsSync(snapshot)) return;
  await writeSnapshot(snapshot, files.migrationsDirectory, consoleLog);
  for (const name of await readdir(files.snapshotDirectory)) {
    if (name.startsWith('database-snapshot-') && name !== path.basename(snapshot)) {
      await rm(path.join(files.snapshotDirectory, name));
    }
  }
}

await main();

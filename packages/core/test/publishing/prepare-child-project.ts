import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import type { DatabaseSettings } from '../../src/platform/database/database-settings.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp } from '../support/test-app.ts';
import type { ChildOptions } from './publishing-child-protocol.ts';

/** A project in a database and a storage folder that outlive the processes that work on them. */
export async function prepareChildProject(): Promise<{ options: ChildOptions; dispose: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-kill-'));
  const serverUrl = process.env.TEST_DATABASE_URL;
  const server = serverUrl ? await createServerDatabase(serverUrl, findDatabaseFiles().migrationsDirectory) : null;
  const settings: DatabaseSettings = server
    ? { kind: 'postgres', url: server.url, poolSize: 3 }
    : { kind: 'pglite', directory: path.join(folder, 'database') };
  const directory = path.join(folder, 'objects');
  const database = await openDatabase(settings, { log: silentLog, migrate: !server });
  const app = await startTestApp({ database, directory });
  const project = await app.project();
  await app.close();
  await database.close();
  return {
    options: { database: settings, directory, projectId: project.id, secret: project.tokens.read_published },
    dispose: async () => {
      await server?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

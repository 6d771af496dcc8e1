import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collection, defineConfig, text } from '@stele/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import type { DatabaseSettings } from '../../src/platform/database/database-settings.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { Child } from '../support/child.ts';
import { fillEntries } from '../support/fill-entries.ts';
import { checkLive } from '../support/live-state.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp } from '../support/test-app.ts';
import type { PushOptions } from './push-child.ts';

/** Together, the values need more memory than the pushing process has, and much more with all that is derived from them. */
const ENTRIES = 300;
const BODY = 'x'.repeat(200_000);
const HEAP_MEGABYTES = 110;

const schemaOf = (body: string, renamed_from?: string) =>
  defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: {
          title: text({ localized: true }),
          [body]: text({ localized: true, ...(renamed_from !== undefined && { renamed_from }) }),
        },
      }),
    ],
  }).schema;

let folder: string;
let settings: DatabaseSettings;
let drop: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-push-'));
  settings = { kind: 'pglite', directory: path.join(folder, 'database') };
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) return;
  const server = await createServerDatabase(serverUrl, findDatabaseFiles().migrationsDirectory);
  settings = { kind: 'postgres', url: server.url, poolSize: 3 };
  drop = server.drop;
});
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true, force: true });
});

it('a push moves more content than its process can hold', async () => {
  const directory = path.join(folder, 'objects');
  const projectId = await prepare(directory);
  // The first push writes all files, the second reads and writes them.
  const pushes = [
    { schema: schemaOf('text', 'body'), baseVersion: 1 },
    { schema: schemaOf('content', 'text'), baseVersion: 2 },
  ];
  for (const { schema, baseVersion } of pushes) {
    const options: PushOptions = { database: settings, directory, projectId, schema, baseVersion };
    const file = path.join(import.meta.dirname, 'push-child.ts');
    const child = await Child.start(file, [JSON.stringify(options)], {}, [`--max-old-space-size=${HEAP_MEGABYTES}`]);
    expect(await child.next()).toEqual({ version: baseVersion + 1, migrated_entries: ENTRIES, went_live: true });
    expect(await child.ended).toBe(0);
  }
  const database = await openDatabase(settings, { log: silentLog });
  const app = await startTestApp({ database, directory });
  const { files } = await checkLive(app.database, app.storage, projectId);
  expect(files['posts.en']).toHaveLength(ENTRIES);
  expect(files['posts.en']?.every(({ values }) => values.content === BODY && !('text' in values))).toBe(true);
  await app.close();
  await database.close();
});

/** Makes a project with the first schema and entries that are live. @returns the project's id */
async function prepare(directory: string): Promise<string> {
  const database = await openDatabase(settings, { log: silentLog });
  const app = await startTestApp({ database, directory });
  const { id, api } = await app.project();
  expect((await api.post(`/projects/${id}/schema/sync`, { schema: schemaOf('body'), base_version: 0 })).status).toBe(
    200,
  );
  await fillEntries(database.pool, { id }, ENTRIES, (number) => {
    const title = `Entry ${number}`;
    return { collection: 'posts', state: 'published', title, values: { en: { title, body: BODY } } };
  });
  await database.pool.query(
    `WITH snapshot AS (
       INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
       VALUES ('snap_filled', $1, 1, 1, now() - interval '1 hour', '[]', '')
     ), conforming AS (UPDATE publications SET conforms_to = 1 WHERE project_id = $1)
     UPDATE projects SET live_seq = 1, live_snapshot_id = 'snap_filled' WHERE id = $1`,
    [id],
  );
  await app.close();
  await database.close();
  return id;
}

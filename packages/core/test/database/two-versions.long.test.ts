import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { afterEach, expect, it } from 'vitest';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { readMigrationFiles } from '../../src/platform/database/migration-files.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { checkOut, commitBefore } from '../support/checkout.ts';
import { Child } from '../support/child.ts';
import { allRoutes, ExampleRequests } from '../support/example-requests.ts';
import { createEmptyServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp } from '../support/test-app.ts';

const CHILD = 'packages/core/test/database/children/serve-version.ts';
const ROOT = path.join(import.meta.dirname, '../../../..');
const server = process.env.TEST_DATABASE_URL;
/** As many of the newest migrations are tried, each with the version from before it. */
const TRIED = rounds({ short: 1, long: 2 });

const migrations = await readMigrationFiles(findDatabaseFiles().migrationsDirectory);
const before = migrations.slice(-TRIED).flatMap(({ name }) => {
  const commit = server && commitBefore(`prisma/migrations/${name}/migration.sql`);
  return commit ? [{ name, commit }] : [];
});
if (before.length < TRIED) {
  process.stdout.write('skipped: no TEST_DATABASE_URL, or no history of git (two versions on one database)\n');
}

const undos: (() => unknown)[] = [];
const later = (undo: () => unknown): void => void undos.push(undo);
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

/** One version of the API, as its clients see it. */
interface Version {
  readonly url: string;
  readonly projectId: string;
  readonly token: string;
}

/** @returns the answer's body. @throws Error for any other than a success */
async function send(at: Version, method: string, route: string, body?: object): Promise<LooseBody> {
  const response = await fetch(`${at.url}/v1/projects/${at.projectId}${route}`, {
    method,
    headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Takes an entry through its life, each step by the next of these versions; after each, all of them see the same. */
async function liveAnEntry(versions: readonly Version[]): Promise<void> {
  let steps = 0;
  const next = (): Version => versions[steps++ % versions.length] as Version;
  const see = async (route: string, known: object): Promise<void> => {
    for (const version of versions) expect(await send(version, 'GET', route)).toMatchObject(known);
  };
  const values = (title: string) => ({ en: { title }, de: { title: `${title} auf Deutsch` } });
  const { id } = await send(next(), 'POST', '/entries', { collection_key: 'posts', values: values('First') });
  const entry = `/entries/${id}`;
  await see(entry, { version: 1, status: 'draft', values: values('First') });
  await send(next(), 'PUT', `${entry}/draft`, { values: values('Second'), base_version: 1 });
  await see(entry, { version: 2, values: values('Second') });
  for (const locale of ['en', 'de']) {
    const { published_at } = await send(next(), 'POST', `${entry}/publish`, { locales: [locale] });
    await see('/snapshot/latest', { published_at });
    await see(entry, { status: 'published' });
  }
  await send(next(), 'PATCH', `${entry}/draft`, { values: { en: { title: 'Third' } }, base_version: 4 });
  await see(entry, { version: 5, changed_locales: ['en'] });
  await send(next(), 'POST', `${entry}/unpublish`, { locales: ['en'] });
  await send(next(), 'POST', `${entry}/republish`, { locales: ['en'] });
  await send(next(), 'DELETE', entry);
  await see(entry, { status: 'trashed' });
  await send(next(), 'POST', `${entry}/restore`);
  await send(next(), 'POST', `${entry}/publish`, { locales: ['en', 'de'] });
  await see(entry, { status: 'published', changed_locales: [] });
  const { data } = await send(next(), 'GET', `${entry}/versions`);
  await see(`${entry}/versions`, { data: data.map(({ version }: LooseBody) => ({ version })) });
  const { snapshot_id } = await send(next(), 'GET', '/snapshot/latest');
  await send(next(), 'POST', `${entry}/duplicate`, {});
  await see('/snapshot/latest', { snapshot_id });
}

/** The operations that failed, of those whose example a version was sent. */
function faultsIn(statuses: unknown): string[] {
  const all = Object.entries(statuses as Record<string, number>);
  expect(all.length).toBeGreaterThan(100);
  return all.flatMap(([key, status]) => (status >= 500 ? [`${key}: ${status}`] : []));
}

it.skipIf(before.length === 0).each(before.length > 0 ? before : [{ name: 'none', commit: '' }])(
  'the version before $name works beside this one, on the database of this one',
  async ({ commit }) => {
    const { directory, remove } = checkOut(commit);
    later(remove);
    cpSync(path.join(ROOT, CHILD), path.join(directory, CHILD), { recursive: true });
    const objects = mkdtempSync(path.join(tmpdir(), 'stele-objects-'));
    later(() => rmSync(objects, { recursive: true }));
    const { url, drop } = await createEmptyServerDatabase(server ?? '');
    later(drop);

    const child = await Child.start(path.join(directory, CHILD), [url, objects]);
    later(() => child.kill());
    const old = (await child.next()) as Version;
    // The old version's connections have prepared statements from now on, which a new column must not break.
    await liveAnEntry([old]);
    child.send('examples');
    expect(faultsIn(await child.next())).toEqual([]);

    const database = await openDatabase({ kind: 'postgres', url, poolSize: 5 }, { log: silentLog, migrate: true });
    later(() => database.close());
    const app = await startTestApp({ database, directory: objects });
    later(() => app.close());
    await liveAnEntry([old, { ...old, url: app.url }]);
    const examples = await ExampleRequests.make(app);
    for (const route of allRoutes.filter(({ key }) => key !== 'events.stream')) {
      expect((await examples.send(route)).status, route.key).toBeLessThan(500);
    }
    // A second time, on what this version has made of the database.
    child.send('examples');
    expect(faultsIn(await child.next())).toEqual([]);
    await liveAnEntry([{ ...old, url: app.url }, old]);
    await app.services.jobs.runAll();
    expect((await verifyInstance(app, () => undefined)).faults).toEqual([]);
  },
);

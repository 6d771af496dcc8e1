// @module-tag full
import { createTestBucket, testBucketFromEnv } from '@stele/storage/testing';
import { codeOf } from '@stele/testing/api-client';
import { afterEach, describe, expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts';
import { ContentProject } from '../support/content-project.ts';
import { CutLink } from '../support/cut-link.ts';
import { checkLive } from '../support/live-state.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';

const bucket = testBucketFromEnv(process.env);
const redisUrl = process.env.TEST_REDIS_URL;
const databaseUrl = process.env.TEST_DATABASE_URL;
const isPossible = CutLink.isPossible();
if (!isPossible) process.stdout.write('skipped: a cut network (it takes root on Linux, and iproute2)\n');

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
});

/** A link to what an address names, and the address through the link. */
async function through(address: string): Promise<{ link: CutLink; url: string }> {
  const url = new URL(address);
  const link = await CutLink.open(Number(url.port));
  close.push(() => link.close());
  url.hostname = link.host;
  url.port = String(link.port);
  return { link, url: url.href.replace(/\/$/, '') };
}

async function start(options: TestAppOptions): Promise<{ app: TestApp; site: ContentProject }> {
  const app = await startTestApp(options);
  close.push(() => app.close());
  return { app, site: await ContentProject.make(app) };
}

describe.skipIf(!isPossible || !bucket?.endpoint)('storage that no packet reaches', () => {
  it('keeps publishes out with 503, and nothing else; a retry works once packets arrive again', async () => {
    if (!bucket?.endpoint) return;
    const { link, url } = await through(bucket.endpoint);
    const settings = { ...bucket, endpoint: url };
    await createTestBucket(settings);
    const { app, site } = await start({ storageSettings: settings });
    const [live, draft] = [await site.create({ en: { title: 'live' } }), await site.create({ en: { title: 'draft' } })];
    expect((await site.publish(live)).status).toBe(200);
    link.cut();
    expect(codeOf(await site.publish(draft))).toEqual([503, 'unavailable']);
    expect((await site.get(draft)).status).toBe('draft');
    expect((await site.save(draft, { en: { title: 'saved' } }, 1)).status).toBe(200);
    expect((await site.api.get(`/projects/${site.project.id}/snapshot/latest`)).status).toBe(200);
    link.join();
    await expect.poll(async () => (await site.publish(draft)).status, { timeout: 60_000, interval: 500 }).toBe(200);
    const { files } = await checkLive(app.database, app.storage, site.project.id);
    expect(files['posts.en']?.map(({ values }) => values.title)).toEqual(['live', 'saved']);
  });
});

describe.skipIf(!isPossible || !redisUrl)('a Redis that no packet reaches', () => {
  it('is done without where that harms no one, and refuses what must be counted, until packets arrive again', async () => {
    const { link, url } = await through(redisUrl ?? '');
    const { app, site } = await start({ redis: { kind: 'redis', url } });
    const { api } = await app.person({ projectId: site.project.id, role: 'owner' });
    const tokens = `/projects/${site.project.id}/tokens`;
    const makeToken = () => api.post(tokens, { name: 'Build', scope: 'read_published' });
    expect((await makeToken()).status).toBe(201);
    link.cut();
    const id = await site.create({ en: { title: 'made' } });
    expect((await site.publish(id)).status).toBe(200);
    expect(codeOf(await makeToken())).toEqual([503, 'unavailable']);
    link.join();
    await expect.poll(async () => (await makeToken()).status, { timeout: 60_000, interval: 500 }).toBe(201);
  });
});

describe.skipIf(!isPossible || !databaseUrl)('a database that no packet reaches', () => {
  it('makes requests answer 503 with Retry-After, and live ones go on, until packets arrive again', async () => {
    const made = await createServerDatabase(databaseUrl ?? '', findDatabaseFiles().migrationsDirectory);
    close.push(() => made.drop());
    const { link, url } = await through(made.url);
    const database: Database = await openDatabase({ kind: 'postgres', url }, { log: silentLog });
    close.push(() => database.close());
    const { app, site } = await start({ database });
    const id = await site.create({ en: { title: 'made' } });
    link.cut();
    const answers = await Promise.all([site.api.get(site.entries), site.publish(id), fetch(`${app.url}/livez`)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    link.join();
    await expect.poll(async () => (await site.publish(id)).status, { timeout: 60_000, interval: 500 }).toBe(200);
  });
});

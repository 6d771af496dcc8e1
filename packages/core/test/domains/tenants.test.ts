import { beforeAll, expect, it } from 'vitest';
import { findVersion, loadVersions } from '../../src/domains/entries/versions/versions.store.ts';
import { loadChangedPaths } from '../../src/entries/entry.store.ts';
import { loadDeliveries, resetDeliveries } from '../../src/features/webhooks/deliveries/webhook-deliveries.store.ts';
import { listVersionsOf, takeVersion } from '../../src/media/versions.store.ts';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let own: ContentProject;
let other: ContentProject;

beforeAll(async () => {
  app = await sharedTestApp();
  own = await ContentProject.make(app);
  other = await ContentProject.make(app);
});

const ids = () => [own.project.id, other.project.id] as const;

it('versions of an entry are found by its project only', async () => {
  const { pool } = app.database;
  const id = await own.create({ en: { title: 'a' } });
  for (const [base, title] of ['b', 'c'].entries()) {
    await own.save(id, { en: { title } }, base + 1, { autosave: true });
  }
  const page = { within: null, before: null, limit: 10 };
  const found = async (projectId: string) => [
    (await loadVersions(pool, projectId, id, page)).versions.length,
    (await loadVersions(pool, projectId, id, { ...page, within: 3 })).versions.length,
    (await findVersion(pool, projectId, id, 1))?.version,
    (await loadChangedPaths(pool, projectId, id, 1, 10)).count,
  ];
  const [mine, foreign] = ids();
  expect(await found(mine)).toEqual([2, 1, 1, 1]);
  expect(await found(foreign)).toEqual([0, 0, undefined, 0]);
});

it('earlier files of an asset are found and taken by its project only', async () => {
  const { pool, prisma } = app.database;
  const [mine, foreign] = ids();
  const at = new Date();
  const file = { filename: 'a', urlName: 'a', mime: 'text/plain', bytes: 1n };
  const times = { stage: 'ready', createdAt: at, updatedAt: at, createdBy: {} };
  await prisma.asset.create({ data: { id: 'ast_a', projectId: mine, ...file, ...times } });
  const replaced = { sha256: 'x', replacedAt: at, replacedBy: {} };
  await prisma.assetVersion.create({ data: { id: 'asv_a', assetId: 'ast_a', projectId: mine, ...file, ...replaced } });
  const listed = async (projectId: string) =>
    (await listVersionsOf(pool, projectId, 'ast_a', { limit: 9, before: null })).length;
  expect([await listed(mine), await listed(foreign)]).toEqual([1, 0]);
  expect(await takeVersion(pool, foreign, 'ast_a', 'asv_a')).toBeNull();
  expect((await takeVersion(pool, mine, 'ast_a', 'asv_a'))?.id).toBe('asv_a');
});

it('messages of a webhook are found and sent again by its project only', async () => {
  const { pool, prisma } = app.database;
  const [mine, foreign] = ids();
  const at = new Date();
  const told = { name: 'w', url: 'https://x.example', events: [], collections: [], locales: [], includeValues: false };
  const kept = { secret: '', status: 'active', createdAt: at, createdBy: {}, updatedAt: at };
  await prisma.webhook.create({ data: { id: 'wh_a', projectId: mine, ...told, ...kept } });
  const message = { kind: 'ping', body: '{}', status: 'failed', dueAt: at, createdAt: at };
  await prisma.webhookDelivery.create({ data: { id: 'msg_a', webhookId: 'wh_a', projectId: mine, ...message } });
  const listed = async (projectId: string) =>
    (await loadDeliveries(pool, projectId, 'wh_a', { status: null, before: null, limit: 9 })).length;
  expect([await listed(mine), await listed(foreign)]).toEqual([1, 0]);
  expect(await resetDeliveries(pool, foreign, 'wh_a', { id: 'msg_a' }, at)).toBe(0);
  expect(await resetDeliveries(pool, mine, 'wh_a', { id: 'msg_a' }, at)).toBe(1);
});

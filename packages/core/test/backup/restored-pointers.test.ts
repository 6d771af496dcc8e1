import { type LiveFile, liveFileKey, POINTER_MIRRORS_PREFIX, type PointerMirror, pointerOf } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import { afterEach, expect, it } from 'vitest';
import { backUp } from '../../src/features/backup/back-up.ts';
import { openBackupRepository } from '../../src/features/backup/repository.ts';
import { restoreInstance, restoreProject } from '../../src/features/backup/restore.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';
import { Cleanup, databaseKinds, quiet, SECRETS, startStillApp } from './backup-support.ts';

const [kind = 'pglite'] = databaseKinds;
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function keysOf(storage: ObjectStorage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

async function readJson<Of>(storage: ObjectStorage, key: string): Promise<Of> {
  const found = await storage.get(key);
  if (!found) throw new Error(`${key} is missing.`);
  return JSON.parse(Buffer.from(found.body).toString('utf8')) as Of;
}

/** The snapshots that the content host answers a project's tokens with. */
async function pointedAt(storage: ObjectStorage, projectId: string): Promise<string[]> {
  const snapshots: string[] = [];
  for (const key of await keysOf(storage, POINTER_MIRRORS_PREFIX)) {
    const mirror = await readJson<PointerMirror>(storage, key);
    if (mirror.project_id !== projectId) continue;
    const live = await readJson<LiveFile>(storage, liveFileKey(projectId, mirror.live ?? ''));
    snapshots.push(pointerOf(mirror, live).snapshot_id);
  }
  return snapshots;
}

async function publish(app: TestApp, { id, api }: TestProject, title: string): Promise<string> {
  const entries = `/projects/${id}/entries`;
  const entry = (await api.post(entries, { collection_key: 'posts', values: { en: { title } } })).body;
  const { status, body } = await api.post(`${entries}/${entry.id}/publish`, { locales: ['en'] });
  expect(status, JSON.stringify(body)).toBe(200);
  await app.services.mirrors.reconcile();
  return (await api.get(`/projects/${id}/snapshot/latest`)).body.snapshot_id;
}

async function start(directory: string): Promise<TestApp> {
  const app = await startStillApp({ database: await cleanup.database(kind), directory });
  cleanup.later(() => app.close());
  return app;
}

/** An instance that published two times after a backup of it. */
async function publishedLater() {
  const directory = await cleanup.folder();
  const app = await start(directory);
  const project = await app.project();
  const snapshot = await publish(app, project, 'Backed up');
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const backup = await backUp({ place, ...app, secrets: SECRETS, report: quiet });
  await publish(app, project, 'Later');
  const last = await publish(app, project, 'Last');
  expect(await pointedAt(app.storage, project.id)).toEqual(Object.keys(project.tokens).map(() => last));
  return { directory, app, project, snapshot, place, backup };
}

it('an older database over newer files leads builds to what it has live, and to nothing newer', async () => {
  const { directory, app, project, snapshot, place, backup } = await publishedLater();
  const later = await app.project({ name: 'Made later' });
  await publish(app, later, 'Not in the backup');
  const [before = ''] = await keysOf(app.storage, `${project.id}/live/`);
  await app.close();
  const database = await cleanup.database(kind);
  await restoreInstance({ place, backup, database, storage: app.storage, report: quiet });
  expect(await keysOf(app.storage, POINTER_MIRRORS_PREFIX)).toEqual([]);
  const restored = await startStillApp({ database, directory });
  cleanup.later(() => restored.close());
  expect(await pointedAt(restored.storage, project.id)).toEqual(Object.keys(project.tokens).map(() => snapshot));
  expect(await pointedAt(restored.storage, later.id)).toEqual([]);
  const files = await keysOf(restored.storage, `${project.id}/live/`);
  expect(files).toHaveLength(1);
  expect(files).not.toEqual([before]);
});

it('an older project over newer files does so, too', async () => {
  const { directory, app, project, snapshot, place, backup } = await publishedLater();
  const other = await start(directory);
  const kept = await other.project({ name: 'Kept' });
  const live = await publish(other, kept, 'Of the other project');
  await app.close();
  await restoreProject({ place, backup, database: other.database, storage: app.storage, report: quiet }, project.id);
  await other.services.mirrors.reconcile();
  expect(await pointedAt(app.storage, project.id)).toEqual(Object.keys(project.tokens).map(() => snapshot));
  expect(await pointedAt(app.storage, kept.id)).toEqual(Object.keys(kept.tokens).map(() => live));
  expect(await keysOf(app.storage, `${project.id}/live/`)).toHaveLength(1);
});

import type { ObjectListing, ObjectStorage } from '@stele/storage';
import { afterEach, expect, it } from 'vitest';
import { backUp } from '../../src/features/backup/back-up.ts';
import { readObjectLines, storedObjects } from '../../src/features/backup/objects.ts';
import { openBackupRepository } from '../../src/features/backup/repository.ts';
import { Cleanup, databaseKinds, quiet, SECRETS, startStillApp } from './backup-support.ts';

const [kind = 'pglite'] = databaseKinds;
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** A storage that lists its objects page by page, as a bucket does; something happens after the page that ends with the chunks. */
function inPages(storage: ObjectStorage, afterChunks: () => Promise<void>): ObjectStorage {
  let isOver = false;
  async function* list(prefix: string): AsyncGenerator<ObjectListing> {
    const read = async () => {
      const found: ObjectListing[] = [];
      for await (const object of storage.list(prefix)) found.push(object);
      return found;
    };
    if (isOver) return yield* await read();
    isOver = true;
    const isFirstPage = ({ key }: ObjectListing): boolean => !/\/(indexes|snapshots)\//.test(key);
    const first = (await read()).filter(isFirstPage);
    yield* first;
    await afterChunks();
    yield* (await read()).filter((one) => !isFirstPage(one));
  }
  return new Proxy(storage, {
    get: (target, name) => {
      if (name === 'list') return list;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

it('has the chunks of what is published while the objects are listed', async () => {
  const app = await startStillApp({ database: await cleanup.database(kind), directory: await cleanup.folder() });
  cleanup.later(() => app.close());
  const project = await app.project();
  const entries = `/projects/${project.id}/entries`;
  const publish = async (title: string): Promise<void> => {
    const { id } = (await project.api.post(entries, { collection_key: 'posts', values: { en: { title } } })).body;
    expect((await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] })).status).toBe(200);
  };
  await publish('One');
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const storage = inPages(app.storage, () => publish('Two'));
  const backup = await backUp({ place, database: app.database, storage, secrets: SECRETS, report: quiet });
  const [stored, held] = [new Set<string>(), new Set<string>()];
  for await (const { key } of storedObjects(app.storage, '')) stored.add(key);
  for await (const [key] of readObjectLines(place, backup.objects)) held.add(key);
  expect([...stored].filter((key) => !held.has(key))).toEqual([]);
  expect(backup.damaged).toEqual([]);
});

it('keeps a chunk of the live snapshot that storage lost, and names it', async () => {
  const app = await startStillApp({ database: await cleanup.database(kind), directory: await cleanup.folder() });
  cleanup.later(() => app.close());
  const project = await app.project();
  const entries = `/projects/${project.id}/entries`;
  const { id } = (await project.api.post(entries, { collection_key: 'posts', values: { en: { title: 'One' } } })).body;
  expect((await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] })).status).toBe(200);
  const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
  const run = () => backUp({ place, database: app.database, storage: app.storage, secrets: SECRETS, report: quiet });
  await run();
  const lost: string[] = [];
  for await (const { key } of app.storage.list(`${project.id}/chunks/`)) lost.push(key);
  await app.storage.delete(lost);
  const backup = await run();
  const held = new Set<string>();
  for await (const [key] of readObjectLines(place, backup.objects)) held.add(key);
  expect(lost.filter((key) => !held.has(key))).toEqual([]);
  expect(backup.kept).toEqual(lost);
});

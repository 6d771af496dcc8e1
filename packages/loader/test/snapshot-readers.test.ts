import { afterEach, beforeEach, expect, it } from 'vitest';
import { SnapshotReaders } from '../src/next/snapshot-readers.ts';
import { type Site, startSite } from './support/site.ts';
import { entry, publish, snapshotId } from './support/snapshots.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

it('hands components entries that React passes on without a warning: plain data without symbols', async () => {
  await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: [entry(1, { text: 'x' })] }]);
  const pinned = () => site.loader({ snapshot: snapshotId(1) });
  const [fetched] = await pinned().load('posts', { locale: 'en' });
  const plain = await pinned().entry('posts', fetched?.id ?? '', { locale: 'en' });
  const reader = await new SnapshotReaders(pinned).live();
  const [cached] = await reader.load('posts', { locale: 'en' });
  expect(cached).toEqual(fetched);
  expect(Reflect.ownKeys(cached ?? {})).toEqual(Reflect.ownKeys(plain ?? {}));
  expect(Object.getOwnPropertySymbols(cached)).toEqual([]);
  expect(Object.getOwnPropertyDescriptor(cached, 'values')?.value).toEqual({ title: 'Entry 1', text: 'x' });
  expect(cached?.digest).toBe(fetched?.digest);
});

import { setImmediate } from 'node:timers/promises';
import { createDiskStorage } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../src/publishing/build-snapshot.ts';
import { FileChanges } from '../../src/publishing/file-changes.ts';
import type { ProjectLiveState } from '../../src/publishing/model.ts';
import { SnapshotObjects } from '../../src/publishing/snapshot-objects.ts';

it('a build that fails begins no writes for it, and fails with its first error', async () => {
  const disk = createDiskStorage({
    driver: 'disk',
    directory: '/nowhere',
    publicUrl: 'http://content.test',
    signingKey: 'a signing key of at least 32 characters',
  });
  const storage = new FaultyStorage(disk, () => {
    throw new Error('The storage is down.');
  });
  const changes = new FileChanges();
  const publishedAt = new Date();
  const at = { schema_version: 1, published_at: publishedAt.toISOString() };
  for (const locale of ['de', 'en']) {
    const state = { sortKey: 'a', version: 1, publishedAt, schemaVersion: 1, contentHash: Buffer.alloc(32) };
    const change = { entryId: 'ent_1', locale, collectionKey: 'posts', before: null, after: { state } };
    const entry = { id: 'ent_1', version: 1, ...at, values: {} };
    changes.add(change as unknown as Parameters<FileChanges['add']>[0], locale === 'de' ? entry : 'later');
  }
  const project = { id: 'prj_1', locales: ['de', 'en'], schemaVersion: 1, schema: null, liveSeq: 0, live: null };
  const load = () => async () => {
    // By then, the other file's objects wait to be written.
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    throw new Error('The ledger is down.');
  };
  const content = { project: project as unknown as ProjectLiveState, publishedAt, changes, load };
  const building = buildSnapshot(content, 'snap_1', {
    objects: new SnapshotObjects(storage),
    pool: null as unknown as Pool,
  });
  await expect(building).rejects.toThrow('The ledger is down.');
  expect(storage.writes).toBe(0);
});

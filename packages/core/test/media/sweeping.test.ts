import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { incomingPrefix, originalKey } from '../../src/media/keys.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, send, startMediaApp, testFile } from '../support/media-app.ts';
import { TestClock } from '../support/test-app.ts';
import { textProcessor } from './test-processors.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let app: MediaApp;
let library: AssetLibrary;
let projectId: string;

beforeAll(async () => {
  app = await startMediaApp({
    limits: parseLimits('asset.upload=100000,asset.change=100000'),
    clock: new TestClock(Date.now()),
    mediaProcessor: textProcessor(),
  });
});
beforeEach(async () => {
  library = new AssetLibrary(await app.project());
  projectId = library.project.slice('/projects/'.length);
});
afterAll(() => app.close());

const pass = (ms: number): void => app.clock?.advance(ms);
const sweep = () => app.services.jobs.runAll(['sweep-uploads', 'sweep-media']);
const incoming = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of app.storage.list(incomingPrefix(projectId))) keys.push(key);
  return keys;
};

describe('an upload that is not completed', () => {
  it('is given up after a day, with the asset, what has arrived, and its room', async () => {
    const file = testFile();
    const upload = await library.begin(file);
    await send(upload, file.body);
    pass(DAY - 1000);
    await sweep();
    expect([(await library.get(upload.asset_id)).status, (await incoming()).length]).toEqual(['pending', 1]);
    pass(1000);
    await sweep();
    expect(codeOf(await library.api.get(`${library.assets}/${upload.asset_id}`))).toEqual([
      404,
      'media.asset_not_found',
    ]);
    expect(await incoming()).toEqual([]);
    expect(await library.storage()).toMatchObject({ used_bytes: 0, reserved_bytes: 0, asset_count: 0 });
    const owner = await app.person({ projectId, role: 'owner' });
    const { data } = (await owner.api.get(`${library.project}/audit?action=asset.give_up`)).body;
    expect(data).toMatchObject([{ target_id: upload.asset_id, actor: { type: 'system' } }]);
  });

  it('leaves an asset that it was to replace as it is', async () => {
    const before = await library.settled((await library.upload(testFile())).id);
    const file = { filename: 'b.jpg', mime: 'image/jpeg', bytes: 500 };
    expect((await library.api.post(`${library.assets}/${before.id}/replace`, file)).status).toBe(201);
    expect((await library.storage()).reserved_bytes).toBe(500);
    pass(DAY);
    await sweep();
    const { updated_at: _, ...same } = before;
    expect(await library.get(before.id)).toMatchObject({ ...same, replacement: null });
    expect(await library.storage()).toMatchObject({ reserved_bytes: 0, used_bytes: 1000, asset_count: 1 });
  });

  it('is completed or given up, never both, when both happen at once', { tags: ['full'] }, async () => {
    for (let n = 0; n < 5; n++) {
      const file = testFile();
      const upload = await library.begin(file);
      await send(upload, file.body);
      pass(DAY);
      const [completed] = await Promise.all([library.complete(upload.asset_id), sweep()]);
      const { status } = await library.api.get(`${library.assets}/${upload.asset_id}`);
      expect(status).toBe(completed.status === 202 ? 200 : 404);
    }
    const use = await library.storage();
    expect([use.reserved_bytes, use.used_bytes]).toEqual([0, use.asset_count * 1000]);
  });

  it('is refused once it was given up, and removed where it arrives anyway', async () => {
    const [late, open] = [testFile(), testFile()];
    const upload = await library.begin(late);
    await send(upload, late.body);
    const [key = ''] = await incoming();
    pass(DAY);
    await sweep();
    expect((await send(upload, late.body)).status).toBe(404);
    await app.storage.put(key, late.body, { contentType: late.mime });
    await send(await library.begin(open), open.body);
    await sweep();
    expect(await incoming()).toHaveLength(1);
    expect(await incoming()).not.toContain(key);
  });
});

describe('an original', () => {
  const isStored = async (sha256: string): Promise<boolean> =>
    (await app.storage.head(originalKey(projectId, sha256))) !== null;

  it('goes away with the last asset that has it, and gives its room back', async () => {
    const file = testFile();
    const one = await library.settled((await library.upload(file)).id);
    const two = await library.settled((await library.upload(file)).id);
    pass(2 * HOUR);
    await app.database.prisma.asset.delete({ where: { id: one.id } });
    await sweep();
    expect(await isStored(one.sha256)).toBe(true);
    await app.database.prisma.asset.delete({ where: { id: two.id } });
    await sweep();
    expect(await isStored(one.sha256)).toBe(false);
    expect((await library.storage()).used_bytes).toBe(0);
    expect((await library.settled((await library.upload(file)).id)).sha256).toBe(one.sha256);
    expect((await library.storage()).used_bytes).toBe(1000);
  });

  it('stays while an earlier version of an asset has it', async () => {
    const before = await library.settled((await library.upload(testFile())).id);
    await library.replace(before.id, testFile());
    await library.settled(before.id);
    pass(2 * HOUR);
    await sweep();
    expect(await isStored(before.sha256)).toBe(true);
    await app.database.prisma.assetVersion.deleteMany({ where: { assetId: before.id } });
    await sweep();
    expect(await isStored(before.sha256)).toBe(false);
    expect((await library.storage()).used_bytes).toBe(1000);
  });

  it('stays while an upload of the same bytes is being completed', async () => {
    const file = testFile();
    const before = await library.settled((await library.upload(file)).id);
    pass(2 * HOUR);
    await app.database.prisma.asset.delete({ where: { id: before.id } });
    const [after] = await Promise.all([library.upload(file), sweep(), sweep()]);
    await library.settled(after.id);
    expect(await isStored(before.sha256)).toBe(true);
    expect((await fetch((await library.get(after.id)).url)).status).toBe(200);
  });
});

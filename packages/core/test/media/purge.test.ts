import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';
import { PictureProject } from '../support/picture-project.ts';
import { TestClock } from '../support/test-app.ts';
import { textProcessor } from './test-processors.ts';

const DAY = 24 * 60 * 60_000;

let app: MediaApp;
let site: PictureProject;
let library: AssetLibrary;

beforeAll(async () => {
  app = await startMediaApp({
    limits: parseLimits('asset.upload=100000,asset.change=100000,entry.publish=1000'),
    clock: new TestClock(Date.now()),
    mediaProcessor: textProcessor(),
    retention: { keepMs: 10 * DAY, keepLast: 1, graceMs: DAY },
  });
});
beforeEach(async () => {
  site = await PictureProject.make(app);
  library = new AssetLibrary(site.project);
});
afterAll(() => app.close());

/** Lets days pass, also for files, and sweeps. */
async function pass(days: number): Promise<void> {
  const at = app.clock?.now() ?? new Date();
  const names = await readdir(app.directory, { recursive: true, withFileTypes: true });
  await Promise.all(
    names
      .filter((one) => one.isFile())
      .map((one) => utimes(path.join(one.parentPath, one.name), at, at).catch(() => 0)),
  );
  app.clock?.advance(days * DAY);
  await app.services.jobs.runAll(['sweep-snapshots']);
  await app.services.jobs.runAll(['sweep-media']);
}

const picture = async (): Promise<LooseBody> => library.settled((await library.upload(testFile())).id);
const urlsOf = ({ url, variants }: LooseBody): string[] => [url, ...variants.map((one: LooseBody) => one.url)];
const isServed = async (url: string): Promise<boolean> => (await fetch(url)).status === 200;
const trash = async (id: string) => expect((await library.api.delete(`${library.assets}/${id}`)).status).toBe(200);
/** Takes a picture out of an entry and off the site, and moves it to the trash. */
async function trashUnused(entry: string, asset: string): Promise<void> {
  await library.api.post(`${site.here}/entries/${entry}/unpublish`, { locales: ['en'] });
  await site.save(entry, { en: { title: 'one' } });
  await trash(asset);
}
const exists = async (id: string): Promise<boolean> =>
  codeOf(await library.api.get(`${library.assets}/${id}`))[0] === 200;
/** Renders published content again that shows changed assets. */
const rerender = () => app.services.jobs.runAll(['rerender-assets']);

describe('an asset in the trash', () => {
  it('leaves its file to its copies when it is removed for good', { tags: ['full'] }, async () => {
    const { id } = await picture();
    const copied = await library.api.post(`${library.assets}/${id}/copy`, {});
    const copy = await library.settled(copied.body.id);
    await trash(id);
    await pass(40);
    expect(await exists(id)).toBe(false);
    const link = await library.api.get(`${library.assets}/${copy.id}/original`);
    expect([await isServed(link.body.url), await isServed(copy.url)]).toEqual([true, true]);
  });

  it('is removed after 30 days with its files, gives its room back, and is put on record', async () => {
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const asset = await picture();
    const other = await picture();
    await trash(asset.id);
    await pass(29);
    expect([await exists(asset.id), await isServed(asset.url)]).toEqual([true, true]);
    await pass(1);
    expect(await exists(asset.id)).toBe(false);
    await pass(2);
    for (const url of urlsOf(asset)) expect(await isServed(url)).toBe(false);
    for (const url of urlsOf(other)) expect(await isServed(url)).toBe(true);
    expect(await library.storage()).toMatchObject({ used_bytes: 1000, asset_count: 1 });
    const { status, body } = await owner.api.get(`${site.here}/audit?action=asset.purge`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject([{ target_id: asset.id, actor: { type: 'system' } }]);
  });

  it('keeps its files while a kept snapshot shows it', async () => {
    const asset = await picture();
    const entry = await site.live({ en: { title: 'one', hero: asset.id } });
    await trashUnused(entry, asset.id);
    await site.live({ en: { title: 'two', hero: (await picture()).id } });
    // A snapshot is kept for ten days after it was live, and may be read for one more.
    for (const keptFor of [9, 1]) {
      await pass(keptFor);
      expect(await isServed(asset.url)).toBe(true);
    }
    await pass(25);
    await pass(2);
    expect(await exists(asset.id)).toBe(false);
    await pass(2);
    expect(await isServed(asset.url)).toBe(false);
  });

  it('stays past its time while a kept snapshot shows it', { tags: ['full'] }, async () => {
    const asset = await picture();
    const entry = await site.live({ en: { title: 'one', hero: asset.id } });
    await trashUnused(entry, asset.id);
    await app.database.prisma.asset.update({
      where: { id: asset.id },
      data: { trashedAt: new Date((app.clock?.now().getTime() ?? 0) - 31 * DAY) },
    });
    await pass(1);
    expect([await exists(asset.id), await isServed(asset.url)]).toEqual([true, true]);
    for (const days of [10, 2, 2]) await pass(days);
    expect([await exists(asset.id), await isServed(asset.url)]).toEqual([false, false]);
  });

  it('stays while a draft uses it', async () => {
    const asset = await picture();
    await trash(asset.id);
    const entry = await site.create({ en: { title: 'one', hero: asset.id } });
    await pass(40);
    expect(await exists(asset.id)).toBe(true);
    await site.save(entry, { en: { title: 'one' } });
    await pass(1);
    expect(await exists(asset.id)).toBe(false);
  });
});

describe('files that were served once', () => {
  it('stay while a kept snapshot shows them, and go away then; those of the asset as it is stay', async () => {
    const before = await picture();
    const entry = await site.live({ en: { title: 'one', hero: before.id } });
    await library.api.post(`${library.assets}/${before.id}/crop`, { x: 0, y: 0, width: 0.5, height: 0.5 });
    const after = await library.settled(before.id);
    await rerender();
    expect((await site.shown(entry)).hero.url).not.toContain(before.url.split('/').at(-2));
    await pass(5);
    for (const url of [...urlsOf(before), ...urlsOf(after)]) expect(await isServed(url)).toBe(true);
    for (const days of [7, 2, 2]) await pass(days);
    for (const url of urlsOf(before)) expect(await isServed(url)).toBe(false);
    for (const url of urlsOf(after)) expect(await isServed(url)).toBe(true);
    await library.api.delete(`${library.assets}/${before.id}/crop`);
    expect(urlsOf(await library.settled(before.id))).toEqual(urlsOf(before));
    for (const url of urlsOf(before)) expect(await isServed(url)).toBe(true);
  });

  it('stay for 30 days with an earlier file of the asset, which is removed then', async () => {
    const before = await picture();
    await library.replace(before.id, testFile({}, 500));
    await library.settled(before.id);
    const versions = async () => (await library.api.get(`${library.assets}/${before.id}/versions`)).body.data;
    await pass(29);
    expect([await isServed(before.url), (await versions()).length]).toEqual([true, 1]);
    await pass(1);
    expect(await versions()).toEqual([]);
    await pass(2);
    expect(await isServed(before.url)).toBe(false);
    expect((await library.storage()).used_bytes).toBe(500);
  });
});

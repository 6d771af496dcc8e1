import { readdir, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INCOMING, incomingKey, mediaPrefix, originalsPrefix } from '../../src/media/keys.ts';
import { AssetLibrary, type MediaApp, send, startMediaApp, testFile } from '../support/media-app.ts';
import { TestClock, type TestProject } from '../support/test-app.ts';
import { textProcessor } from './test-processors.ts';

const DAY = 24 * 60 * 60_000;
const LIMIT = 40_000;

let app: MediaApp;
let project: TestProject;
let library: AssetLibrary;
const site = createServer((_request, response) => response.end(Buffer.alloc(LIMIT)));

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  app = await startMediaApp({
    mediaProcessor: textProcessor(),
    storageLimit: LIMIT,
    delivery: { mayRequest: () => true },
    clock: new TestClock(Date.now()),
  });
  project = await app.project();
  library = new AssetLibrary(project);
});
afterAll(async () => {
  await app.close();
  site.close();
});

async function sizesBelow(prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of app.storage.list(prefix)) sizes.set(key, size);
  return sizes;
}
const sumOf = (sizes: Iterable<number>): number => [...sizes].reduce((sum, size) => sum + size, 0);

/** Looks at every object: what it counts for, and which list names it. */
async function expectAllCounted(): Promise<void> {
  const { prisma } = app.database;
  const [files, uploads] = [await prisma.storedFile.findMany(), await prisma.assetUpload.findMany()];
  const incoming = await sizesBelow(INCOMING);
  const originals = await sizesBelow(originalsPrefix(project.id));
  const served = await sizesBelow(mediaPrefix(project.id));
  expect([...incoming.keys()].filter((key) => !uploads.some((upload) => upload.key === key))).toEqual([]);
  const onList = files.map(({ sha256 }) => `${originalsPrefix(project.id)}${sha256}`);
  expect([...originals.keys()].filter((key) => !onList.includes(key))).toEqual([]);
  expect(await library.storage()).toMatchObject({
    used_bytes: sumOf(files.filter(({ stored }) => stored).map(({ bytes }) => Number(bytes))),
    served_bytes: sumOf(served.values()),
    reserved_bytes: sumOf(uploads.map(({ bytes }) => Number(bytes))),
  });
}

/** Lets days pass, also for files, and sweeps. */
async function pass(days: number): Promise<void> {
  const at = app.clock?.now() ?? new Date();
  const names = await readdir(app.directory, { recursive: true, withFileTypes: true });
  const objects = names.filter((one) => one.isFile() && one.parentPath.includes('data'));
  await Promise.all(objects.map((one) => utimes(path.join(one.parentPath, one.name), at, at)));
  app.clock?.advance(days * DAY);
  await app.services.jobs.runAll(['sweep-uploads', 'sweep-media']);
}

it('every object in storage is counted, or named by what a sweep works on', async () => {
  const [kept, other] = [
    await library.settled((await library.upload(testFile())).id),
    await library.settled((await library.upload(testFile({}, 2000))).id),
  ];
  await expectAllCounted();

  const refused = testFile();
  const upload = await library.begin(refused);
  await send(upload, refused.body);
  const { port } = site.address() as AddressInfo;
  const fetched = await library.api.post(`${library.assets}/uploads/from-url`, { url: `http://127.0.0.1:${port}/` });
  expect((await library.settled(fetched.body.id)).error.message).toContain('storage left');
  expect((await library.declare([testFile({}, LIMIT)])).status).toBe(413);
  await library.replace(kept.id, testFile({}, 3000));
  await library.settled(kept.id);
  const crop = (width: number) =>
    library.api.post(`${library.assets}/${other.id}/crop`, { x: 0, y: 0, width, height: 1 });
  for (const width of [0.5, 0.7]) {
    expect((await crop(width)).status).toBe(200);
    await library.settled(other.id);
  }
  await expectAllCounted();

  // As it comes to a bucket, at an address of an upload that is over.
  await app.storage.put(incomingKey(project.id, kept.id, 'again'), testFile().body, { contentType: 'image/jpeg' });
  const before = await library.storage();
  await pass(2);
  await expectAllCounted();
  const after = await library.storage();
  expect(after.served_bytes).toBeLessThan(before.served_bytes);
  expect(after.reserved_bytes).toBe(0);

  expect((await library.api.delete(`${library.assets}/${other.id}`)).status).toBe(200);
  await pass(40);
  await pass(2);
  await expectAllCounted();
  expect(await library.storage()).toMatchObject({ used_bytes: 3000, asset_count: 1 });
});

it('what is served of a file is refused where there is no room for it, and leaves none behind', async () => {
  const { used_bytes: used, served_bytes: served } = await library.storage();
  const file = testFile({}, LIMIT - used - served);
  const asset = await library.settled((await library.upload(file)).id);
  expect(asset.error).toMatchObject({ code: 'no_room' });
  await expectAllCounted();
});

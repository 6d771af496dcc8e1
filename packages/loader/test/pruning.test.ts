import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, entry, PROJECT, publish, putMirror, snapshotId } from './support/snapshots.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let site: Site;
beforeEach(async () => {
  site = await startSite();
  // Ages are compared with the times of files.
  site.clock.advance(Date.now() - site.clock.now());
});
afterEach(() => site.close());

const folder = (): string => path.join(site.cache, 'v1');
const files = async (part: string): Promise<string[]> =>
  (await readdir(path.join(folder(), part), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name));

/** Makes everything in the cache older. */
async function age(ms: number): Promise<void> {
  const kept = await Promise.all(['objects', 'snapshots'].map(files));
  for (const file of [...kept.flat(), path.join(folder(), 'pruned')]) {
    const time = new Date((await stat(file)).mtimeMs - ms);
    await utimes(file, time, time);
  }
}

/** Publishes and loads a snapshot whose entries differ from those of all others in one. */
async function build(number: number): Promise<void> {
  const content = entries(200, 50).with(100, entry(100, { title: `of ${number}` }));
  await publish(site.storage, number, [{ collection: 'posts', locale: 'en', entries: content }]);
  await site.loader({ snapshot: snapshotId(number) }).load('posts', { locale: 'en' });
}

it('removes what none of the last three snapshots needs, once it is a day old', async () => {
  await build(1);
  const ofOne = (await files('objects')).length;
  for (let number = 2; number <= 5; number++) {
    await age(2 * DAY);
    await build(number);
  }
  // Each snapshot adds a manifest, an index, a page and a chunk to the objects that it shares with the others.
  expect((await files('objects')).length).toBe(ofOne + 2 * 4);
  expect((await files('snapshots')).map((file) => path.basename(file, '.json')).sort()).toEqual(
    [3, 4, 5].map(snapshotId),
  );
  site.content.clear();
  for (const number of [3, 4, 5]) await site.loader({ snapshot: snapshotId(number) }).load('posts', { locale: 'en' });
  expect(site.content.requests).toEqual([]);
});

it('counts snapshots of a project together, whichever host they were read from', async () => {
  await build(1);
  for (let number = 2; number <= 4; number++) {
    await age(2 * DAY);
    await publish(site.storage, number, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
    const contentUrl = site.content.url.replace('127.0.0.1', 'localhost');
    await site.loader({ snapshot: snapshotId(number), contentUrl }).load('posts', { locale: 'en' });
  }
  expect((await files('snapshots')).map((file) => path.basename(file, '.json')).sort()).toEqual(
    [2, 3, 4].map(snapshotId),
  );
});

it('keeps what is live by its pointer, and copes with files of other versions', async () => {
  const published = await publish(site.storage, 9, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
  await putMirror(site.storage, TOKEN, published);
  const live = () => site.loader({ url: 'http://127.0.0.1:9', token: TOKEN, retries: 0 });
  await live().load('posts', { locale: 'en' });
  const odd = path.join(folder(), 'snapshots', PROJECT, 'snap_old.json');
  await mkdir(path.dirname(odd));
  await writeFile(odd, JSON.stringify({ project_id: PROJECT, manifest_sha256: 'x' }));
  await writeFile(path.join(path.dirname(odd), 'snap_odd.json'), '…');
  await writeFile(path.join(folder(), 'pointers', 'odd.json'), '{');
  for (let number = 1; number <= 4; number++) {
    await age(2 * DAY);
    await build(number);
  }
  expect((await files('snapshots')).map((file) => path.basename(file, '.json'))).toContain(snapshotId(9));
  await stat(odd).then(
    () => expect.unreachable(),
    () => undefined,
  );
  site.content.clear();
  await live().load('posts', { locale: 'en' });
  expect(site.content.requests).toEqual([expect.stringContaining('/pointers/')]);
});

it('removes nothing that is younger than a day: another process may need it', async () => {
  for (let number = 1; number <= 6; number++) {
    await build(number);
    await age(2 * HOUR);
  }
  const before = (await files('objects')).length;
  await build(7);
  expect((await files('objects')).length).toBe(before + 4);
});

it('looks at most once an hour', async () => {
  for (let number = 1; number <= 4; number++) {
    await build(number);
    await age(2 * DAY);
  }
  const halfAnHourAgo = new Date(site.clock.now() - HOUR / 2);
  await utimes(path.join(folder(), 'pruned'), halfAnHourAgo, halfAnHourAgo);
  const before = (await files('objects')).length;
  await build(5);
  expect((await files('objects')).length).toBe(before + 4);
});

it('never removes what the load that prunes has just used', async () => {
  await build(1);
  await age(90 * DAY);
  site.content.clear();
  await site.loader({ snapshot: snapshotId(1) }).load('posts', { locale: 'en' });
  await age(90 * DAY);
  await site.loader({ snapshot: snapshotId(1) }).load('posts', { locale: 'en' });
  expect(site.content.requests).toEqual([]);
});

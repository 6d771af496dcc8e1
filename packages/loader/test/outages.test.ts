import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleProgram } from '@stele/testing/bundle-program';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteAnswer, noteOutage, tellOutages } from '../src/builds/outages.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, PROJECT, publish, putLiveFile, putMirror } from './support/snapshots.ts';

const NOBODY = 'http://127.0.0.1:9';
const LOUD = 'THE API WAS DOWN DURING THIS BUILD';

let site: Site;

beforeEach(async () => {
  site = await startSite();
  const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
  await putMirror(site.storage, TOKEN, published);
});
afterEach(async () => {
  tellOutages();
  await site.close();
});

/** Runs a build of its own process. @returns the output, line by line, with both streams in one */
async function run(options: object): Promise<string> {
  const child = await bundleProgram(path.join(import.meta.dirname, 'children', 'load-twice.ts'));
  const common = { url: NOBODY, token: TOKEN, contentUrl: site.content.url, projectId: PROJECT, retries: 0 };
  const json = JSON.stringify({ ...common, cache: site.cache, ...options });
  const node = JSON.stringify(process.execPath);
  const command = `${node} ${JSON.stringify(child)} '${json}' 2>&1`;
  return (await promisify(execFile)('/bin/sh', ['-c', command])).stdout;
}

describe('an API that is down during a build', () => {
  it('is said once, at the very end, with what the website was built from', async () => {
    const said = await run({});
    expect(said.split(LOUD)).toHaveLength(2);
    expect(said.indexOf(LOUD)).toBeGreaterThan(said.indexOf('built\n'));
    expect(said).toContain(`${NOBODY} did not answer. Built from snapshot snap_`);
    expect(said).toContain('found in the mirror.');
  });

  it('builds from the newest snapshot, which the mirror leads to, though the mirror itself names an older one', async () => {
    const files = (count: number) => [{ collection: 'posts', locale: 'en', entries: entries(count) }];
    const [old, newer] = [await publish(site.storage, 2, files(4)), await publish(site.storage, 3, files(5))];
    await putLiveFile(site.storage, TOKEN, old, newer);
    const said = await run({});
    expect(said).toContain(`Built from snapshot ${newer.manifest.snapshot_id}`);
    expect(said).toContain('found in the mirror.');
  });

  it('is printed for a build from the cache too, and not for a silent one', async () => {
    await run({});
    await site.content.stop();
    expect(await run({})).toContain('found in the cache.');
    expect(await run({ log: false })).toBe('built\n');
  });

  it('is printed by an integration instead of at the end of the process, and not twice', async () => {
    const loader = site.loader({ url: NOBODY, token: TOKEN, retries: 0 });
    await loader.load('posts', { locale: 'en' });
    expect(site.said.warn.join()).not.toContain(LOUD);
    tellOutages();
    tellOutages();
    expect(site.said.warn.filter((line) => line.includes(LOUD))).toHaveLength(1);
  });

  it('is printed though another reader reached the API later, unless that found the same snapshot', () => {
    const warned: string[] = [];
    const log = { info: () => {}, warn: (line: string) => void warned.push(line) };
    const outage = { projectId: PROJECT, apiUrl: NOBODY, snapshotId: 'snap_old', publishedAt: '', log };
    const [first, second, third] = [{}, {}, {}];
    noteOutage(first, { ...outage, source: 'cache' });
    noteOutage(second, { ...outage, source: 'mirror' });
    noteAnswer(third, PROJECT, 'snap_new');
    tellOutages();
    expect(warned).toHaveLength(1);
    noteOutage(first, { ...outage, source: 'mirror' });
    noteAnswer(third, PROJECT, 'snap_old');
    noteOutage(second, { ...outage, source: 'cache' });
    noteAnswer(second, PROJECT, 'snap_new');
    tellOutages();
    expect(warned).toHaveLength(1);
  });
});

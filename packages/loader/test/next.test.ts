import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cacheFolder } from '../src/next/cache-folder.ts';
import { createNextLoader } from '../src/next/index.ts';
import type { NextLoaderOptions } from '../src/next/options.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, PROJECT, publish, putMirror } from './support/snapshots.ts';

const EN = { locale: 'en' };

describe('the folder for content', () => {
  let program: string;
  let temporary: string;
  beforeEach(async () => {
    program = await mkdtemp(path.join(tmpdir(), 'stele-next-test-'));
    temporary = path.join(program, 'tmp');
    await mkdir(temporary);
  });
  afterEach(() => rm(program, { recursive: true, force: true }));

  /** Makes the program's own folder one that can't be written to, whoever runs the test. */
  const readOnly = () => writeFile(path.join(program, '.next'), '');
  const found = () => cacheFolder(program, temporary);
  const own = () => path.join(temporary, `stele-next-${process.getuid?.()}`);

  it('is where builds of Next.js keep theirs', () => {
    expect(found()).toBe(path.join(program, '.next', 'cache', 'stele'));
  });

  it('is otherwise one that only the user can read or write', async () => {
    await readOnly();
    expect(found()).toBe(own());
    expect((await lstat(own())).mode & 0o777).toBe(0o700);
    expect(found()).toBe(own());
  });

  it('is not one that others can write to', async () => {
    await readOnly();
    await mkdir(own());
    await chmod(own(), 0o777);
    expect(found()).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)('is not one of another user', async () => {
    await readOnly();
    await mkdir(own(), { mode: 0o700 });
    await chown(own(), 12_345, 12_345);
    expect(found()).toBe(false);
  });

  it('is not one that a link of another user leads to', async () => {
    await readOnly();
    const elsewhere = path.join(program, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o700 });
    await symlink(elsewhere, own());
    expect(found()).toBe(false);
  });

  it('is missing where nothing can be written', async () => {
    await readOnly();
    temporary = path.join(program, '.next');
    expect(found()).toBe(false);
  });
});

describe('a loader for Next.js', () => {
  const before = process.env.TMPDIR;
  let temporary: string;
  beforeAll(async () => {
    temporary = await mkdtemp(path.join(tmpdir(), 'stele-next-test-'));
    process.env.TMPDIR = temporary;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(temporary, { recursive: true, force: true });
  });

  let site: Site;
  beforeEach(async () => {
    site = await startSite();
    const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(10) }]);
    await putMirror(site.storage, TOKEN, published);
  });
  afterEach(() => site.close());

  const next = (options: NextLoaderOptions) =>
    createNextLoader({
      url: 'http://127.0.0.1:9',
      contentUrl: site.content.url,
      projectId: PROJECT,
      token: TOKEN,
      retries: 0,
      log: { info: (line) => site.said.info.push(line), warn: (line) => site.said.warn.push(line) },
      ...options,
    });
  const temporaryFolders = async (): Promise<string[]> =>
    (await readdir(temporary, { recursive: true })).filter((name) => path.basename(name).startsWith('cache-'));

  it.each(['is switched off', 'cannot be written to'])('has one cache for all requests when that %s', async (what) => {
    const file = path.join(site.cache, 'a-file');
    await writeFile(file, '');
    const stele = next({ cache: what === 'is switched off' ? false : path.join(file, 'folder') });
    const folders = (await temporaryFolders()).length;
    for (let request = 0; request < 5; request++) {
      for await (const { collection } of stele.iterate('posts', EN)) expect(collection).toBe('posts');
    }
    expect((await temporaryFolders()).length).toBe(folders + 1);
    expect(site.content.requests.filter((url) => url.endsWith('/manifest.json'))).toHaveLength(1);
    expect(site.said.warn).toHaveLength(what === 'is switched off' ? 0 : 1);
  });

  it('says once in a process of a build that the API is down, while pages are still made', async () => {
    vi.stubEnv('IS_NEXT_WORKER', 'true');
    vi.stubEnv('NEXT_PHASE', 'phase-production-build');
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      kill.mockRestore();
    });
    const loud = () => site.said.warn.filter((line) => line.includes('THE API WAS DOWN DURING THIS BUILD'));
    const stele = next({});
    await stele.load('posts', EN);
    await expect.poll(() => loud().length).toBe(1);
    await stele.load('posts', EN);
    process.emit('SIGINT');
    expect(loud()).toHaveLength(1);
  });
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { markOf } from '@stele/schema';
import { indexKey, manifestKey, sha256 } from '@stele/snapshot';
import { bundleProgram } from '@stele/testing/bundle-program';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from './support/gate.ts';
import { failureOf, type Site, startSite, TOKEN } from './support/site.ts';
import {
  chunkKeysOf,
  damage,
  entries,
  entry,
  flipped,
  PROJECT,
  publish,
  putMirror,
  snapshotId,
} from './support/snapshots.ts';

const DAY = 86_400_000;
const EN = { locale: 'en' };

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

/** Enough for some thirty chunks. */
const MANY = 1000;

/** Publishes many entries. */
async function publishMany(number = 1, content = entries(MANY, 300)) {
  const published = await publish(site.storage, number, [{ collection: 'posts', locale: 'en', entries: content }]);
  const [file] = published.manifest.files;
  if (!file) throw new Error('There is no file.');
  return { ...published, file, chunks: await chunkKeysOf(site.storage, file) };
}

/** Files of the cache's folder, by their names from there on. */
async function cached(part: string): Promise<string[]> {
  const folder = path.join(site.cache, 'v1', part);
  return (await readdir(folder, { recursive: true })).map((name) => path.join(folder, name));
}

const pinned = (options = {}) => site.loader({ snapshot: snapshotId(1), ...options });
const answerWith = (body: string | Uint8Array) => (response: ServerResponse) => {
  response.end(body);
  return true;
};

describe('a content host that takes its time', () => {
  it('is named once after five seconds', async () => {
    await publishMany();
    let held = 0;
    site.content.intercept = (_request, response) => {
      if (++held > 2) return false;
      setImmediate(() => {
        site.clock.expire(5_000);
        // The request is sent again.
        response.destroy();
      });
      return true;
    };
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
    expect(site.said.warn).toEqual([`Still waiting for ${site.content.url}/${manifestKey(PROJECT, snapshotId(1))}.`]);
  });
});

describe('a snapshot whose storage is damaged', () => {
  it.each(['first', 'last'])('is refused when its %s chunk is', async (which) => {
    const { chunks } = await publishMany();
    const key = (which === 'first' ? chunks[0] : chunks.at(-1)) ?? '';
    await damage(site.storage, key);
    const failure = await failureOf(pinned().load('posts', EN));
    expect(failure).toMatchObject({ code: 'unreachable', status: 500, url: `${site.content.url}/${key}` });
    const first = await failureOf(pinned().iterate('posts', EN).next());
    expect(first).toMatchObject({ code: 'unreachable', status: 500 });
  });

  it.each(['chunk', 'index', 'manifest'])('is refused when a %s is missing, with its address', async (kind) => {
    const { chunks, file } = await publishMany();
    const keys = {
      chunk: chunks[5] ?? '',
      index: indexKey(PROJECT, file.index),
      manifest: manifestKey(PROJECT, snapshotId(1)),
    };
    const key = keys[kind as keyof typeof keys];
    // Behind the content host, which would answer 500 for an index of which it knows the manifest.
    site.content.intercept = ({ url }, response) => url === `/${key}` && refuse(response, 404, 'not_found');
    await site.storage.delete([key]);
    const failure = await failureOf(pinned().load('posts', EN));
    const code = kind === 'manifest' ? 'snapshot_not_found' : 'content_missing';
    expect(failure).toMatchObject({ code, status: 404, url: `${site.content.url}/${key}` });
  });
});

describe('bytes that were changed on the way', () => {
  it.each(['chunk', 'index'])(
    'of a %s are asked for once more past all caches, and refused if they stay wrong',
    async (kind) => {
      const { chunks, file } = await publishMany();
      const key = kind === 'chunk' ? (chunks[3] ?? '') : indexKey(PROJECT, file.index);
      const wrong = flipped((await site.storage.get(key))?.body ?? new Uint8Array());
      const asked: (string | undefined)[] = [];
      site.content.intercept = ({ url, headers }, response) => {
        if (url?.endsWith('.en.json')) return refuse(response, 503, 'unavailable');
        if (url !== `/${key}`) return false;
        asked.push(headers['cache-control']);
        return answerWith(wrong)(response);
      };
      const failure = await failureOf(pinned().load('posts', EN));
      expect(failure).toMatchObject({ code: 'content_damaged', url: `${site.content.url}/${key}` });
      expect(asked).toEqual([undefined, 'no-cache']);
      expect(await cached('objects')).not.toContainEqual(expect.stringContaining(path.basename(key)));
    },
  );

  it('are no harm when the second answer is right', async () => {
    const { chunks } = await publishMany();
    const key = chunks[3] ?? '';
    const wrong = flipped((await site.storage.get(key))?.body ?? new Uint8Array());
    let left = 1;
    site.content.intercept = ({ url }, response) => {
      if (url?.endsWith('.en.json')) return refuse(response, 503, 'unavailable');
      return url === `/${key}` && left-- > 0 && answerWith(wrong)(response);
    };
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
  });

  it('of the whole file cost nothing but the chunk that was changed', async () => {
    const { chunks, file } = await publishMany();
    const whole = Buffer.from(
      await (await fetch(`${site.content.url}/${PROJECT}/snapshots/${snapshotId(1)}/posts.en.json`)).arrayBuffer(),
    );
    site.content.clear();
    site.content.intercept = ({ url }, response) =>
      (url?.endsWith('.en.json') ?? false) && answerWith(flipped(whole))(response);
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
    const fetched = site.content.requests.filter((url) => url.includes('/chunks/'));
    expect([fetched.length, chunks.length > 10, file.entries]).toEqual([1, true, MANY]);
  });

  it('of the manifest are noticed by the digest that the pointer names', async () => {
    const published = await publishMany();
    await putMirror(site.storage, TOKEN, published);
    const text = (await site.storage.get(manifestKey(PROJECT, snapshotId(1))))?.body ?? new Uint8Array();
    const forged = Buffer.from(text).toString().replace('2026-03-01', '2026-03-02');
    site.content.intercept = ({ url }, response) =>
      (url?.endsWith('/manifest.json') ?? false) && answerWith(forged)(response);
    const failure = await failureOf(site.loader({ url: 'http://127.0.0.1:9', token: TOKEN }).snapshot());
    expect(failure).toMatchObject({ code: 'content_damaged', url: expect.stringContaining('manifest.json') });
  });

  it('make a manifest that belongs to another snapshot, which is refused without a digest too', async () => {
    await publishMany(1);
    await publishMany(2);
    const other = (await site.storage.get(manifestKey(PROJECT, snapshotId(2))))?.body ?? new Uint8Array();
    site.content.intercept = ({ url }, response) =>
      (url?.endsWith('/manifest.json') ?? false) && answerWith(other)(response);
    expect(await failureOf(pinned().snapshot())).toMatchObject({ code: 'content_damaged' });
  });
});

describe('an index with right digests that says something wrong', () => {
  it.each([
    ['fewer entries than there are', (chunk: { entries: number }) => ({ ...chunk, entries: chunk.entries - 1 })],
    ['fewer bytes than there are', (chunk: { bytes: number }) => ({ ...chunk, bytes: chunk.bytes - 1 })],
    ['another first entry', (chunk: object) => ({ ...chunk, first_id: 'ent_other' })],
  ])('is refused: %s', async (_what, change) => {
    const { file, manifest } = await publishMany(1, entries(10));
    const read = async (digest: string) =>
      JSON.parse(Buffer.from((await site.storage.get(indexKey(PROJECT, digest)))?.body ?? []).toString());
    const put = async (value: object): Promise<string> => {
      const body = Buffer.from(JSON.stringify(value));
      await site.storage.put(indexKey(PROJECT, sha256(body)), body, { contentType: 'application/json' });
      return sha256(body);
    };
    const root = await read(file.index);
    const page = await read(root.pages[0].sha256);
    const chunks = page.chunks.map((chunk: never, index: number) => (index === 0 ? change(chunk) : chunk));
    const sum = (key: 'entries' | 'bytes') =>
      chunks.reduce((total: number, chunk: Record<string, number>) => total + (chunk[key] ?? 0), 0);
    const sums = { entries: sum('entries'), bytes: sum('bytes') };
    const pages = [{ ...root.pages[0], sha256: await put({ chunks }), ...sums }];
    const index = await put({ ...sums, pages });
    const body = Buffer.from(JSON.stringify({ ...manifest, files: [{ ...file, index, ...sums }] }));
    await site.storage.put(manifestKey(PROJECT, snapshotId(1)), body, { contentType: 'application/json' });
    expect(await failureOf(pinned().load('posts', EN))).toMatchObject({ code: 'content_damaged' });
    const count = await failureOf(pinned().iterate('posts', EN).next());
    expect(count).toMatchObject({ code: 'content_damaged' });
  });

  it('is refused when the manifest counts otherwise', async () => {
    const { file, manifest } = await publishMany(1, entries(10));
    const files = [{ ...file, entries: 9 }];
    const body = Buffer.from(JSON.stringify({ ...manifest, files }));
    await site.storage.put(manifestKey(PROJECT, snapshotId(1)), body, { contentType: 'application/json' });
    expect(await failureOf(pinned().load('posts', EN))).toMatchObject({ code: 'content_damaged' });
  });
});

describe('a content host that is killed amid a download', () => {
  it('is tried again, and then the failure is clear: nothing is handed over', async () => {
    await publishMany();
    let chunks = 0;
    site.content.intercept = ({ url }, response) => {
      if (!url?.includes('/chunks/') && !url?.endsWith('.en.json')) return false;
      chunks += 1;
      response.writeHead(200, { 'content-length': '100000' });
      response.write('[{"id":"ent_0000');
      setImmediate(() => response.destroy());
      return true;
    };
    const failure = await failureOf(pinned({ concurrency: 2 }).load('posts', EN));
    expect(failure).toMatchObject({ code: 'unreachable', status: null, url: expect.stringContaining('/chunks/') });
    expect(String(failure)).toContain("can't be reached");
    // The whole file once, then at most two chunks at a time with three retries each.
    expect(chunks).toBeGreaterThanOrEqual(1 + 4);
    expect(chunks).toBeLessThanOrEqual(1 + 2 * 4);
  });

  it('costs only what had not arrived, once it is back', async () => {
    const { chunks } = await publishMany();
    let served = 0;
    site.content.intercept = ({ url }, response) => {
      if (url?.endsWith('.en.json')) return refuse(response, 503, 'unavailable');
      if (!url?.includes('/chunks/') || served++ < 5) return false;
      response.destroy();
      return true;
    };
    await failureOf(pinned({ concurrency: 1 }).load('posts', EN));
    site.content.intercept = () => false;
    site.content.clear();
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
    expect(site.said.info.at(-1)).toContain(`${chunks.length - 5} of ${chunks.length} chunks fetched`);
  });

  it('is followed up chunk by chunk when the whole file breaks off', async () => {
    const { chunks } = await publishMany();
    const whole = await (
      await fetch(`${site.content.url}/${PROJECT}/snapshots/${snapshotId(1)}/posts.en.json`)
    ).arrayBuffer();
    site.content.clear();
    site.content.intercept = ({ url }, response) => {
      if (!url?.endsWith('.en.json')) return false;
      response.writeHead(200, { 'content-length': String(whole.byteLength) });
      response.write(Buffer.from(whole).subarray(0, whole.byteLength / 2), () => response.destroy());
      return true;
    };
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
    const alone = site.content.requests.filter((url) => url.includes('/chunks/')).length;
    expect([alone > 0, alone < chunks.length]).toEqual([true, true]);
  });
});

describe('the cache', () => {
  it.each([
    ['damaged', async (file: string) => writeFile(file, flipped(await readFile(file)))],
    [
      'damaged in a way that neither size nor time shows',
      async (file: string) => {
        const { atime, mtime } = await stat(file);
        await writeFile(file, flipped(await readFile(file)));
        await utimes(file, atime, mtime);
      },
    ],
    ['cut off', (file: string) => truncate(file, 10)],
    ['empty', (file: string) => truncate(file, 0)],
    ['gone', (file: string) => rm(file)],
  ])('fetches again what is %s, and nothing else', async (_what, spoil) => {
    const { chunks } = await publishMany();
    await pinned().load('posts', EN);
    const key = chunks[7] ?? '';
    const files = await cached('objects');
    await spoil(files.find((file) => file.endsWith(path.basename(key))) ?? '');
    site.content.clear();
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
    expect(site.content.requests).toEqual([`/${key}`]);
    site.content.clear();
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
    expect(site.content.requests).toEqual([]);
  });

  it('fetches again what gets lost while it is iterated', async () => {
    await publishMany();
    const seen: string[] = [];
    for await (const { id } of pinned().iterate('posts', EN)) {
      if (seen.length === 0) await rm(path.join(site.cache, 'v1', 'objects'), { recursive: true });
      seen.push(id);
    }
    expect(new Set(seen).size).toBe(MANY);
  });

  it('keeps nothing when records in it are spoilt', async () => {
    const published = await publishMany();
    await putMirror(site.storage, TOKEN, published);
    const live = () => site.loader({ url: 'http://127.0.0.1:9', token: TOKEN });
    await live().load('posts', EN);
    for (const part of ['pointers', 'snapshots']) {
      for (const file of (await cached(part)).filter((name) => name.endsWith('.json'))) await writeFile(file, '{"x":');
    }
    expect(await live().load('posts', EN)).toHaveLength(MANY);
  });

  it('can be shared by processes that load at the same time', { tags: ['full'] }, async () => {
    await publishMany(1, entries(3000, 400));
    const child = await bundleProgram(path.join(import.meta.dirname, 'children', 'load-posts.ts'));
    const argument = JSON.stringify({
      contentUrl: site.content.url,
      projectId: PROJECT,
      snapshot: snapshotId(1),
      cache: site.cache,
    });
    const run = async (): Promise<unknown> => {
      const started = fork(child, [argument], { execArgv: [] });
      const ended = once(started, 'exit');
      const message = once(started, 'message').then(([count]) => count);
      const answer = await Promise.race([message, ended.then(([code]) => `ended with ${code}`)]);
      await ended;
      return answer;
    };
    expect(await Promise.all([run(), run(), run()])).toEqual([3000, 3000, 3000]);
    expect((await cached('objects')).filter((file) => file.endsWith('.tmp'))).toEqual([]);
    site.content.clear();
    expect(await pinned().load('posts', EN)).toHaveLength(3000);
    expect(site.content.requests).toEqual([]);
  });

  it('is replaced for the time of the process, with a warning, when its folder cannot be written to', async () => {
    await publishMany();
    const file = path.join(site.cache, 'a-file');
    await writeFile(file, '');
    expect(await pinned({ cache: path.join(file, 'folder') }).load('posts', EN)).toHaveLength(MANY);
    expect(site.said.warn).toEqual([expect.stringContaining(file)]);
  });

  it('is not used when it is switched off', async () => {
    await publishMany();
    const count = async () => {
      site.content.clear();
      await pinned({ cache: false }).load('posts', EN);
      return site.content.requests.length;
    };
    expect(await count()).toBe(await count());
    expect(await readdir(site.cache)).toEqual([]);
  });

  it('keeps apart what other hosts have under the same ids', async () => {
    await publishMany();
    const other = await startSite();
    const titled = [entry(1, { title: 'of another host' })];
    await publish(other.storage, 1, [{ collection: 'posts', locale: 'en', entries: titled }]);
    const [post] = await pinned({ contentUrl: other.content.url }).load('posts', EN);
    await other.close();
    expect(post?.values.title).toBe('of another host');
    expect(await pinned().load('posts', EN)).toHaveLength(MANY);
  });

  it('can be one of the user’s own', async () => {
    const { chunks } = await publishMany();
    const kept = new Map<string, Uint8Array>();
    const cache = {
      read: async (name: string) => kept.get(name) ?? null,
      write: async (name: string, bytes: Uint8Array) => void kept.set(name, Uint8Array.from(bytes)),
    };
    await pinned({ cache }).load('posts', EN);
    site.content.clear();
    expect(await pinned({ cache }).load('posts', EN)).toHaveLength(MANY);
    expect(site.content.requests).toEqual([]);
    const [key = ''] = chunks;
    const name = `objects/${path.basename(key)}`;
    kept.set(name, flipped(kept.get(name) ?? new Uint8Array()));
    expect(await pinned({ cache }).load('posts', EN)).toHaveLength(MANY);
    expect(site.content.requests).toEqual([`/${key}`]);
  });
});

describe('with onBroken: last-verified', () => {
  const live = (options = {}) =>
    site.loader({ url: 'http://127.0.0.1:9', token: TOKEN, onBroken: 'last-verified', ...options });
  const publishTwo = async (number: number, title: string) => {
    const published = await publish(site.storage, number, [
      { collection: 'pages', locale: 'en', entries: [entry(9, { title })] },
      { collection: 'posts', locale: 'en', entries: [entry(1, { title }), ...entries(40).slice(2)] },
    ]);
    await putMirror(site.storage, TOKEN, published);
    return published;
  };
  const breakPages = async (published: Awaited<ReturnType<typeof publishTwo>>) => {
    const [file] = published.manifest.files;
    const [key = ''] = file ? await chunkKeysOf(site.storage, file) : [];
    await damage(site.storage, key);
  };

  it('builds from the last whole snapshot, loudly, and never mixes it with the broken one', async () => {
    await publishTwo(1, 'whole');
    await live().load('posts', EN);
    await breakPages(await publishTwo(2, 'broken'));
    const stele = live();
    // The collection that's asked for first is sound in the broken snapshot.
    const [post] = await stele.load('posts', EN);
    const [page] = await stele.load('pages', EN);
    expect([post?.values.title, page?.values.title]).toEqual(['whole', 'whole']);
    expect(await stele.snapshot()).toMatchObject({ id: snapshotId(1), source: 'cache' });
    expect(site.said.warn).toContainEqual(
      expect.stringMatching(/THE LIVE SNAPSHOT IS BROKEN.*\/chunks\/.*answered 500/),
    );
  });

  it('takes the live snapshot again as soon as that is whole', async () => {
    await publishTwo(1, 'whole');
    await live().load('posts', EN);
    await breakPages(await publishTwo(2, 'broken'));
    const stele = live();
    await stele.load('posts', EN);
    await publishTwo(3, 'mended');
    expect(await stele.refresh()).toBe(true);
    expect((await stele.load('pages', EN))[0]?.values.title).toBe('mended');
  });

  it('fails when no snapshot was ever verified', async () => {
    await breakPages(await publishTwo(1, 'broken'));
    expect(await failureOf(live().load('posts', EN))).toMatchObject({ code: 'unreachable', status: 500 });
  });

  it('fails when the last whole snapshot is older than maxAge', async () => {
    await publishTwo(1, 'whole');
    await live().load('posts', EN);
    await breakPages(await publishTwo(2, 'broken'));
    site.clock.advance(8 * DAY);
    expect(await failureOf(live({ maxAge: 7 * DAY }).load('posts', EN))).toMatchObject({ code: 'cache_too_old' });
  });

  it('does not count what it falls back to as verified anew, however often it builds from that', async () => {
    await publishTwo(1, 'whole');
    const options = { maxAge: 7 * DAY };
    await live(options).load('posts', EN);
    await breakPages(await publishTwo(2, 'broken'));
    for (let day = 3; day <= 6; day += 3) {
      site.clock.advance(3 * DAY);
      const stele = live(options);
      await stele.load('posts', EN);
      await stele.load('pages', EN);
      expect(site.said.warn.at(-1)).toContain(`verified ${day} days ago`);
    }
    site.clock.advance(2 * DAY);
    expect(await failureOf(live(options).load('posts', EN))).toMatchObject({ code: 'cache_too_old' });
  });

  it('counts the age of what is only in the cache from the last time that it was live', async () => {
    const first = await publishTwo(1, 'whole');
    await live().load('posts', EN);
    site.clock.advance(6 * DAY);
    site.content.intercept = ({ url }, response) =>
      (url ?? '').startsWith('/pointers/') && refuse(response, 503, 'unavailable');
    const stele = live();
    await stele.load('posts', EN);
    await stele.load('pages', EN);
    expect(await stele.snapshot()).toMatchObject({ id: first.manifest.snapshot_id, source: 'cache' });
    site.content.intercept = () => false;
    await breakPages(await publishTwo(2, 'broken'));
    site.clock.advance(2 * DAY);
    expect(await failureOf(live({ maxAge: 7 * DAY }).load('posts', EN))).toMatchObject({ code: 'cache_too_old' });
  });

  it('is what one has to ask for: else a broken snapshot fails the build', async () => {
    await publishTwo(1, 'whole');
    await live().load('posts', EN);
    await breakPages(await publishTwo(2, 'broken'));
    const stele = live({ onBroken: 'throw' });
    expect(await failureOf(stele.load('pages', EN))).toMatchObject({ code: 'unreachable', status: 500 });
  });

  it('counts a snapshot as verified too when each of its files was loaded one by one', async () => {
    await publishTwo(1, 'whole');
    const stele = live({ onBroken: 'throw' });
    await stele.load('posts', EN);
    await stele.load('pages', EN);
    await breakPages(await publishTwo(2, 'broken'));
    expect((await live().load('pages', EN))[0]?.values.title).toBe('whole');
  });
});

describe('published content with a mark of a preview', () => {
  it('fails a build, which says which entry and field hold it', async () => {
    const mark = markOf({ entry: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa', locale: 'en', path: 'title' });
    const marked = entry(2, { facts: [{ text: `Grey${mark}` }] });
    await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: [entry(1), marked, entry(3)] }]);
    for (const read of [
      () => pinned().load('posts', EN),
      () => pinned().entry('posts', entry(3).id, EN),
      async () => (await pinned().iterate('posts', EN).next()).value,
    ]) {
      const failure = await failureOf(read());
      expect(failure).toMatchObject({ code: 'content_marked' });
      expect(String(failure)).toContain(`posts.en: the field facts of ${marked.id} holds a mark of a preview.`);
    }
  });

  it('is told from content with characters that marks are made of', async () => {
    const texts = ['a\u200c\ufe20b', 'می\u200c\ufe0fخواهم', '❤\ufe0f\ufe0f\u200cها'];
    const own = texts.map((text, index) => entry(index + 1, { facts: [{ text }] }));
    await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: own }]);
    const loaded = await pinned().load('posts', EN);
    expect(loaded.map(({ values }) => values.facts)).toEqual(texts.map((text) => [{ text }]));
  });
});

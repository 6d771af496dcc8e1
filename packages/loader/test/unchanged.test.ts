import { readFileSync } from 'node:fs';
import { cp, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderCache, isSettled } from '../src/cache/folder-cache.ts';
import type { Entry } from '../src/entries/entry.ts';
import { type ChunkSource, LazyChunk } from '../src/snapshot/lazy-chunk.ts';
import type { LearnedDigests } from '../src/snapshot/learned-digests.ts';
import { anyValues } from './support/any-values.ts';
import {
  objectFile,
  readRecord,
  recordFiles,
  restamp,
  type StoredRecord,
  settledCache,
  writeRecord,
} from './support/cache-files.ts';
import { failureOf, type Site, startSite } from './support/site.ts';
import { chunkKeysOf, entries, entry, flipped, publish, snapshotId } from './support/snapshots.ts';

const EN = { locale: 'en' };
/** Enough for some ten chunks. */
const MANY = 300;

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const pinned = (number = 1, options = {}) =>
  site.loader({ snapshot: snapshotId(number), cache: settledCache(site.cache), ...options });
const load = (number = 1, options = {}) => pinned(number, options).load('posts', EN);

/** Publishes posts. @returns keys of their chunks */
async function publishPosts(content = entries(MANY, 300), number = 1): Promise<string[]> {
  const { manifest } = await publish(site.storage, number, [{ collection: 'posts', locale: 'en', entries: content }]);
  const [file] = manifest.files;
  return file ? chunkKeysOf(site.storage, file) : [];
}

/** Changes a bit, with the file's size and time of modification as they were. */
async function rot(file: string): Promise<void> {
  const { atime, mtime } = await stat(file);
  await writeFile(file, flipped(await readFile(file)));
  await utimes(file, atime, mtime);
}

/** Damages what the cache has of chunks in such a way that it can't be noticed without reading them. */
async function rotUnnoticed(chunks: readonly string[]): Promise<void> {
  for (const key of chunks) await rot(objectFile(site.cache, key));
  await restamp(site.cache);
}

const stampsById = ({ chunks }: StoredRecord): object =>
  Object.fromEntries(chunks.map(({ stamp, ids }) => [ids.join(), stamp]));
const valuesOf = (post: Entry | undefined): Promise<unknown> => Promise.resolve().then(() => post?.values);

describe('a load with nothing changed', () => {
  it('reads no chunk before a value is needed, and of those only the ones that hold it', async () => {
    const chunks = await publishPosts();
    const before = await load();
    await rotUnnoticed(chunks.slice(1));
    site.content.clear();
    const posts = await load();
    expect(posts.map(({ id, version, publishedAt }) => [id, version, publishedAt])).toEqual(
      before.map(({ id, version, publishedAt }) => [id, version, publishedAt]),
    );
    expect(posts[0]?.values).toEqual(before[0]?.values);
    expect(await failureOf(valuesOf(posts.at(-1)))).toMatchObject({ code: 'content_damaged' });
    expect(site.content.requests).toEqual([]);
  });

  it('gives what a first load gives, whatever the values', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyValues, { minLength: 1, maxLength: 5 }), async (all) => {
        number += 1;
        await publishPosts(
          all.map((values, index) => entry(index, values)),
          number,
        );
        const fetched = await load(number);
        const again = await load(number);
        expect(again.map(({ digest }) => digest)).toEqual(fetched.map(({ digest }) => digest));
        // Unlike the comparison, this sees the order of keys, and keys called __proto__.
        expect(JSON.stringify(again)).toBe(JSON.stringify(fetched));
        expect(again).toEqual(fetched);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['changed', rot],
    ['cut off', (file: string) => truncate(file, 10)],
    ['removed', (file: string) => rm(file)],
    [
      'replaced by another',
      async (file: string) => {
        const { atime, mtime } = await stat(file);
        await writeFile(`${file}.new`, flipped(await readFile(file)));
        await utimes(`${file}.new`, atime, mtime);
        await rename(`${file}.new`, file);
      },
    ],
  ])('fetches a chunk anew whose file was %s', async (_how, spoil) => {
    const [, key = ''] = await publishPosts();
    const before = JSON.stringify(await load());
    await spoil(objectFile(site.cache, key));
    site.content.clear();
    expect(JSON.stringify(await load())).toBe(before);
    expect(site.content.requests).toEqual([`/${key}`]);
    site.content.clear();
    expect(JSON.stringify(await load())).toBe(before);
    expect(site.content.requests).toEqual([]);
  });

  it('verifies chunks that were written so lately that another change might not show', async () => {
    const chunks = await publishPosts();
    const files = chunks.map((key) => objectFile(site.cache, key));
    await load();
    const times = await Promise.all(files.map(async (file) => (await stat(file)).ctimeMs));
    const newest = Math.max(...times);
    await rm(path.join(site.cache, 'v1', 'files'), { recursive: true });
    // As if the record were written that soon after the last chunk.
    await load(1, { cache: new FolderCache(site.cache, () => newest + 9) });
    const [record = ''] = await recordFiles(site.cache);
    const stamped = (await readRecord(record)).chunks.filter(({ stamp }) => stamp !== null).length;
    expect(stamped).toBe(times.filter((time) => isSettled(time, newest + 9)).length);
    expect(stamped).toBeLessThan(chunks.length);
    await load(1, { cache: new FolderCache(site.cache, () => newest + 3000) });
    expect((await readRecord(record)).chunks.filter(({ stamp }) => stamp === null)).toEqual([]);
  });

  it('verifies everything once when the cache was copied from another machine', async () => {
    const [key = ''] = await publishPosts();
    const before = JSON.stringify(await load());
    const copy = path.join(site.cache, 'copy');
    await cp(path.join(site.cache, 'v1'), path.join(copy, 'v1'), { recursive: true, preserveTimestamps: true });
    await writeFile(objectFile(copy, key), flipped(await readFile(objectFile(copy, key))));
    site.content.clear();
    expect(JSON.stringify(await load(1, { cache: settledCache(copy) }))).toBe(before);
    expect(site.content.requests).toEqual([`/${key}`]);
    const [record = ''] = await recordFiles(copy);
    const { chunks } = await readRecord(record);
    const stamps = chunks.map((heads) => settledCache(copy).stamp(`objects/${heads.sha256}.json`));
    expect(chunks.map(({ stamp }) => stamp)).toEqual(stamps);
  });

  it('verifies everything each time in a cache that has no stamps', async () => {
    const [key = ''] = await publishPosts();
    const kept = new Map<string, Uint8Array>();
    const cache = {
      read: (name: string) => kept.get(name) ?? null,
      write: (name: string, bytes: Uint8Array) => void kept.set(name, Uint8Array.from(bytes)),
    };
    const before = JSON.stringify(await load(1, { cache }));
    expect(JSON.stringify(await load(1, { cache }))).toBe(before);
    expect([...kept.keys()].filter((key) => key.startsWith('files/'))).toEqual([]);
    const name = `objects/${path.basename(key)}`;
    kept.set(name, flipped(kept.get(name) ?? new Uint8Array()));
    site.content.clear();
    expect(JSON.stringify(await load(1, { cache }))).toBe(before);
    expect(site.content.requests).toEqual([`/${key}`]);
  });
});

describe('a chunk that is damaged after the load', () => {
  it.each([
    ['bit rot that its stamp does not show', (key: string) => rotUnnoticed([key])],
    ['its removal', (key: string) => rm(objectFile(site.cache, key))],
  ])('is an error of its values, by %s, and mended by the next load', async (how, spoil) => {
    const [, key = ''] = await publishPosts();
    const before = JSON.stringify(await load());
    const rotsBefore = how.startsWith('bit rot');
    if (rotsBefore) await spoil(key);
    const posts = await load();
    if (!rotsBefore) await spoil(key);
    const { chunks } = await readRecord((await recordFiles(site.cache))[0] ?? '');
    const [first = ''] = chunks.find(({ sha256 }) => path.basename(key).startsWith(sha256))?.ids ?? [];
    const broken = posts.find(({ id }) => id === first);
    for (const _ of ['first', 'second']) {
      const failure = await failureOf(valuesOf(broken));
      expect(failure).toMatchObject({ name: 'LoaderError', code: 'content_damaged' });
      expect(String(failure)).toContain(`objects/${path.basename(key)}`);
      expect(String(failure)).toContain('Build again');
    }
    expect(posts[0]?.values).toMatchObject({ title: 'Entry 0' });
    site.content.clear();
    expect(JSON.stringify(await load())).toBe(before);
    expect(site.content.requests).toEqual([`/${key}`]);
  });
});

describe('a chunk that is damaged after the load, in a cache that cannot remove it', () => {
  it('is an error of its values all the same, and can be looked at', async () => {
    const [key = ''] = await publishPosts();
    await load();
    await rotUnnoticed([key]);
    const cache = settledCache(site.cache);
    cache.remove = () => {
      throw new Error('EROFS: read-only file system');
    };
    const [post] = await load(1, { cache });
    expect(await failureOf(valuesOf(post))).toMatchObject({ name: 'LoaderError', code: 'content_damaged' });
    expect(inspect(post)).toContain('content_damaged');
  });
});

describe('values that a process holds', () => {
  it('are there when the cache has lost them', async () => {
    const [key = ''] = await publishPosts(entries(3));
    const [post] = await load();
    const file = objectFile(site.cache, key);
    let reads = 0;
    const sources: ChunkSource = {
      chunk: { sha256: 'c', bytes: 1, entries: 1, first_id: 'e' },
      heads: {
        sha256: 'c',
        bytes: 1,
        stamp: null,
        ids: ['e'],
        versions: [],
        schema_versions: [],
        published_at: [],
        digests: [],
      },
      projectUrl: '',
      read: () => {
        reads += 1;
        return readFileSync(file);
      },
      parse: (body) => JSON.parse(Buffer.from(body).toString()),
      digests: { learn: () => undefined } as LearnedDigests,
    };
    const chunk = new LazyChunk(sources);
    chunk.hold();
    await rm(file);
    expect([chunk.values(0), reads]).toEqual([post?.values, 1]);
  });

  it('can be read through proxies that wrap whatever they return', async () => {
    await publishPosts(entries(3));
    await load();
    const wrap = <Value>(value: Value): Value =>
      typeof value !== 'object' || value === null || !Object.isExtensible(value)
        ? value
        : new Proxy(value, { get: (target, key, self) => wrap(Reflect.get(target, key, self)) });
    const [post] = wrap(await load());
    expect(post?.values).toMatchObject({ title: 'Entry 0' });
  });
});

describe('a record of a collection’s file', () => {
  it('that takes entries for others is found out before a value is handed over', async () => {
    await publishPosts();
    const before = JSON.stringify(await load());
    const [file = ''] = await recordFiles(site.cache);
    const record = await readRecord(file);
    const chunks = record.chunks.map((heads) => {
      const [first = '', second = '', third = '', ...others] = heads.ids;
      return { ...heads, ids: [first, third, second, ...others] };
    });
    await writeRecord(file, { ...record, chunks });
    const posts = await load();
    expect(await failureOf(valuesOf(posts[1]))).toMatchObject({ code: 'content_damaged' });
    expect(JSON.stringify(await load())).toBe(before);
  });

  it.each([
    ['damaged', async (file: string) => writeFile(file, flipped(await readFile(file)))],
    ['cut off', (file: string) => truncate(file, 100)],
    ['empty', (file: string) => truncate(file, 0)],
    ['removed', (file: string) => rm(file)],
    [
      'of another format',
      async (file: string) => writeRecord(file, { ...(await readRecord(file)), format: 2, chunks: 7 }),
    ],
    [
      'of another host',
      async (file: string) => writeRecord(file, { ...(await readRecord(file)), project_url: 'https://other.test/prj' }),
    ],
  ])('is ignored when it is %s, and made anew', async (_what, spoil) => {
    const chunks = await publishPosts();
    const before = JSON.stringify(await load());
    await load();
    const [record = ''] = await recordFiles(site.cache);
    const written = await readRecord(record);
    await spoil(record);
    site.content.clear();
    const posts = await load();
    const made = await readRecord(record);
    expect(stampsById(made)).toEqual(stampsById(written));
    expect(made.chunks).toHaveLength(chunks.length);
    expect(JSON.stringify(posts)).toBe(before);
    expect(site.content.requests).toEqual([]);
  });

  it('is good for the chunks that another snapshot shares', async () => {
    const content = entries(MANY, 300);
    const chunks = await publishPosts(content);
    await load();
    const edited = await publishPosts(content.with(150, entry(150, { title: 'edited' })), 2);
    await rotUnnoticed(chunks);
    const posts = await load(2);
    expect(posts[150]?.values).toMatchObject({ title: 'edited' });
    expect(site.said.info.at(-1)).toMatch(/, [12] of \d+ chunks fetched, from pinned$/);
    const added = edited.filter((key) => !chunks.includes(key)).length;
    expect([posts.length, added]).toEqual([MANY, expect.toBeOneOf([1, 2])]);
  });

  it('is not written when nothing changed', async () => {
    await publishPosts();
    await load();
    const [record = ''] = await recordFiles(site.cache);
    const { ino } = await stat(record);
    await load();
    expect((await stat(record)).ino).toBe(ino);
  });
});

describe('digests', () => {
  const digestsOf = (posts: readonly Entry[]): string[] => posts.map(({ digest }) => digest);

  it('are known without values once all of a collection’s were computed, and equal those of a fresh load', async () => {
    const chunks = await publishPosts();
    digestsOf(await load());
    await rotUnnoticed(chunks);
    expect(digestsOf(await load())).toEqual(digestsOf(await load(1, { cache: false })));
  });

  it('are computed anew for values that were changed, and those are not kept', async () => {
    await publishPosts(entries(3));
    const sound = digestsOf(await load());
    await rm(path.join(site.cache, 'v1', 'files'), { recursive: true });
    const posts: readonly { values: Record<string, unknown>; digest: string }[] = (await load()).map((post) => {
      (post.values as Record<string, unknown>).title = 'changed';
      return post;
    });
    const changed = posts.map(({ digest }) => digest);
    expect(changed.filter((digest) => sound.includes(digest))).toEqual([]);
    expect(digestsOf(await load())).toEqual(sound);
  });
});

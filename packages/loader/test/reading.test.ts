import { rm } from 'node:fs/promises';
import { sha256 } from '@stele/snapshot';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../src/entries/entry.ts';
import { anyValues } from './support/any-values.ts';
import { failureOf, type Site, startSite } from './support/site.ts';
import {
  entries,
  entry,
  entryId,
  type FileToPublish,
  PROJECT,
  publish,
  publishText,
  snapshotId,
} from './support/snapshots.ts';

const EN = { locale: 'en' };

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const pinned = (number = 1, options = {}) => site.loader({ snapshot: snapshotId(number), ...options });
const publishFiles = (files: readonly FileToPublish[], number = 1) => publish(site.storage, number, files);

async function collect(stream: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

const shown = (list: readonly Entry[]): string[] =>
  list.map(({ values, locale, isFallback }) => `${values.title} ${locale}${isFallback ? ' fallback' : ''}`);

describe('an entry', () => {
  it('is a plain object with all that is known of it', async () => {
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [entry(1, { text: 'Ünïcode – 线 😀' }, 7)] }]);
    const [post] = await pinned().load('posts', EN);
    expect(post).toEqual({
      id: entryId(1),
      collection: 'posts',
      locale: 'en',
      isFallback: false,
      version: 7,
      schemaVersion: 1,
      publishedAt: '2026-03-01T12:00:00.000Z',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      values: { title: 'Entry 1', text: 'Ünïcode – 线 😀' },
    });
    expect(JSON.parse(JSON.stringify(post))).toEqual({ ...post });
    expect(structuredClone(post)).toEqual({ ...post });
  });

  it('has a digest that changes exactly when something of it does', async () => {
    let number = 0;
    const digestOf = async (one: ReturnType<typeof entry>, locale = 'en'): Promise<string> => {
      number += 1;
      await publishFiles([{ collection: 'posts', locale, entries: [one, entry(5)] }], number);
      return (await pinned(number, { cache: false }).load('posts', { locale }))[0]?.digest ?? '';
    };
    const digest = await digestOf(entry(1));
    expect(await digestOf(entry(1))).toBe(digest);
    const others = [
      await digestOf(entry(2)),
      await digestOf(entry(1, {}, 3)),
      await digestOf(entry(1, { title: 'x' })),
      await digestOf({ ...entry(1), schema_version: 2 }),
      await digestOf({ ...entry(1), published_at: '2026-03-01T12:00:00.001Z' }),
      await digestOf(entry(1), 'de'),
    ];
    expect(new Set([digest, ...others]).size).toBe(7);
  });
});

describe('values that come from the cache', () => {
  /** An entry that was in the cache when it was loaded. */
  const loadCached = async (values: FileToPublish['entries'][0]['values'] = {}) => {
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [entry(1, values)] }]);
    await pinned().load('posts', EN);
    const [post] = await pinned().load('posts', EN);
    if (!post) throw new Error('There is no entry.');
    return post;
  };
  const VALUES = { title: 'Entry 1', list: [{ text: 'Ünïcode – 线 😀' }] };

  it('are the same as those that were fetched, iterated or found, and so are digests', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyValues, { minLength: 1, maxLength: 5 }), async (all) => {
        number += 1;
        const content = all.map((values, index) => entry(index, values));
        await publishFiles([{ collection: 'posts', locale: 'en', entries: content }], number);
        const fetched = await pinned(number).load('posts', EN);
        const cached = await pinned(number).load('posts', EN);
        const digests = fetched.map(({ digest }) => digest);
        expect(cached.map(({ digest }) => digest)).toEqual(digests);
        expect(JSON.stringify(cached)).toBe(JSON.stringify(fetched));
        expect(cached).toEqual(fetched);
        // Computed anew from values that are read by now.
        expect(cached.map(({ digest }) => digest)).toEqual(digests);
        expect(JSON.stringify(await collect(pinned(number).iterate('posts', EN)))).toBe(JSON.stringify(fetched));
        const found = await Promise.all(fetched.map(({ id }) => pinned(number).entry('posts', id, EN)));
        expect(JSON.stringify(found)).toBe(JSON.stringify(fetched));
      }),
      { numRuns: 25 },
    );
  });

  it('were parsed once before: what has the right digest and is no JSON is refused by each load', async () => {
    const head = (number: number) => JSON.stringify({ ...entry(number), values: undefined }).slice(0, -1);
    const text = `[${head(1)},"values":{"title":oops}},${head(2)},"values":{"title":"sound"}}]`;
    const { chunk } = await publishText(site.storage, 1, text, { entries: 2, first_id: entryId(1) });
    const url = `${site.content.url}/${chunk}`;
    for (const _ of ['first', 'second']) {
      const failure = await failureOf(pinned().load('posts', EN));
      expect(failure).toMatchObject({ name: 'LoaderError', code: 'content_damaged', url });
    }
  });

  it('are in all that is made of an entry', async () => {
    const copies = [
      (post: Entry) => ({ ...post }),
      (post: Entry) => Object.assign({}, post),
      (post: Entry) => Object.fromEntries(Object.entries(post)),
      (post: Entry) => structuredClone(post),
      (post: Entry) => JSON.parse(JSON.stringify(post)),
    ];
    for (const copy of copies) {
      const made = copy(await loadCached(VALUES));
      expect(made.values).toEqual(VALUES);
      expect(Reflect.ownKeys(made)).toEqual(Object.keys(await loadCached(VALUES)));
    }
    expect(await loadCached(VALUES)).toEqual({ ...(await loadCached(VALUES)) });
    expect(Object.getPrototypeOf(await loadCached())).toBe(Object.prototype);
  });

  it('are plain data, which need the cache no more', async () => {
    const post = await loadCached(VALUES);
    await rm(site.cache, { recursive: true });
    expect(Object.getOwnPropertyDescriptor(post, 'values')?.value).toEqual(VALUES);
    expect(Object.getOwnPropertySymbols(post)).toEqual([]);
  });

  it('can be replaced, as those that were fetched can, and the digest follows', async () => {
    const post: { values: object; digest: string } = await loadCached();
    const { digest } = post;
    post.values = { title: 'another' };
    expect([post.values, { ...post }.values]).toEqual([{ title: 'another' }, { title: 'another' }]);
    expect(post.digest).not.toBe(digest);
  });
});

describe('URLs of assets', () => {
  const asset = (number: number) => ({
    id: `ast_${number}`,
    url: `../../media/ast_${number}/photo.jpg`,
    mime: 'image/jpeg',
    variants: [{ name: 'small', url: `../../media/ast_${number}/small.webp`, width: 10 }],
  });
  const absolute = (number: number) => ({
    ...asset(number),
    url: `${site.content.url}/${PROJECT}/media/ast_${number}/photo.jpg`,
    variants: [{ name: 'small', url: `${site.content.url}/${PROJECT}/media/ast_${number}/small.webp`, width: 10 }],
  });

  it('are absolute wherever they stand: in fields, lists, objects, blocks and rich text', async () => {
    const values = (make: (number: number) => ReturnType<typeof asset>) => ({
      title: 'x',
      hero: make(1),
      gallery: [make(2), make(3)],
      meta: { image: make(4), note: 'y' },
      blocks: [{ _type: 'figure', image: make(5) }],
      body: { type: 'doc', content: [{ type: 'image', attrs: { asset: make(6), alt: null } }] },
    });
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [entry(1, values(asset))] }]);
    const [post] = await pinned().load('posts', EN);
    expect(post?.values).toEqual(values(absolute));
    expect((await collect(pinned().iterate('posts', EN)))[0]?.values).toEqual(values(absolute));
    expect((await pinned().entry('posts', entryId(1), EN))?.values).toEqual(values(absolute));
    const { url } = absolute(1);
    await site.storage.put(`${PROJECT}/media/ast_1/photo.jpg`, Buffer.from('x'), { contentType: 'image/jpeg' });
    expect((await fetch(url)).status).toBe(200);
  });

  it('are absolute in texts and links, which name files by their digest', async () => {
    const file = 'media/ast_01kah51f8q3n7r5w2z6x9c4vbt/0123456789abcdef01234567/a-photo.webp';
    const values = (folder: string) => ({
      body: `![x](${folder}/${file}) and [y](<${folder}/${file}>)`,
      rich: {
        type: 'doc',
        content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: `${folder}/${file}` } }] }],
      },
      list: [`${folder}/${file}`],
    });
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [entry(1, values('../..'))] }]);
    const [post] = await pinned().load('posts', EN);
    expect(post?.values).toMatchObject(values(`${site.content.url}/${PROJECT}`));
  });

  it('leave everything else as it is, however much it looks like one', async () => {
    const values = {
      title: '../../media/ast_1/photo.jpg',
      link: { id: 'ent_1', url: '../../media/x' },
      page: { id: 'ast_1', url: 'https://example.org/../../media/x' },
      list: ['../../media/ast_1', null, 1, true],
      __proto__key: { constructor: '../../media/x' },
    };
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [entry(1, values)] }]);
    expect((await pinned().load('posts', EN))[0]?.values).toEqual(values);
  });

  it('follow the address of the content host, and digests with them', async () => {
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [entry(1, { hero: asset(1) }), entry(2)] }]);
    const here = await pinned().load('posts', EN);
    const there = await pinned(1, { contentUrl: site.content.url.replace('127.0.0.1', 'localhost') }).load('posts', EN);
    expect(there[0]?.digest).not.toBe(here[0]?.digest);
    expect(there[1]?.digest).toBe(here[1]?.digest);
  });
});

describe('fallback locales', () => {
  it('fill in what a locale lacks, in the collection’s order, and mark it', async () => {
    const titled = (locale: string, numbers: readonly number[]) => ({
      collection: 'posts',
      locale,
      entries: numbers.map((number) => entry(number, { title: `${number}` })),
    });
    await publishFiles([titled('en', [2, 5]), titled('de', [1, 2, 6]), titled('fr', [1, 3, 5, 7])]);
    const expected = ['1 de fallback', '2 en', '3 fr fallback', '5 en', '6 de fallback', '7 fr fallback'];
    const options = { locale: 'en', fallback: ['de', 'en', 'fr'] };
    expect(shown(await pinned().load('posts', options))).toEqual(expected);
    expect(shown(await collect(pinned().iterate('posts', options)))).toEqual(expected);
    expect(shown(await pinned().load('posts', EN))).toEqual(['2 en', '5 en']);
    expect(shown(await pinned().load('posts', { locale: 'en', fallback: ['fr'] }))).toEqual([
      '1 fr fallback',
      '2 en',
      '3 fr fallback',
      '5 en',
      '7 fr fallback',
    ]);
    const found = await Promise.all([1, 2, 3, 4].map((number) => pinned().entry('posts', entryId(number), options)));
    expect(found.map((one) => one && [one.locale, one.isFallback])).toEqual([
      ['de', true],
      ['en', false],
      ['fr', true],
      null,
    ]);
  });

  it('fill empty fields too, where that is asked for, and say which', async () => {
    const picture = (id: string) => ({ id, url: `../../media/${id}.webp` });
    await publishFiles([
      { collection: 'posts', locale: 'de', entries: [entry(1, { title: 'Eins', lead: ' ', tags: [] })] },
      { collection: 'posts', locale: 'fr', entries: [entry(1, { title: 'Un', tags: ['eau'] })] },
      {
        collection: 'posts',
        locale: 'en',
        entries: [
          entry(1, { title: 'One', lead: 'Lead', tags: ['water'], body: '![](a)', _pictures: [picture('ast_a')] }),
          entry(2, { title: 'Two', lead: '' }),
        ],
      },
    ]);
    const chain = { locale: 'de', fallback: ['fr', 'en'] };
    const byField = { ...chain, fallbackBy: 'field' } as const;
    const stele = pinned();
    const [one, two] = await stele.load('posts', byField);
    expect(one).toMatchObject({
      locale: 'de',
      isFallback: false,
      fallbackFields: { tags: 'fr', lead: 'en', body: 'en' },
      values: { title: 'Eins', lead: 'Lead', tags: ['eau'], body: '![](a)', _pictures: [{ id: 'ast_a' }] },
    });
    // An entry that is in another locale as a whole is marked as ever.
    expect(two).toMatchObject({ locale: 'en', isFallback: true });
    expect(two).not.toHaveProperty('fallbackFields');
    expect(await collect(stele.iterate('posts', byField))).toEqual([one, two]);
    expect(await stele.entry('posts', entryId(1), byField)).toEqual(one);
    expect(await stele.entry('posts', { lead: 'Lead' }, byField)).toEqual(one);
    expect(await stele.entry('posts', { lead: 'Lead' }, chain)).toBeNull();
    expect(await stele.resolve({ id: entryId(1), collection: 'posts' }, byField)).toEqual(one);
    expect(await stele.children('posts', null, byField)).toEqual([one, two]);
    const [plain] = await stele.load('posts', chain);
    expect(plain?.values).not.toHaveProperty('body');
    expect(plain?.digest).not.toBe(one?.digest);
    expect({ ...one }.digest).toBe(one?.digest);
  });

  it('stand where their own sort keys put them', async () => {
    await publishFiles([
      { collection: 'posts', locale: 'en', entries: [entry(1), entry(2), entry(3)], keys: ['m', 'c', 'z'] },
      { collection: 'posts', locale: 'de', entries: [entry(1), entry(4), entry(5)], keys: ['a', 'n', 'b'] },
    ]);
    const options = { locale: 'en', fallback: ['de'] };
    const expected = ['Entry 5 de fallback', 'Entry 2 en', 'Entry 1 en', 'Entry 4 de fallback', 'Entry 3 en'];
    expect(shown(await pinned().load('posts', options))).toEqual(expected);
    expect(shown(await collect(pinned().iterate('posts', options)))).toEqual(expected);
  });
});

describe('iterate', () => {
  it.each(['by id', 'by sort key'])('gives the same as load, in the same order, %s', async (order) => {
    const content = entries(1500, 300);
    const keys = content.map(({ id }) => sha256(id));
    const file = { collection: 'posts', locale: 'en', entries: content };
    await publishFiles([order === 'by id' ? file : { ...file, keys }]);
    const loaded = await pinned().load('posts', EN);
    const iterated = await collect(pinned(1, { cache: false }).iterate('posts', EN));
    expect(iterated).toEqual(loaded);
    const sorted =
      order === 'by id'
        ? content.map(({ id }) => id)
        : content.map(({ id }) => id).sort((a, b) => (sha256(a) < sha256(b) ? -1 : 1));
    expect(loaded.map(({ id }) => id)).toEqual(sorted);
  });

  it('can be left early', async () => {
    await publishFiles([{ collection: 'posts', locale: 'en', entries: entries(500) }]);
    for await (const { id } of pinned().iterate('posts', EN)) {
      expect(id).toBe(entryId(0));
      break;
    }
  });
});

describe('entry', () => {
  it.each(['by id', 'by sort key'])(
    'finds each entry of a collection that is ordered %s, and nothing else',
    async (order) => {
      const content = entries(300).filter((_, number) => number % 2 === 1);
      const keys = content.map(({ id }) => sha256(id));
      const file = { collection: 'posts', locale: 'en', entries: content };
      await publishFiles([order === 'by id' ? file : { ...file, keys }]);
      const stele = pinned();
      for (const { id, values } of content) expect((await stele.entry('posts', id, EN))?.values).toEqual(values);
      for (const number of [0, 2, 298, 300]) expect(await stele.entry('posts', entryId(number), EN)).toBeNull();
      expect(await stele.entry('posts', '', EN)).toBeNull();
    },
  );

  it('fetches one chunk of a collection that is ordered by ids', async () => {
    await publishFiles([{ collection: 'posts', locale: 'en', entries: entries(5000, 100) }]);
    expect((await pinned().entry('posts', entryId(3210), EN))?.id).toBe(entryId(3210));
    const kinds = site.content.requests.map((url) => url.split('/')[2]);
    expect(kinds).toEqual(['snapshots', 'indexes', 'indexes', 'chunks']);
  });
});

describe('resolve', () => {
  it('finds what a reference stands for, and nothing for what is not live', async () => {
    await publishFiles([
      { collection: 'authors', locale: 'en', entries: [entry(1, { title: 'Ada' })] },
      { collection: 'authors', locale: 'de', entries: [entry(2, { title: 'Emmy' })] },
    ]);
    const stele = pinned();
    const ada = await stele.resolve({ id: entryId(1), collection: 'authors' }, EN);
    expect(ada).toMatchObject({ collection: 'authors', values: { title: 'Ada' } });
    const emmy = { id: entryId(2), collection: 'authors' };
    expect(await stele.resolve(emmy, EN)).toBeNull();
    expect(await stele.resolve(emmy, { ...EN, fallback: ['de'] })).toMatchObject({ isFallback: true });
    expect(await stele.resolve(undefined, EN)).toBeNull();
    expect(await stele.resolve(null, EN)).toBeNull();
  });
});

describe('what a snapshot has not', () => {
  beforeEach(() =>
    publishFiles([
      { collection: 'pages', locale: 'de', entries: [] },
      { collection: 'posts', locale: 'de', entries: [entry(1)] },
      { collection: 'posts', locale: 'en', entries: [] },
    ]),
  );

  it('is empty only where the snapshot says so', async () => {
    expect(await pinned().load('posts', EN)).toEqual([]);
    expect(await collect(pinned().iterate('posts', EN))).toEqual([]);
    expect(await pinned().entry('posts', entryId(1), EN)).toBeNull();
    expect(site.said.info[0]).toBe(`posts.en 0 entries, snapshot ${snapshotId(1)}, 0 of 0 chunks fetched, from pinned`);
  });

  it.each(['load', 'iterate', 'entry', 'resolve'] as const)(
    'is an error of %s, which names what there is',
    async (method) => {
      const ask = (collection: string, locale: string, fallback?: readonly string[]) => {
        const stele = pinned();
        const options = { locale, fallback };
        if (method === 'load') return stele.load(collection, options);
        if (method === 'iterate') return collect(stele.iterate(collection, options));
        if (method === 'entry') return stele.entry(collection, entryId(1), options);
        return stele.resolve({ id: entryId(1), collection }, options);
      };
      const collection = await failureOf(ask('articles', 'en'));
      expect(collection).toMatchObject({
        code: 'unknown_collection',
        message: expect.stringContaining('pages, posts'),
      });
      const locale = await failureOf(ask('posts', 'fr'));
      expect(locale).toMatchObject({ code: 'unknown_locale', message: expect.stringContaining('de, en') });
      expect(await failureOf(ask('posts', 'de', ['fr']))).toMatchObject({ code: 'unknown_locale' });
    },
  );
});

it.each(['load', 'iterate', 'entry', 'resolve'] as const)(
  'a snapshot that is older than a locale gives to %s what it falls back to, and says so once',
  async (method) => {
    await publishFiles([
      { collection: 'posts', locale: 'de', entries: [entry(1)] },
      { collection: 'posts', locale: 'en', entries: [entry(1), entry(2)] },
    ]);
    const stele = pinned();
    const read = async (fallback: readonly string[]): Promise<readonly Entry[]> => {
      const options = { locale: 'fr', fallback };
      if (method === 'load') return stele.load('posts', options);
      if (method === 'iterate') return collect(stele.iterate('posts', options));
      const ids = [entryId(1), entryId(2)];
      const one = (id: string) =>
        method === 'entry' ? stele.entry('posts', id, options) : stele.resolve({ id, collection: 'posts' }, options);
      return (await Promise.all(ids.map(one))).flatMap((found) => found ?? []);
    };
    expect(shown(await read(['de', 'en']))).toEqual(['Entry 1 de fallback', 'Entry 2 en fallback']);
    expect(shown(await read(['en']))).toEqual(['Entry 1 en fallback', 'Entry 2 en fallback']);
    expect(site.said.warn).toEqual([expect.stringContaining(`Snapshot ${snapshotId(1)} has no fr, only fallbacks.`)]);
    expect(await failureOf(read([]))).toMatchObject({ code: 'unknown_locale' });
  },
);

describe('a pinned snapshot', () => {
  it('needs no token, names itself, and never changes', async () => {
    const { manifest } = await publishFiles([{ collection: 'posts', locale: 'en', entries: entries(3) }], 4);
    await publishFiles([{ collection: 'posts', locale: 'en', entries: [] }], 5);
    const stele = pinned(4);
    expect(await stele.load('posts', EN)).toHaveLength(3);
    expect(await stele.refresh()).toBe(false);
    const [file] = manifest.files;
    expect(await stele.snapshot()).toEqual({
      id: snapshotId(4),
      sequence: null,
      publishedAt: '2026-03-01T12:00:00.000Z',
      schemaVersion: 1,
      source: 'pinned',
      collections: ['posts'],
      locales: ['en'],
      files: [{ collection: 'posts', locale: 'en', entries: 3, bytes: file?.bytes, digest: file?.index }],
    });
  });

  it('says when there is no content', async () => {
    const failure = await failureOf(pinned(9).load('posts', EN));
    expect(failure).toMatchObject({ code: 'snapshot_not_found', status: 404 });
    expect(String(failure)).toContain(snapshotId(9));
  });

  it('needs no server once it was read', async () => {
    await publishFiles([{ collection: 'posts', locale: 'en', entries: entries(3) }]);
    await pinned().load('posts', EN);
    await site.content.stop();
    expect(await pinned().load('posts', EN)).toHaveLength(3);
    await site.content.start();
  });
});

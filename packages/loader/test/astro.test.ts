import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopFollowing } from '../src/astro/follow-live.ts';
import { type EntryData, imageProps, type SteleLoaderOptions, sorted, steleLoader } from '../src/astro/index.ts';
import { createLoader } from '../src/create-loader.ts';
import { astroContext } from './support/astro-store.ts';
import { refuse } from './support/gate.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entry, entryId, PROJECT, publish, putMirror } from './support/snapshots.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  stopFollowing();
  await site.close();
});

interface Post {
  readonly slug?: string;
  readonly body?: string;
  readonly title?: string;
}

/** Makes posts live: number → post, in each locale. */
async function publishPosts(number: number, locales: Readonly<Record<string, Readonly<Record<number, Post>>>>) {
  const files = Object.entries(locales).map(([locale, posts]) => ({
    collection: 'posts',
    locale,
    entries: Object.entries(posts).map(([id, post]) => entry(Number(id), { ...post })),
  }));
  await putMirror(site.storage, TOKEN, await publish(site.storage, number, files));
}

const live = (options = {}) => site.loader({ url: 'http://127.0.0.1:9', token: TOKEN, retries: 0, ...options });
const filled = (options: Partial<SteleLoaderOptions> = {}) =>
  steleLoader({ loader: live(), collection: 'posts', locales: ['en', 'de'], ...options });

const BOTH = {
  en: { 1: { slug: 'a', body: 'A' }, 2: { slug: 'b', body: 'B' } },
  de: { 1: { slug: 'a', body: 'Ä' } },
};

describe('filling a collection of Astro', () => {
  it('gives every locale its entries, what falls back marked, with rendered Markdown', async () => {
    await publishPosts(1, BOTH);
    const { context, entries, rendered } = astroContext();
    await filled({ fallback: ['en'], id: 'slug', body: 'body' }).load(context);
    expect([...entries.keys()]).toEqual(['en/a', 'en/b', 'de/a', 'de/b']);
    expect(entries.get('de/b')).toMatchObject({
      data: {
        slug: 'b',
        title: 'Entry 2',
        _entry: { id: entryId(2), locale: 'de', valuesLocale: 'en', isFallback: true },
      },
      body: 'B',
      rendered: { html: '<p>B</p>' },
    });
    expect(entries.get('de/a')).toMatchObject({
      data: { _entry: { valuesLocale: 'de', isFallback: false } },
      body: 'Ä',
    });
    // Markdown that two locales share is rendered once.
    expect(rendered.sort()).toEqual(['A', 'B', 'Ä']);
  });

  it('names entries by their ids by default, without a locale when there is one', async () => {
    await publishPosts(1, BOTH);
    const { context, entries } = astroContext();
    await filled({ locales: 'en' }).load(context);
    expect([...entries.keys()]).toEqual([entryId(1), entryId(2)]);
  });

  it('takes functions for ids and Markdown', async () => {
    await publishPosts(1, BOTH);
    const { context, entries } = astroContext();
    await filled({
      locales: 'en',
      id: ({ values }) => `x-${String(values.slug)}`,
      body: ({ values }) => String(values.body).toLowerCase(),
    }).load(context);
    expect([...entries].map(([id, { body }]) => [id, body])).toEqual([
      ['x-a', 'a'],
      ['x-b', 'b'],
    ]);
  });

  it.each([
    ['slug', 'its field slug is empty'],
    [({ values }: { values: Record<string, unknown> }) => values.slug as string, 'the option id gives none'],
  ])('calls an entry without a slug by its id, builds the others, and names it once', async (id, reason) => {
    await publishPosts(1, { en: { 1: { slug: 'a' }, 2: {}, 3: { slug: '' } }, de: { 1: { slug: 'a' } } });
    const { context, entries, warned } = astroContext();
    for (const _time of [1, 2]) await filled({ id }).load(context);
    expect([...entries.keys()]).toEqual(['en/a', `en/${entryId(2)}`, `en/${entryId(3)}`, 'de/a']);
    const about = (number: number) => `Entry ${entryId(number)} of posts in en is called by its id, since ${reason}.`;
    expect(warned).toEqual([expect.stringContaining(about(2)), expect.stringContaining(about(3))]);
  });

  it('works where Astro renders no Markdown', async () => {
    await publishPosts(1, BOTH);
    const { context, entries } = astroContext({ markdown: false });
    await filled({ locales: 'en', id: 'slug', body: 'body' }).load(context);
    expect(entries.get('a')).toMatchObject({ body: 'A' });
    expect(entries.get('a')).not.toHaveProperty('rendered');
  });
});

it('sorts entries as the collection is ordered, whatever their ids and fields', async () => {
  await publishPosts(1, { en: { 1: { slug: 'z' }, 2: { slug: 'a' }, 3: { slug: 'm' } } });
  const { context, entries } = astroContext();
  await filled({ locales: 'en', id: 'slug' }).load(context);
  const given = [...entries.values()].map(({ data }) => ({ data: data as EntryData<{ slug: string }> }));
  const byId = [...given].sort((a, b) => (a.data.slug < b.data.slug ? -1 : 1));
  expect(sorted(byId).map(({ data }) => [data.slug, data._entry.position])).toEqual([
    ['z', 0],
    ['a', 1],
    ['m', 2],
  ]);
});

describe('references', () => {
  const author = { id: entryId(9), collection: 'authors' };
  const parts = [{ _type: 'quote', by: [author] }];
  const live2 = async (number: number, slug: string) => {
    const files = ['en', 'de'].flatMap((locale) => [
      { collection: 'authors', locale, entries: locale === 'en' ? [entry(9, { slug })] : [] },
      { collection: 'posts', locale, entries: [entry(1, { slug: 'a', author, parts, title: null })] },
    ]);
    await putMirror(site.storage, TOKEN, await publish(site.storage, number, files));
  };

  it('name entries by their ids in Astro, in each locale, and follow when those change', async () => {
    const store = astroContext();
    for (const [number, slug] of [
      [1, 'ada'],
      [2, 'ada-l'],
    ] as const) {
      await live2(number, slug);
      const loader = live();
      steleLoader({ loader, collection: 'authors', locales: ['en', 'de'], fallback: ['en'], id: 'slug' });
      await steleLoader({ loader, collection: 'posts', locales: ['en', 'de'], id: 'slug' }).load(store.context);
      for (const locale of ['en', 'de']) {
        const named = { id: `${locale}/${slug}`, collection: 'authors', entry: entryId(9) };
        const { data } = store.entries.get(`${locale}/a`) ?? {};
        expect(data).toMatchObject({ author: named, parts: [{ _type: 'quote', by: [named] }], title: null });
        expect((await loader.resolve(data?.author as typeof named, { locale: 'en' }))?.id).toBe(entryId(9));
      }
    }
  });

  it('stay as they are where entries are called by their ids, and to what is not live', async () => {
    await live2(1, 'ada');
    const store = astroContext();
    const loader = live();
    steleLoader({ loader, collection: 'authors', locales: 'en' });
    await steleLoader({ loader, collection: 'posts', locales: 'en' }).load(store.context);
    expect(store.entries.get(entryId(1))?.data).toMatchObject({ author });
    steleLoader({ loader, collection: 'authors', locales: ['de'], id: 'slug' });
    await steleLoader({ loader, collection: 'posts', locales: 'de' }).load(store.context);
    expect(store.entries.get(entryId(1))?.data).toMatchObject({ author });
  });
});

describe('a store from an earlier build', () => {
  const options = { id: 'slug', body: 'body' };

  it('gets the new places of entries that only moved, without rendering them again', async () => {
    await publishPosts(1, BOTH);
    const { context, entries, done, rendered } = astroContext();
    await filled({ ...options, locales: 'en' }).load(context);
    const before = entries.get('a');
    // As after a move: the first one was the second.
    for (const [id, place] of [
      ['a', 1],
      ['b', 0],
    ] as const) {
      const one = entries.get(id) as NonNullable<typeof before>;
      const data = { ...one.data, _entry: { ...(one.data._entry as object), position: place } };
      entries.set(id, { ...one, data, digest: `${String(one.digest).split('-')[0]}-${place}` });
    }
    done.length = 0;
    rendered.length = 0;
    await filled({ ...options, locales: 'en' }).load(context);
    expect([done, rendered]).toEqual([['set a', 'set b'], []]);
    expect(entries.get('a')).toEqual(before);
  });

  it.each<[string, (data: Record<string, unknown>) => object]>([
    ['takes the place into a field of its own', ({ _entry }) => ({ rank: (_entry as { position: number }).position })],
    ['keeps only its own fields', ({ slug }) => ({ slug })],
  ])('keeps to the schema of the site, which %s, for entries that only moved', async (_, parse) => {
    await publishPosts(1, { en: { 1: { slug: 'a' }, 2: { slug: 'b' } } });
    const { context, entries } = astroContext();
    const parsing = {
      ...context,
      parseData: async ({ data }: { data: object }) => parse(data as never),
    } as typeof context;
    await filled({ ...options, locales: 'en' }).load(parsing);
    const right = structuredClone([...entries].map(([id, { data }]) => [id, data]));
    const one = entries.get('a');
    entries.set('a', {
      ...one,
      data: parse({ slug: 'a', _entry: { position: 7 } }),
      digest: String(one?.digest).replace(/\d+$/, '7'),
    } as never);
    await filled({ ...options, locales: 'en' }).load(parsing);
    expect([...entries].map(([id, { data }]) => [id, data])).toEqual(right);
  });

  it('is left alone where nothing changed', async () => {
    await publishPosts(1, BOTH);
    const { context, done, rendered } = astroContext();
    await filled(options).load(context);
    done.length = 0;
    rendered.length = 0;
    await filled(options).load(context);
    expect([done, rendered]).toEqual([[], []]);
  });

  it('gets what changed, and loses what is gone', async () => {
    await publishPosts(1, BOTH);
    const { context, entries, done } = astroContext();
    await filled(options).load(context);
    done.length = 0;
    await publishPosts(2, { en: { 1: { slug: 'a', body: 'A2' }, 3: { slug: 'c' } }, de: BOTH.de });
    await filled(options).load(context);
    expect(done.sort()).toEqual(['delete en/b', 'set en/a', 'set en/c']);
    expect(entries.get('en/a')).toMatchObject({ body: 'A2' });
  });

  it('ends the same whether it was stale, wiped, or held what never was there', async () => {
    await publishPosts(1, BOTH);
    const stale = astroContext();
    await filled(options).load(stale.context);
    const strange = astroContext({ entries: new Map([['en/x', { id: 'en/x', data: {} }]]) });
    const wiped = astroContext();
    await publishPosts(2, { en: { 2: { slug: 'b', body: 'B' }, 4: { slug: 'd' } }, de: { 2: { slug: 'b' } } });
    for (const { context } of [stale, strange, wiped]) await filled(options).load(context);
    const contents = [stale, strange, wiped].map(({ entries }) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(contents[0]?.map(([id]) => id)).toEqual(['de/b', 'en/b', 'en/d']);
    expect(contents[1]).toEqual(contents[0]);
    expect(contents[2]).toEqual(contents[0]);
  });

  it('stays as it was when content cannot be had, and the build fails', async () => {
    await publishPosts(1, BOTH);
    const { context, entries, done } = astroContext();
    await filled(options).load(context);
    const before = new Map(entries);
    done.length = 0;
    await publishPosts(2, { en: { 1: { slug: 'a', body: 'new' } }, de: { 1: { slug: 'a', body: 'neu' } } });
    site.content.intercept = ({ url }, response) =>
      /\/chunks\/|\.de\.json/.test(url ?? '') && refuse(response, 503, 'unavailable');
    await expect(filled(options).load(context)).rejects.toMatchObject({ name: 'LoaderError', code: 'unreachable' });
    expect([done, new Map(entries)]).toEqual([[], before]);
  });

  it('stays as it was when an id is there twice', async () => {
    const [posts, message] = [{ 1: { slug: 'a' }, 2: { slug: 'a' } }, /Two entries of posts are called en\/a/];
    await publishPosts(1, BOTH);
    const { context, entries, done } = astroContext();
    await filled(options).load(context);
    const before = new Map(entries);
    done.length = 0;
    await publishPosts(2, { en: posts, de: {} });
    await expect(filled(options).load(context)).rejects.toThrow(message);
    expect([done, new Map(entries)]).toEqual([[], before]);
  });
});

describe('astro dev', () => {
  const following = { locales: 'en', id: 'slug', body: 'body', refreshInterval: 250 };

  it('shows what goes live, and warns once while it cannot follow, also after Astro restarted in place', async () => {
    await publishPosts(1, BOTH);
    const { context, entries, warned, informed, close } = astroContext({ dev: true });
    await filled(following).load(context);
    await publishPosts(2, { en: { 1: { slug: 'a', body: 'second' } }, de: {} });
    await expect.poll(() => entries.get('a')?.body).toBe('second');
    expect([...entries.keys()]).toEqual(['a']);

    site.content.intercept = ({ url }, response) =>
      (url ?? '').includes('/snapshots/') && refuse(response, 503, 'unavailable');
    await publishPosts(3, { en: { 1: { slug: 'a', body: 'third' } }, de: {} });
    await expect.poll(() => warned.length).toBe(1);
    expect(entries.get('a')?.body).toBe('second');
    site.content.intercept = () => false;
    await expect.poll(() => entries.get('a')?.body).toBe('third');
    expect(warned).toEqual([expect.stringMatching(/^Not refreshed: /)]);
    expect(informed).toContain('Refreshed again: it shows what is published.');

    close();
    await publishPosts(4, { en: { 1: { slug: 'a', body: 'fourth' } }, de: {} });
    await expect.poll(() => entries.get('a')?.body).toBe('fourth');

    await filled({ ...following, refreshInterval: false }).load(context);
    const looks = () => site.content.requests.filter((url) => url.startsWith('/pointers/')).length;
    await expect
      .poll(async () => {
        site.content.clear();
        await new Promise((resolve) => setTimeout(resolve, 600));
        return looks();
      })
      .toBe(0);
  });

  it('starts beside an instance that is not there, says so, and shows content as soon as it is', async () => {
    await publishPosts(1, BOTH);
    await site.content.stop();
    const { context, entries, warned } = astroContext({ dev: true });
    await filled(following).load(context);
    expect(warned).toEqual([expect.stringMatching(/^The collection posts shows nothing yet\. .*can't be reached/)]);
    await site.content.start();
    await expect.poll(() => entries.get('a')?.body).toBe('A');
  });

  it('gets over connections that died without a word, as after the machine slept', { tags: ['full'] }, async () => {
    await publishPosts(1, BOTH);
    const { context, entries } = astroContext({ dev: true });
    const said: string[] = [];
    const impatient = createLoader({
      url: 'http://127.0.0.1:9',
      contentUrl: site.content.url,
      projectId: PROJECT,
      token: TOKEN,
      retries: 0,
      timeout: 500,
      cache: false,
      log: { info: () => undefined, warn: (line) => said.push(line) },
    });
    await filled({ ...following, loader: impatient }).load(context);
    let held = 0;
    site.content.intercept = () => {
      held += 1;
      return true;
    };
    const outages = () => said.filter((line) => line.includes('nothing came for 500 ms'));
    await expect.poll(() => held, { timeout: 10_000 }).toBeGreaterThan(3);
    expect(outages()).toHaveLength(1);
    await publishPosts(2, { en: { 1: { slug: 'a', body: 'second' } }, de: {} });
    site.content.intercept = () => false;
    await expect.poll(() => entries.get('a')?.body).toBe('second');
  });

  it('is up to date too when another snapshot goes live while a collection is being filled', async () => {
    await publishPosts(1, BOTH);
    const slow = astroContext({ dev: true });
    const quick = astroContext({ dev: true });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const render = slow.context.renderMarkdown;
    Object.assign(slow.context, {
      collection: 'slow',
      async renderMarkdown(text: string) {
        await held;
        return render(text);
      },
    });
    const shared = live();
    const filling = filled({ ...following, loader: shared }).load(slow.context);
    await filled({ ...following, loader: shared }).load(quick.context);
    await publishPosts(2, { en: { 1: { slug: 'a', body: 'second' } }, de: {} });
    await expect.poll(() => quick.entries.get('a')?.body).toBe('second');
    release();
    await filling;
    await expect.poll(() => slow.entries.get('a')?.body).toBe('second');
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5000'])('takes no %s for an interval', (interval) => {
    const options = { ...following, refreshInterval: interval as number };
    expect(() => filled(options)).toThrow(expect.objectContaining({ code: 'option_invalid' }));
  });

  it('looks anew when Astro loads a collection again', async () => {
    await publishPosts(1, BOTH);
    const { context, entries } = astroContext();
    const loader = filled({ ...following, refreshInterval: false });
    await loader.load(context);
    await publishPosts(2, { en: { 1: { slug: 'a', body: 'second' } }, de: {} });
    await loader.load({ ...context, refreshContextData: {} });
    expect(entries.get('a')?.body).toBe('second');
  });
});

describe('pictures', () => {
  const asset = {
    id: 'ast_1',
    url: 'https://content.example/prj/media/ast_1/a.png',
    filename: 'a.png',
    mime: 'image/png',
    bytes: 1,
    width: 40,
    height: 30,
    alt: null,
    focal_point: null,
    placeholder: null,
    variants: [],
  };

  it('become properties of <Image>', () => {
    expect({ ...imageProps(asset) }).toMatchObject({ src: asset.url, width: 40, height: 30, alt: '' });
    expect(Object.keys(imageProps(asset))).toEqual(['src', 'width', 'height', 'alt']);
    expect(imageProps({ ...asset, alt: 'A hill' }).alt).toBe('A hill');
  });

  it('are distinguished from other files', () => {
    expect(() => imageProps({ ...asset, width: null })).toThrow(/ast_1 isn't a picture/);
  });
});

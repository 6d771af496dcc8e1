import type { MediaApp } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestProject } from '@stele/core/testing/test-app';
import { isMarked, markOf, marksIn } from '@stele/schema';
import { z } from 'astro/zod';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLoader, steleBuild, steleLoader } from '../src/astro/index.ts';
import { clean } from '../src/preview/index.ts';
import type { LoaderOptions } from '../src/settings.ts';
import { astroContext } from './support/astro-store.ts';
import { failureOf, type Site, startSite } from './support/site.ts';

let app: MediaApp;
let site: Site;
let project: TestProject;
beforeAll(async () => {
  app = await sharedApp();
  site = await startSite(app.directory);
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  project = await app.project();
});
afterEach(() => site.said.info.splice(0));

const drafts = (options: LoaderOptions = {}) =>
  site.loader({ url: app.url, projectId: project.id, token: project.tokens.read_draft, drafts: true, ...options });
const create = async (values: object): Promise<string> =>
  (await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values })).body.id;
const publishEntry = (id: string) =>
  project.api.post(`/projects/${project.id}/entries/${id}/publish`, { locales: ['en'] });

it('shows drafts in place of what is live, newer ones with each load', async () => {
  const id = await create({ en: { title: 'live' } });
  await publishEntry(id);
  const path = `/projects/${project.id}/entries/${id}/draft`;
  await project.api.put(path, { values: { en: { title: 'edited' } }, base_version: 2 });
  const fresh = await create({ en: { title: 'fresh' } });
  const stele = drafts();
  const loaded = await stele.load('posts', { locale: 'en' });
  expect(loaded).toMatchObject([
    { id, version: 3, publishedAt: expect.any(String), values: { title: 'edited' } },
    { id: fresh, version: 1, publishedAt: null, values: { title: 'fresh' } },
  ]);
  expect(loaded[0]).not.toHaveProperty('invalid');
  expect(site.said.info).toEqual(['posts.en 2 drafts, 2 read']);
  // Entries written while another project's transaction was open are sent once more.
  await vi.waitFor(async () => {
    const { length } = site.said.info;
    await stele.load('posts', { locale: 'en' });
    expect(site.said.info).toHaveLength(length);
  });
  site.said.info.splice(0);
  await project.api.put(path, { values: { en: { title: 'edited again' } }, base_version: 3 });
  expect((await stele.entry('posts', id, { locale: 'en' }))?.values.title).toBe('edited again');
  const iterated: unknown[] = [];
  for await (const { values } of stele.iterate('posts', { locale: 'en' })) iterated.push(values.title);
  expect(iterated).toEqual(['edited again', 'fresh']);
  expect(site.said.info).toEqual(['posts.en 2 drafts, 1 read']);
});

it('marks what could not be published', async () => {
  const schema = {
    format: 1,
    collections: [
      {
        key: 'posts',
        label: 'Posts',
        singleton: false,
        order: null,
        title_field: null,
        fields: [
          { key: 'title', type: 'text', label: 'Title', required: true, localized: true },
          { key: 'slug', type: 'slug', label: 'Slug', required: false, localized: true, unique: true },
        ],
      },
    ],
  };
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  await create({ en: { slug: 'no-title' } });
  const [entry] = await drafts().load('posts', { locale: 'en' });
  expect(entry).toMatchObject({ invalid: true, schemaVersion: 1, values: { slug: 'no-title' } });
  const failure = await failureOf(drafts().load('articles', { locale: 'en' }));
  expect(failure).toMatchObject({ code: 'unknown_collection', status: 404 });
  expect(await failureOf(drafts().load('posts', { locale: 'fr' }))).toMatchObject({ code: 'unknown_collection' });
});

it('falls back to drafts of other locales', async () => {
  const both = await create({ en: { title: 'both' }, de: { title: 'beide' } });
  const german = await create({ de: { title: 'deutsch' } });
  const options = { locale: 'en', fallback: ['de'] };
  const loaded = await drafts().load('posts', options);
  expect(loaded.map(({ id, locale, isFallback }) => [id, locale, isFallback])).toEqual([
    [both, 'en', false],
    [german, 'de', true],
  ]);
  expect(await drafts().entry('posts', german, options)).toMatchObject({ isFallback: true, locale: 'de' });
  expect(await drafts().entry('posts', german, { locale: 'en' })).toBeNull();
});

it('shows what was saved before the load began, though an earlier one is still under way', async () => {
  const id = await create({ en: { title: 'before' } });
  let [asked, answered] = [0, 0];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stele = drafts({
    async fetch(url, init) {
      asked++;
      const answer = await fetch(url, init);
      answered++;
      await held;
      return answer;
    },
  });
  const earlier = stele.load('posts', { locale: 'en' });
  await expect.poll(() => answered).toBe(1);
  const path = `/projects/${project.id}/entries/${id}/draft`;
  await project.api.put(path, { values: { en: { title: 'after' } }, base_version: 1 });
  const later = [stele.load('posts', { locale: 'en' }), stele.load('posts', { locale: 'en' })];
  release();
  const shown = await Promise.all([earlier, ...later]);
  expect(shown.map(([entry]) => entry?.values.title)).toEqual(['before', 'after', 'after']);
  // Calls that begin at once share a request.
  expect(asked).toBe(2);
});

it('takes a token that may see drafts', async () => {
  const failure = await failureOf(drafts({ token: project.tokens.read_published }).load('posts', { locale: 'en' }));
  expect(failure).toMatchObject({ code: 'forbidden', status: 403, apiCode: 'auth.insufficient_scope' });
  expect(String(failure)).toContain('read_draft');
  await create({ en: { title: 'x' } });
  expect(await drafts({ token: project.tokens.admin }).load('posts', { locale: 'en' })).toHaveLength(1);
});

it('has no snapshot', async () => {
  const stele = drafts();
  expect(await stele.snapshot()).toMatchObject({ id: null, sequence: null, source: 'drafts' });
  expect(await stele.refresh()).toBe(true);
});

it('needs the address of the content host only for pictures', async () => {
  const asset = { id: 'ast_1', url: '../../media/ast_1/a.jpg', mime: 'image/jpeg' };
  const id = await create({ en: { title: 'no picture' } });
  const without = () => drafts({ contentUrl: undefined });
  expect(await without().load('posts', { locale: 'en' })).toHaveLength(1);
  await create({ en: { picture: asset } });
  expect(await failureOf(without().load('posts', { locale: 'en' }))).toMatchObject({ code: 'option_missing' });
  await publishEntry(id);
  const [, entry] = await without().load('posts', { locale: 'en' });
  expect(entry?.values.picture).toEqual({ ...asset, url: `${app.contentUrl}/${project.id}/media/ast_1/a.jpg` });
});

it('reads single entries alone, those that are asked for at once in one request', async () => {
  const ids = await Promise.all(['one', 'two', 'three'].map((title) => create({ en: { title } })));
  const [one = '', two = ''] = ids;
  const asked: string[] = [];
  const stele = drafts({
    fetch(url, init) {
      asked.push(new URL(url).search);
      return fetch(url, init);
    },
  });
  const titles = await Promise.all([
    stele.entry('posts', one, { locale: 'en' }),
    stele.resolve({ id: two, collection: 'posts' }, { locale: 'en' }),
    stele.entry('posts', 'ent_unknown', { locale: 'en' }),
  ]);
  expect(titles.map((entry) => entry?.values.title ?? null)).toEqual(['one', 'two', null]);
  expect(asked.map((query) => decodeURIComponent(query))).toEqual([`?ids=${one},${two},ent_unknown`]);
  const many = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      stele.entry('posts', index === 149 ? one : `ent_${index}`, { locale: 'en' }),
    ),
  );
  expect(many.map((entry) => entry?.id).filter(Boolean)).toEqual([one]);
  expect(asked).toHaveLength(3);
  // Odd ids don't keep others from being found.
  const odd = ['x'.repeat(1000), `${one},`, '', 'ent_a\0b', 'ent_ä', ` ${one}`];
  const beside = await Promise.all([...odd, one].map((id) => stele.entry('posts', id, { locale: 'en' })));
  expect(beside.map((entry) => entry?.id ?? null)).toEqual([...odd.map(() => null), one]);
  expect(decodeURIComponent(asked.at(-1) ?? '')).toBe(`?ids=${one}`);
});

it('reads only what changed once it has read a collection, and hands over all in order', async () => {
  const [one, two] = [await create({ en: { title: 'one' } }), await create({ en: { title: 'two' } })];
  const asked: string[] = [];
  const sent: number[] = [];
  const stele = drafts({
    async fetch(url, init) {
      asked.push(new URL(url).search);
      const answer = await fetch(url, init);
      sent.push((await answer.clone().json()).entries.length);
      return answer;
    },
  });
  const load = async () => (await stele.load('posts', { locale: 'en' })).map(({ values }) => values.title);
  const first = await stele.load('posts', { locale: 'en' });
  Object.assign(first[0]?.values ?? {}, { title: 'changed by the website' });
  const path = `/projects/${project.id}/entries`;
  await project.api.put(`${path}/${two}/draft`, { values: { en: { title: 'two, edited' } }, base_version: 1 });
  const three = await create({ en: { title: 'three' } });
  expect(await load()).toEqual(['one', 'two, edited', 'three']);
  await project.api.delete(`${path}/${one}`);
  const answers = await Promise.all([load(), Promise.resolve().then(() => load())]);
  expect(answers).toEqual([
    ['two, edited', 'three'],
    ['two, edited', 'three'],
  ]);
  await project.api.post(`${path}/${one}/restore`);
  expect(await load()).toEqual(['one', 'two, edited', 'three']);
  expect(asked[0]).toBe('');
  for (const query of asked.slice(1)) expect(query).toMatch(/^\?since=\d/);
  expect(sent[0]).toBe(2);
  expect((await stele.entry('posts', three, { locale: 'en' }))?.values.title).toBe('three');
});

it('has marks in texts only where they are wanted, and never when it reads published content', async () => {
  const schema = {
    format: 1,
    collections: [
      { key: 'posts', label: 'Posts', fields: [{ key: 'title', type: 'text', label: 'Title', localized: true }] },
    ],
  };
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  const id = await create({ en: { title: 'marked' } });
  await publishEntry(id);
  const titleOf = async (options: LoaderOptions) =>
    String((await drafts(options).load('posts', { locale: 'en' }))[0]?.values.title);
  const marked = await titleOf({ marks: true });
  expect(marksIn(marked)).toMatchObject([{ field: { entry: id, locale: 'en', path: 'title' } }]);
  expect(clean({ list: [marked] })).toEqual({ list: ['marked'] });
  expect(await titleOf({})).toBe('marked');
  expect(await titleOf({ marks: true, drafts: false })).toBe('marked');
  process.env.STELE_MARKS = '1';
  try {
    expect([await titleOf({}), await titleOf({ marks: false })]).toEqual([marked, 'marked']);
  } finally {
    delete process.env.STELE_MARKS;
  }
});

it("gives Astro's own schema and ids what was written, and pages the marks", async () => {
  const fields = [
    { key: 'title', type: 'text', label: 'Title', localized: true },
    { key: 'name', type: 'text', label: 'Name', localized: true },
    { key: 'kind', type: 'text', label: 'Kind', localized: true },
    { key: 'day', type: 'date', label: 'Day' },
    { key: 'body', type: 'markdown', label: 'Body', localized: true },
  ];
  const schema = { format: 1, collections: [{ key: 'posts', label: 'Posts', fields }] };
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  await create({ en: { title: 'A heron', name: 'heron', kind: 'news', day: '2026-11-27', body: 'It stood.' } });
  const { context, entries } = astroContext();
  const front = z.object({ title: z.string().max(10), kind: z.enum(['news', 'blog']), day: z.date() });
  const parseData = async ({ data }: { data: object }) => front.parse(data);
  await steleLoader({
    loader: drafts({ marks: true }),
    collection: 'posts',
    locales: 'en',
    id: 'name',
    body: 'body',
    frontMatter: { dates: ['day'] },
    refreshInterval: false,
  }).load({ ...context, parseData } as never);
  const { data, body } = entries.get('heron') ?? {};
  expect(clean(data)).toMatchObject({ title: 'A heron', kind: 'news' });
  expect([isMarked(String(data?.title)), data?.day instanceof Date, isMarked(body ?? '')]).toEqual([true, true, true]);
});

it('finds an entry by what its fields hold, alone, as it finds published ones', async () => {
  const one = await create({ en: { slug: 'one', kind: 'a' }, de: { slug: 'eins' } });
  const two = await create({ en: { slug: 'two', kind: 'b' } });
  const german = await create({ de: { slug: 'drei' } });
  const umlaut = await create({ en: { slug: 'vier', title: 'bu\u0308ro' } });
  const asked: string[] = [];
  const read = drafts({
    fetch(url, init) {
      asked.push(new URL(url).search);
      return fetch(url, init);
    },
  });
  expect((await read.entry('posts', { slug: 'two' }, { locale: 'en' }))?.id).toBe(two);
  expect(asked).toEqual(['?field=slug&value=two']);
  await Promise.all([one, two, umlaut].map(publishEntry));
  await project.api.post(`/projects/${project.id}/entries/${german}/publish`, { locales: ['de'] });
  await project.api.post(`/projects/${project.id}/entries/${one}/publish`, { locales: ['de'] });
  for (const stele of [read, drafts({ drafts: false })]) {
    const find = async (held: object, fallback: string[] = []) =>
      (await stele.entry('posts', held, { locale: 'en', fallback }))?.id ?? null;
    expect(await find({ slug: 'one', kind: 'a' })).toBe(one);
    expect(await find({ slug: 'one', kind: 'b' })).toBeNull();
    expect(await find({ slug: 'drei' })).toBeNull();
    expect(await find({ slug: 'drei' }, ['de'])).toBe(german);
    // In English it has another slug.
    expect(await find({ slug: 'eins' }, ['de'])).toBeNull();
    expect(await find({})).toBe(one);
    for (const form of ['NFC', 'NFD'])
      expect(await find({ title: 'b\u00fcro'.normalize(form) }), `${form} ${stele === read}`).toBe(umlaut);
  }
});

it('finds nothing by addresses that no field holds, without asking, and refuses what is no text', async () => {
  const one = await create({ en: { slug: 'one' } });
  await create({ en: { title: 'no slug' } });
  const asked: string[] = [];
  const stele = drafts({
    fetch(url, init) {
      asked.push(url);
      return fetch(url, init);
    },
  });
  for (const slug of ['x'.repeat(1001), 'on\0e']) {
    expect(await stele.entry('posts', { slug }, { locale: 'en' })).toBeNull();
  }
  expect(asked).toEqual([]);
  await publishEntry(one);
  const mark = markOf({ entry: one, locale: 'en', path: 'slug' });
  for (const reader of [stele, drafts({ drafts: false })]) {
    for (const slug of [undefined, null, 1]) {
      const failure = await failureOf(reader.entry('posts', { slug } as object, { locale: 'en' }));
      expect(failure).toMatchObject({ code: 'option_invalid' });
      expect(String(failure)).toContain('slug');
    }
    expect((await reader.entry('posts', { slug: `one${mark}` }, { locale: 'en' }))?.id).toBe(one);
  }
});

it('reads all from an API of an earlier version, which knows no parameters', async () => {
  const [one, two] = [await create({ en: { slug: 'one' } }), await create({ en: { slug: 'two' } })];
  const asked: string[] = [];
  const stele = drafts({
    marks: true,
    fetch(url, init) {
      const { search, href } = new URL(url);
      asked.push(search);
      // As that API did, this one refuses parameters that it doesn't know.
      return fetch(href.replace(/\b(ids|field|value|marks)=/g, 'earlier_$1='), init).then(async (answer) => {
        if (answer.status !== 400) return answer;
        return new Response((await answer.text()).replaceAll('earlier_', ''), answer);
      });
    },
  });
  expect((await stele.load('posts', { locale: 'en' })).map(({ id }) => id)).toEqual([one, two]);
  expect((await stele.entry('posts', two, { locale: 'en' }))?.id).toBe(two);
  expect((await stele.entry('posts', { slug: 'two' }, { locale: 'en' }))?.id).toBe(two);
  expect(await stele.entry('posts', { slug: 'three' }, { locale: 'en' })).toBeNull();
  expect(asked.filter((query) => query === '')).toHaveLength(4);
  const refused = await failureOf(
    drafts({ fetch: (url, init) => fetch(`${url}odd=1`, init) }).load('posts', { locale: 'en' }),
  );
  expect(refused).toMatchObject({ code: 'refused', apiCode: 'validation_failed', apiField: 'odd' });
});

it('has marks in Astro where the integration lets pages listen to the editor, unless the website says otherwise', async () => {
  const fields = [{ key: 'title', type: 'text', label: 'Title', localized: true }];
  const schema = { format: 1, collections: [{ key: 'posts', label: 'Posts', fields }] };
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  await create({ en: { title: 'A heron' } });
  const setUp = (admin: string | undefined) =>
    steleBuild({ preview: true, admin }).hooks['astro:config:setup']?.({
      command: 'dev',
      config: { base: '/' },
      injectScript: () => undefined,
    } as never);
  const shows = async (options: LoaderOptions = {}) => {
    const token = project.tokens.read_draft;
    const own = { url: app.url, contentUrl: site.content.url, projectId: project.id, token, drafts: true, log: false };
    const [entry] = await createLoader({ ...own, ...options } as LoaderOptions).load('posts', { locale: 'en' });
    return isMarked(String(entry?.values.title));
  };
  expect(await shows()).toBe(false);
  await setUp('https://cms.example.org');
  expect([await shows(), await shows({ marks: false }), process.env.STELE_MARKS]).toEqual([true, false, undefined]);
  process.env.STELE_MARKS = '0';
  try {
    expect(await shows()).toBe(false);
  } finally {
    delete process.env.STELE_MARKS;
  }
  await setUp(undefined);
  expect(await shows()).toBe(false);
});

it('are read in Astro where the environment says so, by the token for them', async () => {
  const id = await create({ en: { title: 'Only a draft' } });
  vi.stubEnv('STELE_DRAFTS', '1').stubEnv('STELE_DRAFT_TOKEN', project.tokens.read_draft);
  vi.stubEnv('STELE_TOKEN', project.tokens.read_published);
  const stele = createLoader({ url: app.url, projectId: project.id, cache: false, log: false });
  const loaded = await stele.load('posts', { locale: 'en' });
  vi.unstubAllEnvs();
  expect(loaded).toMatchObject([{ id, publishedAt: null }]);
});

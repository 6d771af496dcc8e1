import { blocks, collection, date, defineConfig, image, integer, slug, text } from '@stele/schema';
import { codeOf } from '@stele/testing/api-client';
import { beforeAll, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

const fields = {
  mainTitle: text({ localized: true, required: true }),
  urlSlug: slug({ localized: true, source: 'mainTitle' }),
  pubDate: date(),
  heroImage: image(),
  sortOrder: integer({ unique: true }),
  contentBlocks: blocks({ pullQuote: { quoteText: text() } }),
};

it('keys in camelCase go all the way: pushed, saved, unique, ordered, published, read, renamed', async () => {
  const { id, api, tokens } = await app.project();
  const here = `/projects/${id}`;
  const { schema } = defineConfig({
    collections: [
      collection({ key: 'blogPosts', title: 'mainTitle', order: { field: 'sortOrder', direction: 'desc' }, fields }),
    ],
  });
  expect((await api.post(`${here}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
  const ids: string[] = [];
  for (const [sortOrder, mainTitle] of [
    [1, 'First Post'],
    [2, 'Second Post'],
  ] as const) {
    const contentBlocks = [{ _type: 'pullQuote', quoteText: mainTitle }];
    const values = { en: { mainTitle, sortOrder, pubDate: '2026-11-23', contentBlocks } };
    const made = await api.post(`${here}/entries`, { collection_key: 'blogPosts', values });
    expect([made.status, made.body.title, made.body.values?.en.urlSlug]).toEqual([
      201,
      mainTitle,
      mainTitle.toLowerCase().replace(' ', '-'),
    ]);
    ids.push(made.body.id);
    expect((await api.post(`${here}/entries/${made.body.id}/publish`, { locales: ['en'] })).status).toBe(200);
  }
  const taken = await api.post(`${here}/entries`, {
    collection_key: 'blogPosts',
    values: { en: { mainTitle: 'x', sortOrder: 1 } },
  });
  expect(taken.body.error.details[0].path).toEqual(['values', 'en', 'sortOrder']);
  const listed = await api.get(`${here}/entries?collection=blogPosts&search=second&sort=title`);
  expect(listed.body.data.map((entry: { id: string }) => entry.id)).toEqual([ids[1]]);
  expect(codeOf(await api.get(`${here}/entries?collection=blog-posts`))).toEqual([400, 'validation_failed']);

  const draft = app.client({ token: tokens.read_draft });
  const drafts = (await draft.get(`${here}/drafts/blogPosts.en.json`)).body;
  expect(JSON.stringify(drafts)).toContain('"pullQuote"');
  const live = (await api.get(`${here}/snapshot/latest`)).body;
  const redirected = await app.api.get(`${here}/snapshots/${live.snapshot_id}/blogPosts.en.json`);
  expect([redirected.status, redirected.headers.get('location')]).toEqual([
    302,
    `${live.content_base_url}/blogPosts.en.json`,
  ]);
  const patched = await api.patch(`${here}/entries/${ids[0]}/draft`, {
    values: { en: { pubDate: '2026-11-24' } },
    base_version: 2,
  });
  expect(patched.body.values.en).toMatchObject({ mainTitle: 'First Post', pubDate: '2026-11-24' });

  const { mainTitle: _title, urlSlug: _slug, ...others } = fields;
  const { schema: renamed } = defineConfig({
    collections: [
      collection({
        key: 'blogposts',
        renamed_from: 'blogPosts',
        fields: {
          maintitle: text({ localized: true, required: true, renamed_from: 'mainTitle' }),
          urlSlug: slug({ localized: true, source: 'maintitle' }),
          ...others,
        },
      }),
    ],
  });
  const pushed = await api.post(`${here}/schema/sync`, { schema: renamed, base_version: 1 });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
  const moved = (await api.get(`${here}/entries/${ids[0]}`)).body;
  expect([moved.collection_key, moved.values.en.maintitle]).toEqual(['blogposts', 'First Post']);
});

it('a schema whose keys differ in case alone is refused with one sentence', async () => {
  const { id, api } = await app.project();
  const field = (key: string) => ({ key, type: 'text' });
  const schema = { format: 1, collections: [{ key: 'posts', fields: [field('pubDate'), field('pubdate')] }] };
  const answer = await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 });
  expect(codeOf(answer)).toEqual([400, 'validation_failed']);
  expect(answer.body.error.details.map(({ message }: { message: string }) => message)).toEqual([
    'The fields "pubDate" and "pubdate" differ in upper and lower case only. Call one of them something else.',
  ]);
});

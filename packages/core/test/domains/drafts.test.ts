import { collection, date, defineConfig, reference, text } from '@stele/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLimits } from '../../src/access/limits/limits.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.create=100000,entry.publish=100000') });
  project = await app.project();
  const schema = defineConfig({
    collections: [
      collection({
        key: 'posts',
        order: { field: 'on', direction: 'desc' },
        fields: { title: text({ localized: true, required: true }), on: date(), see: reference('posts') },
      }),
      collection({ key: 'pages', order: 'manual', fields: { title: text({ localized: true }) } }),
    ],
  }).schema;
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
});
afterAll(() => app.close());

it("has drafts in place of what is live, in the collection's order, and marks what could not be published", async () => {
  const { api, id: projectId } = project;
  const entries = `/projects/${projectId}/entries`;
  const create = async (values: object, collection_key = 'posts') =>
    (await api.post(entries, { collection_key, values })).body.id;
  const old = await create({ en: { title: 'old', on: '2026-01-01' } });
  await api.post(`${entries}/${old}/publish`, { locales: ['en'] });
  await api.put(`${entries}/${old}/draft`, { values: { en: { title: 'old, edited' } }, base_version: 2 });
  const fresh = await create({ en: { title: 'fresh', on: '2026-02-02', see: old }, de: { title: 'frisch' } });
  const untitled = await create({ en: { on: '2026-03-03' } });
  const gone = await create({ en: { title: 'gone' } });
  await api.delete(`${entries}/${gone}`);

  const reader = app.client({ token: project.tokens.read_draft });
  const file = await reader.get(`/projects/${projectId}/drafts/posts.en.json`);
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  expect(file.body).toMatchObject({ collection: 'posts', locale: 'en', snapshot_id: null, schema_version: 1 });
  expect(file.body.entries).toEqual([
    { id: untitled, version: 1, schema_version: 1, published_at: null, invalid: true, values: { on: '2026-03-03' } },
    {
      id: fresh,
      version: 1,
      schema_version: 1,
      published_at: null,
      values: { title: 'fresh', on: '2026-02-02', see: { id: old, collection: 'posts' } },
    },
    {
      id: old,
      version: 3,
      schema_version: 1,
      published_at: expect.any(String),
      values: { title: 'old, edited', on: '2026-01-01' },
    },
  ]);
  expect((await reader.get(`/projects/${projectId}/drafts/posts.de.json`)).body.entries).toHaveLength(1);
  expect((await reader.get(`/projects/${projectId}/drafts/pages.de.json`)).body.entries).toEqual([]);
  const statuses = async (path: string, client = reader) =>
    (await client.get(`/projects/${projectId}/drafts/${path}`)).status;
  expect(await statuses('nothing.en.json')).toBe(404);
  expect(await statuses('posts.fr.json')).toBe(404);
  expect(await statuses('posts.en.json', app.client({ token: project.tokens.read_published }))).toBe(403);
  expect(await statuses('posts.en.json', api)).toBe(200);
});

it('comes in order and whole however many entries there are', async () => {
  const { api, id: projectId } = project;
  const ids: string[] = [];
  for (let index = 0; index < 450; index++) {
    const body = { collection_key: 'pages', values: { en: { title: `page ${index}` } } };
    ids.push((await api.post(`/projects/${projectId}/entries`, body)).body.id);
  }
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  await api.post(`/projects/${projectId}/entries/order`, { collection_key: 'pages', entry_ids: [last], after: first });
  const { entries } = (await api.get(`/projects/${projectId}/drafts/pages.en.json`)).body;
  const wanted = [first, last, ...ids.slice(1, -1)];
  expect(entries.map(({ id }: { id: string }) => id)).toEqual(wanted);
});

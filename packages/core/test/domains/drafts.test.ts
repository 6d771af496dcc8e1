import { collection, date, defineConfig, marksIn, number, reference, text, withoutMarks } from '@stele/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLimits } from '../../src/domains/registry.ts';
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

it('comes in order and whole however many entries there are', { tags: ['full'] }, async () => {
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

it('has only the entries that are named, of this collection, and refuses more than a hundred', async () => {
  const { api, id: projectId } = project;
  const entries = `/projects/${projectId}/entries`;
  const create = async (collection_key: string) =>
    (await api.post(entries, { collection_key, values: { en: { title: 'named' } } })).body.id;
  const [one, two, other] = [await create('pages'), await create('pages'), await create('posts')];
  await create('pages');
  const read = (ids: string) => api.get(`/projects/${projectId}/drafts/pages.en.json?ids=${ids}`);
  const { body } = await read([two, other, 'ent_unknown', one].join());
  expect(body.entries.map(({ id }: { id: string }) => id)).toEqual([one, two]);
  const refused = await read(Array.from({ length: 101 }, () => one).join());
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: 'validation_failed', details: [{ path: ['ids'] }] });
});

it('has marks that name fields on request, for those who may edit', async () => {
  const { api, id: projectId } = project;
  const values = { en: { title: 'marked', on: '2026-04-04' } };
  const { id } = (await api.post(`/projects/${projectId}/entries`, { collection_key: 'posts', values })).body;
  const read = async (client = api, marks = 'true') =>
    client.get(`/projects/${projectId}/drafts/posts.en.json?ids=${id}&marks=${marks}`);
  const { title, on } = (await read()).body.entries[0].values;
  expect(marksIn(title)).toMatchObject([{ field: { entry: id, locale: 'en', path: 'title' } }]);
  expect([withoutMarks(title), on]).toEqual(['marked', '2026-04-04']);
  const editor = await app.person({ projectId, role: 'editor' });
  const link = (await editor.api.post(`/projects/${projectId}/preview-links`, {})).body;
  expect((await read(app.client({ token: link.secret }))).body.entries[0].values.title).toBe('marked');
  expect((await read(api, 'yes')).body.error).toMatchObject({ details: [{ path: ['marks'] }] });
});

it('never takes marks into a draft: what was copied from a preview is saved without them', async () => {
  const { api, id: projectId } = project;
  const entries = `/projects/${projectId}/entries`;
  const { id } = (await api.post(entries, { collection_key: 'posts', values: { en: { title: 'copied' } } })).body;
  const { body } = await api.get(`/projects/${projectId}/drafts/posts.en.json?ids=${id}&marks=true`);
  const { title } = body.entries[0].values;
  expect(title).not.toBe('copied');
  const created = await api.post(entries, { collection_key: 'posts', values: { en: { title } } });
  expect(created.body.values.en.title).toBe('copied');
  const patch = { base_version: 1, values: { en: { title: `More ${title}, much more` } } };
  expect((await api.patch(`${entries}/${id}/draft`, patch)).body.values.en.title).toBe('More copied, much more');
  const put = { base_version: 2, values: { en: { title } } };
  expect((await api.put(`${entries}/${id}/draft`, put)).body.values.en.title).toBe('copied');
});

it('is published without marks, whatever way a draft came by them', async () => {
  const { api, id: projectId } = project;
  const entries = `/projects/${projectId}/entries`;
  const { id } = (await api.post(entries, { collection_key: 'pages', values: { en: { title: 'hidden' } } })).body;
  const { body } = await api.get(`/projects/${projectId}/drafts/pages.en.json?ids=${id}&marks=true`);
  const { title } = body.entries[0].values;
  const { pool } = app.database;
  await pool.query('UPDATE entry_values SET values = $2 WHERE entry_id = $1', [id, { title }]);
  await api.post(`${entries}/${id}/publish`, { locales: ['en'] });
  const live = await pool.query<{ json: string }>(
    'SELECT c.json FROM publications p JOIN contents c ON c.hash = p.content_hash WHERE p.entry_id = $1',
    [id],
  );
  expect(live.rows).toEqual([{ json: '{"title":"hidden"}' }]);
});

it('has only the entries whose field holds a text', async () => {
  const { api, id: projectId } = project;
  const create = async (title: string) => {
    const body = { collection_key: 'pages', values: { en: { title }, de: { title: 'gehalten' } } };
    return (await api.post(`/projects/${projectId}/entries`, body)).body.id;
  };
  const [id] = [await create('held & kept'), await create('held')];
  const read = (query: string) => api.get(`/projects/${projectId}/drafts/pages.en.json?${query}`);
  const { entries } = (await read('field=title&value=held+%26+kept')).body;
  expect(entries.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await read('field=title&value=gehalten')).body.entries).toEqual([]);
  for (const unknown of ["field=title'&value=held", 'field=none&value=']) {
    expect((await read(unknown)).body.error).toMatchObject({ details: [{ path: ['field'] }] });
  }
  expect((await read('field=title')).body.error).toMatchObject({ details: [{ path: ['value'] }] });
  expect((await read('value=held')).body.error).toMatchObject({ details: [{ path: ['field'] }] });
});

it('is found by what readers see, not by what hidden or removed fields hold', async () => {
  const own = await app.project();
  const schemaOf = (more: object) =>
    defineConfig({
      collections: [
        collection({
          key: 'posts',
          fields: { title: text(), kind: text(), code: text({ show_if: { field: 'kind', equals: 'open' } }), ...more },
        }),
      ],
    }).schema;
  const path = `/projects/${own.id}/schema`;
  await own.api.post(`${path}/sync`, { schema: schemaOf({ gone: text(), size: number() }), base_version: 0 });
  const create = async (values: object) =>
    (await own.api.post(`/projects/${own.id}/entries`, { collection_key: 'posts', values: { en: values } })).body.id;
  const hidden = await create({ title: 'hidden', kind: 'shut', code: 'secret', gone: 'secret', size: 5 });
  const shown = await create({ title: 'shown', kind: 'open', code: 'secret' });
  const editor = await app.person({ projectId: own.id, role: 'editor' });
  const link = (await editor.api.post(`/projects/${own.id}/preview-links`, {})).body;
  const find = async (query: string, secret = link.secret) => {
    const { body } = await app.client({ token: secret }).get(`/projects/${own.id}/drafts/posts.en.json?${query}`);
    return body.entries?.map(({ id }: { id: string }) => id);
  };
  expect(await find('field=code&value=secret')).toEqual([shown]);
  expect(await find('field=code&value=secret&marks=true', own.tokens.admin)).toEqual([shown]);
  expect(await find('field=title&value=hidden')).toEqual([hidden]);
  expect(await find('field=size&value=5')).toEqual([]);
  const { body } = await own.api.post(`${path}/diff`, { schema: schemaOf({}) });
  const { base_version, confirm_token } = body;
  const synced = await own.api.post(`${path}/sync`, { schema: schemaOf({}), base_version, confirm_token });
  expect(synced.status, JSON.stringify(synced.body)).toBe(200);
  expect(await find('field=gone&value=secret')).toBeUndefined();
});

it('is found with a link for one entry by its draft, and all others by what is published', async () => {
  const { api, id: projectId } = project;
  const entries = `/projects/${projectId}/entries`;
  const create = async (title: string) => {
    const { id } = (await api.post(entries, { collection_key: 'pages', values: { en: { title } } })).body;
    await api.post(`${entries}/${id}/publish`, { locales: ['en'] });
    await api.patch(`${entries}/${id}/draft`, { base_version: 1, values: { en: { title: `${title}, edited` } } });
    return id;
  };
  const [shared, other] = [await create('shared'), await create('other')];
  const editor = await app.person({ projectId, role: 'editor' });
  const link = (await editor.api.post(`/projects/${projectId}/preview-links`, { entry_id: shared })).body;
  const find = async (title: string) => {
    const query = `field=title&value=${encodeURIComponent(title)}`;
    const { body } = await app
      .client({ token: link.secret })
      .get(`/projects/${projectId}/drafts/pages.en.json?${query}`);
    return body.entries.map(({ id }: { id: string }) => id);
  };
  const found = [await find('shared, edited'), await find('shared'), await find('other'), await find('other, edited')];
  expect(found).toEqual([[shared], [], [other], []]);
});

it('is not found by a text that no field can hold', async () => {
  const { api, id: projectId } = project;
  const answer = await api.get(`/projects/${projectId}/drafts/pages.en.json?field=title&value=a%00b`);
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_failed']);
});

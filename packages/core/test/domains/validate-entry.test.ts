import { collection, defineConfig, image, reference, slug, text } from '@stele/schema';
import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      fields: {
        title: text({ localized: true, required: true, max: 10 }),
        slug: slug({ localized: true, required: true }),
        see: reference('posts'),
        hero: image(),
      },
    }),
    collection({ key: 'home', singleton: true, fields: { title: text() } }),
  ],
});

let app: TestApp;
let project: TestProject;
let api: ApiClient;
let entries: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  project = await app.project();
  api = project.api;
  entries = `/projects/${project.id}/entries`;
  await api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
});

const validate = (body: object): Promise<ApiAnswer<LooseBody>> => api.post(`${entries}/validate`, body);
const create = async (values: object): Promise<string> =>
  (await api.post(entries, { collection_key: 'posts', values })).body.id;

/** The faults for which a request that writes was refused, in the form of a validation. */
function refusal({ body }: ApiAnswer<LooseBody>): object[] {
  const { code, details, message } = body.error;
  return (details ?? [{ path: [], message }]).map(({ path, message, reason }: LooseBody) => ({
    code,
    path,
    message,
    ...(reason && { reason }),
  }));
}

it('says what creating and publishing say, and writes nothing', async () => {
  const other = await create({ en: { title: 'other', slug: 'taken' } });
  const cases: object[] = [
    { en: { title: 'ok', slug: 'ok' } },
    { en: { title: 'ok', slug: 'taken' } },
    { en: { title: 5 } },
    { en: { titel: 'x' } },
    { fr: { title: 'x' } },
    { en: { title: 'x', slug: 'y', see: 'ent_x' } },
    { en: { title: 'longer than ten', slug: 'y' } },
    { en: { title: 'x' } },
    { en: { title: 'x', slug: 'refers', see: other } },
  ];
  for (const values of cases) {
    const publish = Object.keys(values);
    const before = await app.database.prisma.entry.count();
    const checked = await validate({ collection_key: 'posts', values, publish });
    expect([checked.status, await app.database.prisma.entry.count()]).toEqual([200, before]);
    const made = await api.post(entries, { collection_key: 'posts', values });
    const done =
      made.status === 201 ? await api.post(`${entries}/${made.body.id}/publish`, { locales: publish }) : made;
    expect(checked.body.valid, JSON.stringify(values)).toBe(done.status === 200);
    expect(checked.body.errors).toEqual(done.status === 200 ? [] : refusal(done));
    expect(checked.body.warnings).toEqual(done.status === 200 ? done.body.warnings : []);
    if (made.status === 201) await api.delete(`${entries}/${made.body.id}`);
  }
  expect((await validate({ collection_key: 'posts', values: cases.at(-1), publish: ['en'] })).body.warnings).toEqual([
    expect.objectContaining({ code: 'entry.refers_to_unpublished', entry_id: other }),
  ]);
});

it('checks saves over entries, by id and external_id, and drafts that are to be published', async () => {
  const id = await create({ en: { title: 'one', slug: 'one' } });
  const check = async (more: object): Promise<unknown[]> => {
    const { body } = await validate({ entry_id: id, ...more });
    return [body.valid, body.action, body.errors.map((one: LooseBody) => [one.code, one.path.join('.')])];
  };
  expect(await check({ values: { en: { title: 'two' } }, publish: ['en'] })).toEqual([true, 'save', []]);
  expect(await check({ values: { en: { title: 'one' } } })).toEqual([true, 'none', []]);
  expect(await check({ publish: ['en'] })).toEqual([true, 'none', []]);
  expect(await check({ publish: ['de'] })).toEqual([false, 'none', [['validation_failed', 'locales.0']]]);
  const replaced = { values: { en: { title: 'two' } }, replace: true, publish: ['en'] };
  expect(await check(replaced)).toEqual([false, 'save', [['validation_failed', 'values.en.slug']]]);
  await api.patch(`${entries}/${id}/draft`, { values: { en: { title: 'new' } }, base_version: 1 });
  expect(await check({ values: { en: { title: 'x' } }, base_version: 1 })).toEqual([
    false,
    null,
    [
      ['entry.version_conflict', 'base_version'],
      ['entry.version_conflict', 'values.en.title'],
    ],
  ]);
  await api.delete(`${entries}/${id}`);
  expect(await check({ values: { en: { title: 'x' } } })).toEqual([false, null, [['entry.trashed', '']]]);
  await api.put(`${entries}/by-external-id/posts/a`, { values: { en: { title: 'a', slug: 'a' } } });
  const known = await validate({
    collection_key: 'posts',
    external_id: 'a',
    values: { en: { title: 'b' } },
    publish: ['en'],
  });
  expect([known.body.valid, known.body.action]).toEqual([true, 'save']);
  await api.post(entries, { collection_key: 'home', values: { en: { title: 'x' } } });
  expect((await validate({ collection_key: 'home', values: {} })).body.errors[0].code).toBe('entry.singleton_exists');
});

it('answers with each status that is documented', async () => {
  const body = { collection_key: 'posts', values: {} };
  expect(codeOf(await app.api.post(`${entries}/validate`, body))).toEqual([401, 'auth.missing_token']);
  const { api: viewer } = await app.person({ projectId: project.id, role: 'viewer' });
  expect(codeOf(await viewer.post(`${entries}/validate`, body))).toEqual([403, 'auth.insufficient_role']);
  expect(codeOf(await validate({ entry_id: 'ent_x' }))).toEqual([404, 'entry.not_found']);
  expect(codeOf(await validate({}))).toEqual([400, 'validation_failed']);
  expect(codeOf(await validate({ entry_id: 'ent_x', collection_key: 'posts' }))).toEqual([400, 'validation_failed']);
});

it('marks saves of an import in the history', async () => {
  const id = await create({ en: { title: 'one', slug: 'one' } });
  await api.patch(`${entries}/${id}/draft`, { values: { en: { title: 'two' } }, base_version: 1, via: 'import' });
  await api.patch(`${entries}/${id}/draft`, { values: { en: { title: 'three' } }, base_version: 2 });
  const { data } = (await api.get(`${entries}/${id}/versions`)).body;
  expect(data.map((version: LooseBody) => version.imported)).toEqual([false, true, false]);
});

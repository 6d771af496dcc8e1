import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true, required: true }),
        slug: slug({ source: 'title', unique: true }),
        code: text({ unique: true }),
        layout: text({ localized: true, default: 'wide' }),
        next: reference('posts'),
      },
    }),
  ],
});

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  project = await app.project();
  expect((await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
});
afterAll(() => app.close());

const line = (external_id: string, en: object = {}, more: object = {}) => ({
  collection_key: 'posts',
  external_id,
  values: { en: { title: external_id, ...en } },
  ...more,
});
const send = (entries: readonly object[], more: object = {}, api = project.api) =>
  api.post(`/projects/${project.id}/entries/import`, { entries, ...more });
const results = (answer: { readonly body: LooseBody }) => answer.body.data.map(({ result }: LooseBody) => result);
const entryOf = async (externalId: string): Promise<LooseBody> =>
  (await project.api.get(`/projects/${project.id}/entries/by-external-id/posts/${externalId}`)).body;
const live = async () => (await checkLive(app.database, app.storage, project.id)).files['posts.en'] ?? [];
const sequence = async () => (await checkLive(app.database, app.storage, project.id)).sequence;

describe('many entries that are imported together', () => {
  it('are created, and live in one snapshot if they are to be', async () => {
    const before = await sequence();
    const lines = Array.from({ length: 60 }, (_, n) => line(`post-${n}`, {}, { publish: n % 2 === 0 }));
    const answer = await send(lines);
    expect(answer.status).toBe(200);
    expect(answer.body.data[0]).toEqual({
      external_id: 'post-0',
      id: (await entryOf('post-0')).id,
      version: 2,
      result: 'created',
      published: true,
      error: null,
    });
    expect(answer.body.data[1]).toMatchObject({ version: 1, result: 'created', published: false });
    expect(await live()).toHaveLength(30);
    expect(await sequence()).toBe(before + 1);
    expect((await entryOf('post-59')).values.en).toMatchObject({ title: 'post-59', slug: 'post-59' });
  });

  it('each have their own answer: those that are refused stop no others', async () => {
    const answer = await send([
      line('good', { code: 'a' }),
      line('no-such-field', { colour: 'red' }),
      line('nowhere', { next: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa' }),
      line('same-code', { code: 'a' }),
      line('same-slug', { title: 'good' }),
      line('untitled', { title: null }, { publish: true }),
      { ...line('elsewhere'), collection_key: 'pages' },
    ]);
    expect(answer.status).toBe(200);
    expect(results(answer)).toEqual(['created', 'failed', 'failed', 'failed', 'created', 'created', 'failed']);
    const [, unknown, nowhere, taken, again, untitled] = answer.body.data;
    expect(unknown).toMatchObject({ id: null, version: null, error: { code: 'validation_failed' } });
    expect(nowhere.error.details[0].path).toEqual(['values', 'en', 'next']);
    expect(taken.error.details[0].path).toEqual(['values', 'en', 'code']);
    expect(again.error).toBeNull();
    expect((await entryOf('same-slug')).values.en.slug).toBe('good-2');
    // An entry that can't be published is there as a draft, and says why.
    expect(untitled).toMatchObject({ published: false, error: { code: 'validation_failed' } });
    expect(await live()).toEqual([]);
  });

  it('say which of them a warning is about', async () => {
    await send([line('draft')]);
    const { id } = await entryOf('draft');
    for (const publish of [true, false]) {
      const lines = [line(`plain-${publish}`, {}, { publish }), line(`to-${publish}`, { next: id }, { publish: true })];
      const { data, warnings } = (await send(lines)).body;
      expect(warnings).toMatchObject([{ code: 'entry.refers_to_unpublished', entry_id: id, source_id: data[1].id }]);
    }
  });

  it('are not created twice when they are sent again, and are published then if they were not', async () => {
    const lines = [line('one', { code: '1' }), line('two')];
    const first = await send(lines, { include: 'values' });
    expect(results(first)).toEqual(['created', 'created']);
    expect(first.body.data[0].values.en.layout).toBe('wide');
    expect(first.body.data[0].values).toEqual((await entryOf('one')).values);
    const again = await send(
      lines.map((one) => ({ ...one, publish: true })),
      { include: 'values' },
    );
    expect(again.body.data[0].values).toEqual(first.body.data[0].values);
    expect(again.body.data).toMatchObject([
      { result: 'unchanged', published: true, version: 2 },
      { result: 'unchanged', published: true, version: 2 },
    ]);
    expect(await live()).toHaveLength(2);
    const before = await sequence();
    const last = await send(lines.map((one) => ({ ...one, publish: true })));
    expect(last.body).toMatchObject({ published_at: null, data: [{ published: true }, { published: true }] });
    expect(await sequence()).toBe(before);
  });

  it('leave entries that others changed as they are, unless they are to replace them', async () => {
    await send([line('one'), line('two')]);
    const { id } = await entryOf('one');
    const edited = { values: { en: { title: 'By hand' } }, base_version: 1 };
    expect((await project.api.patch(`/projects/${project.id}/entries/${id}/draft`, edited)).status).toBe(200);
    const kept = await send([line('one', {}, { publish: true }), line('two')]);
    expect(kept.body.data).toMatchObject([
      { id, result: 'kept', version: 2, published: false },
      { result: 'unchanged', version: 1 },
    ]);
    expect((await entryOf('one')).values.en.title).toBe('By hand');
    const replaced = await send([line('one', {}, { publish: true })], { existing: 'replace' });
    expect(replaced.body.data).toMatchObject([{ id, result: 'updated', version: 4, published: true }]);
    expect((await entryOf('one')).values.en.title).toBe('one');
    await project.api.delete(`/projects/${project.id}/entries/${id}`);
    const trashed = await send([line('one')], { existing: 'replace' });
    expect(trashed.body.data[0]).toMatchObject({ result: 'failed', error: { code: 'entry.trashed' } });
  });

  it('are not published over what someone did since: changed a field that the line omits, or took them off the site', async () => {
    const lines = [line('changed'), line('taken-off', {}, { publish: true })];
    await send(lines);
    const [changed, off] = await Promise.all([entryOf('changed'), entryOf('taken-off')]);
    const at = (id: string) => `/projects/${project.id}/entries/${id}`;
    const edit = { values: { en: { code: 'by hand' } }, base_version: 1 };
    expect((await project.api.patch(`${at(changed.id)}/draft`, edit)).status).toBe(200);
    expect((await project.api.post(`${at(off.id)}/unpublish`, { locales: ['en'] })).status).toBe(200);
    const again = lines.map((one) => ({ ...one, publish: true }));
    expect((await send(again)).body.data).toMatchObject([
      { result: 'kept', published: false },
      { result: 'kept', published: false },
    ]);
    expect(await live()).toEqual([]);
    const replaced = await send(again, { existing: 'replace' });
    expect(replaced.body.data).toMatchObject([
      { result: 'unchanged', published: true },
      { result: 'unchanged', published: true },
    ]);
    expect((await entryOf('changed')).values.en).toMatchObject({ code: 'by hand', layout: 'wide' });
  });

  it('count once towards the limit, however often they are sent at the same moment', async () => {
    const { database, storage } = app;
    const strict = await startTestApp({ database, wrapStorage: () => storage, limits: parseLimits('entry.import=40') });
    onTestFinished(() => strict.close());
    const own = await strict.project();
    const path = `/projects/${own.id}/entries/import`;
    const linesOf = (from: number) => Array.from({ length: 10 }, (_, n) => line(`once-${from + n}`));
    const same = { entries: linesOf(0) };
    const answers = await Promise.all([own.api.post(path, same), own.api.post(path, same), own.api.post(path, same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const from of [10, 20, 30]) expect((await own.api.post(path, { entries: linesOf(from) })).status).toBe(200);
    expect(codeOf(await own.api.post(path, { entries: linesOf(40) }))).toEqual([429, 'rate_limited']);
  });

  it('keep what two imports at the same moment both want', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => line(`both-${n}`, { code: `c${n}` }));
    const answers = await Promise.all([send(lines), send(lines.toReversed())]);
    const all = answers.flatMap((answer) => answer.body.data as LooseBody[]);
    expect(all.filter(({ result }) => result === 'created')).toHaveLength(20);
    expect(all.filter(({ result }) => result === 'unchanged')).toHaveLength(20);
    expect(new Set(all.map(({ id }) => id)).size).toBe(20);
  });

  it('are refused together when the request is not valid', async () => {
    expect(codeOf(await send([]))).toEqual([400, 'validation_failed']);
    expect(codeOf(await send(Array.from({ length: 201 }, (_, n) => line(`x${n}`))))).toEqual([
      400,
      'validation_failed',
    ]);
    const twice = await send([line('a'), line('b'), line('a')]);
    expect(twice.body.error.details).toMatchObject([{ path: ['entries', 2, 'external_id'] }]);
    expect(codeOf(await send([line('a')], { existing: 'drop' }))).toEqual([400, 'validation_failed']);
    expect((await project.api.get(`/projects/${project.id}/entries`)).body.data).toEqual([]);
  });

  it('need the right to write, and to publish where they say so', async () => {
    const people = await Promise.all(
      (['viewer', 'author'] as const).map((role) => app.person({ projectId: project.id, role })),
    );
    const [viewer, author] = people;
    expect(codeOf(await send([line('a')], {}, viewer?.api))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await send([line('a', {}, { publish: true })], {}, author?.api))).toEqual([
      403,
      'auth.insufficient_role',
    ]);
    expect(results(await send([line('a')], {}, author?.api))).toEqual(['created']);
    expect((await app.client().post(`/projects/${project.id}/entries/import`, { entries: [line('b')] })).status).toBe(
      401,
    );
  });

  it('stay below the number of entries that a project may have, and count towards imports', async () => {
    await app.database.prisma.project.update({ where: { id: project.id }, data: { quotas: { entries: 3 } } });
    expect(results(await send([line('a'), line('b')]))).toEqual(['created', 'created']);
    expect(codeOf(await send([line('c'), line('d')]))).toEqual([409, 'entry.limit_reached']);
    expect((await project.api.get(`/projects/${project.id}/entries`)).body.data).toHaveLength(2);
    expect(results(await send([line('a'), line('c')]))).toEqual(['unchanged', 'created']);
  });

  it('are refused where no waiting would let so many in', async () => {
    const { database, storage } = app;
    const strict = await startTestApp({ database, wrapStorage: () => storage, limits: parseLimits('entry.import=2') });
    onTestFinished(() => strict.close());
    const own = await strict.project();
    const path = `/projects/${own.id}/entries/import`;
    const three = { entries: ['a', 'b', 'c'].map((name) => line(name)) };
    expect(codeOf(await own.api.post(path, three))).toEqual([400, 'validation_failed']);
    expect((await own.api.post(path, { entries: three.entries.slice(1) })).status).toBe(200);
    expect(codeOf(await own.api.post(path, { entries: [line('d')] }))).toEqual([429, 'rate_limited']);
    expect((await own.api.post(path, { entries: three.entries.slice(1) })).status).toBe(200);
  });
});

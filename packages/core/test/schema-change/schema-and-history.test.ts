import { type Collection, collection, defineConfig, integer, reference, slug, text } from '@stele/schema';
import type { ApiClient } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const NO_LIMITS =
  'entry.create=100000,entry.publish=100000,entry.save_draft=100000,schema.sync=100000,schema.diff=100000,snapshot.restore=100000';

let app: TestApp;
let project: TestProject;
let api: ApiClient;
let owner: ApiClient;
let base: string;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits(NO_LIMITS) });
});
beforeEach(async () => {
  project = await app.project();
  api = project.api;
  base = `/projects/${project.id}`;
  owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
});
afterAll(() => app.close());

const posts = (fields: Collection['fields'], more: object = {}) => collection({ key: 'posts', fields, ...more });

/** Pushes a schema, confirming what it destroys. @returns the changes */
async function push(collections: Collection[], more: object = {}) {
  const { schema } = defineConfig({ collections });
  const { body } = await api.post(`${base}/schema/diff`, { schema, ...more });
  const { base_version, confirm_token } = body;
  const done = await api.post(`${base}/schema/sync`, { schema, base_version, confirm_token, ...more });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return body.changes;
}
async function create(values: object, more: object = {}): Promise<string> {
  const answer = await api.post(`${base}/entries`, { collection_key: 'posts', values, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const get = async (id: string) => (await api.get(`${base}/entries/${id}`)).body;
const publish = (id: string, locales = ['en']) => api.post(`${base}/entries/${id}/publish`, { locales });
const save = async (id: string, values: object) =>
  api.put(`${base}/entries/${id}/draft`, { values, base_version: (await get(id)).version });
const snapshot = async (): Promise<string> => (await api.get(`${base}/snapshot/latest`)).body.snapshot_id;
const restore = async (id: string): Promise<void> => {
  expect((await owner.post(`${base}/snapshots/${id}/restore`, {})).status).toBe(200);
};
const live = async () => (await checkLive(app.database, app.storage, project.id)).files;

describe('a push after a restoration', () => {
  it('leaves content as it is that is of an older schema, also of a collection that is gone', async () => {
    await push([posts({ title: text() }), collection({ key: 'notes', fields: { a: text() } })]);
    const post = await create({ en: { title: 'a' } });
    const note = await create({ en: { a: 'b' } }, { collection_key: 'notes' });
    await publish(post);
    await publish(note);
    const then = await snapshot();
    await push([posts({ name: text({ renamed_from: 'title' }) })]);
    await restore(then);
    const changes = await push([posts({ name: text(), lead: text() })]);
    expect(changes.map(({ class: grade }: { class: string }) => grade)).toEqual(['safe']);
    expect((await live())['posts.en']?.map(({ values }) => values)).toEqual([{ title: 'a' }]);
    expect((await live())['notes.en']?.map(({ values }) => values)).toEqual([{ a: 'b' }]);
    await push([collection({ key: 'articles', renamed_from: 'posts', fields: { name: text(), lead: text() } })]);
    expect((await live())['posts.en']).toHaveLength(1);
    expect((await publish(post)).status).toBe(200);
    expect((await live())['articles.en']?.map(({ values }) => values)).toEqual([{ name: 'a' }]);
    expect((await api.post(`${base}/entries/${note}/unpublish`, { locales: ['en'] })).status).toBe(200);
    await push([collection({ key: 'articles', fields: { name: text() } })]);
    expect(Object.keys(await live())).toEqual(['articles.de', 'articles.en']);
  });

  it('gives a unique value to what is live rather than to an older draft', async () => {
    await push([posts({ slug: slug() })]);
    const first = await create({ en: { slug: 'x' } });
    await publish(first);
    const second = await create({ en: { slug: 'y' } });
    await publish(second);
    const then = await snapshot();
    await save(second, { en: { slug: 'z' } });
    await publish(second);
    await save(first, { en: { slug: 'y' } });
    await restore(then);
    await push([posts({ slug: slug(), code: text({ unique: true }) })]);
    const refused = await publish(first);
    expect([refused.status, refused.body.error?.details[0].path]).toEqual([400, ['values', 'en', 'slug']]);
  });
});

describe('what a restoration brings back', () => {
  it('agrees on what locales share', async () => {
    await push([posts({ title: text({ localized: true }), sku: text() })]);
    const id = await create({ en: { title: 'a', sku: 'OLD' }, de: { title: 'b' } });
    await publish(id, ['en', 'de']);
    const then = await snapshot();
    await api.post(`${base}/entries/${id}/unpublish`, { locales: ['de'] });
    await save(id, { de: null });
    await save(id, { en: { title: 'a', sku: 'NEW' } });
    await restore(then);
    expect((await get(id)).values).toEqual({ en: { title: 'a', sku: 'NEW' }, de: { title: 'b', sku: 'NEW' } });
    await save(id, { en: { title: 'a2' } });
    expect((await get(id)).values.en).toEqual({ title: 'a2', sku: 'NEW' });
  });

  it('has values, unique ones too, and version numbers of its own even after it was purged', async () => {
    await push([posts({ slug: slug() })]);
    const id = await create({ en: { slug: 'x' } });
    await publish(id);
    const then = await snapshot();
    await save(id, { en: { slug: 'y' } });
    await publish(id);
    await api.delete(`${base}/entries/${id}`);
    clock.advance(31 * 86_400_000);
    await app.services.jobs.runAll();
    await restore(then);
    expect(await get(id)).toMatchObject({ version: 5, values: { en: { slug: 'x' } }, changed_locales: [] });
    const taken = await api.post(`${base}/entries`, { collection_key: 'posts', values: { en: { slug: 'x' } } });
    expect(taken.status).toBe(400);
    const listed = (await api.get(`${base}/entries?include=live_values`)).body.data;
    expect(listed).toMatchObject([{ live_values: { en: { slug: 'x' } } }]);
    await push([posts({ path: slug({ renamed_from: 'slug' }) })]);
    expect((await live())['posts.en']?.map(({ values }) => values)).toEqual([{ path: 'x' }]);
  });

  it('takes places only from an order by hand', async () => {
    const fields = { title: text() };
    await push([posts(fields, { order: { field: 'title', direction: 'desc' } })]);
    const [a, b] = [await create({ en: { title: 'a' } }), await create({ en: { title: 'b' } })];
    await publish(a);
    await publish(b);
    const then = await snapshot();
    await push([posts(fields, { order: 'manual' })]);
    await restore(then);
    await publish(await create({ en: { title: 'new' } }));
    const { data } = (await api.get(`${base}/entries?collection=posts&sort=position`)).body;
    expect(data.at(-1).title).toBe('new');
  });
});

describe('entries of a collection that was taken away and comes back', () => {
  it('are brought in line with its new form, in the trash and out of it', async () => {
    const other = collection({ key: 'others', fields: { a: text() } });
    await push([posts({ title: text() }), other]);
    const [trashed, restored] = [await create({ en: { title: '12' } }), await create({ en: { title: 'hello' } })];
    await push([other]);
    await api.post(`${base}/entries/${restored}/restore`, {});
    const migrations = [{ kind: 'convert', path: ['posts', 'title'] }];
    const changes = await push([posts({ title: integer() }), other], { migrations });
    expect(changes).toContainEqual(
      expect.objectContaining({ id: 'field.type_changed:posts.title', class: 'destructive', affected_entries: 2 }),
    );
    expect((await get(trashed)).values).toEqual({ en: { title: 12 } });
    expect((await get(restored)).values).toEqual({ en: {} });
  });
});

describe('references in a push', () => {
  it('never lead nowhere after a conversion', async () => {
    await push([posts({ see: text() })]);
    const target = await create({ en: {} });
    const good = await create({ en: { see: target } });
    const bad = await create({ en: { see: 'ent_00000000000000000000000000' } });
    const migrations = [{ kind: 'convert', path: ['posts', 'see'] }];
    const changes = await push([posts({ see: reference('posts') })], { migrations });
    expect(changes).toMatchObject([{ class: 'destructive', sample_entry_ids: [bad] }]);
    expect([(await get(good)).values, (await get(bad)).values]).toEqual([{ en: { see: target } }, { en: {} }]);
  });

  it('are looked at when fewer collections may be referred to, and when one goes away', async () => {
    const [a, b] = [collection({ key: 'a', fields: { x: text() } }), collection({ key: 'b', fields: { x: text() } })];
    await push([posts({ see: reference(['a', 'b']) }), a, b]);
    const target = await create({ en: { x: '1' } }, { collection_key: 'a' });
    const id = await create({ en: { see: target } });
    await publish(target);
    await publish(id);
    const narrowed = await push([posts({ see: reference('b') }), a, b]);
    expect(narrowed).toMatchObject([{ kind: 'field.constrained', class: 'needs_migration', sample_entry_ids: [id] }]);
    const removed = await push([posts({ see: reference('b') }), b]);
    expect(removed).toMatchObject([{ kind: 'collection.removed', class: 'destructive', affected_entries: 2 }]);
  });
});

describe('unique values and singletons', () => {
  it('release a shared value when no live locale has it', async () => {
    await push([posts({ title: text({ localized: true }), slug: slug() })]);
    const id = await create({ en: { title: 'a', slug: 'a' }, de: { title: 'b' } });
    await publish(id, ['en', 'de']);
    await save(id, { en: { title: 'a', slug: 'b' } });
    await publish(id, ['en']);
    const early = await api.post(`${base}/entries`, { collection_key: 'posts', values: { en: { slug: 'a' } } });
    expect(early.status).toBe(400);
    await publish(id, ['de']);
    await create({ en: { slug: 'a' } });
  });

  it('let one entry of a singleton be live', async () => {
    await push([posts({ title: text() }, { singleton: true })]);
    const first = await create({ en: { title: 'a' } });
    await api.delete(`${base}/entries/${first}`);
    await publish(await create({ en: { title: 'b' } }));
    await api.post(`${base}/entries/${first}/restore`, {});
    const refused = await publish(first);
    expect([refused.status, refused.body.error?.details[0].path]).toEqual([400, ['collection_key']]);
  });
});

describe('odd requests', () => {
  it('restore a version from before a rename without clearing what has another name now', async () => {
    await push([posts({ title: text(), lead: text() })]);
    const id = await create({ en: { title: 'a', lead: 'one' } });
    await save(id, { en: { title: 'a', lead: 'two' } });
    clock.advance(1000);
    await push([posts({ name: text({ renamed_from: 'title' }), lead: text() })]);
    const back = await api.post(`${base}/entries/${id}/versions/1/restore`, {});
    expect(back.body.values).toEqual({ en: { name: 'a', lead: 'one' } });
  });

  it('rename onto a key whose trash has the same external ids', async () => {
    await push([posts({ title: text() }), collection({ key: 'old', fields: { title: text() } })]);
    const gone = await create({ en: {} }, { external_id: 'x' });
    await create({ en: { title: 'kept' } }, { collection_key: 'old', external_id: 'x' });
    await api.delete(`${base}/entries/${gone}`);
    await push([collection({ key: 'old', fields: { title: text() } })]);
    await push([posts({ title: text() }, { renamed_from: 'old' })]);
    expect((await api.get(`${base}/entries`)).body.data).toMatchObject([{ external_id: 'x', title: 'kept' }]);
    expect(await get(gone)).toMatchObject({ external_id: null });
  });

  it('get an error for a damaged cursor', async () => {
    await push([posts({ title: text() })]);
    const ids = [await create({ en: {} }), await create({ en: {} })];
    for (const id of ids) await publish(id);
    const damaged = (cursor: string, place: string): string => {
      const [filters] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string];
      return Buffer.from(JSON.stringify([filters, place])).toString('base64url');
    };
    for (const [client, path] of [
      [owner, `${base}/snapshots?limit=1`],
      [api, `${base}/entries/${ids[0]}/versions?limit=1`],
      [api, `${base}/entries?limit=1`],
      [api, `${base}/entries?limit=1&sort=updated`],
    ] as const) {
      const { next_cursor: cursor } = (await client.get(path)).body;
      for (const place of ['x', '99999999999999', '["x","y"]', '{}']) {
        const { status } = await client.get(`${path}&cursor=${damaged(cursor, place)}`);
        expect([path, place, [200, 400].includes(status)]).toEqual([path, place, true]);
      }
    }
  });
});

import {
  boolean,
  type Collection,
  collection,
  date,
  defineConfig,
  integer,
  list,
  number,
  object,
  reference,
  select,
  slug,
  text,
} from '@stele/schema';
import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const NO_LIMITS =
  'entry.create=100000,entry.list=100000,entry.publish=100000,entry.save_draft=100000,schema.diff=100000,schema.sync=100000';

let app: TestApp;
let project: TestProject;
let api: ApiClient;
let base: string;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits(NO_LIMITS) });
});
beforeEach(async () => {
  project = await app.project();
  api = project.api;
  base = `/projects/${project.id}`;
});
afterAll(() => app.close());

const paths = ({ body }: ApiAnswer<LooseBody>): string[] =>
  body.error.details.map(({ path }: { path: unknown[] }) => path.join('.')).sort();
const schemaOf = (...collections: Collection[]) => defineConfig({ collections }).schema;
const posts = (fields: Parameters<typeof collection>[0]['fields'], more: object = {}) =>
  collection({ key: 'posts', fields, ...more });

const diff = (schema: unknown, more: object = {}) => api.post(`${base}/schema/diff`, { schema, ...more });
const sync = (schema: unknown, base_version: number, more: object = {}) =>
  api.post(`${base}/schema/sync`, { schema, base_version, ...more });

/** Pushes a schema, confirming whatever it destroys. */
async function push(schema: unknown, more: object = {}) {
  const compared = await diff(schema, more);
  expect(compared.status, JSON.stringify(compared.body)).toBe(200);
  const { base_version, confirm_token } = compared.body;
  const done = await sync(schema, base_version, { ...more, ...(confirm_token && { confirm_token }) });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body;
}

async function create(values: object, more: object = {}): Promise<string> {
  const answer = await api.post(`${base}/entries`, { collection_key: 'posts', values, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const tryCreate = (values: object, more: object = {}) =>
  api.post(`${base}/entries`, { collection_key: 'posts', values, ...more });
const get = async (id: string) => (await api.get(`${base}/entries/${id}`)).body;
const publish = (id: string, locales = ['en']) => api.post(`${base}/entries/${id}/publish`, { locales });
const live = async () => (await checkLive(app.database, app.storage, project.id)).files;

describe('pushing a schema', () => {
  const schema = schemaOf(posts({ title: text({ required: true }) }));

  it('makes it the active one, with a history', async () => {
    expect(codeOf(await api.get(`${base}/schema`))).toEqual([404, 'schema.none_pushed']);
    const compared = await diff(schema);
    expect(compared.body).toMatchObject({
      base_version: 0,
      unchanged: false,
      confirm_token: null,
      changes: [{ id: 'collection.added:posts', class: 'safe', affected_entries: 0 }],
    });
    const first = await sync(schema, 0);
    expect(first.body).toMatchObject({ version: 1, hash: compared.body.hash, unchanged: false, migrated_entries: 0 });
    expect(first.body.schema).toEqual(schema);
    expect((await api.get(`${base}/schema`)).body).toMatchObject({ version: 1, schema });
    await push(schemaOf(posts({ title: text({ required: true }), lead: text() })));
    const versions = (await api.get(`${base}/schema/versions?limit=1`)).body;
    expect(versions.data).toMatchObject([{ version: 2, changes: [{ id: 'field.added:posts.lead' }] }]);
    const older = (await api.get(`${base}/schema/versions?limit=1&cursor=${versions.next_cursor}`)).body;
    expect([older.data.length, older.data[0].version, older.next_cursor]).toEqual([1, 1, null]);
    expect((await api.get(`${base}/schema/versions/1`)).body).toMatchObject({ version: 1, schema });
    expect(codeOf(await api.get(`${base}/schema/versions/3`))).toEqual([404, 'schema.version_not_found']);
    expect(codeOf(await api.get(`${base}/schema/versions/x`))).toEqual([400, 'validation_failed']);
  });

  it('changes nothing when it is pushed again', async () => {
    await sync(schema, 0);
    expect((await diff(schema)).body).toMatchObject({ unchanged: true, changes: [] });
    expect((await sync(schema, 0)).body).toMatchObject({ version: 1, unchanged: true });
    expect((await api.get(`${base}/schema/versions`)).body.data).toHaveLength(1);
  });

  it('refuses one that makes no sense, with the places', async () => {
    const wrong = {
      format: 1,
      collections: [
        {
          key: 'posts',
          title_field: 'nowhere',
          fields: [{ key: 'a', type: 'reference', collections: ['gone'] }, { key: 'A', type: 'texts' }, { key: 'b' }],
        },
      ],
    };
    const answer = await diff(wrong);
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(paths(answer)).toEqual(['schema.collections.0.fields.1.type', 'schema.collections.0.fields.2.type']);
    const sense = await sync(
      { ...wrong, collections: [{ ...wrong.collections[0], fields: wrong.collections[0]?.fields.slice(0, 1) }] },
      0,
    );
    expect(paths(sense)).toEqual(['schema.collections.0.fields.0.collections.0', 'schema.collections.0.title_field']);
    expect(codeOf(await api.get(`${base}/schema`))).toEqual([404, 'schema.none_pushed']);
  });

  it('refuses a pattern that would hold up the server', async () => {
    const pattern = `${'.{0,1000}'.repeat(50)}x`;
    const fields = [{ key: 'code', type: 'text', label: 'Code', pattern }];
    const answer = await diff({ format: 1, collections: [{ key: 'posts', label: 'Posts', fields }] });
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(paths(answer)).toEqual(['schema.collections.0.fields.0.pattern']);
  });

  it('lets one of two pushes at once win', async () => {
    const other = schemaOf(posts({ name: text() }));
    const answers = await Promise.all([sync(schema, 0), sync(other, 0)]);
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'schema.version_conflict'],
    ]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.error.details).toMatchObject([{ path: ['base_version'], current_version: 1 }]);
  });

  it('is for owners and admin tokens; members may read', async () => {
    const viewer = await app.person({ projectId: project.id, role: 'viewer' });
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const reader = app.client({ token: project.tokens.read_draft });
    expect((await owner.api.post(`${base}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
    expect((await viewer.api.get(`${base}/schema`)).status).toBe(200);
    expect(codeOf(await viewer.api.post(`${base}/schema/diff`, { schema }))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await reader.get(`${base}/schema`))).toEqual([403, 'auth.insufficient_scope']);
  });
});

describe('drafts under a schema', () => {
  it('may lack what is required and break bounds, but hold no wrong type and no unknown field', async () => {
    await push(
      schemaOf(
        posts({
          title: text({ required: true, localized: true, max: 5 }),
          count: integer({ localized: true }),
          seo: object({ tags: list(text()) }, { localized: true }),
        }),
      ),
    );
    const id = await create({ en: { title: 'far too long' }, de: {} });
    const wrong = await tryCreate({
      en: { title: 1, count: 1.5, nope: true, seo: { tags: ['a', 2], x: 1 } },
      de: { count: 'x' },
      fr: {},
    });
    expect(codeOf(wrong)).toEqual([400, 'validation_failed']);
    expect(paths(wrong)).toEqual(['values.fr']);
    const types = await tryCreate({
      en: { title: 1, count: 1.5, nope: true, seo: { tags: ['a', 2], x: 1 } },
      de: { count: 'x' },
    });
    expect(paths(types)).toEqual([
      'values.de.count',
      'values.en.count',
      'values.en.nope',
      'values.en.seo.tags.1',
      'values.en.seo.x',
      'values.en.title',
    ]);
    const refused = await publish(id, ['en', 'de']);
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(paths(refused)).toEqual(['values.de.title', 'values.en.title']);
    expect(paths(await tryCreate({}, { collection_key: 'pages' }))).toEqual(['collection_key']);
  });

  it('get defaults when they are made', async () => {
    await push(schemaOf(posts({ title: text({ localized: true }), open: boolean({ default: true }) })));
    const id = await create({ en: { title: 'A' } });
    expect((await get(id)).values).toEqual({ en: { title: 'A', open: true } });
    const closed = await create({ en: { title: 'B', open: null } });
    expect((await get(closed)).values).toEqual({ en: { title: 'B' } });
  });

  it('share the fields that are not localized, and keep them unless they are given', async () => {
    await push(schemaOf(posts({ title: text({ localized: true }), on: date(), rank: number() })));
    const id = await create({ en: { title: 'A', on: '2026-01-01' }, de: { title: 'B' } });
    expect((await get(id)).values).toEqual({
      en: { title: 'A', on: '2026-01-01' },
      de: { title: 'B', on: '2026-01-01' },
    });
    expect((await publish(id, ['en', 'de'])).status).toBe(200);
    const saved = await api.put(`${base}/entries/${id}/draft`, {
      values: { en: { title: 'A2', rank: 3 } },
      base_version: 2,
    });
    expect(saved.body).toMatchObject({
      values: { en: { title: 'A2', on: '2026-01-01', rank: 3 }, de: { title: 'B', on: '2026-01-01', rank: 3 } },
      changed_locales: ['de', 'en'],
    });
    const cleared = await api.put(`${base}/entries/${id}/draft`, {
      values: { de: { title: 'B', on: null } },
      base_version: 3,
    });
    expect(cleared.body.values).toEqual({ en: { title: 'A2', rank: 3 }, de: { title: 'B', rank: 3 } });
    const split = await tryCreate({ en: { rank: 1 }, de: { rank: 2 } });
    expect(paths(split)).toEqual(['values.de.rank']);
  });

  it('refer to entries that exist, of the right collection; published ones to none in the trash', async () => {
    const authors = collection({ key: 'authors', fields: { name: text() } });
    await push(schemaOf(authors, posts({ by: reference('authors'), see: list(reference(['posts'])) })));
    const author = await create({ en: { name: 'Ada' } }, { collection_key: 'authors' });
    const wrong = await tryCreate({ en: { by: 'ent_nobody', see: [author] } });
    expect(paths(wrong)).toEqual(['values.en.by', 'values.en.see.0']);
    const id = await create({ en: { by: author } });
    expect((await publish(id)).status).toBe(200);
    expect((await live())['posts.en']?.map(({ values }) => values)).toEqual([
      { by: { id: author, collection: 'authors' } },
    ]);
    expect((await live())['authors.de']).toEqual([]);
  });

  it('have their own slugs in each locale, and the second writer gets an error', async () => {
    await push(schemaOf(posts({ slug: slug({ localized: true }), sku: text({ unique: true }) })));
    const first = await create({ en: { slug: 'a', sku: 'X1' }, de: { slug: 'a' } });
    const second = await tryCreate({ en: { slug: 'A' }, de: { slug: 'b', sku: 'x1' } });
    expect(codeOf(second)).toEqual([400, 'validation_failed']);
    expect(paths(second)).toEqual(['values.de.sku', 'values.en.slug'].map((path) => path.replace('de.sku', 'en.sku')));
    await publish(first);
    const saved = await api.put(`${base}/entries/${first}/draft`, { values: { en: { slug: 'c' } }, base_version: 2 });
    expect(saved.status).toBe(200);
    // Live slugs stay taken until the new slug is live.
    expect(codeOf(await tryCreate({ en: { slug: 'a' } }))).toEqual([400, 'validation_failed']);
    expect((await publish(first)).status).toBe(200);
    expect((await tryCreate({ en: { slug: 'a' } })).status).toBe(201);
    const racers = await Promise.all(Array.from({ length: 5 }, () => tryCreate({ en: { slug: 'race' } })));
    expect(racers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });

  it('of a singleton are of one entry', async () => {
    await push(schemaOf(collection({ key: 'posts', singleton: true, fields: { title: text() } })));
    const id = await create({ en: { title: 'Home' } });
    const second = await tryCreate({ en: { title: 'Again' } });
    expect(codeOf(second)).toEqual([409, 'entry.singleton_exists']);
    expect(second.body.error.details[0].entry_id).toBe(id);
    expect(
      (await api.put(`${base}/entries/${id}/draft`, { values: { en: { title: 'Hi' } }, base_version: 1 })).status,
    ).toBe(200);
  });

  it('come live in the order of their collection, and are named by its title field', async () => {
    const fields = { name: text({ localized: true }), on: date() };
    await push(schemaOf(posts(fields, { title: 'name', order: { field: 'on', direction: 'desc' } })));
    for (const [name, on] of [
      ['b', '2026-02-02'],
      ['none', null],
      ['c', '2026-03-03'],
      ['a', '2026-01-01'],
    ]) {
      await publish(await create({ en: { name, on } }));
    }
    const names = async () => (await live())['posts.en']?.map(({ values }) => values.name);
    expect(await names()).toEqual(['c', 'b', 'a', 'none']);
    expect((await api.get(`${base}/entries`)).body.data.map(({ title }: { title: string }) => title)).toEqual([
      'a',
      'c',
      'none',
      'b',
    ]);
    const pushed = await push(schemaOf(posts(fields, { title: 'name', order: { field: 'name', direction: 'asc' } })));
    expect(pushed.snapshot_id).toMatch(/^snap_/);
    expect(await names()).toEqual(['a', 'b', 'c', 'none']);
  });

  it('stay as they are when only tabs and groups of fields change, and the schema says which', async () => {
    const order = { field: 'name', direction: 'asc' };
    await push(schemaOf(posts({ name: text() }, { order })));
    const id = await create({ en: { name: 'a' } });
    await publish(id);
    const before = await get(id);
    const pushed = await push(schemaOf(posts({ name: text({ tab: 'SEO', group: 'Social' }) }, { order })));
    expect(pushed).toMatchObject({ snapshot_id: null, migrated_entries: 0 });
    expect(pushed.changes).toMatchObject([
      {
        id: 'field.described:posts.name',
        class: 'safe',
        message: 'The tab of posts.name is new. The group of posts.name is new.',
      },
    ]);
    expect(await get(id)).toEqual(before);
    const { schema } = (await api.get(`${base}/schema`)).body;
    expect(schema.collections[0].fields[0]).toMatchObject({ tab: 'SEO', group: 'Social' });
  });

  it('without a schema are any JSON, and listed with what is live of them', async () => {
    const id = await create({ en: { anything: [1, { goes: null }] } });
    await publish(id);
    await api.put(`${base}/entries/${id}/draft`, { values: { en: { other: 1 } }, base_version: 2 });
    const { data } = (await api.get(`${base}/entries?include=values,live_values`)).body;
    expect(data).toMatchObject([
      { values: { en: { other: 1 } }, live_values: { en: { anything: [1, { goes: null }] } } },
    ]);
    expect(paths(await api.get(`${base}/entries?include=versions`))).toEqual(['include.0']);
  });
});

describe('changing a schema', () => {
  const before = collection({
    key: 'posts',
    fields: {
      title: text({ required: true, localized: true }),
      kind: select({ options: ['news', 'essay'] }),
      size: text(),
      extra: text(),
    },
  });
  const entryOf = async (values: object, more: object = {}) => {
    const id = await create({ en: { title: 'T', ...values }, ...more });
    expect((await publish(id)).status).toBe(200);
    return id;
  };

  it('finds what would be lost by looking at entries, and needs that to be confirmed', async () => {
    await push(schemaOf(before));
    const used = await entryOf({ extra: 'kept?' });
    await entryOf({});
    const after = schemaOf(
      posts({ title: text({ required: true, localized: true }), kind: select({ options: ['news', 'essay'] }) }),
    );
    const compared = (await diff(after)).body;
    expect(
      compared.changes.map(
        (change: { id: string; class: string; affected_entries: number; sample_entry_ids: string[] }) => [
          change.id,
          change.class,
          change.affected_entries,
          change.sample_entry_ids,
        ],
      ),
    ).toEqual([
      ['field.removed:posts.size', 'safe', 0, []],
      ['field.removed:posts.extra', 'destructive', 1, [used]],
    ]);
    const refused = await sync(after, 1);
    expect(codeOf(refused)).toEqual([409, 'schema.confirmation_required']);
    expect(refused.body.error.details).toMatchObject([
      { path: ['schema', 'posts', 'extra'], change_id: 'field.removed:posts.extra', affected_entries: 1 },
    ]);
    expect((await get(used)).values.en.extra).toBe('kept?');
    // More entries than were confirmed.
    await entryOf({ extra: 'too' });
    expect(codeOf(await sync(after, 1, { confirm_token: compared.confirm_token }))).toEqual([
      409,
      'schema.confirmation_required',
    ]);
    // Another schema than was confirmed, and a token that is too old.
    const fresh = (await diff(after)).body.confirm_token;
    const other = schemaOf(posts({ title: text({ localized: true }), kind: select({ options: ['news', 'essay'] }) }));
    expect(codeOf(await sync(other, 1, { confirm_token: fresh }))).toEqual([409, 'schema.confirmation_required']);
    expect(codeOf(await sync(after, 1, { confirm_token: `${fresh}x` }))).toEqual([409, 'schema.confirmation_required']);
    clock.advance(2 * 60 * 60 * 1000);
    expect(codeOf(await sync(after, 1, { confirm_token: fresh }))).toEqual([409, 'schema.confirmation_required']);
    const done = await push(after);
    expect(done).toMatchObject({ version: 2, migrated_entries: 2 });
    const now = await get(used);
    expect(now.values).toEqual({ en: { title: 'T' } });
    expect([now.version, now.status, now.changed_locales]).toEqual([3, 'published', []]);
    expect((await live())['posts.en']?.map(({ values }) => values)).toEqual([
      { title: 'T' },
      { title: 'T' },
      { title: 'T' },
    ]);
    const { rows } = await app.database.pool.query(
      'SELECT v.values FROM entry_values v WHERE v.entry_id = $1 AND v.version = 1',
      [used],
    );
    expect(rows[0].values.extra).toBe('kept?');
  });

  it('renames collections and fields, live content and references included', async () => {
    const notes = collection({ key: 'notes', fields: { about: reference('posts') } });
    await push(schemaOf(before, notes));
    const id = await entryOf({ extra: 'moved' });
    const note = await create({ en: { about: id } }, { collection_key: 'notes' });
    await publish(note);
    const after = schemaOf(
      collection({
        key: 'articles',
        renamed_from: 'posts',
        fields: {
          title: text({ required: true, localized: true }),
          kind: select({ options: ['news', 'essay'] }),
          size: text(),
          lead: text({ renamed_from: 'extra' }),
        },
      }),
      collection({ key: 'notes', fields: { about: reference('articles') } }),
    );
    expect((await diff(after)).body.changes.map(({ id: change }: { id: string }) => change)).toEqual([
      'collection.renamed:articles',
      'field.renamed:articles.lead',
    ]);
    await push(after);
    expect(await get(id)).toMatchObject({
      collection_key: 'articles',
      values: { en: { title: 'T', lead: 'moved' } },
      changed_locales: [],
    });
    const files = await live();
    expect(Object.keys(files)).toEqual(['articles.de', 'articles.en', 'notes.de', 'notes.en']);
    expect(files['articles.en']).toMatchObject([
      { id, version: 3, schema_version: 2, values: { title: 'T', lead: 'moved' } },
    ]);
    expect(files['notes.en']).toMatchObject([{ id: note, values: { about: { id, collection: 'articles' } } }]);
    // The old name may stay in the code, where it says nothing any more.
    expect((await diff(after)).body.unchanged).toBe(true);
  });

  it('counts the live entries that change on the site, and those that could not be published again', async () => {
    const notes = collection({ key: 'notes', fields: { about: reference('posts'), code: text() } });
    await push(schemaOf(before, notes));
    const counts = async (...collections: Parameters<typeof schemaOf>) =>
      Object.fromEntries(
        (await diff(schemaOf(...collections))).body.changes.map(
          (change: { id: string; live_entries: number; unpublishable_entries: number }) => [
            change.id,
            [change.live_entries, change.unpublishable_entries],
          ],
        ),
      );
    const long = await entryOf({ extra: 'far too long' });
    await entryOf({ extra: 'short' });
    await create({ en: { title: 'T', extra: 'a draft that is long' } });
    const now = { ...before.fields, extra: text({ max: 5 }), rank: integer({ required: true }) };
    expect(await counts(posts(now), notes)).toEqual({
      'field.constrained:posts.extra': [0, 1],
      'field.added:posts.rank': [0, 2],
    });
    // The live content breaks the rule, though its draft no longer does.
    await api.put(`${base}/entries/${long}/draft`, { values: { en: { title: 'T', extra: 'ok' } }, base_version: 2 });
    expect((await counts(posts(now), notes))['field.constrained:posts.extra']).toEqual([0, 1]);
    const { extra: _, ...fields } = before.fields;
    expect(await counts(posts({ ...fields, lead: text({ renamed_from: 'extra' }) }), notes)).toEqual({
      'field.renamed:posts.lead': [2, 0],
    });
    expect(await counts(posts(fields), notes)).toEqual({ 'field.removed:posts.extra': [2, 0] });
    for (const code of ['same', 'same']) {
      await publish(await create({ en: { about: long, code } }, { collection_key: 'notes' }));
    }
    const unique = collection({ key: 'notes', fields: { about: reference('posts'), code: text({ unique: true }) } });
    expect(await counts(before, unique)).toEqual({ 'field.unique:notes.code': [0, 1] });
    const articles = collection({ key: 'articles', renamed_from: 'posts', fields: before.fields });
    const followed = collection({ key: 'notes', fields: { about: reference('articles'), code: text() } });
    expect(await counts(articles, followed)).toEqual({ 'collection.renamed:articles': [2, 0] });
    const alone = collection({ key: 'notes', fields: { code: text() } });
    const gone = await counts(alone);
    expect(gone['collection.removed:posts']).toEqual([2, 0]);
  });

  it('counts live content that loses ids of entries which are not there, once its text becomes a reference', async () => {
    const other = collection({ key: 'other', fields: { title: text() } });
    await push(schemaOf(posts({ see: text() }), other));
    const id = await create({ en: { see: 'ent_01kah502f4y7d9b6n8c3s5xzge' } });
    await publish(id);
    await create({ en: { see: 'ent_01kah502f4y7d9b6n8c3s5xzge' } });
    expect((await diff(schemaOf(posts({ see: reference('other') }), other))).body.changes).toMatchObject([
      { id: 'field.type_changed:posts.see', class: 'destructive', affected_entries: 2, live_entries: 1 },
    ]);
    // The live content has it still, though its draft doesn't.
    await api.put(`${base}/entries/${id}/draft`, { values: { en: {} }, base_version: 2 });
    expect((await diff(schemaOf(posts({ see: reference('other') }), other))).body.changes).toMatchObject([
      { affected_entries: 2, live_entries: 1 },
    ]);
  });

  it('counts live content of which a text becomes a reference, since that is published in another form', async () => {
    const other = collection({ key: 'other', fields: { title: text() } });
    await push(schemaOf(posts({ see: text() }), other));
    const target = await create({ en: { title: 'T' } }, { collection_key: 'other' });
    await publish(await create({ en: { see: target } }));
    const after = schemaOf(posts({ see: reference('other') }), other);
    expect((await diff(after)).body.changes).toMatchObject([
      { id: 'field.type_changed:posts.see', class: 'safe', affected_entries: 0, live_entries: 1 },
    ]);
  });

  it('offers what may be a rename, and takes it', async () => {
    await push(schemaOf(before));
    const id = await entryOf({ extra: 'moved' });
    const { extra: _, ...fields } = before.fields;
    const next = schemaOf(posts({ ...fields, lead: text() }));
    const candidates = (await diff(next)).body.rename_candidates;
    expect(candidates).toEqual([{ kind: 'field', path: ['posts', 'lead'], from: 'extra' }]);
    await push(next, { renames: candidates });
    expect((await get(id)).values.en).toEqual({ title: 'T', lead: 'moved' });
    const stray = await diff(next, { renames: [{ kind: 'field', path: ['posts', 'lead'], from: 'nothing' }] });
    expect(paths(stray)).toEqual(['renames.0']);
  });

  it('converts types where nothing is lost, and where something is only when that is confirmed', async () => {
    await push(schemaOf(before));
    const good = await entryOf({ size: '42' });
    const after = schemaOf(posts({ ...before.fields, size: integer() }));
    const needed = await sync(after, 1);
    expect(codeOf(needed)).toEqual([409, 'schema.migration_required']);
    const compared = (await diff(after)).body.changes;
    expect(compared).toMatchObject([
      {
        class: 'needs_migration',
        affected_entries: 1,
        migration_required: true,
        migration: { kind: 'convert', path: ['posts', 'size'] },
      },
    ]);
    const bad = await entryOf({ size: 'huge' });
    const migrations = [{ kind: 'convert', path: ['posts', 'size'] }];
    expect((await diff(after, { migrations })).body.changes).toMatchObject([
      { class: 'destructive', affected_entries: 2 },
    ]);
    expect(codeOf(await sync(after, 1, { migrations }))).toEqual([409, 'schema.confirmation_required']);
    await push(after, { migrations });
    expect([(await get(good)).values.en.size, (await get(bad)).values.en.size]).toEqual([42, undefined]);
  });

  it('maps options, and fills what is new and required', async () => {
    await push(schemaOf(before));
    const id = await entryOf({ kind: 'essay' });
    const after = schemaOf(
      posts({ ...before.fields, kind: select({ options: ['news', 'long read'] }), rank: integer({ required: true }) }),
    );
    expect((await diff(after)).body.changes).toMatchObject([
      { kind: 'field.options_removed', class: 'destructive', lost_entries: 1, affected_entries: 1 },
      { kind: 'field.added', class: 'needs_migration', affected_entries: 1, migration_required: false },
    ]);
    const migrations = [
      { kind: 'map_options', path: ['posts', 'kind'], options: { essay: 'long read' } },
      { kind: 'set_default', path: ['posts', 'rank'], value: 7 },
    ];
    const { changes } = (await diff(after, { migrations })).body;
    expect(changes.every((change: { class: string }) => change.class !== 'destructive')).toBe(true);
    await push(after, { migrations });
    expect((await get(id)).values.en).toEqual({ title: 'T', kind: 'long read', rank: 7 });
    expect((await live())['posts.en']?.[0]?.values).toEqual({ title: 'T', kind: 'long read', rank: 7 });
    expect(
      paths(await diff(after, { migrations: [{ kind: 'set_default', path: ['posts', 'rank'], value: 'x' }] })),
    ).toEqual(['migrations.0.value']);
  });

  it('takes a collection away with its entries, which go to the trash', async () => {
    await push(schemaOf(before, collection({ key: 'notes', fields: { a: text() } })));
    const id = await entryOf({});
    const after = schemaOf(collection({ key: 'notes', fields: { a: text() } }));
    expect((await diff(after)).body.changes).toMatchObject([
      { id: 'collection.removed:posts', class: 'destructive', affected_entries: 1 },
    ]);
    await push(after);
    expect(await get(id)).toMatchObject({ status: 'trashed', locales_status: { en: 'draft' } });
    expect(Object.keys(await live())).toEqual(['notes.de', 'notes.en']);
  });

  it('keeps drafts and what is live apart, each moved, with a version of its own', async () => {
    await push(schemaOf(before));
    const id = await entryOf({ extra: 'live' });
    await api.put(`${base}/entries/${id}/draft`, { values: { en: { title: 'T', extra: 'draft' } }, base_version: 2 });
    const { extra: _, ...fields } = before.fields;
    await push(schemaOf(posts({ ...fields, lead: text({ renamed_from: 'extra' }) })));
    const { data } = (await api.get(`${base}/entries?include=values,live_values`)).body;
    expect(data[0]).toMatchObject({
      version: 5,
      changed_locales: ['en'],
      values: { en: { lead: 'draft' } },
      live_values: { en: { lead: 'live' } },
    });
    expect((await live())['posts.en']).toMatchObject([{ version: 4, values: { lead: 'live' } }]);
    const late = await api.put(`${base}/entries/${id}/draft`, { values: { en: { title: 'T' } }, base_version: 3 });
    expect(codeOf(late)).toEqual([409, 'entry.version_conflict']);
    expect((await publish(id)).status).toBe(200);
    expect((await api.get(`${base}/entries?include=live_values`)).body.data[0].live_values).toEqual({
      en: { title: 'T', lead: 'draft' },
    });
  });

  it('brings order into entries that grew without a schema', async () => {
    const id = await create({ en: { title: 'A', views: '12', junk: 1 }, de: { title: 'B', views: '12' } });
    await publish(id, ['en', 'de']);
    const schema = schemaOf(posts({ title: text({ localized: true }), views: integer() }));
    const migrations = [{ kind: 'convert', path: ['posts', 'views'] }];
    expect((await diff(schema, { migrations })).body.changes).toMatchObject(
      [
        { id: 'field.type_changed:posts.title', class: 'safe' },
        { id: 'field.shared:posts.views', class: 'safe' },
        { id: 'field.type_changed:posts.views', class: 'needs_migration', affected_entries: 1 },
        { id: 'field.removed:posts.junk', class: 'destructive', affected_entries: 1 },
      ].map((change) => expect.objectContaining(change)),
    );
    await push(schema, { migrations });
    expect((await get(id)).values).toEqual({ en: { title: 'A', views: 12 }, de: { title: 'B', views: 12 } });
    expect((await live())['posts.de']?.[0]?.values).toEqual({ title: 'B', views: 12 });
  });
});

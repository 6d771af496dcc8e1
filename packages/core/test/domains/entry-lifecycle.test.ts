import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { positionsBehind, positionsBetween } from '../../src/entries/position.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const NO_LIMITS = 'entry.create=100000,entry.list=100000,entry.publish=100000,entry.save_draft=100000';

let app: TestApp;
let project: TestProject;
let api: ApiClient;
let entries: string;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits(NO_LIMITS) });
});
beforeEach(async () => {
  project = await app.project();
  api = project.api;
  entries = `/projects/${project.id}/entries`;
  const schema = defineConfig({
    collections: [
      collection({
        key: 'posts',
        title: 'title',
        fields: { title: text({ localized: true }), slug: slug({ localized: true }), see: reference('posts') },
      }),
      collection({ key: 'pages', order: 'manual', fields: { title: text({ localized: true }) } }),
    ],
  }).schema;
  expect((await api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
});
afterAll(() => app.close());

async function create(values: object, collection_key = 'posts'): Promise<string> {
  const answer = await api.post(entries, { collection_key, values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const publish = (id: string, locales = ['en']) => api.post(`${entries}/${id}/publish`, { locales });
const get = async (id: string) => (await api.get(`${entries}/${id}`)).body;
const save = (id: string, values: object, base_version: number) =>
  api.put(`${entries}/${id}/draft`, { values, base_version });
const live = async () => (await checkLive(app.database, app.storage, project.id)).files;
const titles = async (file: string) => (await live())[file]?.map(({ values }) => values.title);
const uniqueRows = async () =>
  (
    await app.database.pool.query('SELECT value, draft, live FROM unique_values WHERE project_id = $1 ORDER BY value', [
      project.id,
    ])
  ).rows;

describe('the trash', () => {
  it('takes an entry off the site, lets go of its slugs, and gives it back as a draft', async () => {
    const kept = await create({ en: { title: 'Kept', slug: 'kept' } });
    const id = await create({ en: { title: 'Gone', slug: 'gone' }, de: { title: 'Weg', slug: 'weg' } });
    await publish(kept);
    await publish(id, ['en', 'de']);
    const deleted = await api.delete(`${entries}/${id}`);
    expect(deleted.body).toMatchObject({
      status: 'trashed',
      locales_status: { en: 'draft', de: 'draft' },
      warnings: [],
    });
    expect(deleted.body.purge_at).toBe(new Date(Date.parse(deleted.body.trashed_at) + 30 * 86_400_000).toISOString());
    expect(await titles('posts.en')).toEqual(['Kept']);
    expect((await api.get(`${entries}?status=trashed`)).body.data).toMatchObject([{ id }]);
    expect(await uniqueRows()).toEqual([{ value: 'kept', draft: true, live: true }]);
    expect(codeOf(await publish(id))).toEqual([409, 'entry.trashed']);
    expect((await api.delete(`${entries}/${id}`)).status).toBe(200);
    const restored = await api.post(`${entries}/${id}/restore`, {});
    expect(restored.body).toMatchObject({ status: 'draft', warnings: [], values: { en: { slug: 'gone' } } });
    expect((await api.post(`${entries}/${id}/restore`, {})).body).toMatchObject({ status: 'draft', warnings: [] });
    expect(await uniqueRows()).toHaveLength(3);
    expect(await titles('posts.en')).toEqual(['Kept']);
    expect((await publish(id)).status).toBe(200);
    expect(codeOf(await api.delete(`${entries}/ent_none`))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await api.post(`${entries}/ent_none/restore`, {}))).toEqual([404, 'entry.not_found']);
  });

  it('gives an entry back with an ending to a slug that was taken meanwhile, and says so', async () => {
    const id = await create({ en: { title: 'One', slug: 'a' } });
    await api.delete(`${entries}/${id}`);
    await create({ en: { slug: 'a' } });
    await create({ en: { slug: 'a-2' } });
    const restored = (await api.post(`${entries}/${id}/restore`, {})).body;
    expect(restored).toMatchObject({
      version: 3,
      values: { en: { title: 'One', slug: 'a-3' } },
      warnings: [{ code: 'entry.value_replaced', path: ['values', 'en', 'slug'] }],
    });
    expect(await get(id)).toMatchObject({ version: 3, values: { en: { slug: 'a-3' } } });
  });

  it('warns of live entries that refer to what is deleted, and never refuses', async () => {
    const target = await create({ en: { title: 'Target' } });
    const referrer = await create({ en: { title: 'Referrer', see: target } });
    await create({ en: { title: 'Only a draft', see: target } });
    await publish(target);
    await publish(referrer);
    const deleted = await api.delete(`${entries}/${target}`);
    expect(deleted.body.warnings).toMatchObject([{ code: 'entry.still_referred_to', entry_id: referrer }]);
    const refused = await save(referrer, { en: { title: 'Still saved', see: target } }, 2);
    expect(refused.status).toBe(200);
    expect(codeOf(await publish(referrer))).toEqual([400, 'validation_failed']);
  });

  it('is emptied after 30 days; what snapshots hold of an entry stays, and can come back', async () => {
    const target = await create({ en: { title: 'Target' } });
    const id = await create({ en: { title: 'Purged', slug: 'purged', see: target } });
    const referrer = await create({ en: { title: 'Referrer', see: id } });
    await publish(id);
    const { snapshot_id: then } = (await api.get(`/projects/${project.id}/snapshot/latest`)).body;
    await api.delete(`${entries}/${id}`);
    clock.advance(30 * 86_400_000 - 1000);
    await app.services.jobs.runAll();
    expect((await get(id)).status).toBe('trashed');
    clock.advance(2000);
    await app.services.jobs.runAll();
    expect(codeOf(await api.get(`${entries}/${id}`))).toEqual([404, 'entry.not_found']);
    expect((await get(target)).status).toBe('draft');
    // An entry with a reference to a deleted one can still be saved, but not published.
    expect((await save(referrer, { en: { title: 'Saved', see: id } }, 1)).status).toBe(200);
    expect(codeOf(await publish(referrer))).toEqual([400, 'validation_failed']);
    expect(codeOf(await save(target, { en: { title: 'Anew', see: id } }, 1))).toEqual([400, 'validation_failed']);
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    expect((await owner.api.post(`/projects/${project.id}/snapshots/${then}/restore`, {})).status).toBe(200);
    expect(await get(id)).toMatchObject({
      title: 'Purged',
      status: 'published',
      changed_locales: [],
      values: { en: { title: 'Purged', slug: 'purged', see: target } },
    });
    expect(await titles('posts.en')).toEqual(['Purged']);
    expect((await save(id, { en: { title: 'Again' } }, (await get(id)).version)).status).toBe(200);
  });

  it('is reached once by deletions and publishes at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await create({ en: { title: `Race ${round}` } });
      if (round % 2 === 0) await publish(id);
      const answers = await Promise.all([
        api.delete(`${entries}/${id}`),
        publish(id),
        save(id, { en: { title: 'late' } }, 1),
        api.delete(`${entries}/${id}`),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect((await get(id)).status).toBe('trashed');
      expect((await titles('posts.en'))?.filter((title) => title === `Race ${round}` || title === 'late')).toEqual([]);
    }
  });
});

describe('unpublishing', () => {
  it('takes locales off the site and keeps their drafts', async () => {
    const id = await create({ en: { title: 'A', slug: 'a' }, de: { title: 'B', slug: 'b' } });
    await publish(id, ['en', 'de']);
    const answer = await api.post(`${entries}/${id}/unpublish`, { locales: ['de'] });
    expect(answer.body).toMatchObject({
      version: 3,
      locales_status: { de: 'draft', en: 'published' },
      entry_status: 'published',
      unchanged: false,
    });
    expect([await titles('posts.en'), await titles('posts.de')]).toEqual([['A'], []]);
    expect((await api.post(`${entries}/${id}/unpublish`, { locales: ['de'] })).body).toMatchObject({
      version: 3,
      unchanged: true,
    });
    const rest = await api.post(`${entries}/${id}/unpublish`, { locales: ['en'] });
    expect(rest.body).toMatchObject({ entry_status: 'draft', unchanged: false });
    expect((await api.post(`${entries}/${id}/unpublish`, { locales: ['en'] })).body).toMatchObject({
      published_at: null,
      unchanged: true,
    });
    expect(await uniqueRows()).toEqual([
      { value: 'a', draft: true, live: false },
      { value: 'b', draft: true, live: false },
    ]);
    expect((await save(id, { de: null }, 3)).status).toBe(200);
    expect(codeOf(await api.post(`${entries}/${id}/unpublish`, { locales: ['fr'] }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect(codeOf(await api.post(`${entries}/${id}/unpublish`, { locales: ['en', 'en'] }))).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

describe('a duplicate', () => {
  it('is a draft with the newest values, marked, with slugs of its own', async () => {
    const id = await create({ en: { title: 'A', slug: 'a' }, de: { title: 'B', slug: 'b' } });
    await publish(id, ['en', 'de']);
    const copy = await api.post(`${entries}/${id}/duplicate`, {});
    expect([copy.status, copy.headers.get('location')]).toEqual([201, `${app.url}/v1${entries}/${copy.body.id}`]);
    expect(copy.body).toMatchObject({
      version: 1,
      status: 'draft',
      external_id: null,
      title: 'A (copy)',
      values: { en: { title: 'A (copy)', slug: 'a-2' }, de: { title: 'B (copy)', slug: 'b-2' } },
    });
    const german = await api.post(`${entries}/${id}/duplicate`, { locales: ['de'] });
    expect(german.body.values).toEqual({ de: { title: 'B (copy)', slug: 'b-3' } });
    expect((await api.get(`${entries}/${german.body.id}/versions`)).body.data).toMatchObject([
      { version: 1, kind: 'duplicate' },
    ]);
    expect(codeOf(await api.post(`${entries}/${id}/duplicate`, { locales: ['fr'] }))).toEqual([
      400,
      'validation_failed',
    ]);
    await api.delete(`${entries}/${id}`);
    expect(codeOf(await api.post(`${entries}/${id}/duplicate`, {}))).toEqual([409, 'entry.trashed']);
  });
});

describe('versions', () => {
  it('tell who changed what when, with the values, and can be made the draft again', async () => {
    const id = await create({ en: { title: 'one' } });
    await save(id, { en: { title: 'two', slug: 'x' }, de: { title: 'zwei' } }, 1);
    await publish(id);
    await save(id, { en: { title: 'three' } }, 3);
    const { data } = (await api.get(`${entries}/${id}/versions`)).body;
    expect(
      data.map((one: { version: number; kind: string; changed_paths: string[][] }) => [
        one.version,
        one.kind,
        one.changed_paths,
      ]),
    ).toEqual([
      [
        4,
        'save',
        [
          ['en', 'slug'],
          ['en', 'title'],
        ],
      ],
      [3, 'publish', []],
      [
        2,
        'save',
        [
          ['en', 'slug'],
          ['en', 'title'],
          ['de', 'title'],
        ],
      ],
      [1, 'create', [['en', 'title']]],
    ]);
    expect(data[0].created_by).toMatchObject({ type: 'token', name: 'admin' });
    const page = (await api.get(`${entries}/${id}/versions?limit=3`)).body;
    expect((await api.get(`${entries}/${id}/versions?limit=3&cursor=${page.next_cursor}`)).body.data).toMatchObject([
      { version: 1 },
    ]);
    expect((await api.get(`${entries}/${id}/versions/3`)).body).toMatchObject({
      kind: 'publish',
      values: { en: { title: 'two', slug: 'x' }, de: { title: 'zwei' } },
    });
    expect(codeOf(await api.get(`${entries}/${id}/versions/9`))).toEqual([404, 'entry.version_not_found']);
    const back = await api.post(`${entries}/${id}/versions/1/restore`, { base_version: 4 });
    expect(back.body).toMatchObject({
      version: 5,
      values: { en: { title: 'one' } },
      status: 'published',
      changed_locales: ['en'],
    });
    expect((await api.get(`${entries}/${id}/versions/5`)).body.kind).toBe('restore');
    expect(codeOf(await api.post(`${entries}/${id}/versions/2/restore`, { base_version: 4 }))).toEqual([
      409,
      'entry.version_conflict',
    ]);
    expect((await api.post(`${entries}/${id}/versions/2/restore`, {})).body.values).toEqual({
      en: { title: 'two', slug: 'x' },
      de: { title: 'zwei' },
    });
    expect(await titles('posts.en')).toEqual(['two']);
  });
});

describe('the trash', () => {
  it('is listed by when entries went there', async () => {
    const [a, b, c] = [
      await create({ en: { title: 'a' } }),
      await create({ en: { title: 'b' } }),
      await create({ en: { title: 'c' } }),
    ];
    for (const id of [b, c, a]) {
      clock.advance(1000);
      expect((await api.delete(`${entries}/${id}`)).status).toBe(200);
    }
    const page = async (sort: string, more = '') =>
      (await api.get(`${entries}?status=trashed&sort=${sort}&limit=2${more}`)).body;
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    const first = await page('-trashed');
    expect([ids(first), ids(await page('-trashed', `&cursor=${first.next_cursor}`))]).toEqual([[a, c], [b]]);
    expect(ids(await page('trashed'))).toEqual([b, c]);
    const { status, body } = await api.get(`${entries}?sort=-trashed`);
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'validation_failed', ['sort']]);
  });
});

describe('order by hand', () => {
  const order = (entry_ids: string[], after?: string | null) =>
    api.post(`${entries}/order`, { collection_key: 'pages', entry_ids, ...(after !== undefined && { after }) });

  it('puts entries at the requested position, live at once, in one snapshot', async () => {
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e']) {
      const id = await create({ en: { title } }, 'pages');
      await publish(id);
      ids.push(id);
    }
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    expect(await titles('pages.en')).toEqual(['a', 'b', 'c', 'd', 'e']);
    const before = (await checkLive(app.database, app.storage, project.id)).sequence;
    expect((await order([e, a], b)).status).toBe(200);
    expect(await titles('pages.en')).toEqual(['b', 'e', 'a', 'c', 'd']);
    expect((await checkLive(app.database, app.storage, project.id)).sequence).toBe(before + 1);
    expect((await order([d], null)).status).toBe(200);
    expect((await order([b], d)).status).toBe(200);
    expect((await order([c], e)).status).toBe(200);
    expect(await titles('pages.en')).toEqual(['d', 'b', 'e', 'c', 'a']);
    // Moving makes no version, and the time of publication stays.
    expect(await get(c)).toMatchObject({ version: 2, changed_locales: [] });
    // New entries come last, also after something was moved there.
    expect((await order([d], a)).status).toBe(200);
    const late = await create({ en: { title: 'late' } }, 'pages');
    await publish(late);
    expect(await titles('pages.en')).toEqual(['b', 'e', 'c', 'a', 'd', 'late']);
    expect(codeOf(await order([a], a))).toEqual([400, 'validation_failed']);
    expect(codeOf(await order([a, a]))).toEqual([400, 'validation_failed']);
    expect(codeOf(await order(['ent_none'], a))).toEqual([400, 'validation_failed']);
    expect(codeOf(await api.post(`${entries}/order`, { collection_key: 'posts', entry_ids: [a] }))).toEqual([
      409,
      'entry.not_manually_ordered',
    ]);
  });

  it('moves drafts without publishing anything, and nothing that is in the trash', async () => {
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c']) ids.push(await create({ en: { title } }, 'pages'));
    const [a = '', b = '', c = ''] = ids;
    expect((await order([c], a)).status).toBe(200);
    const list = async () =>
      (await api.get(`${entries}?collection=pages&sort=position`)).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await list()).toEqual(['a', 'c', 'b']);
    expect(codeOf(await api.get(`/projects/${project.id}/snapshot/latest`))).toEqual([404, 'snapshot.none_published']);
    await publish(b);
    const { sequence } = await checkLive(app.database, app.storage, project.id);
    expect((await order([a], c)).status).toBe(200);
    expect(await list()).toEqual(['c', 'a', 'b']);
    expect((await checkLive(app.database, app.storage, project.id)).sequence).toBe(sequence);
    expect((await order([b], null)).status).toBe(200);
    expect(await list()).toEqual(['b', 'c', 'a']);
    expect((await checkLive(app.database, app.storage, project.id)).sequence).toBe(sequence + 1);
    await api.delete(`${entries}/${c}`);
    expect(codeOf(await order([c], a))).toEqual([400, 'validation_failed']);
    expect(codeOf(await order([a], c))).toEqual([400, 'validation_failed']);
  });

  it('keeps moves at once in two processes apart, and comes between entries that share a place', async () => {
    const other = await startTestApp({
      database: app.database,
      directory: app.directory,
      limits: parseLimits(NO_LIMITS),
    });
    try {
      const ids: string[] = [];
      for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await create({ en: { title } }, 'pages'));
      for (const id of ids) await publish(id);
      const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
      const elsewhere = other.client({ token: project.tokens.admin });
      const body = (id: string) => ({ collection_key: 'pages', entry_ids: [id], after: a });
      const answers = await Promise.all([
        api.post(`${entries}/order`, body(e)),
        elsewhere.post(`${entries}/order`, body(f)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { rows } = await app.database.pool.query('SELECT DISTINCT position FROM entries WHERE id = ANY($1)', [ids]);
      expect(rows).toHaveLength(6);
      // Such a tie can be left by a restoration.
      await app.database.pool.query(
        'UPDATE entries SET position = (SELECT position FROM entries WHERE id = $1) WHERE id = $2',
        [b, c],
      );
      expect((await order([d], b)).status).toBe(200);
      const titlesNow = (await titles('pages.en')) ?? [];
      expect(titlesNow.slice(-3)).toEqual(['b', 'd', 'c']);
    } finally {
      await other.close();
    }
  });

  it('fits any number of moves between two neighbours', () => {
    let after = '01kah4y2v8n6t4s1xj0p9g3hqa';
    const first = after;
    const end = '01kah4y2v8n6t4s1xj0p9g3hqb';
    for (let move = 0; move < 1000; move++) {
      const [position = ''] = move % 3 === 0 ? positionsBetween(after, end, 1) : positionsBetween(first, end, 1);
      expect(position > (move % 3 === 0 ? after : first) && position < end).toBe(true);
      if (move % 3 === 0) after = position;
    }
    expect(after.length).toBeLessThan(200);
    const now = Date.now();
    for (let move = 0, last = first; move < 1000; move++) {
      const [position = ''] = positionsBehind(last, `ent_${ulid(now + move).toLowerCase()}`, 1);
      expect(position > last && position < ulid(now + move + 1).toLowerCase()).toBe(true);
      expect(position.length).toBeLessThan(30);
      last = position;
    }
    const many = positionsBetween('', null, 500);
    expect([...many].sort()).toEqual(many);
    expect(new Set(many).size).toBe(500);
    expect(positionsBetween('a', 'a', 1)).toHaveLength(1);
  });
});

describe('sorted lists', () => {
  it('come in each order, forwards and backwards, an entry once however the pages fall', async () => {
    const ids: string[] = [];
    for (const title of ['b', 'A', 'c', 'a', 'B', '']) {
      clock.advance(1000);
      ids.push(await create({ en: { title } }, 'pages'));
    }
    const [b = '', A = '', c = '', a = '', B = '', none = ''] = ids;
    clock.advance(1000);
    await save(A, { en: { title: 'A' } }, 1);
    await save(c, { en: { title: 'cc' } }, 1);
    await api.post(`${entries}/order`, { collection_key: 'pages', entry_ids: [B], after: null });
    const listed = async (sort: string): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await api.get(`${entries}?collection=pages&sort=${sort}&limit=2${cursor}`);
        found.push(...body.data.map(({ id }: { id: string }) => id));
        if (!body.next_cursor) return found;
        cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
      }
    };
    const orders = {
      created: [b, A, c, a, B, none],
      updated: [b, A, a, B, none, c],
      title: [none, A, a, b, B, c],
      position: [B, b, A, c, a, none],
    };
    for (const [sort, wanted] of Object.entries(orders)) {
      expect([sort, await listed(sort)]).toEqual([sort, wanted]);
      expect([sort, await listed(`-${sort}`)]).toEqual([sort, [...wanted].reverse()]);
    }
    expect(codeOf(await api.get(`${entries}?sort=position`))).toEqual([400, 'validation_failed']);
    const first = (await api.get(`${entries}?sort=title&limit=1`)).body.next_cursor;
    expect(codeOf(await api.get(`${entries}?sort=created&limit=1&cursor=${first}`))).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

import { collection, defineConfig, list, object, slug, text } from '@stele/schema';
import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      fields: {
        title: text({ localized: true, required: true }),
        body: text({ localized: true, max: 10 }),
        note: text(),
        tags: list(text(), { localized: true }),
        seo: object({ title: text(), image: text() }),
      },
    }),
  ],
});

let app: TestApp;
let project: TestProject;
let api: ApiClient;
let entries: string;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  project = await app.project();
  api = project.api;
  entries = `/projects/${project.id}/entries`;
  const synced = await api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(synced.status, JSON.stringify(synced.body)).toBe(200);
});
afterAll(() => app.close());

async function create(values: object): Promise<string> {
  const answer = await api.post(entries, { collection_key: 'posts', values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const patch = (id: string, values: object, base_version: number, more: object = {}): Promise<ApiAnswer<LooseBody>> =>
  api.patch(`${entries}/${id}/draft`, { values, base_version, ...more });

const full = {
  en: { title: 'one', body: 'text', note: 'n', tags: ['a', 'b'], seo: { title: 's', image: 'i' } },
  de: { title: 'eins', tags: ['c'] },
};

describe('a PATCH of a draft', () => {
  it('changes the fields that it names, in the locales that it names, and no others', async () => {
    const id = await create(full);
    const before = (await api.get(`${entries}/${id}`)).body.values;
    const { status, body } = await patch(id, { en: { title: 'two' } }, 1);
    expect([status, body.version]).toEqual([200, 2]);
    expect(body.values).toEqual({ ...before, en: { ...before.en, title: 'two' } });
  });

  it('clears a field that is null, takes lists and objects whole, and spreads what locales share', async () => {
    const id = await create(full);
    const { body } = await patch(
      id,
      { en: { body: null, tags: ['z'], seo: { image: 'j' } }, de: { title: 'zwei' } },
      1,
    );
    const seo = { image: 'j' };
    expect(body.values).toEqual({
      en: { title: 'one', note: 'n', tags: ['z'], seo },
      de: { title: 'zwei', note: 'n', tags: ['c'], seo },
    });
  });

  it('begins a locale, removes one that is null, and makes no version when nothing differs', async () => {
    const id = await create({ en: { title: 'one', note: 'n' } });
    expect((await patch(id, { de: { title: 'eins' } }, 1)).body.values.de).toEqual({ title: 'eins', note: 'n' });
    expect((await patch(id, { en: { title: 'one', body: null } }, 2)).body.version).toBe(2);
    expect(Object.keys((await patch(id, { de: null }, 2)).body.values)).toEqual(['en']);
  });

  it('loses nothing where a PUT of the same body erases what it leaves out', async () => {
    const [patched, put] = [await create(full), await create(full)];
    const values = { en: { title: 'two' } };
    expect((await patch(patched, values, 1)).body.values.en.body).toBe('text');
    expect((await api.put(`${entries}/${put}/draft`, { values, base_version: 1 })).body.values.en).toEqual({
      title: 'two',
      note: 'n',
      seo: full.en.seo,
    });
  });

  it('on a stale version is refused with the fields that changed, or merged field by field', async () => {
    const id = await create(full);
    await patch(id, { en: { title: 'two' } }, 1);
    const stale = await patch(id, { en: { body: 'new' } }, 1);
    expect(codeOf(stale)).toEqual([409, 'entry.version_conflict']);
    expect(stale.body.error.details.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'base_version',
      'values.en.title',
    ]);
    const merged = await patch(id, { en: { body: 'new' } }, 1, { merge: true });
    expect(merged.body.values.en).toMatchObject({ title: 'two', body: 'new', tags: ['a', 'b'] });
    expect(codeOf(await patch(id, { en: { title: 'three' } }, 1, { merge: true }))).toEqual([
      409,
      'entry.version_conflict',
    ]);
  });

  it('that says only what is there already changes nothing, on a stale version too: it may be sent twice', async () => {
    const id = await create(full);
    const sent = { en: { title: 'two', note: null, seo: { title: 's', image: null } }, de: { tags: ['c'] } };
    const first = await patch(id, sent, 1);
    expect([first.status, first.body.version]).toEqual([200, 2]);
    const again = await patch(id, sent, 1);
    expect([again.status, again.body.version, again.body.values]).toEqual([200, 2, first.body.values]);
    expect(codeOf(await patch(id, { en: { title: 'two', body: 'more' } }, 1))).toEqual([409, 'entry.version_conflict']);
    expect(codeOf(await patch(id, { ...sent, fr: null, de: null }, 1))).toEqual([409, 'entry.version_conflict']);
  });

  it('is refused for wrong values, versions that are not there yet, and fields that do not exist', async () => {
    const id = await create(full);
    for (const [values, base] of [
      [{ en: { title: 5 } }, 1],
      [{ en: { titel: 'x' } }, 1],
      [{ fr: { title: 'x' } }, 1],
      [{ en: { title: 'x' } }, 9],
    ] as const) {
      expect(codeOf(await patch(id, values, base))).toEqual([400, 'validation_failed']);
    }
    expect((await api.get(`${entries}/${id}`)).body.version).toBe(1);
  });

  it('answers whom it knows not, who may not, what is not there, trashed or live, and too many, as PUT does', async () => {
    const id = await create({ en: { title: 'one' } });
    const body = { values: { en: { title: 'two' } }, base_version: 1 };
    const place = `${entries}/${id}/draft`;
    expect(codeOf(await app.api.patch(place, body))).toEqual([401, 'auth.missing_token']);
    const reader = app.client({ token: project.tokens.read_draft });
    expect(codeOf(await reader.patch(place, body))).toEqual([403, 'auth.insufficient_scope']);
    const { api: viewer } = await app.person({ projectId: project.id, role: 'viewer' });
    expect(codeOf(await viewer.patch(place, body))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await api.patch(`${entries}/ent_x/draft`, body))).toEqual([404, 'entry.not_found']);
    await api.post(`${entries}/${id}/publish`, { locales: ['en'] });
    expect(codeOf(await patch(id, { en: null }, 1))).toEqual([409, 'entry.locale_live']);
    const trashed = await create({ en: { title: 'gone' } });
    await api.delete(`${entries}/${trashed}`);
    expect(codeOf(await patch(trashed, { en: { title: 'x' } }, 1))).toEqual([409, 'entry.trashed']);
    const answers: LooseBody[] = [];
    for (let n = 0; n < 61; n++) answers.push(await (n % 2 ? api.put(place, body) : api.patch(place, body)));
    expect(answers.map(({ status }) => status)).toContain(429);
  });

  it('changes fields of a project without a schema too', async () => {
    const bare = await app.project();
    const path = `/projects/${bare.id}/entries`;
    const values = { en: { title: 'one', body: 'text' } };
    const { id } = (await bare.api.post(path, { collection_key: 'notes', values })).body;
    const answer = await bare.api.patch(`${path}/${id}/draft`, {
      values: { en: { body: null, x: 1 } },
      base_version: 1,
    });
    expect(answer.body.values).toEqual({ en: { title: 'one', x: 1 } });
  });
});

describe('an entry at the address of its external_id', () => {
  const at = (name: string): string => `${entries}/by-external-id/posts/${encodeURIComponent(name)}`;

  it('is created, saved over and looked up there, whatever characters it has', async () => {
    const place = at('news/über 1?');
    expect(codeOf(await api.get(place))).toEqual([404, 'entry.not_found']);
    const made = await api.put(place, { values: { en: { title: 'one', body: 'b' } } });
    expect([made.status, made.body.external_id, made.body.status]).toEqual([201, 'news/über 1?', 'draft']);
    expect(made.headers.get('location')).toContain(`/entries/${made.body.id}`);
    const saved = await api.put(place, { values: { en: { title: 'two' } } });
    expect([saved.status, saved.body.id, saved.body.version]).toEqual([200, made.body.id, 2]);
    expect(saved.body.values).toEqual({ en: { title: 'two' } });
    expect((await api.put(place, { values: { en: { title: 'two' } } })).body.version).toBe(2);
    const found = await api.get(place);
    expect([found.status, found.body.id, found.body.used_by]).toEqual([200, made.body.id, []]);
    expect(codeOf(await api.get(`${entries}/by-external-id/others/x`))).toEqual([404, 'entry.not_found']);
  });

  it('goes live in the same step, and nothing is written when it cannot', async () => {
    const place = at('a');
    const refused = await api.put(place, { values: { en: { body: 'b' } }, publish: true });
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refused.body.error.details[0].path).toEqual(['values', 'en', 'title']);
    expect((await api.get(place)).status).toBe(404);
    const made = await api.put(place, { values: { en: { title: 'one' }, de: { title: 'eins' } }, publish: true });
    expect([made.status, made.body.locales_status]).toEqual([201, { en: 'published', de: 'published' }]);
    const broken = await api.put(place, { values: { en: { title: 'one', body: 'longer than ten' } }, publish: true });
    expect(codeOf(broken)).toEqual([400, 'validation_failed']);
    expect((await api.get(place)).body.values.en).toEqual({ title: 'one' });
    const again = await api.put(place, { values: { en: { title: 'one' } }, publish: true });
    expect([again.status, again.body.version]).toEqual([200, made.body.version]);
  });

  it('is created once when two ask at the same moment', async () => {
    const answers = await Promise.all(
      ['x', 'y', 'z'].map((title) => api.put(at('race'), { values: { en: { title } }, publish: false })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('answers with each error that is documented', async () => {
    const place = at('b');
    const body = { values: { en: { title: 'one' } } };
    expect(codeOf(await app.api.put(place, body))).toEqual([401, 'auth.missing_token']);
    expect(codeOf(await app.client({ token: project.tokens.read_draft }).put(place, body))).toEqual([
      403,
      'auth.insufficient_scope',
    ]);
    expect(codeOf(await api.put(place, { ...body, base_version: 1 }))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await api.put(place, { values: { en: { title: 1 } } }))).toEqual([400, 'validation_failed']);
    const { id } = (await api.put(place, body)).body;
    await api.put(place, { values: { en: { title: 'two' } } });
    expect(codeOf(await api.put(place, { ...body, base_version: 1 }))).toEqual([409, 'entry.version_conflict']);
    await api.put(place, { values: { en: { title: 'two' } }, publish: true });
    expect(codeOf(await api.put(place, { values: { en: null } }))).toEqual([409, 'entry.locale_live']);
    await api.delete(`${entries}/${id}`);
    expect(codeOf(await api.put(place, body))).toEqual([409, 'entry.trashed']);
    expect((await api.get(place)).body.status).toBe('trashed');
    const other = at('c');
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) statuses.push((await api.put(other, body)).status);
    expect([statuses[0], statuses[1], statuses.at(-1)]).toEqual([201, 200, 429]);
  });
});

describe('a slug that is left out', () => {
  const made = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: {
          title: text({ localized: true }),
          slug: slug({ localized: true, source: 'title', required: true, max: 12 }),
          code: slug({ source: 'title', unique: false }),
          parts: list(object({ heading: text(), anchor: slug({ source: 'heading' }) })),
        },
      }),
    ],
  }).schema;
  const slugs = ({ body }: ApiAnswer<LooseBody>): unknown[] => [body.values?.en?.slug, body.values?.de?.slug];

  beforeEach(async () => {
    await api.post(`/projects/${project.id}/schema/sync`, { schema: made, base_version: 1 }).then(async (answer) => {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    });
  });
  const post = (values: object): Promise<ApiAnswer<LooseBody>> =>
    api.post(entries, { collection_key: 'posts', values });

  it('is made of its source in every locale, and of objects in lists', async () => {
    const answer = await post({ en: { title: 'Hello World', parts: [{ heading: 'A b' }] }, de: { title: 'Über' } });
    expect(slugs(answer)).toEqual(['hello-world', 'ueber']);
    expect(answer.body.values.en).toMatchObject({ code: 'hello-world', parts: [{ heading: 'A b', anchor: 'a-b' }] });
    expect(answer.body.values.de.code).toBe('hello-world');
  });

  it('gets an ending when another entry has it, within its greatest length', async () => {
    for (const slug of ['hello-world', 'hello-worl-2', 'hello-worl-3']) {
      expect(slugs(await post({ en: { title: 'Hello world' } }))[0]).toBe(slug);
    }
    const wanted = ['same', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `same-${n}`)];
    const together = await Promise.all(wanted.map(() => post({ en: { title: 'Same' } })));
    expect(together.map(({ status }) => status)).toEqual(wanted.map(() => 201));
    expect(together.map((answer) => slugs(answer)[0]).sort()).toEqual(wanted);
  });

  it('gets another ending in each of several copies that are made at once', async () => {
    const { id } = (await post({ en: { title: 'Copied' } })).body;
    const copies = await Promise.all([2, 3, 4, 5, 6, 7].map(() => api.post(`${entries}/${id}/duplicate`, {})));
    expect(copies.map(({ status }) => status)).toEqual(copies.map(() => 201));
    expect(new Set(copies.map((answer) => slugs(answer)[0])).size).toBe(copies.length);
  });

  it('stays as it is when it is there, and stays empty when it is null', async () => {
    const first = await post({ en: { title: 'One', slug: 'mine' } });
    expect(slugs(first)[0]).toBe('mine');
    const place = `${entries}/${first.body.id}/draft`;
    const put = await api.put(place, { values: { en: { title: 'Two' } }, base_version: 1 });
    expect(slugs(put)[0]).toBe('mine');
    expect(slugs(await api.patch(place, { values: { en: { title: 'Three' } }, base_version: 2 }))[0]).toBe('mine');
    expect(slugs(await api.patch(place, { values: { en: { slug: null } }, base_version: 3 }))[0]).toBeUndefined();
    const filled = await api.patch(place, { values: { en: { title: 'Four' } }, base_version: 4 });
    expect(slugs(filled)[0]).toBe('four');
    expect(slugs(await post({ en: { title: 'Empty', slug: null } }))[0]).toBeUndefined();
    expect(slugs(await post({ en: { slug: 'only' }, de: {} }))).toEqual(['only', undefined]);
  });

  it('is made of what comes by external_id, so that it can be published at once', async () => {
    const place = `${entries}/by-external-id/posts/one`;
    const answer = await api.put(place, { values: { en: { title: 'One' } }, publish: true });
    expect([answer.status, slugs(answer)[0], answer.body.status]).toEqual([201, 'one', 'published']);
    const again = await api.put(place, { values: { en: { title: 'Renamed' } }, publish: true });
    expect([again.status, slugs(again)[0]]).toEqual([200, 'one']);
  });
});

describe('an external id', () => {
  it.each(['.', '..'])('that no address can hold is refused, and makes no entry: %s', async (external_id) => {
    const body = { collection_key: 'posts', external_id, values: { en: { title: 'A' } } };
    for (const [path, sent] of [
      [entries, body],
      [`${entries}/validate`, { ...body, publish: [] }],
    ] as const) {
      const answer = await api.post(path, sent);
      expect([codeOf(answer), answer.body.error.details[0].path]).toEqual([
        [400, 'validation_failed'],
        ['external_id'],
      ]);
    }
    expect((await api.get(entries)).body.data).toEqual([]);
  });

  it.each(['...', '.a', './x', 'a/../b', '%2e', ' . ', '?', '#'])(
    'is found by its address: %j',
    async (external_id) => {
      const made = await api.post(entries, { collection_key: 'posts', external_id, values: { en: { title: 'A' } } });
      const found = await api.get(`${entries}/by-external-id/posts/${encodeURIComponent(external_id)}`);
      expect([made.status, found.status, found.body.id]).toEqual([201, 200, made.body.id]);
    },
  );
});

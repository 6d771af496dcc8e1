import { codeOf } from '@stele/testing/api-client';
import { nextTickOfClock } from '@stele/testing/next-tick-of-clock';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

/** The properties that only a single entry's answer has. */
const DETAIL = { unchecked_fields: {}, used_by: [] };

let app: TestApp;
let project: TestProject;
let entries: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  project = await app.project();
  entries = `/projects/${project.id}/entries`;
});

const paths = (answer: { body: { error: { details: { path: unknown[] }[] } } }) =>
  answer.body.error.details.map(({ path }) => path);

async function create(values: object = { en: { title: 'One', body: 'a' } }, more: object = {}): Promise<string> {
  const answer = await project.api.post(entries, { collection_key: 'posts', values, ...more });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const save = (id: string, values: object, base_version: number) =>
  project.api.put(`${entries}/${id}/draft`, { values, base_version });
const publish = (id: string, body: object) => project.api.post(`${entries}/${id}/publish`, body);

describe('creating', () => {
  it('answers 201 with Location and the whole entry', async () => {
    const answer = await project.api.post(entries, {
      collection_key: 'posts',
      external_id: 'x-1',
      values: { en: { title: 'One' } },
    });
    expect(answer.headers.get('location')).toBe(`${app.url}/v1${entries}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      external_id: 'x-1',
      collection_key: 'posts',
      version: 1,
      status: 'draft',
      locales_status: { en: 'draft' },
      changed_locales: [],
      title: 'One',
      values: { en: { title: 'One' } },
      published_at: null,
      trashed_at: null,
      created_by: { type: 'token', name: 'admin' },
    });
    expect((await project.api.get(`${entries}/${answer.body.id}`)).body).toEqual({ ...answer.body, ...DETAIL });
  });

  it('needs no values, and takes null for a locale as none', async () => {
    const id = await create({ en: null });
    expect((await project.api.get(`${entries}/${id}`)).body).toMatchObject({
      values: {},
      title: '',
      locales_status: {},
    });
    expect((await project.api.post(entries, { collection_key: 'posts' })).status).toBe(201);
  });

  it('takes text of any script and length', async () => {
    const words = `a${'𐐨'.repeat(100)} ${'語'.repeat(500)} ${'x'.repeat(5000)}`;
    const id = await create({ en: { title: words } });
    expect((await project.api.get(`${entries}/${id}`)).body.values.en.title).toBe(words);
  });

  it('refuses bad keys, locales that the project lacks, and values that are no objects, all at once', async () => {
    const bad = await project.api.post(entries, { collection_key: 'Posts!', values: { en: 'text' } });
    expect(codeOf(bad)).toEqual([400, 'validation_failed']);
    expect(paths(bad)).toEqual([['collection_key'], ['values', 'en']]);
    const locales = await project.api.post(entries, { collection_key: 'posts', values: { fr: {}, it: {}, en: {} } });
    expect(paths(locales)).toEqual([
      ['values', 'fr'],
      ['values', 'it'],
    ]);
    const large = await project.api.post(entries, {
      collection_key: 'posts',
      values: { en: { text: 'x'.repeat(1024 * 1024) } },
    });
    expect(paths(large)).toEqual([['values', 'en']]);
  });

  it('refuses a second entry with an external_id, in the same collection only', async () => {
    await create(undefined, { external_id: 'same' });
    const second = await project.api.post(entries, { collection_key: 'posts', external_id: 'same' });
    expect(codeOf(second)).toEqual([409, 'entry.external_id_taken']);
    expect(paths(second)).toEqual([['external_id']]);
    expect((await project.api.post(entries, { collection_key: 'pages', external_id: 'same' })).status).toBe(201);
  });

  it('takes an external_id for the same in any form of Unicode', async () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
    const id = await create(undefined, { external_id: decomposed });
    const second = await project.api.post(entries, { collection_key: 'posts', external_id: composed });
    expect(codeOf(second)).toEqual([409, 'entry.external_id_taken']);
    for (const form of [composed, decomposed]) {
      const found = await project.api.get(`${entries}/by-external-id/posts/${encodeURIComponent(form)}`);
      expect(found.body).toMatchObject({ id, external_id: composed });
    }
  });
});

describe('reading', () => {
  it('answers 404 for entries of other projects and for none', async () => {
    const other = await app.project();
    const id = await create();
    expect(codeOf(await other.api.get(`/projects/${other.id}/entries/${id}`))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await project.api.get(`${entries}/ent_nope`))).toEqual([404, 'entry.not_found']);
  });
});

describe('saving a draft', () => {
  it('replaces the locales that it names, keeps the others, and removes with null', async () => {
    const id = await create({ en: { title: 'One', body: 'a' }, de: { title: 'Eins' } });
    const saved = await save(id, { en: { title: 'Two' } }, 1);
    expect(saved.body).toMatchObject({
      version: 2,
      title: 'Two',
      values: { en: { title: 'Two' }, de: { title: 'Eins' } },
    });
    const removed = await save(id, { de: null }, 2);
    expect(removed.body).toMatchObject({
      version: 3,
      values: { en: { title: 'Two' } },
      locales_status: { en: 'draft' },
    });
    expect((await project.api.get(`${entries}/${id}`)).body).toEqual({ ...removed.body, ...DETAIL });
  });

  it('refuses a stale base with 409, naming the fields that changed since, and changes nothing', async () => {
    const id = await create({ en: { title: 'One', body: 'a', n: 1 }, de: { title: 'Eins' } });
    await save(id, { en: { title: 'Two', body: 'a', n: 1 } }, 1);
    await save(id, { de: { title: 'Zwei', extra: true } }, 2);
    const stale = await save(id, { en: { title: 'Mine' } }, 1);
    expect(codeOf(stale)).toEqual([409, 'entry.version_conflict']);
    expect(stale.body.error.details[0]).toMatchObject({ path: ['base_version'], current_version: 3 });
    expect(paths(stale).slice(1)).toEqual([
      ['values', 'de', 'extra'],
      ['values', 'de', 'title'],
      ['values', 'en', 'title'],
    ]);
    const later = await save(id, { en: { title: 'Mine' } }, 2);
    expect(paths(later).slice(1)).toEqual([
      ['values', 'de', 'extra'],
      ['values', 'de', 'title'],
    ]);
    expect((await project.api.get(`${entries}/${id}`)).body).toMatchObject({ version: 3, title: 'Two' });
  });

  it('takes a base that is older only by a publish, and refuses one that does not exist yet', async () => {
    const id = await create();
    await publish(id, { locales: ['en'] });
    expect((await save(id, { en: { title: 'After' } }, 1)).body.version).toBe(3);
    expect(paths(await save(id, { en: { title: 'x' } }, 9))).toEqual([['base_version']]);
  });

  it('makes no version for equal values, whatever their order', async () => {
    const id = await create({ en: { a: 1, b: { c: [1, 2], d: null } } });
    const same = await save(id, { en: { b: { d: null, c: [1, 2] }, a: 1 } }, 1);
    expect([same.status, same.body.version]).toEqual([200, 1]);
    expect(await app.database.prisma.entryVersion.count({ where: { entryId: id } })).toBe(1);
  });

  it('lets one of several at once win, and loses none of what was acknowledged', async () => {
    const id = await create({ en: { n: 0 } });
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => save(id, { en: { n: n + 1 } }, 1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await project.api.get(`${entries}/${id}`)).body.values).toEqual(winner?.body.values);
  });

  it('refuses to take the draft of a live locale away', async () => {
    const id = await create({ en: { title: 'One' }, de: { title: 'Eins' } });
    await publish(id, { locales: ['en'] });
    const refused = await save(id, { en: null, de: null }, 2);
    expect(codeOf(refused)).toEqual([409, 'entry.locale_live']);
    expect(paths(refused)).toEqual([['values', 'en']]);
    expect((await save(id, { de: null }, 2)).status).toBe(200);
  });

  it('shows a live locale as changed, and no more once the edit is undone', async () => {
    const id = await create({ en: { title: 'One' } });
    await publish(id, { locales: ['en'] });
    expect((await save(id, { en: { title: 'Two' } }, 2)).body).toMatchObject({
      status: 'published',
      changed_locales: ['en'],
    });
    expect((await save(id, { en: { title: 'One' } }, 3)).body).toMatchObject({ changed_locales: [] });
  });

  it('answers 404 for no entry and 409 for one in the trash', async () => {
    const id = await create();
    await app.database.prisma.entry.update({ where: { id }, data: { trashedAt: new Date(), status: 'trashed' } });
    expect(codeOf(await save(id, { en: {} }, 1))).toEqual([409, 'entry.trashed']);
    expect(codeOf(await publish(id, { locales: ['en'] }))).toEqual([409, 'entry.trashed']);
    expect(codeOf(await save('ent_nope', { en: {} }, 1))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await publish('ent_nope', { locales: ['en'] }))).toEqual([404, 'entry.not_found']);
  });
});

describe('publishing', () => {
  it('refuses locales that are missing, unknown, repeated or none', async () => {
    const id = await create();
    expect(paths(await publish(id, { locales: [] }))).toEqual([['locales']]);
    expect(paths(await publish(id, { locales: ['en', 'en'] }))).toEqual([['locales', 1]]);
    expect(paths(await publish(id, { locales: ['fr'] }))).toEqual([['locales', 0]]);
    expect(paths(await publish(id, { locales: ['en', 'de'] }))).toEqual([['locales', 1]]);
    expect(paths(await publish(id, { locales: 'en' }))).toEqual([['locales']]);
    expect((await project.api.get(`/projects/${project.id}/snapshot/latest`)).status).toBe(404);
  });

  it('with a base_version refuses when values changed since, naming what changed', async () => {
    const id = await create();
    await save(id, { en: { title: 'Two', body: 'a' } }, 1);
    const stale = await publish(id, { locales: ['en'], base_version: 1 });
    expect(codeOf(stale)).toEqual([409, 'entry.version_conflict']);
    expect(paths(stale)).toEqual([['base_version'], ['values', 'en', 'title']]);
    expect((await publish(id, { locales: ['en'], base_version: 2 })).status).toBe(200);
    expect((await publish(id, { locales: ['en'], base_version: 2 })).body.unchanged).toBe(true);
    expect(paths(await publish(id, { locales: ['en'], base_version: 99 }))).toEqual([['base_version']]);
  });

  it('leaves other live locales as they are', async () => {
    const id = await create({ en: { title: 'One' }, de: { title: 'Eins' } });
    await publish(id, { locales: ['en', 'de'] });
    await save(id, { en: { title: 'Two' }, de: { title: 'Zwei' } }, 2);
    const answer = await publish(id, { locales: ['en'] });
    expect(answer.body).toMatchObject({
      version: 4,
      entry_status: 'published',
      locales_status: { en: 'published', de: 'published' },
    });
    expect((await project.api.get(`${entries}/${id}`)).body.changed_locales).toEqual(['de']);
  });

  it('marks versions of an import', async () => {
    const id = await create({ en: { a: 1 } }, { via: 'import' });
    await publish(id, { locales: ['en'], via: 'import' });
    const versions = await app.database.prisma.entryVersion.findMany({
      where: { entryId: id },
      orderBy: { version: 'asc' },
    });
    expect(versions.map(({ kind, imported }) => [kind, imported])).toEqual([
      ['create', true],
      ['publish', true],
    ]);
    expect((await project.api.post(entries, { collection_key: 'posts', via: 'other' })).status).toBe(400);
  });

  it('gives published_at that grows with each snapshot, even when the clock stands still', async () => {
    const ids = [await create(), await create(), await create()];
    const times: string[] = [];
    for (const id of ids) times.push((await publish(id, { locales: ['en'] })).body.published_at);
    expect([...new Set(times)].sort()).toEqual(times);
  });
});

describe('listing', () => {
  it('gives each entry once, newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      ids.push(await create({ en: { n } }));
      await nextTickOfClock();
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const page = await project.api.get(`${entries}?limit=3${query}`);
      expect(page.body.data[0].values).toBeUndefined();
      seen.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.next_cursor;
      await create();
    } while (cursor);
    expect(seen).toEqual(ids.reverse());
  });

  it('filters by collection, status, locale and words', async () => {
    const a = await create({ en: { title: 'Crème brûlée', body: 'custard' } });
    const b = await create({ de: { title: 'Apfelstrudel' }, en: { title: 'Strudel' } });
    const c = await create({ en: { title: '东京 ラーメン', body: 'noodles' } }, { collection_key: 'pages' });
    await publish(a, { locales: ['en'] });
    await publish(b, { locales: ['en'] });
    await save(b, { en: { title: 'Strudel, changed' } }, 2);
    const list = async (query: string) => {
      const page = await project.api.get(`${entries}?${query}`);
      return new Set(page.body.data.map(({ id }: { id: string }) => id));
    };
    expect(await list('')).toEqual(new Set([a, b, c]));
    expect(await list('collection=pages')).toEqual(new Set([c]));
    expect(await list('status=draft')).toEqual(new Set([c]));
    expect(await list('status=published')).toEqual(new Set([a, b]));
    expect(await list('status=changed')).toEqual(new Set([b]));
    expect(await list('status=trashed')).toEqual(new Set());
    expect(await list('locale=de')).toEqual(new Set([b]));
    expect(await list('search=creme')).toEqual(new Set([a]));
    expect(await list(`search=${encodeURIComponent('BRÛLÉE cust')}`)).toEqual(new Set([a]));
    expect(await list('search=custard%20strudel')).toEqual(new Set());
    expect(await list(`search=${encodeURIComponent('东京')}`)).toEqual(new Set([c]));
    expect(await list(`search=${encodeURIComponent('ーメ')}`)).toEqual(new Set([c]));
    expect(await list(`search=${encodeURIComponent("'; -- & | ! :*")}`)).toEqual(new Set());
    const withValues = await project.api.get(`${entries}?collection=pages&include=values`);
    expect(withValues.body.data[0].values.en.body).toBe('noodles');
  });

  it('refuses a cursor whose place someone altered', async () => {
    for (const title of ['a', 'b']) {
      await project.api.post(entries, { collection_key: 'posts', values: { en: { title } } });
    }
    for (const [sort, value] of [
      ['updated', '2026-11'],
      ['updated', 'infinity'],
      ['updated', '2026-02-30 00:00:00+00'],
      ['updated', '0000-01-01 00:00:00+00'],
      ['updated', '2026-01-01 00:00:00+99'],
      ['title', 'a\u0000'],
      ['created', '\ud800'],
    ] as const) {
      const { next_cursor } = (await project.api.get(`${entries}?limit=1&sort=${sort}`)).body;
      const [fingerprint, place] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString()) as [string, string];
      const [by, , id] = JSON.parse(place) as string[];
      const altered = [fingerprint, JSON.stringify([by, value, sort === 'created' ? value : id])];
      const cursor = Buffer.from(JSON.stringify(altered)).toString('base64url');
      const answer = await project.api.get(`${entries}?limit=1&sort=${sort}&cursor=${cursor}`);
      expect([sort, value, answer.status]).toEqual([sort, value, 400]);
    }
  });

  it('refuses a cursor of another list, and a damaged one', async () => {
    for (let n = 0; n < 3; n++) await create();
    const { next_cursor } = (await project.api.get(`${entries}?limit=1`)).body;
    expect((await project.api.get(`${entries}?limit=2&cursor=${next_cursor}`)).status).toBe(200);
    for (const query of [`collection=posts&cursor=${next_cursor}`, 'cursor=abc', 'cursor=']) {
      expect(codeOf(await project.api.get(`${entries}?${query}`)), query).toEqual([400, 'validation_failed']);
    }
  });
});

describe('a locale that is removed while values for it are on their way', () => {
  it('is never left with a draft', { tags: ['full'] }, async () => {
    for (let round = 0; round < 10; round++) {
      const { api, id: projectId } = await app.project();
      const here = `/projects/${projectId}`;
      await api.patch(here, { locales: ['en', 'fr'] });
      const values = { fr: { title: 'Un' } };
      const { id } = (await api.post(`${here}/entries`, { collection_key: 'posts', values: { en: {} } })).body;
      const [removal, ...writes] = await Promise.all([
        api.patch(here, { locales: ['en'] }),
        api.put(`${here}/entries/${id}/draft`, { values, base_version: 1 }),
        api.post(`${here}/entries`, { collection_key: 'posts', values }),
      ]);
      const drafts = (await api.get(`${here}/entries?locale=fr`)).body.data;
      if (removal.status === 200) {
        expect(writes.map(codeOf)).toEqual(Array(2).fill([400, 'validation_failed']));
        expect(drafts).toEqual([]);
      } else {
        expect(codeOf(removal)).toEqual([409, 'project.locale_in_use']);
        expect(drafts.length).toBeGreaterThan(0);
      }
    }
  });
});

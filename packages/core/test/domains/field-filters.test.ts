import {
  boolean,
  collection,
  date,
  datetime,
  defineConfig,
  image,
  integer,
  markdown,
  multiselect,
  number,
  reference,
  references,
  select,
  text,
} from '@stele/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMatches } from '../../src/domains/entries/listing/entry-filters.store.ts';
import { marksFilter } from '../../src/domains/entries/listing/field-filters.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const LINKS = Array.from({ length: 12 }, (_, n) => `links${n}`);

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'countries',
      label: 'Countries',
      fields: { code: text(), area: number(), secret: reference('secrets') },
    }),
    collection({ key: 'secrets', label: 'Secrets', fields: { word: text(), country: reference('countries') } }),
    collection({
      key: 'authors',
      label: 'Authors',
      fields: { name: text(), motto: text({ localized: true }), born: date(), country: reference('countries') },
    }),
    collection({
      key: 'teams',
      label: 'Teams',
      fields: { name: text(), born: text(), members: references('authors') },
    }),
    collection({ key: 'events', fields: { at: datetime(), place: text() } }),
    ...LINKS.map((key) => collection({ key, fields: { name: text(), to: reference(LINKS) } })),
    collection({
      key: 'posts',
      label: 'Posts',
      order: { field: 'date', direction: 'desc' },
      fields: {
        title: text({ localized: true }),
        body: markdown({ localized: true }),
        price: integer(),
        featured: boolean(),
        date: date(),
        at: datetime(),
        kind: select({ options: ['news', 'story, long'] }),
        tags: multiselect({ options: ['sea', 'land'] }),
        author: reference('authors'),
        others: references(['authors', 'teams']),
        cover: image(),
      },
    }),
  ],
});

let app: TestApp;
let project: TestProject;
const authors: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.create=100000,entry.list=100000,entry.publish=100000') });
  project = await app.project({ locales: ['en', 'de'] });
  const { status } = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(status).toBe(200);
  const secret = await create('secrets', { en: { word: 'tide' } });
  const oman = await create('countries', { en: { code: 'OM', area: 309_500, secret } });
  const omar = { name: 'Omar', motto: 'Sail', born: '1970-05-01', country: oman };
  authors.push(await create('authors', { en: omar, de: { motto: 'Segeln' } }));
  authors.push(await create('authors', { en: { name: 'Ada', born: '1815-12-10' } }));
  const team = await create('teams', { en: { name: 'Both', members: [...authors] } });
  const [author, ada] = authors;
  await create('posts', {
    en: { title: 'One', price: 5, featured: true, date: '2026-01-01', kind: 'news', tags: ['sea'], author },
    de: { title: 'Eins' },
  });
  await create('posts', {
    en: { title: 'Two', price: 10, featured: false, date: '2026-02-01', kind: 'story, long', others: [ada, team] },
  });
  await create('posts', { en: { title: 'Three', body: 'Long', at: '2026-02-01T09:30:00Z', tags: ['sea', 'land'] } });
});
afterAll(() => app.close());

async function create(collection_key: string, values: object): Promise<string> {
  const answer = await project.api.post(`/projects/${project.id}/entries`, { collection_key, values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const get = (path: string, query: Record<string, string>) =>
  project.api.get(`/projects/${project.id}/${path}?${new URLSearchParams(query)}`);

describe('lists of entries', () => {
  it.each([
    ['price:is:5', ['One']],
    ['price:gte:6', ['Two']],
    ['price:gte:5,price:lte:9', ['One']],
    ['price:empty', ['Three']],
    ['price:filled', ['Two', 'One']],
    ['featured:is:false', ['Two']],
    ['date:gte:2026-01-02', ['Two']],
    ['date:lte:2026-01-31', ['One']],
    ['at:gte:2026-02-01,at:lte:2026-02-01', ['Three']],
    ['at:gte:2026-02-01T10:00:00Z,at:lte:2026-02-01', []],
    ['date:gte:2026-01-01,date:lte:2026-02-01', ['Two', 'One']],
    ['date:gte:2026-01-02,date:lte:2026-02-28,price:is:10', ['Two']],
    ['date:gte:2026-01-02,date:lte:2026-02-31', ['Two']],
    ['date:gte:2026-01-02,date:lte:2026-01-31', []],
    ['date:gte:2026-02-01,date:lte:2026-01-01', []],
    ['date:gte:2020-01-01,date:lte:2026-01-31', ['One']],
    ['date:gte:2026-01-01,date:lte:2026-02-01,at:gte:2026-01-01,at:lte:2026-02-01', []],
    ['kind:is:news', ['One']],
    ['kind:is:story%2C long', ['Two']],
    ['tags:is:sea', ['Three', 'One']],
    ['tags:is:sea,tags:is:land', ['Three']],
    ['tags:empty', ['Two']],
    ['title:contains:T', ['Two', 'Three']],
    ['title:is:One', ['One']],
    ['price:is:5,kind:is:news,title:is:One', ['One']],
    ['price:is:5,featured:is:false', []],
    ['author:is:OMAR', ['One']],
    ['others:is:ADA', ['Two']],
    ['price:gte:-3,price:lte:5.5', ['One']],
    ['date:gte:2026-02', ['Two']],
    ['date:lte:2026-01', ['One']],
    ['at:gte:2026-02-01T09:30:00Z', ['Three']],
    ['at:lte:2026-02-01T09:29:00Z', []],
    ['author.name:is:Omar', ['One']],
    ['author.name:contains:OM', ['One']],
    ['author.name:is:Ada', []],
    ['others.name:is:Ada', ['Two']],
    ['others.name:is:Both', ['Two']],
    ['others.name:is:Omar', []],
    ['others.name:is:Ada,others.born:gte:1900-01-01', []],
    ['others.name:is:Ada,others.born:lte:1900', ['Two']],
    ['others.members.name:is:Omar', ['Two']],
    ['others.members.country.code:is:OM', ['Two']],
    ['author.country.code:is:OM,price:lte:5', ['One']],
    ['author.country.area:gte:400000', []],
    ['author.country.secret.word:is:tide', ['One']],
    ['author.country:filled', ['One']],
    ['author.country:empty', []],
    ['author.motto:is:Sail', ['One']],
    ['author.motto:is:Segeln', []],
    ['author:empty,others:empty', ['Three']],
    ['cover:filled', []],
    ['body:filled', ['Three']],
  ])('are narrowed by fields: %s', async (filter, titles) => {
    const [omar = '', ada = ''] = authors;
    const query = { collection: 'posts', filter: filter.replace('OMAR', omar).replace('ADA', ada) };
    const { status, body } = await get('entries', query);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.map(({ title }: { title: string }) => title).sort()).toEqual([...titles].sort());
    const counts = (await get('entries/counts', query)).body;
    expect(counts.data[0]?.total ?? 0).toBe(titles.length);
  });

  it('compare what all languages share also where the default language has no draft', async () => {
    const id = await create('posts', { de: { title: 'Nur', date: '2031-05-01', price: 77 } });
    const found = async (filter: string, more: Record<string, string> = {}): Promise<string[]> =>
      (await get('entries', { collection: 'posts', filter, ...more })).body.data.map((one: { id: string }) => one.id);
    const range = 'date:gte:2031-05-01,date:lte:2031-05-31';
    expect(await found(range)).toEqual([id]);
    expect(await found('price:is:77')).toEqual([id]);
    expect(await found(`${range},price:is:77,title:is:Nur`)).toEqual([]);
    expect(await found(`${range},price:is:77,title:is:Nur`, { locale: 'de' })).toEqual([id]);
    expect(await found(range, { locale: 'en' })).toEqual([]);
    expect((await get('entries/counts', { collection: 'posts', filter: range })).body.data[0].total).toBe(1);
    expect((await project.api.delete(`/projects/${project.id}/entries/${id}`)).status).toBe(200);
  });

  it('find days in the values of the locale, after a save, and before the search vectors are made again', async () => {
    const { pool } = app.database;
    const id = await create('posts', { en: { title: 'Four', date: '2027-03-05' } });
    const found = async (from: string, to: string, rest = {}) =>
      (await get('entries', { collection: 'posts', filter: `date:gte:${from},date:lte:${to}`, ...rest })).body.data
        .length;
    const [march, april] = [
      ['2027-03-01', '2027-03-31'],
      ['2027-04-01', '2027-04-30'],
    ] as const;
    expect([await found(...march), await found(...march, { locale: 'de' }), await found(...april)]).toEqual([1, 0, 0]);
    const draft = { base_version: 1, values: { en: { date: '2027-04-30' } } };
    await project.api.patch(`/projects/${project.id}/entries/${id}/draft`, draft);
    expect([await found(...march), await found(...april)]).toEqual([0, 1]);
    await pool.query(`UPDATE entry_drafts SET search_stale = true, search = '' WHERE entry_id = $1`, [id]);
    expect([await found(...march), await found(...april), await found(...april, { sort: 'title' })]).toEqual([0, 1, 1]);
    await app.services.jobs.runAll();
    expect([await found(...march), await found(...april)]).toEqual([0, 1]);
    await project.api.delete(`/projects/${project.id}/entries/${id}`);
    expect([await found(...april), await found(...april, { status: 'trashed' })]).toEqual([0, 1]);
  });

  it('count an entry once that has the day in several languages', async () => {
    const { pool } = app.database;
    const ids: string[] = [];
    for (const title of ['Five', 'Six']) {
      ids.push(await create('posts', { en: { title, date: '2033-03-05' }, de: { title } }));
    }
    const [key, value] = ['date', '2033-03-05'];
    const conditions = [
      { key, operator: 'gte', value },
      { key, operator: 'lte', value },
    ] as const;
    const compared = { projectId: project.id, collection: 'posts', locale: null };
    const filter = marksFilter(compared, [{ key, beginnings: [`d${value}`], isExact: true, conditions }]);
    const found = async () => (await findMatches(pool, filter, ids.length))?.sort();
    expect(await found()).toEqual([...ids].sort());
    await pool.query(`UPDATE entry_drafts SET search_stale = true, search = '' WHERE entry_id = ANY($1)`, [ids]);
    expect(await found()).toEqual([...ids].sort());
    await app.services.jobs.runAll();
    for (const id of ids) await project.api.delete(`/projects/${project.id}/entries/${id}`);
  });

  it('compare the values of the locale that is asked for, page by page, in any order', async () => {
    const titled = { collection: 'posts', filter: 'title:contains:e' };
    const inGerman = await get('entries', { ...titled, locale: 'de' });
    expect(inGerman.body.data.map(({ title }: { title: string }) => title)).toEqual(['One']);
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof get>> = await get('entries', {
        ...titled,
        sort: 'title',
        limit: '1',
        ...(cursor && { cursor }),
      });
      titles.push(...page.body.data.map(({ title }: { title: string }) => title));
      cursor = page.body.next_cursor;
    }
    expect(titles).toEqual(['One', 'Three']);
    expect((await get('entries', { ...titled, search: 'thre' })).body.data).toHaveLength(1);
  });

  it.each([
    [{ filter: 'price:is:5' }, 'Conditions on fields need a collection'],
    [{ filter: 'none:is:5' }, 'no field "none"'],
    [{ filter: 'price' }, 'is no condition'],
    [{ filter: 'author.none:is:5' }, 'The collection authors has no field "none"'],
    [{ filter: 'price.name:is:5' }, 'price refers to no entries'],
    [{ filter: 'author.country.code.x:is:5' }, 'code refers to no entries'],
    [{ filter: 'author.:is:5' }, 'has no field ""'],
    [{ filter: 'at:lte:2026T10:00' }, 'is a date'],
    [{ filter: 'author.country.secret.country.code:is:OM' }, 'more than 3 references'],
    [{ filter: 'author.country.area:is:large' }, 'is a number'],
    [{ collection: 'links0', filter: 'to.to.to.name:is:x' }, 'too many collections'],
    [{ filter: 'price:is:many' }, 'is a number'],
    [{ filter: 'price:is:9007199254740993' }, 'cannot be held exactly'],
    [{ filter: 'price:gte:1e400' }, 'cannot be held exactly'],
    [{ filter: 'price:lte:0.1234567890123456789' }, 'cannot be held exactly'],
    [{ filter: 'price:is:0x10' }, 'is a number'],
    [{ filter: 'price:is:Infinity' }, 'is a number'],
    [{ filter: 'price:is: ' }, 'is a number'],
    [{ filter: 'date:gte:yesterday' }, 'is a date'],
    [{ filter: 'at:lte:2026-02-01 10:00' }, 'is a date'],
    [{ filter: 'price:contains:5' }, 'can\'t be compared by "contains"'],
    [{ filter: 'price:is' }, 'without a value'],
    [{ filter: 'body:contains:long' }, 'can\'t be compared by "contains". Its operators are: empty, filled.'],
    [{ filter: 'title:is:50%' }, 'percent sign'],
    [{ filter: 'title:is:%00' }, ''],
    [{ filter: Array.from({ length: 11 }, () => 'price:is:5').join(',') }, 'at most 10'],
  ])('refuse filters that mean nothing: %j', async (query, message) => {
    const collection = query.filter === 'price:is:5' || 'collection' in query ? {} : { collection: 'posts' };
    for (const path of ['entries', 'entries/counts']) {
      const { status, body } = await get(path, { ...query, ...collection });
      expect(status).toBe(400);
      expect(body.error.details[0]).toMatchObject({ path: ['filter'], message: expect.stringContaining(message) });
    }
  });

  it('compare what is referred to in the locale that is asked for', async () => {
    const query = { collection: 'posts', locale: 'de', filter: 'author.motto:is:Segeln' };
    expect((await get('entries', query)).body.data).toHaveLength(1);
  });

  it('look at no entries in the trash', async () => {
    const author = await create('authors', { en: { name: 'Eve' } });
    const id = await create('posts', { en: { title: 'By Eve', author } });
    const query = { collection: 'posts', filter: 'author.name:is:Eve' };
    const found = async () => [
      (await get('entries', query)).body.data.length,
      (await get('entries/counts', query)).body.data[0]?.total ?? 0,
    ];
    expect(await found()).toEqual([1, 1]);
    await project.api.delete(`/projects/${project.id}/entries/${author}`);
    expect(await found()).toEqual([0, 0]);
    await project.api.delete(`/projects/${project.id}/entries/${id}`);
  });

  it('look at no entries that one may not read', async () => {
    const limits = { reads: ['posts', 'authors', 'countries'] };
    const person = await app.person({ projectId: project.id, role: 'editor' });
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const found = async (filter: string) => {
      const search = new URLSearchParams({ collection: 'posts', filter });
      return person.api.get(`/projects/${project.id}/entries?${search}`);
    };
    expect((await found('author.country.secret.word:is:tide')).body.data).toHaveLength(1);
    const limited = await owner.api.patch(`/projects/${project.id}/members/${person.id}`, { limits });
    expect(limited.status, JSON.stringify(limited.body)).toBe(200);
    expect((await found('author.country.code:is:OM')).body.data).toHaveLength(1);
    const { status, body } = await found('author.country.secret.word:is:tide');
    expect([status, body.error.details[0].message]).toEqual([400, 'You may read nothing that secret refers to.']);
  });

  it("come in the reverse of their collection's order, and with the values of short fields only", async () => {
    const dates = async (sort: string) =>
      (await get('entries', { collection: 'posts', sort, include: 'short_values' })).body.data.map(
        ({ values }: { values: Record<string, Record<string, unknown>> }) => values.en?.date,
      );
    expect(await dates('order')).toEqual(['2026-02-01', '2026-01-01', undefined]);
    expect(await dates('-order')).toEqual([undefined, '2026-01-01', '2026-02-01']);
    const [three] = (await get('entries', { collection: 'posts', filter: 'body:filled', include: 'short_values' })).body
      .data;
    expect(three.values.en).toEqual({ title: 'Three', at: '2026-02-01T09:30:00Z', tags: ['sea', 'land'] });
  });
});

describe('times', () => {
  const written = [
    '2026-11-21T23:30:00-05:00',
    '2026-11-22T04:30:00Z',
    '2026-11-22T04:30:00.000Z',
    '2026-11-22T09:30:00.500Z',
    '2026-11-22T10:30:00.5+01:00',
    '2026-11-22T23:59:59.999Z',
    '2026-11-23T00:00:00Z',
    '2026-11-23T01:00:00+02:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    `2026-11-22T23:59:59.${'9'.repeat(200)}Z`,
  ];
  const bounds = [...written, '2026-11-22', '2026-11', '2026', '0001', '9999', '2026-11-22T04:30'];
  const ends = (bound: string): [from: number, until: number] => {
    const [year = 0, month, day] = bound.split('-', 3).map(Number);
    if (/T.*(?:Z|[+-]\d\d:\d\d)$/.test(bound)) return [Date.parse(bound), Date.parse(bound) + 1];
    if (bound.includes('T')) return [Date.parse(`${bound}Z`), Date.parse(`${bound}Z`) + 1];
    const at = (y: number, m = 0, d = 1): number => new Date(0).setUTCFullYear(y, m, d);
    if (day !== undefined) return [at(year, (month ?? 1) - 1, day), at(year, (month ?? 1) - 1, day + 1)];
    return month === undefined ? [at(year), at(year + 1)] : [at(year, month - 1), at(year, month)];
  };
  const find = async (filter: string, more = {}) => {
    const { status, body } = await get('entries', {
      collection: 'events',
      filter,
      limit: '50',
      include: 'short_values',
      ...more,
    });
    expect([status, body.error], filter).toEqual([200, undefined]);
    return body.data.map(({ values }: { values: { en: { at: string } } }) => values.en.at).sort();
  };

  it('are compared as instants, whatever their offset and precision', async () => {
    for (const [n, at] of written.entries()) await create('events', { en: { at, place: `${n % 2}` } });
    for (const bound of bounds) {
      const [from, until] = ends(bound);
      const fits = {
        is: (at: number) => at >= from && at < until,
        gte: (at: number) => at >= from,
        lte: (at: number) => at < until,
      };
      for (const [operator, holds] of Object.entries(fits)) {
        const expected = written.filter((at) => holds(Date.parse(at))).sort();
        const condition = `at:${operator}:${bound}`;
        expect(await find(condition), condition).toEqual(expected);
        expect(await find(`${condition},place:contains:`, { sort: 'updated' }), condition).toEqual(expected);
      }
    }
    expect(await find('at:gte:2026-11-22T04:30:00Z,at:lte:2026-11-22T09:30:00.5Z')).toEqual([
      '2026-11-21T23:30:00-05:00',
      '2026-11-22T04:30:00.000Z',
      '2026-11-22T04:30:00Z',
      '2026-11-22T09:30:00.500Z',
      '2026-11-22T10:30:00.5+01:00',
    ]);
  });

  it('have to meet each of several bounds on the same side', async () => {
    const late = ['2026-11-23T00:00:00Z', '9999-12-31T23:59:59Z'];
    for (const [bounds, expected] of [
      ['at:gte:2026-11-01,at:gte:2026-11-23', late],
      ['at:gte:2026-11-23,at:gte:2026-11-01', late],
      ['at:lte:0001,at:lte:2026-11-23', ['0001-01-01T00:00:00Z']],
      ['at:lte:2026-11-23,at:lte:0001', ['0001-01-01T00:00:00Z']],
      ['at:is:2026-11-23,at:is:2026-11-22', []],
    ] as const) {
      expect(await find(bounds), bounds).toEqual(expected);
    }
  });

  it('that an earlier schema took for texts are no error', async () => {
    const odd = [
      'soon',
      '2026-02-30T10:00:00Z',
      '2026-13-01T10:00:00Z',
      '2026-11-30T10:00:00+19:00',
      '0000-01-01T10:00:00Z',
    ];
    for (const at of odd) {
      const id = await create('events', { en: { place: 'odd' } });
      const set = `UPDATE entry_values SET values = values || jsonb_build_object('at', $2::text) WHERE entry_id = $1`;
      await app.database.pool.query(set, [id, at]);
    }
    expect(await find('place:is:odd,at:gte:2026')).toEqual(['2026-02-30T10:00:00Z']);
    expect(await find('place:is:odd,at:lte:2027')).toEqual(['2026-02-30T10:00:00Z']);
  });
});

describe('texts', () => {
  it('are the same in any form of Unicode', async () => {
    const forms = ['u\u0308ber uns', '\u00fcber uns'];
    for (const place of forms) await create('events', { en: { place } });
    for (const place of forms) {
      for (const condition of [`place:is:${place}`, `place:contains:${place.slice(0, 3)}`]) {
        const { body } = await get('entries', { collection: 'events', filter: condition });
        expect(body.data, condition).toHaveLength(2);
      }
    }
  });
});

describe('counts of entries', () => {
  it('are those of a list with the same filters', async () => {
    for (const query of [
      { collection: 'posts' },
      { status: 'published' },
      { locale: 'de' },
      { locale: 'de', status: 'draft' },
      { search: 'thre' },
      { search: 'omra' },
      { search: 'nothing at all' },
      { search: '?' },
      { refers_to: authors[0] ?? '' },
      { search: 'one', locale: 'de' },
    ]) {
      const listed = (await get('entries', query)).body.data.length;
      const { body } = await get('entries/counts', query);
      const total = body.data.reduce((sum: number, one: { total: number }) => sum + one.total, 0);
      expect(total, JSON.stringify(query)).toBe(listed);
    }
    const { body } = await get('entries/counts', { collection: 'posts', locale: 'de', include: 'locales' });
    expect(body.data[0].locales).toEqual({
      en: { live: 0, changed: 0, draft: 1, missing: 0 },
      de: { live: 0, changed: 0, draft: 1, missing: 0 },
    });
  });
});

describe('a page of a list that many entries fit', () => {
  it.each(['-created', '-updated'])(
    'goes on when one of its entries leaves it while it is read, by %s',
    async (sort) => {
      const own = await app.project();
      const base = `/projects/${own.id}/entries`;
      await own.api.post(`/projects/${own.id}/schema/sync`, { schema, base_version: 0 });
      const made: string[] = [];
      for (let n = 0; n < 12; n++) {
        const values = { en: { title: `Tee ${n}` } };
        made.push((await own.api.post(base, { collection_key: 'posts', values })).body.id);
      }
      const query = new URLSearchParams({ collection: 'posts', filter: 'title:contains:tee', limit: '5', sort });
      const first = (await own.api.get(`${base}?${query}`)).body;
      const leaving = made.at(-7);
      const { pool } = app.database;
      const send = pool.query;
      let isThere = true;
      pool.query = new Proxy(send, {
        apply: async (target, self, args: unknown[]) => {
          // Between the statement that finds the page and the one that reads it.
          if (isThere && JSON.stringify(args[0]).includes('WITH chosen')) {
            isThere = false;
            expect((await own.api.delete(`${base}/${leaving}`)).status).toBe(200);
          }
          return Reflect.apply(target, self, args);
        },
      });
      const second = await own.api.get(`${base}?${query}&cursor=${first.next_cursor}`).finally(() => {
        pool.query = send;
      });
      const last = (await own.api.get(`${base}?${query}&cursor=${second.body.next_cursor}`)).body;
      const shown = [first, second.body, last].map(({ data }) => data.map(({ id }: { id: string }) => id));
      expect([isThere, shown]).toEqual([false, inPages(made.filter((id) => id !== leaving).reverse())]);
      expect(last.next_cursor).toBeNull();
    },
  );
});

function inPages(ids: readonly string[]): (readonly string[])[] {
  return [ids.slice(0, 5), ids.slice(5, 10), ids.slice(10)];
}

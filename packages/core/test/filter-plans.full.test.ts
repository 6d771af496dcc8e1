// @module-tag full
import { boolean, collection, date, defineConfig, integer, reference, select, text } from '@stele/schema';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../src/server/registry.ts';
import { type Filling, fillEntries } from './support/fill-entries.ts';
import { GoodPlans, given, OF_ENTRIES } from './support/good-plans.ts';
import { startTestApp, type TestApp, type TestProject } from './support/test-app.ts';

const POSTS = rounds({ short: 20_000, long: 100_000 });
const AUTHORS = 200;
/** Only against hangs: an embedded database takes a minute to fill. */
const FILLING_MS = 600_000;

const { schema } = defineConfig({
  collections: [
    collection({ key: 'authors', fields: { name: text(), mentor: reference('authors') } }),
    ...['posts', 'few'].map((key) =>
      collection({
        key,
        fields: {
          title: text(),
          day: date(),
          sku: text(),
          section: select({ options: ['news', 'rare'] }),
          featured: boolean(),
          price: integer(),
          author: reference('authors'),
        },
      }),
    ),
  ],
});

let app: TestApp;
let project: TestProject;
let plans: GoodPlans;

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.list=1000000') });
  project = await app.project({ locales: ['en', 'de'] });
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  const { pool } = app.database;
  const fill = (count: number, make: (number: number) => Filling, referredTo: readonly string[]) =>
    fillEntries(
      pool,
      { id: project.id, schema, referredTo: new Map(referredTo.map((id) => [id, 'authors'])) },
      count,
      make,
    );
  const mentors = await fill(AUTHORS / 10, (number) => author(number, undefined), []);
  // Nine in ten have the same mentor.
  const authors = await fill(AUTHORS, (n) => author(mentors.length + n, mentors[n % 10 === 0 ? 1 : 0]), mentors);
  await fill(POSTS, (number) => post(number, authors[number % AUTHORS]), authors);
  await pool.query('VACUUM ANALYZE');
  plans = new GoodPlans(app.database, project.id, OF_ENTRIES);
}, FILLING_MS);
afterAll(async () => {
  plans.stop();
  await app.close();
});

function author(number: number, mentor: string | undefined): Filling {
  const values = { name: `Author ${number}`, ...(mentor !== undefined && { mentor }) };
  return { collection: 'authors', state: 'published', title: values.name, values: { en: values } };
}

function post(number: number, by = ''): Filling {
  const values = {
    title: `Entry ${(number * 7919) % POSTS}`,
    day: new Date(Date.UTC(2025, 0, 1 + (number % 1000))).toISOString().slice(0, 10),
    sku: `SKU-${number}`,
    section: number % 10_000 === 7 ? 'rare' : 'news',
    featured: number % 100 === 3,
    price: number % 5_000,
    author: by,
  };
  const key = number % 10_000 === 3 ? 'few' : 'posts';
  return {
    collection: key,
    state: number % 5 === 0 ? 'draft' : 'published',
    title: values.title,
    values: { en: values, ...(number % 2 === 0 && { de: values }) },
  };
}

describe(`entries, of ${POSTS}, are narrowed by fields without reading or sorting many of them`, () => {
  it.each([
    ['a text', 'sku:is:SKU-4711'],
    ['a rare choice', 'section:is:rare'],
    ['a frequent one', 'section:is:news'],
    ['yes or no', 'featured:is:true'],
    ['a number', 'price:is:17'],
    ['the greatest numbers', 'price:gte:4990'],
    ['most numbers', 'price:lte:4000'],
    ['the last days', 'day:gte:2027-09-20'],
    ['most days', 'day:gte:2025-02'],
    ['what is referred to', 'author.name:is:Author 33'],
    ['what few refer to over two', 'author.mentor.name:is:Author 1'],
    ['what most refer to over two', 'author.mentor.name:is:Author 0'],
    ['frequent and few ones', 'section:is:news,featured:is:false,price:lte:50,day:gte:2025-02'],
    ['several', 'section:is:news,featured:is:true,price:gte:1000,author.mentor.name:is:Author 0'],
  ])('%s', async (_name, filter) => {
    for (const of of ['posts', 'few']) {
      for (const sort of ['', 'created', '-updated', 'title', '-title']) {
        await plans.expect(project.api, 'entries', given({ collection: of, filter, sort }));
      }
    }
  });
});

describe(`entries, of ${POSTS}, are found by what they refer to without reading or sorting many of them`, () => {
  // One author, of whom there are a hundred posts; all authors; and a word of all posts.
  it.each(['author 33', 'author', 'entry', 'entry 77'])('a search for “%s”', async (search) => {
    for (const of of ['', 'posts', 'few']) {
      for (const sort of ['', 'created', '-updated', 'title']) {
        await plans.expect(project.api, 'entries', {
          search,
          search_in: 'references',
          ...given({ collection: of, sort }),
        });
      }
    }
  });
});

it.each([
  ['section:is:news,price:lte:499', '-created', (n: number) => n % 5_000 < 500],
  ['price:gte:8,price:lte:4000', '-created', (n: number) => n % 5_000 >= 8 && n % 5_000 <= 4_000],
  ['section:is:news,featured:is:false,price:lte:100', '-created', (n: number) => n % 100 !== 3 && n % 5_000 <= 100],
  ['price:gte:2500,price:lte:3499', 'title', (n: number) => n % 5_000 >= 2_500 && n % 5_000 < 3_500],
  ['author.name:is:Author 33', '-updated', (n: number) => n % AUTHORS === 13],
])('each entry that fits is on one page, in order: %s by %s', async (filter, sort, fits) => {
  const wanted = Array.from({ length: POSTS }, (_, n) => n)
    .filter((n) => fits(n) && n % 10_000 !== 3 && n % 10_000 !== 7)
    .map((n) => `Entry ${(n * 7919) % POSTS}`);
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = given({ collection: 'posts', filter, sort, limit: '100', cursor });
    const { status, body } = await project.api.get(`/projects/${project.id}/entries?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    found.push(...body.data.map(({ title }: { title: string }) => title));
    cursor = body.next_cursor;
  }
  expect(found).toHaveLength(wanted.length);
  expect([...found].sort()).toEqual([...wanted].sort());
  if (sort === 'title')
    expect(found.map((one) => one.toLowerCase())).toEqual(found.map((one) => one.toLowerCase()).sort());
});

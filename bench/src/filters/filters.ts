import { type Filling, fillEntries } from '@stele/core/testing/fill-entries';
import {
  boolean,
  collection,
  date,
  defineConfig,
  integer,
  multiselect,
  reference,
  references,
  select,
  text,
} from '@stele/schema';
import pg from 'pg';
import { startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { timed } from '../scale/project.ts';
import { figure, percentile } from '../statistics.ts';

const [COUNTRIES, AUTHORS, POSTS] = [200, 5_000, 100_000];
const REQUESTS = 25;
const WARM_UP = 5;
const GOAL = { atMost: 50 };
const SECTIONS = ['news', 'story', 'guide', 'review'];

const { schema } = defineConfig({
  collections: [
    collection({ key: 'countries', title: 'name', fields: { name: text(), people: integer() } }),
    collection({
      key: 'authors',
      title: 'name',
      fields: { name: text(), born: date(), country: reference('countries') },
    }),
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true, required: true }),
        sku: text(),
        section: select({ options: [...SECTIONS, 'rare'] }),
        tags: multiselect({ options: ['sea', 'land', 'rare'] }),
        featured: boolean(),
        price: integer(),
        day: date(),
        author: reference('authors'),
        others: references('authors'),
        teaser: text({ localized: true }),
      },
    }),
  ],
});

function entry(
  key: string,
  shared: Record<string, string | number | boolean | readonly string[]>,
  title: string,
): Filling {
  return { collection: key, state: 'draft', title, values: { en: shared, de: shared } };
}

function country(number: number): Filling {
  return entry('countries', { name: `Country ${number}`, people: number * 100_000 }, `Country ${number}`);
}

function author(number: number, [countries = []]: readonly (readonly string[])[]): Filling {
  const born = new Date(Date.UTC(1930, 0, 1 + number * 4)).toISOString().slice(0, 10);
  const name = `Author ${number}`;
  return entry('authors', { name, born, country: countries[number % COUNTRIES] ?? '' }, name);
}

function post(number: number, [, authors = []]: readonly (readonly string[])[]): Filling {
  const title = `Post ${number}`;
  const isRare = number % 10_000 === 7;
  const shared = {
    title,
    sku: `SKU-${number}`,
    section: isRare ? 'rare' : (SECTIONS[number % SECTIONS.length] ?? ''),
    tags: isRare ? ['sea', 'rare'] : ['sea'],
    featured: number % 100 === 3,
    price: number % 5_000,
    day: new Date(Date.UTC(2015, 0, 1 + ((number * 31) % 4_000))).toISOString().slice(0, 10),
    author: authors[number % AUTHORS] ?? '',
    others: [authors[(number * 7) % AUTHORS] ?? ''],
    teaser: `${title} ${'of stones and rivers, letters and windows '.repeat(20)}`,
  };
  return entry('posts', shared, title);
}

/** The project's content: each set may refer to the one before. */
const SETS = [
  [COUNTRIES, country],
  [AUTHORS, author],
  [POSTS, post],
] as const;

/** Filters of the posts, by their conditions. Each gives a page of fifty. */
const FILTERS: Readonly<Record<string, string>> = {
  'one text': 'sku:is:SKU-4711',
  'a rare choice': 'section:is:rare',
  'a frequent choice': 'section:is:news',
  'one of several choices': 'tags:is:rare',
  'yes or no': 'featured:is:true',
  'one number': 'price:is:17',
  'numbers from the least': 'price:gte:4990',
  'most numbers': 'price:lte:4000',
  'days of a year': 'day:gte:2019-01-01,day:lte:2019-12-31',
  'days since': 'day:gte:2025-12-01',
  'all at once': 'section:is:news,featured:is:false,price:lte:100,day:gte:2020',
  'a text of what is referred to': 'author.name:is:Author 77',
  'one of a few references': 'others.name:is:Author 77',
  'days of what is referred to': 'author.born:gte:1984-01-01',
  'two references': 'author.country.name:is:Country 7',
  'two references, most fit': 'author.country.people:gte:1000000',
};

/** Lists of many entries, narrowed by their own fields and by those of entries that they refer to. */
export const filtersBench: Bench = {
  name: 'filters',
  title: 'lists of 100,000 posts, narrowed by their fields and by those of what they refer to',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const database = await createDatabase(databaseUrl ?? '', later);
  const api = await startApi({ database: { kind: 'postgres', url: database.url }, directory: await newFolder(later) });
  later(() => api.stop());
  await api.owner.post(`/v1/projects/${api.projectId}/schema/sync`, { schema, base_version: 0 });
  say(`filling a project with ${POSTS} posts`);
  const pool = new pg.Pool({ connectionString: database.url });
  later(() => pool.end());
  const ids: string[][] = [];
  for (const [count, make] of SETS) {
    const referredTo = new Map((ids.at(-1) ?? []).map((id) => [id, '']));
    const earlier = [...ids];
    ids.push(await fillEntries(pool, { id: api.projectId, schema, referredTo }, count, (n) => make(n, earlier)));
  }
  const ask = (filter: string): Promise<number> => {
    const query = new URLSearchParams({ collection: 'posts', limit: '50', filter });
    return timed(() => api.admin.get(`/v1/projects/${api.projectId}/entries?${query}`));
  };
  const rounds = new Map<string, number[]>();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, filter] of Object.entries(FILTERS)) {
      const taken: number[] = [];
      for (let n = 0; n < WARM_UP; n++) await ask(filter);
      for (let n = 0; n < REQUESTS; n++) taken.push(await ask(filter));
      rounds.set(name, [...(rounds.get(name) ?? []), percentile(taken, 0.95)]);
    }
    say(`round ${round}: ${[...rounds].map(([name, all]) => `${name} ${all.at(-1)?.toFixed(1)}`).join(', ')} ms`);
  }
  return [...rounds].map(([name, all]) => figure(`${name}: p95`, 'ms', all, GOAL));
}

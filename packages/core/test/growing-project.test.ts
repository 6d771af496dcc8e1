import { collection, date, defineConfig, markdown, reference, references, slug, text } from '@stele/schema';
import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Filling } from './support/fill-entries.ts';
import { fillProject } from './support/fill-project.ts';
import { checkLive } from './support/live-state.ts';
import { RowsReadRecorder } from './support/rows-read.ts';
import { startTestApp, type TestApp, type TestProject } from './support/test-app.ts';

const POSTS = rounds({ short: 6_000, long: 100_000 });
const AUTHORS = 20;
/** The most rows of a table that a request may read in a project of any size: a chunk of a snapshot holds about 100 entries. */
const MOST_ROWS = 400;
/** Only against hangs. */
const FILLING_MS = 600_000;

const { schema } = defineConfig({
  collections: [
    collection({ key: 'authors', title: 'name', fields: { name: text() } }),
    collection({
      key: 'posts',
      title: 'title',
      order: { field: 'day', direction: 'desc' },
      fields: {
        title: text({ localized: true }),
        slug: slug({ localized: true, unique: true }),
        day: date(),
        author: reference('authors'),
        related: references('posts'),
        body: markdown({ localized: true }),
      },
    }),
  ],
});

let app: TestApp;
let project: TestProject;
let recorder: RowsReadRecorder;
let ids: string[];
let authors: string[];
let made = 0;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project({ locales: ['en', 'de'] });
  const synced = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(synced.status, JSON.stringify(synced.body)).toBe(200);
  [authors = [], ids = []] = await fillProject({
    pool: app.database.pool,
    storage: app.storage,
    project: { id: project.id, schema },
    sets: [
      { entries: AUTHORS, make: (number) => filling('authors', { name: `Author ${number}` }) },
      { entries: POSTS, make: (number, [by = []]) => filling('posts', ...postOf(number, by)) },
    ],
  });
  await checkLive(app.database, app.storage, project.id);
  recorder = new RowsReadRecorder(app.database.pool);
}, FILLING_MS);
afterAll(async () => {
  recorder.stop();
  await app.close();
});

function filling(collectionKey: string, en: Filling['values'][string], de = en): Filling {
  return { collection: collectionKey, state: 'published', title: String(en.title ?? en.name), values: { en, de } };
}

/** A post in both languages. */
function postOf(number: number, by: readonly string[]) {
  const day = new Date(Date.UTC(2020, 0, 1 + (number % 2000))).toISOString().slice(0, 10);
  const shared = { day, author: by[number % by.length] ?? '', related: [] };
  const valuesIn = (locale: string) => ({
    ...shared,
    title: `Post ${number} ${locale}`,
    slug: `post-${number}-${locale}`,
    body: `Words of ${number}`,
  });
  return [valuesIn('en'), valuesIn('de')] as const;
}

const entries = (): string => `/projects/${project.id}/entries`;

function newPost(): object {
  const [en, de] = postOf(POSTS + made++, authors);
  return {
    collection_key: 'posts',
    values: { en: { ...en, related: ids.slice(0, 3) }, de: { ...de, related: ids.slice(0, 3) } },
  };
}

async function createPost(): Promise<string> {
  return (await project.api.post(entries(), newPost())).body.id;
}

/** Sends a request, and expects that none of its statements reads many rows of a table. */
async function expectFewRows(send: () => Promise<ApiAnswer<LooseBody>>): Promise<void> {
  recorder.reset();
  const answer = await send();
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  expect(recorder.found.length).toBeGreaterThan(0);
  const many = recorder.found.filter(({ rows }) => rows > MOST_ROWS);
  expect(many.map(({ table, rows, sql }) => `${rows} rows of ${table}: ${sql}`)).toEqual([]);
}

it('creating an entry reads as few rows in a large project', () =>
  expectFewRows(() => project.api.post(entries(), newPost())));

it('saving an entry reads as few rows in a large project', async () => {
  const id = ids[77] ?? '';
  const [en] = postOf(POSTS + made++, authors);
  const { version } = (await project.api.get(`${entries()}/${id}`)).body;
  await expectFewRows(() => project.api.put(`${entries()}/${id}/draft`, { values: { en }, base_version: version }));
});

it('reading an entry reads as few rows in a large project', () =>
  expectFewRows(() => project.api.get(`${entries()}/${ids[500]}`)));

for (const action of ['publish', 'unpublish', 'duplicate'] as const) {
  it(`${action}: reads as few rows in a large project`, async () => {
    const id = action === 'publish' ? await createPost() : ids[99];
    const body = action === 'duplicate' ? {} : { locales: ['en', 'de'] };
    await expectFewRows(() => project.api.post(`${entries()}/${id}/${action}`, body));
  });
}

it('trashing and restoring an entry reads as few rows in a large project', async () => {
  const id = ids[123] ?? '';
  await expectFewRows(() => project.api.delete(`${entries()}/${id}`));
  await expectFewRows(() => project.api.post(`${entries()}/${id}/restore`, {}));
});

it('publishing many at once reads as few rows of each', async () => {
  const some = [await createPost(), await createPost(), await createPost()];
  await expectFewRows(() => project.api.post(`${entries()}/bulk`, { action: 'publish', entry_ids: some }));
});

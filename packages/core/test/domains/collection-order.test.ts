import { collection, date, defineConfig, number, text } from '@stele/schema';
import { nextTickOfClock } from '@stele/testing/next-tick-of-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

type Order = Parameters<typeof collection>[0]['order'];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Gives `posts` an order. */
async function push({ api, id }: TestProject, order: Order): Promise<void> {
  const fields = { title: text({ localized: true }), day: date(), weight: number({ localized: true }) };
  const { schema } = defineConfig({
    // Keys of fields are checked where the fields are given in place; here the order comes from outside.
    collections: [collection({ key: 'posts', fields, ...(order && { order: order as 'manual' }) })],
  });
  const { body } = await api.get(`/projects/${id}/schema`);
  const answer = await api.post(`/projects/${id}/schema/sync`, { schema, base_version: body.version ?? 0 });
  expect(answer.status).toBe(200);
}

async function create({ api, id }: TestProject, values: object): Promise<string> {
  const answer = await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values });
  expect(answer.status).toBe(201);
  await nextTickOfClock();
  return answer.body.id;
}

const day = (title: string, value: string | null) => ({ en: { title, day: value } });

/** Titles of all pages of two, in the collection's own order. */
async function titles({ api, id }: TestProject, query: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const search = new URLSearchParams({
      collection: 'posts',
      sort: 'order',
      limit: '2',
      ...query,
      ...(cursor && { cursor }),
    });
    const { status, body } = await api.get(`/projects/${id}/entries?${search}`);
    expect(status).toBe(200);
    found.push(...body.data.map((entry: { title: string }) => entry.title));
    if (body.next_cursor === null) return found;
    cursor = body.next_cursor;
  }
}

describe("a list in its collection's own order", () => {
  it('follows the newest values of a field, page by page, those without one last', async () => {
    const project = await app.project();
    await push(project, { field: 'day', direction: 'desc' });
    await create(project, day('old', '2024-01-01'));
    await create(project, day('none', null));
    const moved = await create(project, day('new', '2026-01-01'));
    await create(project, day('between', '2025-01-01'));
    expect(await titles(project)).toEqual(['new', 'between', 'old', 'none']);
    const draft = { values: { en: { day: '2023-01-01' } }, base_version: 1 };
    expect((await project.api.patch(`/projects/${project.id}/entries/${moved}/draft`, draft)).status).toBe(200);
    expect(await titles(project)).toEqual(['between', 'old', 'new', 'none']);
    expect(await titles(project, { status: 'draft', locale: 'en' })).toEqual(['between', 'old', 'new', 'none']);
    expect(await titles(project, { search: 'old' })).toEqual(['old']);
  });

  it('sorts by the default locale, numbers as numbers', async () => {
    const project = await app.project();
    await push(project, { field: 'weight' });
    await create(project, { en: { title: 'ten', weight: 10 }, de: { weight: 1 } });
    await create(project, { en: { title: 'nine', weight: 9 }, de: { weight: 2 } });
    await create(project, { en: { title: 'minus', weight: -1.5 } });
    expect(await titles(project)).toEqual(['minus', 'nine', 'ten']);
  });

  it('changes with the schema: to another field, to places, and to the newest first without one', async () => {
    const project = await app.project();
    await push(project, { field: 'day' });
    const first = await create(project, { en: { title: 'first', day: '2026-01-01', weight: 1 } });
    await create(project, { en: { title: 'second', day: '2025-01-01', weight: 2 } });
    await create(project, { en: { title: 'third', day: '2024-01-01', weight: 3 } });
    expect(await titles(project)).toEqual(['third', 'second', 'first']);
    await push(project, { field: 'weight', direction: 'asc' });
    expect(await titles(project)).toEqual(['first', 'second', 'third']);
    await push(project, { field: 'weight', direction: 'desc' });
    expect(await titles(project)).toEqual(['third', 'second', 'first']);
    await push(project, 'manual');
    const third = (await project.api.get(`/projects/${project.id}/entries?collection=posts&limit=1`)).body.data[0].id;
    const order = { collection_key: 'posts', entry_ids: [first], after: third };
    expect((await project.api.post(`/projects/${project.id}/entries/order`, order)).status).toBe(200);
    expect(await titles(project)).toEqual(['second', 'third', 'first']);
    await push(project, null);
    expect(await titles(project)).toEqual(['third', 'second', 'first']);
  });

  it.each([
    ['en', ['Ada', 'Äpfel', 'École', 'Łazarz', 'Ñandú', 'øre', 'Zebra', 'Zürich']],
    ['sv', ['Ada', 'École', 'Łazarz', 'Ñandú', 'Zebra', 'Zürich', 'Äpfel', 'øre']],
    ['pl', ['Ada', 'Äpfel', 'École', 'Lublin', 'Łazarz', 'Ñandú', 'øre', 'Zebra']],
  ])('is that of the alphabet of each language, as in lists by title and on the site: %s', async (locale, names) => {
    const project = await app.project({ locales: [locale] });
    await push(project, { field: 'title' });
    for (const title of [...names].reverse()) {
      const id = await create(project, { [locale]: { title } });
      const published = await project.api.post(`/projects/${project.id}/entries/${id}/publish`, { locales: [locale] });
      expect(published.status).toBe(200);
    }
    expect(await titles(project)).toEqual(names);
    expect(await titles(project, { sort: 'title' })).toEqual(names);
    const { files } = await checkLive(app.database, app.storage, project.id);
    expect(files[`posts.${locale}`]?.map(({ values }) => values.title)).toEqual(names);
    // As an earlier release left it.
    await app.database.pool.query("UPDATE entries SET title_key = NULL, order_key = ''");
    await app.services.jobs.runAll();
    expect(await titles(project)).toEqual(names);
    expect(await titles(project, { sort: '-title' })).toEqual([...names].reverse());
  });

  it('by title also holds for what a process of the version before writes', async () => {
    const project = await app.project();
    await push(project, null);
    const ids = [];
    for (const title of ['Äpfel', 'Bär', 'Zebra']) ids.push(await create(project, { en: { title } }));
    // An earlier version knows no keys of titles, and takes all marks away.
    await app.database.pool.query("UPDATE entries SET title = 'Ähre', order_stale = false WHERE id = $1", [ids[2]]);
    await app.database.pool.query('UPDATE entries SET title_key = DEFAULT, order_stale = false WHERE id = $1', [
      ids[0],
    ]);
    expect(await titles(project, { sort: 'title' })).toHaveLength(3);
    const draft = `/projects/${project.id}/entries/${ids[2]}/draft`;
    const saved = await project.api.put(draft, { values: { en: { title: 'Ähre' } }, base_version: 1 });
    expect(saved.status).toBe(200);
    await app.database.pool.query("UPDATE entries SET title = 'Ähren' WHERE id = $1", [ids[2]]);
    const keys = 'SELECT title_key FROM entries WHERE id = ANY($1) AND title_key IS NULL';
    expect((await app.database.pool.query(keys, [ids])).rows).toHaveLength(2);
    await app.services.jobs.runAll();
    expect((await app.database.pool.query(keys, [ids])).rows).toEqual([]);
    expect(await titles(project, { sort: 'title' })).toEqual(['Ähre', 'Äpfel', 'Bär']);
  });

  it('holds for copies, and for entries that come back from the trash', async () => {
    const project = await app.project();
    await push(project, { field: 'day' });
    const late = await create(project, day('late', '2026-01-01'));
    const early = await create(project, day('early', '2024-01-01'));
    expect((await project.api.post(`/projects/${project.id}/entries/${late}/duplicate`)).status).toBe(201);
    expect((await project.api.delete(`/projects/${project.id}/entries/${early}`)).status).toBe(200);
    expect(await titles(project)).toEqual(['late', 'late (copy)']);
    expect((await project.api.post(`/projects/${project.id}/entries/${early}/restore`)).status).toBe(200);
    expect(await titles(project)).toEqual(['early', 'late', 'late (copy)']);
  });

  it('follows the default locale when that changes, as titles do', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    await push(project, { field: 'weight' });
    const values = { en: { title: 'one', weight: 1 }, de: { title: 'eins', weight: 30 } };
    await create(project, values);
    await create(project, { en: { title: 'two', weight: 20 }, de: { title: 'zwei', weight: 2 } });
    expect(await titles(project)).toEqual(['one', 'two']);
    expect((await owner.api.patch(`/projects/${project.id}`, { default_locale: 'de' })).status).toBe(200);
    await app.services.jobs.runAll();
    expect(await titles(project)).toEqual(['zwei', 'eins']);
  });

  // The embedded database has one connection: no one can stand in between.
  it.skipIf(!process.env.TEST_DATABASE_URL)('follows it for entries that are made while it changes, too', async () => {
    const project = await app.project();
    await push(project, { field: 'weight' });
    const other = await app.database.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT id FROM projects WHERE id = $1 FOR UPDATE', [project.id]);
    await other.query("UPDATE projects SET default_locale = 'de' WHERE id = $1", [project.id]);
    const making = create(project, { en: { title: 'one', weight: 1 }, de: { title: 'eins', weight: 30 } });
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const waits = async (): Promise<number> => (await app.database.pool.query(waiting)).rows.length;
    try {
      await expect.poll(waits, { timeout: 30_000 }).toBeGreaterThan(0);
    } finally {
      await other.query('COMMIT');
      other.release();
    }
    await making;
    expect(await titles(project)).toEqual(['eins']);
  });

  it('is computed by a job for entries that an earlier release wrote', async () => {
    const project = await app.project();
    await push(project, { field: 'day' });
    await create(project, day('late', '2026-01-01'));
    await create(project, day('early', '2024-01-01'));
    const set = 'UPDATE entries SET order_key = DEFAULT, order_stale = DEFAULT WHERE project_id = $1';
    await app.database.pool.query(set, [project.id]);
    expect(await titles(project)).toEqual(['late', 'early']);
    await app.services.jobs.runAll();
    expect(await titles(project)).toEqual(['early', 'late']);
  });

  it('is refused without a collection', async () => {
    const project = await app.project();
    const { status, body } = await project.api.get(`/projects/${project.id}/entries?sort=order`);
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'validation_failed', ['sort']]);
  });
});

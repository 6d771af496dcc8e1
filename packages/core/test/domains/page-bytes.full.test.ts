// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_BYTES } from '../../src/platform/database/byte-budget.store.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const ENTRIES = 8;
/** A locale's values nearly fill what a locale may hold, so that two entries in two locales fill a page. */
const TEXT = 'x'.repeat(1_000_000);

let app: TestApp;
let project: TestProject;
let base: string;
const ids: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
  base = `/projects/${project.id}`;
  for (let index = 0; index < ENTRIES; index++) {
    const values = { title: `Word ${index}`, text: TEXT };
    const body = { collection_key: 'posts', values: { en: values, de: values } };
    ids.push((await project.api.post(`${base}/entries`, body)).body.id);
  }
  for (const id of ids) await project.api.post(`${base}/entries/${id}/publish`, { locales: ['en', 'de'] });
});
afterAll(() => app.close());

interface Page {
  readonly data: Record<string, unknown>[];
  readonly next_cursor: string | null;
}

/** All pages of a list; each is checked to hold no more bytes than a page may, or one item. */
async function pagesOf(path: string, limit = 100): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await project.api.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(status).toBe(200);
    if (pages.length > 0) expect(body.data.length).toBeGreaterThan(0);
    if (body.data.length > 1) expect(JSON.stringify(body.data).length).toBeLessThan(PAGE_BYTES * 1.05);
    pages.push(body);
    cursor = body.next_cursor;
  }
  return pages;
}

const idsOf = (pages: Page[], key = 'id'): unknown[] => pages.flatMap(({ data }) => data.map((item) => item[key]));

describe('pages hold a bounded number of bytes', () => {
  const orders: Record<string, () => string[]> = {
    '': () => [...ids].reverse(),
    '&sort=created': () => ids,
    '&sort=-updated': () => [...ids].reverse(),
    '&sort=title': () => ids,
    '&locale=de&sort=created': () => ids,
    '&collection=posts&sort=position': () => ids,
    '&search=word&sort=created': () => ids,
  };
  for (const [query, expected] of Object.entries(orders)) {
    for (const include of ['values', 'live_values', 'values,live_values']) {
      it(`of entries with ${include}${query}`, async () => {
        const pages = await pagesOf(`${base}/entries?include=${include}${query}`);
        expect(idsOf(pages)).toEqual(expected());
        expect(pages.length).toBeGreaterThanOrEqual(include.includes(',') ? ENTRIES : ENTRIES / 2);
      });
    }
  }

  it('of what a search finds, best first', async () => {
    const pages = await pagesOf(`${base}/entries?search=word&include=values`);
    expect(idsOf(pages).sort()).toEqual([...ids].sort());
    expect(pages.length).toBeGreaterThan(2);
  });

  it('but as many entries as asked for where values are not read, and no more than asked for where they are', async () => {
    expect((await pagesOf(`${base}/entries`)).length).toBe(1);
    const pages = await pagesOf(`${base}/entries?include=values`, 1);
    expect(pages.map(({ data }) => data.length)).toEqual(Array.from({ length: ENTRIES }, () => 1));
  });

  it('of what differs between two snapshots', async () => {
    const { body } = await app.client({ cookie: (await owner()).cookie }).get(`${base}/snapshots?limit=100`);
    const [newest, oldest] = [body.data[0], body.data.at(-1)];
    const api = (await owner()).api;
    const found: unknown[] = [];
    let requests = 0;
    for (let cursor: string | null = ''; cursor !== null; requests++) {
      const path = `${base}/snapshots/${oldest.snapshot_id}/diff/${newest.snapshot_id}?limit=100`;
      const page = (await api.get(`${path}${cursor && `&cursor=${cursor}`}`)).body as Page;
      expect(JSON.stringify(page.data).length).toBeLessThan(PAGE_BYTES * 1.05);
      found.push(...page.data.map((item) => `${item.entry_id} ${item.locale}`));
      cursor = page.next_cursor;
    }
    const expected = ids.slice(1).flatMap((id) => [`${id} de`, `${id} en`]);
    expect(found).toEqual(expected.sort());
    expect(requests).toBeGreaterThan(3);
  });

  it("of an entry's versions", async () => {
    const keys = (value: number) =>
      Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`field_${index}`, value]));
    const created = await project.api.post(`${base}/entries`, { collection_key: 'notes', values: { en: keys(1) } });
    const path = `${base}/entries/${created.body.id}`;
    for (let version = 1; version < 8; version++) {
      const draft = { values: { en: keys(version + 1) }, base_version: version };
      expect((await project.api.put(`${path}/draft`, draft)).status).toBe(200);
    }
    const pages = await pagesOf(`${path}/versions`);
    expect(idsOf(pages, 'version')).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(pages.length).toBeGreaterThan(1);
  });

  it('of the audit log', async () => {
    const data = JSON.stringify({ text: 'x'.repeat(1_000_000) });
    await app.database.pool.query(
      `INSERT INTO audit_records (id, project_id, action, actor, data, created_at)
       SELECT 'aud_0' || n, $1, 'test.write', '{"type":"system","id":"test","name":"Test"}', $2::jsonb, now()
       FROM generate_series(1, 9) n`,
      [project.id, data],
    );
    const { api } = await owner();
    for (const filter of ['action=test.write', 'action=test.', 'action=test.&limit=3']) {
      const { body } = await api.get(`${base}/audit?${filter}`);
      expect(body.data.length).toBeLessThanOrEqual(4);
      expect(body.next_cursor).not.toBeNull();
    }
  });
});

describe('work goes through large entries', () => {
  it('when drafts are read as a file', async () => {
    const { body } = await project.api.get(`${base}/drafts/posts.en.json`);
    expect(body.entries.map((entry: { id: string }) => entry.id)).toEqual([...ids].sort());
    expect(body.entries[3].values.text).toBe(TEXT);
  });

  it('when a schema is compared with them', async () => {
    const fields = [{ key: 'title', type: 'text', localized: true }];
    const schema = {
      format: 1,
      collections: [
        { key: 'posts', fields },
        { key: 'notes', fields },
      ],
    };
    const { body } = await project.api.post(`${base}/schema/diff`, { schema });
    const removed = body.changes.find((change: { id: string }) => change.id === 'field.removed:posts.text');
    expect(removed).toMatchObject({ class: 'destructive', affected_entries: ENTRIES });
  });
});

let ownerMade: ReturnType<TestApp['person']> | undefined;
function owner(): ReturnType<TestApp['person']> {
  ownerMade ??= app.person({ projectId: project.id, role: 'owner' });
  return ownerMade;
}

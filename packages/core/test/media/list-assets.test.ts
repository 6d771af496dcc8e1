import { folded } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AssetFilling, fillAssets } from '../support/fill-assets.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let folder: string;
let ids: string[];
let fillings: AssetFilling[];

beforeAll(async () => {
  app = await sharedTestApp();
  project = await app.project();
  folder = (await project.api.post(`/projects/${project.id}/asset-folders`, { name: 'Press' })).body.id;
  fillings = [
    { filename: 'Sunset_beach.JPG', altText: { en: 'A café at dusk', de: 'Ein Café' }, bytes: 30 },
    { filename: 'beach-2.png', mime: 'image/png', altText: { en: 'Sand' }, folderId: folder, bytes: 10 },
    { filename: 'ornament.svg', mime: 'image/svg+xml', decorative: true, folderId: folder, bytes: 20 },
    { filename: 'Terms.pdf', mime: 'application/pdf', bytes: 500 },
    { filename: 'broken.gif', mime: 'image/gif', stage: 'failed', bytes: 20 },
    { filename: 'new.webp', mime: 'image/webp', stage: 'processing', bytes: 20 },
    { filename: 'half.webp', mime: 'image/webp', stage: 'pending' },
    { filename: 'old beach.jpg', trashed: true },
    { filename: '東京の海辺.jpg', altText: { de: 'Strand in Tokio' } },
  ];
  ids = await fillAssets(app.database.pool, project.id, fillings.length, (n) => fillings[n] ?? { filename: '' });
  const other = await app.project();
  await fillAssets(app.database.pool, other.id, 5, (n) => ({ filename: `beach ${n}.jpg` }));
});

const nameOf = (id: string): string => fillings[ids.indexOf(id)]?.filename ?? '?';
const list = (query: Record<string, string> = {}) =>
  project.api.get(`/projects/${project.id}/assets?${new URLSearchParams(query)}`);
const found = async (query: Record<string, string>): Promise<string[]> => {
  const answer = await list({ sort: 'created', ...query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.map(({ id }: LooseBody) => nameOf(id));
};

describe('assets', () => {
  it('are listed newest first: what has a file and is not in the trash', async () => {
    const { data, next_cursor } = (await list()).body;
    const usual = fillings.filter(({ stage, trashed }) => stage !== 'pending' && !trashed);
    expect([data.map(({ id }: LooseBody) => nameOf(id)), next_cursor]).toEqual([
      usual.map(({ filename }) => filename).reverse(),
      null,
    ]);
  });

  it('are found by words of their filenames and alternative texts, in any locale', async () => {
    expect(await found({ search: 'beach' })).toEqual(['Sunset_beach.JPG', 'beach-2.png']);
    expect(await found({ search: 'sun' })).toEqual(['Sunset_beach.JPG']);
    expect(await found({ search: 'CAFE beach' })).toEqual(['Sunset_beach.JPG']);
    expect(await found({ search: 'tokio' })).toEqual(['東京の海辺.jpg']);
    expect(await found({ search: '海辺' })).toEqual(['東京の海辺.jpg']);
    expect(await found({ search: 'beach', status: 'trashed' })).toEqual(['old beach.jpg']);
    expect(await found({ search: 'nothing' })).toEqual([]);
    expect(await found({ search: '…' })).toEqual([]);
  });

  it('are filtered by folder, type and status, together too', async () => {
    expect(await found({ folder })).toEqual(['beach-2.png', 'ornament.svg']);
    expect(await found({ folder: 'none', mime: 'image/*', status: 'ready' })).toEqual([
      'Sunset_beach.JPG',
      '東京の海辺.jpg',
    ]);
    expect(await found({ mime: 'application/pdf' })).toEqual(['Terms.pdf']);
    expect(await found({ mime: 'image/*', folder })).toEqual(['beach-2.png', 'ornament.svg']);
    expect(await found({ status: 'pending' })).toEqual(['half.webp']);
    expect(await found({ status: 'processing' })).toEqual(['new.webp']);
    expect(await found({ status: 'failed' })).toEqual(['broken.gif']);
    expect(await found({ status: 'trashed' })).toEqual(['old beach.jpg']);
    expect(await found({ folder: 'fld_none' })).toEqual([]);
  });

  it('tell which pictures lack an alternative text in a locale', async () => {
    expect(await found({ missing_alt: 'en', status: 'ready' })).toEqual(['東京の海辺.jpg']);
    expect(await found({ missing_alt: 'de', status: 'ready' })).toEqual(['beach-2.png']);
    expect(await found({ missing_alt: 'de', folder: 'none', status: 'ready' })).toEqual([]);
    const unknown = await list({ missing_alt: 'fr' });
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([400, ['missing_alt']]);
  });

  it('are sorted by name as entries by title, whatever accents and letters', async () => {
    const names = [
      'Äpfel.jpg',
      'a\u0308pfel.jpg',
      'École',
      'ŁAZARZ',
      'øre',
      'Straße',
      'Œuvre',
      'æble',
      'Đuro',
      'dız',
      '東京',
    ];
    const plain =
      'SELECT plain_letters(name) AS name FROM unnest($1::text[]) WITH ORDINALITY AS n(name, at) ORDER BY at';
    const { rows } = await app.database.pool.query(plain, [names]);
    const letters = names.map((name) => folded(name));
    expect(rows.map(({ name }) => name)).toEqual(letters);
  });

  for (const sort of ['created', 'updated', 'filename', 'bytes'] as const) {
    it(`are sorted by ${sort}, in pages on which each is once`, async () => {
      const whole = (await list({ sort })).body.data;
      const keyOf = (asset: LooseBody) =>
        ({ created: asset.id, updated: asset.updated_at, filename: asset.filename.toLowerCase(), bytes: asset.bytes })[
          sort
        ];
      const keys = whole.map(keyOf);
      const sorted = [...keys].sort((a, b) =>
        typeof a === 'number' ? a - b : Buffer.compare(Buffer.from(a), Buffer.from(b)),
      );
      expect(keys).toEqual(sorted);
      const reversed = (await list({ sort: `-${sort}` })).body.data;
      expect(reversed.map(({ id }: LooseBody) => id)).toEqual(whole.map(({ id }: LooseBody) => id).reverse());
      for (const [query, expected] of [
        [{ sort }, whole],
        [{ sort: `-${sort}` }, reversed],
        [{ sort, search: 'b' }, whole.filter(({ filename }: LooseBody) => /beach|broken/i.test(filename))],
      ] as const) {
        const seen: LooseBody[] = [];
        let cursor: string | null = null;
        do {
          const page: LooseBody = (await list({ ...query, limit: '2', ...(cursor !== null && { cursor }) })).body;
          expect(page.data.length).toBeLessThanOrEqual(2);
          seen.push(...page.data);
          cursor = page.next_cursor;
        } while (cursor !== null);
        expect(seen).toEqual(expected);
      }
    });
  }

  it('are found and paged through when too many match to look them up', { tags: ['full'] }, async () => {
    const many = await app.project();
    const made = await fillAssets(app.database.pool, many.id, 1500, (n) => ({
      filename: `common ${n}.jpg`,
      mime: n % 500 === 7 ? 'image/png' : 'image/jpeg',
      bytes: n,
      ...(n % 2 === 0 && { altText: { en: 'x' } }),
    }));
    const read = async (query: Record<string, string>) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const search = new URLSearchParams({ limit: '100', ...query, ...(cursor !== null && { cursor }) });
        const page: LooseBody = (await many.api.get(`/projects/${many.id}/assets?${search}`)).body;
        seen.push(...page.data.map(({ id }: LooseBody) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return seen;
    };
    expect(await read({ search: 'common', sort: 'bytes' })).toHaveLength(1500);
    expect(await read({ search: 'comm' })).toEqual(made.toReversed());
    expect(await read({ mime: 'image/jpeg', search: 'common' })).toHaveLength(1497);
    expect(await read({ mime: 'image/png', search: 'common' })).toHaveLength(3);
    expect(await read({ folder: 'none', missing_alt: 'en' })).toEqual(made.filter((_, n) => n % 2 === 1).reverse());
  });

  it('are listed as much as a page may hold', { tags: ['full'] }, async () => {
    const large = await app.project({ locales: Array.from({ length: 50 }, (_, n) => `en-x${n}`) });
    const altText = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`en-x${n}`, 'x'.repeat(1000)]));
    await fillAssets(app.database.pool, large.id, 100, (n) => ({ filename: `${n}`, altText }));
    let count = 0;
    let cursor: string | null = null;
    let pages = 0;
    do {
      const query: string = `limit=100${cursor === null ? '' : `&cursor=${cursor}`}`;
      const answer = await large.api.get(`/projects/${large.id}/assets?${query}`);
      expect(JSON.stringify(answer.body).length).toBeLessThan(2.2 * 1024 * 1024);
      count += answer.body.data.length;
      cursor = answer.body.next_cursor;
      pages += 1;
    } while (cursor !== null);
    expect([count, pages]).toEqual([100, 3]);
  });

  it('are refused with the parameter that is wrong', async () => {
    const { next_cursor: cursor } = (await list({ limit: '1' })).body;
    const wrong: [Record<string, string>, string][] = [
      [{ limit: '0' }, 'limit'],
      [{ limit: '101' }, 'limit'],
      [{ sort: 'size' }, 'sort'],
      [{ status: 'live' }, 'status'],
      [{ mime: 'image' }, 'mime'],
      [{ mime: '*/*' }, 'mime'],
      [{ unused: 'yes' }, 'unused'],
      [{ cursor: 'x' }, 'cursor'],
      [{ cursor, sort: 'bytes' }, 'cursor'],
      [{ cursor, search: 'x' }, 'cursor'],
    ];
    for (const [query, name] of wrong) {
      const answer = await list(query);
      expect([query, answer.status, answer.body.error.details[0].path]).toEqual([query, 400, [name]]);
    }
  });
});

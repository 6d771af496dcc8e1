import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RERENDER_ASSETS } from '../../src/publishing/rerender/changed-assets.store.ts';
import { PictureProject } from '../support/picture-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: PictureProject;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await PictureProject.make(app);
});

const patch = (id: string, body: object) => site.api.patch(`${site.here}/assets/${id}`, body);
const found = async (query: Record<string, string>): Promise<string[]> => {
  const answer = await site.api.get(`${site.here}/assets?${new URLSearchParams({ sort: 'created', ...query })}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.map(({ filename }: LooseBody) => filename);
};

const DETAILS = {
  caption: { de: 'Der Turm', en: 'The tower' },
  credit: 'Ada Lovelace',
  rights: 'CC BY 4.0',
  tags: ['coast', 'Night shots'],
};

describe('caption, credit, rights and tags', () => {
  it('are none at first, are set and removed, and the audit log names what changed', async () => {
    const id = await site.asset();
    const none = { caption: {}, credit: null, rights: null, tags: [] };
    expect((await site.api.get(`${site.here}/assets/${id}`)).body).toMatchObject(none);
    const set = await patch(id, {
      caption: { en: ' The tower ', de: 'Der Turm' },
      credit: ' Ada Lovelace ',
      rights: 'CC BY 4.0',
      tags: [' coast', 'Night shots', 'coast'],
    });
    expect([set.status, set.body]).toEqual([200, expect.objectContaining(DETAILS)]);
    expect((await patch(id, { caption: 'A tower' })).body.caption).toEqual({ de: 'Der Turm', en: 'A tower' });
    await patch(id, { tags: DETAILS.tags });
    const removed = { caption: { en: null, de: '' }, credit: null, rights: ' ', tags: [] };
    expect((await patch(id, removed)).body).toMatchObject(none);
    const { rows } = await app.database.pool.query(
      "SELECT data -> 'changed' AS changed FROM audit_records WHERE project_id = $1 AND action = 'asset.update' ORDER BY id",
      [site.project.id],
    );
    const all = ['caption', 'credit', 'rights', 'tags'];
    expect(rows.map(({ changed }) => changed)).toEqual([all, ['caption'], all]);
  });

  it('have bounds, and what is beyond is named with its path, in bulk too', async () => {
    const id = await site.asset();
    const wrong: [object, string][] = [
      [{ caption: { en: 'x'.repeat(1001) } }, 'caption.en'],
      [{ caption: { xx: 'x' } }, 'caption.xx'],
      [{ credit: 'x'.repeat(201) }, 'credit'],
      [{ rights: 'x'.repeat(1001) }, 'rights'],
      [{ tags: ['ok', 'x'.repeat(51)] }, 'tags.1'],
      [{ tags: [' '] }, 'tags.0'],
      [{ tags: ['a,b'] }, 'tags.0'],
      [{ tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }, 'tags'],
    ];
    for (const [body, path] of wrong) {
      const one = await patch(id, body);
      expect([one.status, one.body.error.details?.[0].path.join('.')]).toEqual([400, path]);
      const bulk = { action: 'patch', asset_ids: [id], patch: body };
      const many = await site.api.post(`${site.here}/assets/bulk`, bulk);
      expect([many.status, many.body.error.details?.[0].path.join('.')]).toEqual([400, `patch.${path}`]);
    }
    const fine = { action: 'patch', asset_ids: [id], patch: DETAILS };
    expect((await site.api.post(`${site.here}/assets/bulk`, fine)).body.data).toMatchObject([{ result: 'changed' }]);
    expect((await site.api.get(`${site.here}/assets/${id}`)).body).toMatchObject(DETAILS);
  });

  it('of many files get tags and lose tags, beside what each has', async () => {
    const [a, b, c] = [await site.asset({}), await site.asset({}), await site.asset({})];
    const there = Array.from({ length: 29 }, (_, n) => `t${n}`);
    await patch(a, { tags: ['coast', 'night'] });
    await patch(b, { tags: there });
    const bulk = (change: object, more: object = {}) =>
      site.api.post(`${site.here}/assets/bulk`, { action: 'patch', asset_ids: [a, b, c], patch: change, ...more });
    const tags = async (id: string): Promise<string[]> => (await site.api.get(`${site.here}/assets/${id}`)).body.tags;
    const results = ({ body }: LooseBody) => body.data.map(({ result }: LooseBody) => result);
    expect(results(await bulk({ add_tags: ['sea', 'coast', 'sea'], remove_tags: ['night', 't0'] }))).toEqual([
      'changed',
      'changed',
      'changed',
    ]);
    expect([await tags(a), await tags(c)]).toEqual([
      ['coast', 'sea'],
      ['sea', 'coast'],
    ]);
    expect(await tags(b)).toEqual([...there.slice(1), 'sea', 'coast']);
    // The second has as many as it can: all or none, unless what can be changed is to be.
    const full = await bulk({ add_tags: ['x'] });
    expect([codeOf(full), full.body.error.details]).toMatchObject([
      [409, 'media.bulk_refused'],
      [{ asset_id: b, message: 'An asset has at most 30 tags.' }],
    ]);
    expect(await tags(a)).toEqual(['coast', 'sea']);
    expect(results(await bulk({ add_tags: ['x'] }, { partial: true }))).toEqual(['changed', 'refused', 'changed']);
    expect(results(await bulk({ remove_tags: ['x', 'sea'] }))).toEqual(['changed', 'changed', 'changed']);
    expect(results(await bulk({ remove_tags: ['x'], add_tags: ['coast'] }))).toEqual(Array(3).fill('unchanged'));
    for (const [change, path] of [
      [{ add_tags: ['y'], tags: [] }, 'patch.tags'],
      [{ add_tags: ['y'], remove_tags: ['y'] }, 'patch.remove_tags'],
      [{ add_tags: ['a,b'] }, 'patch.add_tags.0'],
    ] as const) {
      const { status, body } = await bulk(change);
      expect([status, body.error.details[0].path.join('.')]).toEqual([400, path]);
    }
    // A file alone has its tags as a whole.
    expect((await patch(a, { add_tags: ['y'] })).status).toBe(400);
  });

  it('find files: all but the rights by words, tags as they are written; used tags are counted', async () => {
    const [a, b] = [await site.asset({ filename: 'a.jpg' }), await site.asset({ filename: 'b.jpg' })];
    await site.asset({ filename: 'c.jpg' });
    await patch(a, DETAILS);
    await patch(b, { tags: ['coast', 'Night'] });
    expect(await found({ search: 'turm' })).toEqual(['a.jpg']);
    expect(await found({ search: 'lovel' })).toEqual(['a.jpg']);
    expect(await found({ search: 'shots' })).toEqual(['a.jpg']);
    expect(await found({ tag: 'coast' })).toEqual(['a.jpg', 'b.jpg']);
    expect(await found({ tag: 'Night' })).toEqual(['b.jpg']);
    expect(await found({ tag: 'night' })).toEqual([]);
    expect(await found({ tag: 'coast', search: 'tower', mime: 'image/*' })).toEqual(['a.jpg']);
    expect((await site.api.get(`${site.here}/assets?tag=${'x'.repeat(51)}`)).status).toBe(400);
    expect((await site.api.get(`${site.here}/asset-tags`)).body).toEqual({
      data: [
        { value: 'coast', assets: 2 },
        { value: 'Night', assets: 1 },
        { value: 'Night shots', assets: 1 },
      ],
    });
    const other = await PictureProject.make(app);
    expect((await other.api.get(`${other.here}/asset-tags`)).body).toEqual({ data: [] });
  });

  it('belong to a copy too, which is found by them', async () => {
    const id = await site.asset({ filename: 'a.jpg' });
    await patch(id, DETAILS);
    const copy = await site.api.post(`${site.here}/assets/${id}/copy`, {
      crop: { x: 0, y: 0, width: 0.5, height: 1 },
    });
    expect([copy.status, copy.body]).toEqual([201, expect.objectContaining(DETAILS)]);
    expect(await found({ tag: 'coast' })).toEqual(['a.jpg', 'a.jpg']);
  });

  it('are published where they are set, captions in the locale of the entry, but no tags', async () => {
    const [bare, said] = [await site.asset(), await site.asset()];
    await patch(said, { ...DETAILS, caption: { en: 'The tower' } });
    const rich = { type: 'doc', content: [{ type: 'image', attrs: { asset: said } }] };
    const id = await site.live({ en: { hero: bare, gallery: [said], rich }, de: { hero: said } });
    const shown = await site.shown(id);
    expect(Object.keys(shown.hero)).toEqual(Object.keys(shown.hero).filter((key) => !(key in DETAILS)));
    const told = { caption: 'The tower', credit: 'Ada Lovelace', rights: 'CC BY 4.0' };
    expect(shown.gallery[0]).toMatchObject(told);
    expect(shown.rich.content[0].attrs.asset).toMatchObject(told);
    expect(shown.gallery[0]).not.toHaveProperty('tags');
    // The default locale's words stand in.
    expect((await site.shown(id, 'de')).hero.caption).toBe('The tower');
  });

  it('change live entries at once, but tags do not', async () => {
    const id = await site.asset();
    const entry = await site.live({ en: { hero: id }, de: { hero: id } });
    const waiting = () => app.database.prisma.job.count({ where: { kind: RERENDER_ASSETS, key: site.project.id } });
    const { version } = await site.entry(entry);
    await patch(id, { tags: ['x'] });
    expect(await waiting()).toBe(0);
    for (const body of [{ credit: 'Ada' }, { rights: 'All rights reserved' }, { caption: { de: 'Turm' } }]) {
      await patch(id, body);
      expect(await waiting()).toBe(1);
      await app.services.jobs.drain({ kinds: [RERENDER_ASSETS] });
    }
    const told = { credit: 'Ada', rights: 'All rights reserved' };
    expect((await site.shown(entry, 'de')).hero).toMatchObject({ ...told, caption: 'Turm' });
    expect((await site.shown(entry)).hero).toMatchObject(told);
    expect((await site.shown(entry)).hero).not.toHaveProperty('caption');
    expect((await site.entry(entry)).version).toBe(version);
  });
});

import { collection, defineConfig, image, text } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeTrash } from '../../src/entries/purge-trash.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { fillEntries } from '../support/fill-entries.ts';
import { FILES, PictureProject } from '../support/picture-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const clock = new TestClock(Date.now());
let app: TestApp;
let site: PictureProject;
let a: string;
let b: string;

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('entry.publish=10000,schema.sync=1000,asset.change=10000') });
});
beforeEach(async () => {
  site = await PictureProject.make(app);
  a = await site.asset();
  b = await site.asset();
});
afterAll(() => app.close());

const remove = (id: string) => site.api.delete(`${site.here}/assets/${id}`);
const countOf = async (id: string): Promise<number> =>
  (await site.api.get(`${site.here}/assets/${id}`)).body.usage_count;

describe('what uses an asset', () => {
  it('is known by entry, field and locale, apart by draft and live', async () => {
    const one = await site.create({ en: { title: 'One', hero: a, gallery: [a, b] }, de: { body: `asset:${a}` } });
    expect(await site.uses(a)).toEqual(['One body (de) draft', 'One gallery (en) draft', 'One hero (en) draft']);
    expect(await site.uses(b)).toEqual(['One gallery (en) draft']);
    await site.publish(one);
    await site.save(one, { en: { title: 'One', hero: b }, de: null });
    expect(await site.uses(a)).toEqual(['One gallery (en) live', 'One hero (en) live']);
    expect(await site.uses(b)).toEqual(['One gallery (en) live', 'One hero (en) draft']);
    await site.live({ en: { title: 'Two', slides: [a, a] } });
    expect([await countOf(a), await countOf(b)]).toEqual([2, 1]);
    expect(await site.uses(a)).toEqual(['One gallery (en) live', 'One hero (en) live', 'Two slides (en) draft live']);
    const answer = await site.api.get(`${site.here}/assets/${b}/usage`);
    expect(answer.body.data).toMatchObject([{ id: one, collection_key: 'posts', title: 'One', status: 'published' }]);
  });

  it('follows an entry off the site, into the trash, back, as a copy, to earlier versions and until it is gone', async () => {
    const id = await site.live({ en: { title: 'One', hero: a } });
    const entry = `${site.here}/entries/${id}`;
    await site.api.post(`${entry}/unpublish`, { locales: ['en'] });
    expect(await site.uses(a)).toEqual(['One hero (en) draft']);
    await site.save(id, { en: { title: 'One', hero: b } });
    expect(await site.uses(a)).toEqual([]);
    await site.api.post(`${entry}/versions/1/restore`, {});
    expect([await site.uses(a), await site.uses(b)]).toEqual([['One hero (en) draft'], []]);
    const copy = (await site.api.post(`${entry}/duplicate`, {})).body.id;
    expect(await site.uses(a)).toEqual(['One hero (en) draft', 'One (copy) hero (en) draft']);
    await site.api.delete(`${site.here}/entries/${copy}`);
    await site.publish(id);
    expect(await site.uses(a)).toEqual(['One hero (en) draft live']);
    await site.api.delete(entry);
    expect([await site.uses(a), await countOf(a)]).toEqual([[], 0]);
    await site.api.post(`${site.here}/entries/bulk`, { action: 'restore', entry_ids: [id] });
    expect(await site.uses(a)).toEqual(['One hero (en) draft']);
    await site.api.post(`${site.here}/entries/bulk`, { action: 'publish', entry_ids: [id] });
    expect(await site.uses(a)).toEqual(['One hero (en) draft live']);
    await site.api.delete(entry);
    clock.advance(31 * 24 * 60 * 60 * 1000);
    expect(await purgeTrash(app.services)).toBeGreaterThanOrEqual(2);
    expect(await site.uses(a)).toEqual([]);
  });

  it('follows the snapshot that is put back', async () => {
    const owner = (await app.person({ projectId: site.project.id, role: 'owner' })).api;
    const id = await site.live({ en: { title: 'One', hero: a } });
    const earlier = (await site.api.get(`${site.here}/snapshot/latest`)).body.snapshot_id;
    await site.save(id, { en: { title: 'One', hero: b } });
    await site.publish(id);
    expect((await remove(a)).status).toBe(200);
    await owner.post(`${site.here}/snapshots/${earlier}/restore`);
    expect(await site.uses(a)).toEqual(['One hero (en) live']);
    expect(await site.uses(b)).toEqual(['One hero (en) draft']);
    // Assets in live content are in no trash.
    expect((await site.api.get(`${site.here}/assets/${a}`)).body.status).toBe('ready');
    await site.api.delete(`${site.here}/entries/${id}`);
    clock.advance(31 * 24 * 60 * 60 * 1000);
    await purgeTrash(app.services);
    await owner.post(`${site.here}/snapshots/${earlier}/restore`);
    expect(await site.uses(a)).toEqual(['One hero (en) draft live']);
  });

  it('follows the types of fields', async () => {
    const schemaOf = (field: object) =>
      defineConfig({ collections: [collection({ key: 'posts', fields: { title: text(), cover: field as never } })] })
        .schema;
    const plain = await app.project();
    const { api } = plain;
    const here = `/projects/${plain.id}`;
    const push = (schema: object, base_version: number, more: object = {}) =>
      api.post(`${here}/schema/sync`, { schema, base_version, ...more });
    const [id = ''] = await fillAssets(app.database.pool, plain.id, 1, () => ({ filename: 'x.jpg', files: FILES }));
    const values = { en: { title: 'One', cover: id } };
    const entry = (await api.post(`${here}/entries`, { collection_key: 'posts', values })).body.id;
    await api.post(`${here}/entries/${entry}/publish`, { locales: ['en'] });
    const uses = async () =>
      (await api.get(`${here}/assets/${id}/usage`)).body.data.flatMap((one: LooseBody) => one.uses);
    expect(await uses()).toEqual([]);
    const { version } = (await api.get(`${here}/entries/${entry}`)).body;
    expect((await push(schemaOf(image()), 0)).status).toBe(200);
    expect(await uses()).toEqual([{ locale: 'en', field: 'cover', draft: true, live: true }]);
    // The same values: no version tells of it.
    expect((await api.get(`${here}/entries/${entry}`)).body.version).toBe(version);
    expect((await push(schemaOf(text()), 1)).status).toBe(200);
    expect(await uses()).toEqual([]);
  });

  it('comes a page at a time, in full and each once', async () => {
    const { body } = await site.api.get(`${site.here}/schema`);
    await fillEntries(app.database.pool, { id: site.project.id, schema: body.schema }, 250, (n) => ({
      collection: 'posts',
      state: n % 3 === 0 ? 'published' : n % 3 === 1 ? 'draft' : 'changed',
      title: `Post ${n}`,
      values: { en: { title: `Post ${n}`, hero: a } },
    }));
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = (
        await site.api.get(`${site.here}/assets/${a}/usage?limit=60${cursor && `&cursor=${cursor}`}`)
      ).body;
      seen.push(...data.map(({ id }: LooseBody) => id));
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    expect([seen.length, new Set(seen).size, await countOf(a)]).toEqual([250, 250, 250]);
    const foreign = (await site.api.get(`${site.here}/assets/${a}/usage?limit=1`)).body.next_cursor;
    expect((await site.api.get(`${site.here}/assets/${b}/usage?cursor=${foreign}`)).status).toBe(400);
    const elsewhere = await PictureProject.make(app);
    const answer = await elsewhere.api.get(`${elsewhere.here}/assets/${a}/usage`);
    expect(codeOf(answer)).toEqual([404, 'media.asset_not_found']);
  });

  it('is asked for in lists: what is unused, and pictures that lack a text', async () => {
    await site.create({ en: { hero: a } });
    const trashed = await site.create({ en: { hero: b } });
    const c = await site.asset({ altText: { en: 'x' } });
    const listed = async (query: string): Promise<string[]> =>
      (await site.api.get(`${site.here}/assets?sort=created&${query}`)).body.data.map(({ id }: LooseBody) => id);
    expect(await listed('unused=true')).toEqual([c]);
    await site.api.delete(`${site.here}/entries/${trashed}`);
    expect(await listed('unused=true')).toEqual([b, c]);
    expect(await listed('unused=true&missing_alt=en')).toEqual([b]);
    expect((await site.api.get(`${site.here}/assets?unused=false`)).status).toBe(400);
  });
});

describe('an asset in use', () => {
  it('does not go to the trash: the refusal names the entries', async () => {
    const draft = await site.create({ en: { title: 'Draft', hero: a, gallery: [a] } });
    const live = await site.live({ en: { title: 'Live', hero: a } });
    await site.save(live, { en: { title: 'Live' } });
    const answer = await remove(a);
    expect(codeOf(answer)).toEqual([409, 'media.asset_in_use']);
    expect(answer.body.error.details).toEqual([
      {
        path: ['assetId'],
        message: 'The entry "Draft" uses it: gallery (en), hero (en).',
        entry_id: draft,
        draft: true,
        live: false,
      },
      { path: ['assetId'], message: 'The entry "Live" uses it: hero (en).', entry_id: live, draft: false, live: true },
    ]);
    await site.api.delete(`${site.here}/entries/${draft}`);
    expect((await remove(a)).status).toBe(409);
    await site.publish(live);
    expect((await remove(a)).status).toBe(200);
    // The draft is there already: nothing happens.
    await site.api.post(`${site.here}/entries/${draft}/restore`);
    expect((await remove(a)).status).toBe(200);
    expect(await site.uses(a)).toEqual(['Draft gallery (en) draft', 'Draft hero (en) draft']);
  });

  it('names a hundred entries, and how many there are besides', async () => {
    const { body } = await site.api.get(`${site.here}/schema`);
    await fillEntries(app.database.pool, { id: site.project.id, schema: body.schema }, 130, (n) => ({
      collection: 'posts',
      state: 'draft',
      title: `Post ${n}`,
      values: { en: { title: `Post ${n}`, hero: a } },
    }));
    const { details } = (await remove(a)).body.error;
    expect([details.length, details.at(-1)]).toEqual([101, { path: [], message: 'There are 30 more.', more: 30 }]);
  });

  it('keeps a whole bulk where it is, or stays behind in a partial one', async () => {
    const used = await site.create({ en: { title: 'One', hero: a } });
    const bulk = (partial: boolean) =>
      site.api.post(`${site.here}/assets/bulk`, { action: 'trash', asset_ids: [b, a], partial });
    const answer = await bulk(false);
    expect(codeOf(answer)).toEqual([409, 'media.bulk_refused']);
    expect(answer.body.error.details).toMatchObject([
      { path: ['asset_ids', 1], asset_id: a, code: 'media.asset_in_use', entry_id: used },
    ]);
    expect((await bulk(true)).body.data).toMatchObject([
      { id: b, result: 'changed', status: 'trashed' },
      { id: a, result: 'refused', error: { code: 'media.asset_in_use' } },
    ]);
  });
});

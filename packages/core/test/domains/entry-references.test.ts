import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/domains/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { fillEntries } from '../support/fill-entries.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.create=10000') });
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});
afterAll(() => app.close());

const usedBy = async (id: string): Promise<[string, boolean, boolean][]> =>
  (await site.get(id)).used_by.map((one: LooseBody) => [one.title, one.draft, one.live]);

describe('an entry that others refer to', () => {
  it('names them, apart by what is a draft and what is live', async () => {
    const target = await site.create({ en: { title: 'Target' } });
    expect((await site.get(target)).used_by).toEqual([]);
    const a = await site.create({ en: { title: 'A', see: target } });
    const b = await site.create({ en: { title: 'B', related: [target] }, de: { title: 'B', related: [target] } });
    expect(await site.get(target)).toMatchObject({
      used_by: [
        { id: a, collection_key: 'posts', title: 'A', draft: true, live: false },
        { id: b, title: 'B' },
      ],
    });
    await site.publish(a);
    const { version } = await site.get(a);
    await site.save(a, { en: { title: 'A', see: null } }, version);
    expect(await usedBy(target)).toEqual([
      ['A', false, true],
      ['B', true, false],
    ]);
    await site.api.delete(`${site.entries}/${a}`);
    await site.save(b, { de: null }, 1);
    expect(await usedBy(target)).toEqual([['B', true, false]]);
    await site.save(b, { en: { title: 'B', related: [] } }, 2);
    expect(await usedBy(target)).toEqual([]);
    const back = (await site.api.post(`${site.entries}/${b}/versions/1/restore`, {})).body;
    expect(back.version).toBe(4);
    expect(await usedBy(target)).toEqual([['B', true, false]]);
    const copy = (await site.api.post(`${site.entries}/${b}/duplicate`, {})).body;
    expect((await usedBy(target)).length).toBe(2);
    expect(copy.values.en.related).toEqual([target]);
  });

  it('names those outside of the trash, however many are in it', async () => {
    const target = await site.create({ en: { title: 'Target' } });
    const { pool } = app.database;
    const trashed = await fillEntries(pool, { id: site.project.id }, 501, (number) => {
      const title = `Old ${number}`;
      return { collection: 'posts', state: 'trashed', title, values: { en: { title, see: target } } };
    });
    await pool.query('UPDATE entry_drafts SET refers_to = ARRAY[$1] WHERE entry_id = ANY($2)', [target, trashed]);
    await site.create({ en: { title: 'Alive', see: target } });
    expect(await usedBy(target)).toEqual([['Alive', true, false]]);
  });

  it('names a hundred of those that refer to something popular, by title', { tags: ['full'] }, async () => {
    const target = await site.create({ en: { title: 'Popular' } });
    for (let n = 100; n < 220; n++) await site.create({ en: { title: `Post ${n}`, see: target } });
    const titles = (await usedBy(target)).map(([title]) => title);
    expect(titles).toEqual(Array.from({ length: 100 }, (_, n) => `Post ${100 + n}`));
  });

  it('does not name itself, nor entries of other projects', async () => {
    const id = await site.create({ en: { title: 'Alone' } });
    await site.save(id, { en: { title: 'Alone', see: id } }, 1);
    expect((await site.get(id)).used_by).toEqual([]);
    const elsewhere = await ContentProject.make(app);
    const refused = await elsewhere.api.post(elsewhere.entries, {
      collection_key: 'posts',
      values: { en: { see: id } },
    });
    expect(refused.status).toBe(400);
    expect((await site.get(id)).used_by).toEqual([]);
  });
});

describe('a reference', () => {
  it('to an entry of a collection that its field does not take is refused, also when another field of the entry mentions it', async () => {
    const project = await app.project({ locales: ['en'] });
    const reference = (key: string, collections: string[]) => ({ key, type: 'reference', collections });
    const schema = {
      format: 1,
      collections: [
        { key: 'people', fields: [{ key: 'name', type: 'text' }] },
        { key: 'notes', fields: [reference('next', ['notes']), reference('by', ['people'])] },
      ],
    };
    const base = `/projects/${project.id}`;
    expect((await project.api.post(`${base}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
    const make = (values: object) => project.api.post(`${base}/entries`, { collection_key: 'notes', values });
    const other = (await make({ en: {} })).body.id;
    const { id, version } = (await make({ en: { next: other } })).body;
    const values = { en: { next: other, by: other } };
    const refused = await project.api.put(`${base}/entries/${id}/draft`, { values, base_version: version });
    expect([refused.status, refused.body.error?.details?.map((one: LooseBody) => [one.path, one.reason])]).toEqual([
      400,
      [[['values', 'en', 'by'], 'entry_of_other_collection']],
    ]);
  });
});

describe('publishing', () => {
  it('warns of references to what is not live in that locale, and goes through', async () => {
    const target = await site.create({ en: { title: 'Target' }, de: { title: 'Ziel' } });
    const id = await site.create({
      en: { title: 'A', see: target, related: [target] },
      de: { title: 'A', see: target },
    });
    const first = await site.publish(id);
    expect(first.body).toMatchObject({ entry_status: 'published', unchanged: false });
    expect(first.body.warnings).toEqual([
      {
        code: 'entry.refers_to_unpublished',
        message: '"Target" is not live in English.',
        path: ['values', 'en', 'see'],
        entry_id: target,
        title: 'Target',
      },
      expect.objectContaining({ path: ['values', 'en', 'related', 0] }),
    ]);
    await site.publish(target);
    expect((await site.publish(id)).body).toMatchObject({ unchanged: true, warnings: [] });
    expect((await site.publish(id, ['en', 'de'])).body.warnings).toMatchObject([{ path: ['values', 'de', 'see'] }]);
  });

  it('warns when what is taken off the site is still referred to there', async () => {
    const target = await site.create({ en: { title: 'Target' }, de: { title: 'Ziel' } });
    await site.publish(target, ['en', 'de']);
    const id = await site.create({ en: { title: 'A', see: target } });
    await site.publish(id);
    const off = (locales: string[]) => site.api.post(`${site.entries}/${target}/unpublish`, { locales });
    expect((await off(['de'])).body.warnings).toEqual([]);
    expect((await off(['en'])).body.warnings).toMatchObject([{ code: 'entry.still_referred_to', entry_id: id }]);
  });
});

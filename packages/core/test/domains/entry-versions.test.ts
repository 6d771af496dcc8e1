import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let site: ContentProject;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('entry.create=100000,entry.save_draft=100000') });
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});
afterAll(() => app.close());

const numbers = (versions: LooseBody[]): [number, number][] =>
  versions.map((one: LooseBody) => [one.first_version, one.version]);

describe('automatic saves', () => {
  const autosave = async (id: string, values: object, api = site.api): Promise<void> => {
    const { version } = await site.get(id);
    const answer = await site.save(id, values, version, { autosave: true }, api);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  it('of one author within ten minutes are one record, which says all that they changed', async () => {
    const id = await site.create({ en: { title: 'one' } });
    await autosave(id, { en: { title: 'two' } });
    clock.advance(4 * MINUTE_MS);
    await autosave(id, { en: { title: 'two', slug: 'two' } });
    await autosave(id, { de: { title: 'zwei' } });
    expect(await site.versions(id)).toMatchObject([
      {
        version: 4,
        first_version: 2,
        kind: 'save',
        autosave: true,
        locales: ['de', 'en'],
        changed_paths: [
          ['de', 'title'],
          ['en', 'slug'],
          ['en', 'title'],
        ],
      },
      { version: 1, first_version: 1, kind: 'create', autosave: false, source: null },
    ]);
    // Ten minutes after the first one a new record begins.
    clock.advance(7 * MINUTE_MS);
    await autosave(id, { en: { title: 'three' } });
    expect(numbers(await site.versions(id))).toEqual([
      [5, 5],
      [2, 4],
      [1, 1],
    ]);
    const page = (await site.api.get(`${site.entries}/${id}/versions?limit=1`)).body;
    expect(numbers(await site.versions(id, `?limit=1&cursor=${page.next_cursor}`))).toEqual([[2, 4]]);
    const { values: _values, ...detail } = (await site.api.get(`${site.entries}/${id}/versions/4`)).body;
    expect(detail).toEqual((await site.versions(id)).find((one: LooseBody) => one.version === 4));
    // Every one of them can still be read, and be the draft again.
    expect((await site.api.get(`${site.entries}/${id}/versions/2`)).body.values).toEqual({ en: { title: 'two' } });
    expect((await site.api.post(`${site.entries}/${id}/versions/2/restore`, {})).status).toBe(200);
  });

  it('are parted by whatever else happens to the entry, and by other authors', async () => {
    const person = await app.person({ projectId: site.project.id, role: 'editor' });
    const id = await site.create({ en: { title: '1' } });
    await autosave(id, { en: { title: '2' } });
    await autosave(id, { en: { title: '3' } }, person.api);
    await autosave(id, { en: { title: '4' } }, person.api);
    await site.save(id, { en: { title: '5' } }, 4);
    await autosave(id, { en: { title: '6' } });
    await site.publish(id);
    await autosave(id, { en: { title: '8' } });
    await autosave(id, { en: { title: '8' } });
    expect(numbers(await site.versions(id))).toEqual([
      [8, 8],
      [7, 7],
      [6, 6],
      [5, 5],
      [3, 4],
      [2, 2],
      [1, 1],
    ]);
  });

  it('of one record are listed page by page, and each can be read, compared and restored', async () => {
    const id = await site.create({ en: { title: '1' } });
    for (const title of ['2', '3', '4', '5']) await autosave(id, { en: { title } });
    await site.publish(id);
    await autosave(id, { en: { title: '7' } });
    const path = `${site.entries}/${id}/versions`;
    const first = (await site.api.get(`${path}?within=5&limit=2`)).body;
    const second = (await site.api.get(`${path}?within=5&limit=2&cursor=${first.next_cursor}`)).body;
    expect([...numbers(first.data), ...numbers(second.data)]).toEqual([
      [4, 4],
      [3, 3],
      [2, 2],
    ]);
    expect(second.next_cursor).toBeNull();
    expect(first.data[0]).toMatchObject({ autosave: true, locales: ['en'], changed_paths: [['en', 'title']] });
    expect((await site.api.get(`${path}/2/diff/4`)).body.data).toEqual([
      { locale: 'en', change: 'changed', fields: [{ field: 'title', before: '2', after: '4' }] },
    ]);
    expect((await site.api.post(`${path}/3/restore`, {})).body.values).toEqual({ en: { title: '3' } });
    // Records that include no others, versions that are part of one, and those that don't exist, have none.
    for (const within of [1, 4, 6, 7, 99]) expect(await site.versions(id, `?within=${within}`)).toEqual([]);
    const foreign = await site.api.get(`${path}?cursor=${first.next_cursor}`);
    expect(foreign.body.error.details).toMatchObject([{ path: ['cursor'] }]);
    const wrong = await site.api.get(`${path}?within=x`);
    expect([codeOf(wrong), wrong.body.error.details[0].path]).toEqual([[400, 'validation_failed'], ['within']]);
  });

  it('that others stand for are removed after seven days; their values stay in what rests on them', {
    tags: ['full'],
  }, async () => {
    const id = await site.create({ en: { title: '1' } });
    await autosave(id, { en: { title: '2' }, de: { title: 'zwei' } });
    await autosave(id, { en: { title: '3' } });
    await autosave(id, { en: { title: '4', slug: 'four' } });
    await site.publish(id, ['en', 'de']);
    await autosave(id, { en: { title: '6' } });
    const read = async (version: number) => (await site.api.get(`${site.entries}/${id}/versions/${version}`)).body;
    const [fourth, fifth] = [await read(4), await read(5)];
    const history = await site.versions(id);

    clock.advance(7 * DAY_MS - MINUTE_MS);
    await app.services.jobs.runAll();
    expect((await read(2)).values).toEqual({ en: { title: '2' }, de: { title: 'zwei' } });
    clock.advance(2 * MINUTE_MS);
    await app.services.jobs.runAll();
    expect(codeOf(await site.api.get(`${site.entries}/${id}/versions/3`))).toEqual([404, 'entry.version_not_found']);
    expect(await read(4)).toEqual(fourth);
    expect((await read(4)).values.de).toEqual({ title: 'zwei' });
    expect(await read(5)).toEqual(fifth);
    // The second is the last change of German before English changed.
    expect(numbers(await site.versions(id, '?within=4'))).toEqual([[2, 2]]);
    expect(await site.versions(id)).toEqual(history);
    expect((await read(1)).values).toEqual({ en: { title: '1' } });
    const { rows } = await app.database.pool.query('SELECT 1 FROM entry_values WHERE entry_id = $1', [id]);
    // en of 1, 2, 4 and 6, and de of 2.
    expect(rows).toHaveLength(5);
    // An edit from a removed version gets the fields that changed since; nothing is merged blindly.
    const stale = await site.save(id, { en: { title: 'mine' } }, 3, { merge: true });
    expect(codeOf(stale)).toEqual([409, 'entry.version_conflict']);
    expect(stale.body.error.details.map((one: LooseBody) => one.path.join('.'))).toContain('values.en.title');
    expect((await site.api.post(`${site.entries}/${id}/versions/4/restore`, {})).body.values).toEqual(fourth.values);
  });
});

it('automatic saves that translations are compared with stay, so that no state changes by itself', async () => {
  const id = await site.create({ en: { title: '1' } });
  const autosave = async (values: object): Promise<void> => {
    const { version } = await site.get(id);
    expect((await site.save(id, values, version, { autosave: true })).status).toBe(200);
  };
  await autosave({ en: { title: '2' } });
  await autosave({ de: { title: 'zwei' } });
  await autosave({ en: { title: '3' } });
  await autosave({ en: { title: '4' } });
  const state = async () => {
    const compared = (await site.api.get(`${site.entries}/${id}/translation?locale=de`)).body;
    const { data } = (await site.api.get(`${site.entries}?translation=de:outdated`)).body;
    return [compared.changed_fields, compared.before, data.map((one: LooseBody) => one.id)];
  };
  expect(await state()).toEqual([['title'], { title: '2' }, [id]]);
  clock.advance(8 * DAY_MS);
  await app.services.jobs.runAll();
  expect(await state()).toEqual([['title'], { title: '2' }, [id]]);
  expect(numbers(await site.versions(id, '?within=5'))).toEqual([[3, 3]]);
});

describe('comparing versions', () => {
  it('lists the fields that differ in each locale, with both values', async () => {
    const id = await site.create({ en: { title: 'Hello', slug: 'hello' }, de: { title: 'Hallo' } });
    await site.save(id, { en: { title: 'Hello, world', slug: 'hello' }, de: null }, 1);
    const diff = async (from: number, to: number) => site.api.get(`${site.entries}/${id}/versions/${from}/diff/${to}`);
    expect((await diff(1, 2)).body).toEqual({
      from: 1,
      to: 2,
      data: [
        { locale: 'de', change: 'removed', fields: [{ field: 'title', before: 'Hallo', after: null }] },
        { locale: 'en', change: 'changed', fields: [{ field: 'title', before: 'Hello', after: 'Hello, world' }] },
      ],
    });
    expect((await diff(2, 1)).body.data[0]).toEqual({
      locale: 'de',
      change: 'added',
      fields: [{ field: 'title', before: null, after: 'Hallo' }],
    });
    expect((await diff(2, 2)).body.data).toEqual([]);
    expect(codeOf(await diff(1, 9))).toEqual([404, 'entry.version_not_found']);
    expect(codeOf(await site.api.get(`${site.entries}/ent_none/versions/1/diff/2`))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await site.api.get(`${site.entries}/${id}/versions/1/diff/x`))).toEqual([400, 'validation_failed']);
    const reader = app.client({ token: site.project.tokens.read_draft });
    expect(codeOf(await reader.get(`${site.entries}/${id}/versions/1/diff/2`))).toEqual([
      403,
      'auth.insufficient_scope',
    ]);
    expect(codeOf(await app.api.get(`${site.entries}/${id}/versions/1/diff/2`))).toEqual([401, 'auth.missing_token']);
  });
});

describe('restoring a version in some locales', () => {
  it('changes these and the shared fields, and leaves the others', async () => {
    const id = await site.create({ en: { title: 'one', note: 'first' } });
    await site.save(id, { en: { title: 'two', note: 'second' }, de: { title: 'zwei' } }, 1);
    const restore = (version: number, locales: string[]) =>
      site.api.post(`${site.entries}/${id}/versions/${version}/restore`, { locales });
    expect((await restore(1, ['en'])).body.values).toEqual({
      en: { title: 'one', note: 'first' },
      de: { title: 'zwei', note: 'first' },
    });
    expect((await site.versions(id))[0]).toMatchObject({ kind: 'restore', version: 3 });
    // A locale that the version doesn't have leaves, as it does when all are restored.
    expect((await restore(1, ['de'])).body.values).toEqual({ en: { title: 'one', note: 'first' } });
    expect((await restore(2, ['de'])).body.values).toEqual({
      en: { title: 'one', note: 'second' },
      de: { title: 'zwei', note: 'second' },
    });
    const unknown = await restore(2, ['en', 'fr']);
    expect([codeOf(unknown), unknown.body.error.details[0].path]).toEqual([
      [400, 'validation_failed'],
      ['locales', 1],
    ]);
    expect(codeOf(await restore(2, []))).toEqual([400, 'validation_failed']);
  });
});

import {
  boolean,
  collection,
  defineConfig,
  integer,
  multiselect,
  reference,
  select,
  slug,
  text,
  textarea,
} from '@stele/schema';
import { type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GRANTS, type Rights } from '../../src/access/permissions.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true }),
        slug: slug({ localized: true, source: 'title' }),
        topic: select({ options: ['news', 'guide'] }),
        tags: multiselect({ options: ['a', 'b', 'c'] }),
        notes: textarea(),
        rank: integer(),
        featured: boolean(),
        code: text({ unique: true }),
        see: reference('pages'),
        teaser: text({ localized: true, required: true }),
      },
    }),
    collection({ key: 'pages', fields: { title: text({ localized: true }) } }),
  ],
});

/** Owners here are members who write posts in German only. */
const roles = {
  ...GRANTS.roles,
  owner: new Set([
    ...GRANTS.roles.viewer,
    { permission: 'entry.write', collections: ['posts'], locales: ['de'] },
  ]) as Rights,
};

let app: TestApp;
let project: TestProject;
let entries: string;

beforeAll(async () => {
  app = await startTestApp({ grants: { roles, scopes: GRANTS.scopes } });
});
beforeEach(async () => {
  project = await app.project();
  entries = `/projects/${project.id}/entries`;
  const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
});
afterAll(() => app.close());

async function create(values: object, collection_key = 'posts'): Promise<string> {
  const { status, body } = await project.api.post(entries, { collection_key, values });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as string;
}
const createAll = (titles: readonly string[]): Promise<string[]> =>
  Promise.all(titles.map((title) => create({ en: { title, topic: 'news', teaser: 'x' } })));
const get = async (id: string): Promise<LooseBody> => (await project.api.get(`${entries}/${id}`)).body;
const valuesOf = async (ids: readonly string[], field: string, locale = 'en') =>
  Promise.all(ids.map(async (id) => (await get(id)).values[locale]?.[field]));
const patch = async (id: string, values: object, api: ApiClient = project.api): Promise<LooseBody> => {
  const { version } = await get(id);
  const answer = await api.patch(`${entries}/${id}/draft`, { values, base_version: version });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const bulk = (body: object, api: ApiClient = project.api, headers: Record<string, string> = {}) =>
  api.post(`${entries}/bulk`, { partial: true, ...body }, headers);
const set = (ids: readonly string[], field: string, value: unknown, more: object = {}, api?: ApiClient) =>
  bulk({ action: 'set', entry_ids: ids, field, value, ...more }, api);
const undo = (ids: readonly string[], versions: readonly number[], api?: ApiClient) =>
  bulk({ action: 'undo_set', entry_ids: ids, base_versions: versions }, api);
const resultsOf = ({ body }: { body: LooseBody }) =>
  body.data.map((item: LooseBody) => [item.result, item.version, item.error?.code]);
const detailOf = ({ body }: { body: LooseBody }, index = 0) => body.data[index].error?.details[0];

const auditOf = (targetId: string) =>
  app.database.prisma.auditRecord.findMany({ where: { targetId }, orderBy: { createdAt: 'desc' } });

describe('changing a field of many entries', () => {
  it('saves each as a draft, with a version and an audit record, and publishes nothing', async () => {
    const ids = await createAll(['a', 'b', 'c']);
    const [a = '', b = '', c = ''] = ids;
    expect((await project.api.post(`${entries}/${a}/publish`, { locales: ['en'] })).status).toBe(200);
    const latest = `/projects/${project.id}/snapshot/latest`;
    const before = (await project.api.get(latest)).body;
    await patch(c, { en: { topic: 'guide' } });
    const answer = await set(ids, 'topic', 'guide');
    expect(answer.body).toMatchObject({ published_at: null, warnings: [] });
    expect(resultsOf(answer)).toEqual([
      ['changed', 3, undefined],
      ['changed', 2, undefined],
      ['unchanged', 2, undefined],
    ]);
    expect(await valuesOf(ids, 'topic')).toEqual(['guide', 'guide', 'guide']);
    expect(await valuesOf(ids, 'title')).toEqual(['a', 'b', 'c']);
    expect((await project.api.get(latest)).body).toEqual(before);
    expect(await get(a)).toMatchObject({ status: 'published', changed_locales: ['en'] });
    const [version] = (await project.api.get(`${entries}/${b}/versions`)).body.data;
    expect(version).toMatchObject({
      version: 2,
      kind: 'save',
      autosave: false,
      source: 'bulk',
      changed_paths: [['en', 'topic']],
    });
    expect((await auditOf(b))[0]).toMatchObject({ action: 'entry.save', data: { version: 2 } });
    expect(await auditOf(c)).toHaveLength(2);
  });

  it('changes a localized field in the languages that are named, of each entry its own, or in all that it has', async () => {
    const both = await create({ en: { title: 'both' }, de: { title: 'beide' } });
    const english = await create({ en: { title: 'english' } });
    await set([both, english], 'teaser', 'new', { entry_locales: [['de'], ['en']] });
    expect([(await get(both)).values, (await get(english)).values]).toMatchObject([
      { en: expect.not.objectContaining({ teaser: 'new' }), de: { teaser: 'new' } },
      { en: { teaser: 'new' } },
    ]);
    const named = await set([both, english], 'teaser', 'newer', { locales: ['de'] });
    expect(resultsOf(named)).toEqual([
      ['changed', 3, undefined],
      ['refused', 2, 'validation_failed'],
    ]);
    expect(detailOf(named, 1)).toMatchObject({ path: ['locales', 0] });
    const own = await set([both, english], 'teaser', 'newer', { entry_locales: [['de'], ['en', 'de']] });
    expect(detailOf(own, 1)).toMatchObject({ path: ['entry_locales', 1, 1] });
    await set([both, english], 'teaser', 'newest');
    expect([...(await valuesOf([both, english], 'teaser')), (await get(both)).values.de.teaser]).toEqual(
      Array(3).fill('newest'),
    );
    expect(Object.keys((await get(english)).values)).toEqual(['en']);
  });

  it('empties a field, also one that is required to publish', async () => {
    const ids = await createAll(['a', 'b']);
    expect(resultsOf(await set(ids, 'teaser', null)).map(([result]: string[]) => result)).toEqual([
      'changed',
      'changed',
    ]);
    expect(await valuesOf(ids, 'teaser')).toEqual([undefined, undefined]);
  });

  it('refuses an entry for itself, with the error of a save, and goes on with the others', async () => {
    const ids = await createAll(['a', 'b', 'c']);
    const [a = '', b = '', c = ''] = ids;
    await project.api.delete(`${entries}/${a}`);
    const unique = await set([...ids, 'ent_nope'], 'code', 'X1');
    expect(resultsOf(unique)).toEqual([
      ['refused', 2, 'entry.trashed'],
      ['changed', 2, undefined],
      ['refused', 1, 'validation_failed'],
      ['refused', null, 'entry.not_found'],
    ]);
    expect(detailOf(unique, 2).path).toEqual(['values', 'en', 'code']);
    expect(await valuesOf([b, c], 'code')).toEqual(['X1', undefined]);
    const noNumber = await set([b, c], 'rank', 'high');
    expect(resultsOf(noNumber)).toEqual([
      ['refused', 2, 'validation_failed'],
      ['refused', 1, 'validation_failed'],
    ]);
    expect(detailOf(noNumber).path).toEqual(['values', 'en', 'rank']);
    expect(resultsOf(await set([b], 'see', 'ent_nope'))).toEqual([['refused', 2, 'validation_failed']]);
  });

  it('refuses only entries whose field changed since their base version', async () => {
    const ids = await createAll(['a', 'b', 'c', 'd']);
    const [, b = '', c = '', d = ''] = ids;
    await patch(b, { en: { title: 'b since' } });
    await patch(c, { en: { rank: 3 } });
    await patch(d, { en: { rank: 5 } });
    const answer = await set(ids, 'rank', 5, { base_versions: [1, 1, 1, 1] });
    expect(resultsOf(answer)).toEqual([
      ['changed', 2, undefined],
      ['changed', 3, undefined],
      ['refused', 2, 'entry.version_conflict'],
      ['unchanged', 2, undefined],
    ]);
    expect(await valuesOf(ids, 'rank')).toEqual([5, 5, 3, 5]);
    expect((await get(b)).values.en.title).toBe('b since');
  });

  it.each([
    ['tags', ['a'], ['a', 'c'], ['b']],
    ['notes', 'one\ntwo', 'one\ntwo\nthree', 'zero\none\ntwo'],
  ])('refuses %s whose items or lines someone else changed, and mixes nothing', async (field, before, since, value) => {
    const a = await create({ en: { title: 'a', [field]: before } });
    await patch(a, { en: { [field]: since } });
    for (const own of [value, null]) {
      const answer = await set([a], field, own, { base_versions: [1] });
      expect(resultsOf(answer)).toEqual([['refused', 2, 'entry.version_conflict']]);
    }
    const [changed] = (await set([a], field, value, { base_versions: [2] })).body.data;
    expect(changed.version).toBe(3);
    const later = Array.isArray(value) ? [...value, 'c'] : `${value}\nfour`;
    await patch(a, { en: { [field]: later } });
    expect(resultsOf(await undo([a], [3]))).toEqual([['refused', 4, 'entry.version_conflict']]);
    expect(await valuesOf([a], field)).toEqual([later]);
  });

  it.each([
    ['internal', (id: string) => `IF NEW.entry_id = '${id}' THEN RAISE EXCEPTION 'broken'; END IF;`],
    ['unavailable', () => `UPDATE projects SET frozen_until = now() + interval '1 hour' WHERE id = '${project.id}';`],
  ])('answers with what was changed when it fails half-way (%s)', { tags: ['full'] }, async (code, failure) => {
    const ids = await createAll(['a', 'b', 'c']);
    const [a = '', b = ''] = ids;
    const { pool } = app.database;
    await pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${failure(b)} RETURN NEW; END $$`,
    );
    await pool.query('CREATE TRIGGER fail AFTER INSERT ON entry_versions FOR EACH ROW EXECUTE FUNCTION fail()');
    const answer = await set(ids, 'rank', 7).finally(async () => {
      await pool.query('DROP FUNCTION fail CASCADE');
      await pool.query('UPDATE projects SET frozen_until = NULL WHERE id = $1', [project.id]);
    });
    expect(answer.status).toBe(200);
    expect(resultsOf(answer)).toEqual([
      ['changed', 2, undefined],
      ['refused', 1, code],
      ['refused', 1, code],
    ]);
    expect(await valuesOf(ids, 'rank')).toEqual([7, undefined, undefined]);
    expect(resultsOf(await undo([a], [2]))).toEqual([['changed', 3, undefined]]);
  });

  it('changes only what the rights of a member cover', async () => {
    const { api, id } = await app.person({ projectId: project.id, role: 'owner' });
    const german = await create({ de: { title: 'eins' } });
    const both = await create({ en: { title: 'both' }, de: { title: 'beide' } });
    const page = await create({ de: { title: 'Seite' } }, 'pages');
    const localized = await set([german, both], 'teaser', 'neu', {}, api);
    expect(resultsOf(localized)).toEqual([
      ['changed', 2, undefined],
      ['refused', 1, 'auth.insufficient_role'],
    ]);
    expect(resultsOf(await set([both], 'teaser', 'neu', { locales: ['de'] }, api))).toEqual([
      ['changed', 2, undefined],
    ]);
    // A shared field is the English values' as well.
    expect(resultsOf(await set([both], 'topic', 'news', { locales: ['de'] }, api))).toEqual([
      ['refused', 2, 'auth.insufficient_role'],
    ]);
    expect(resultsOf(await set([page], 'title', 'neu', {}, api))).toEqual([['refused', 1, 'auth.insufficient_role']]);
    expect((await get(german)).updated_by.id).toBe(id);
    const author = await app.person({ projectId: project.id, role: 'author' });
    const { body: own } = await author.api.post(entries, { collection_key: 'posts', values: { en: { title: 'own' } } });
    expect(resultsOf(await set([both, own.id], 'topic', 'news', {}, author.api))).toEqual([
      ['refused', 2, 'auth.insufficient_role'],
      ['changed', 2, undefined],
    ]);
    const viewer = await app.person({ projectId: project.id, role: 'viewer' });
    expect(codeOf(await set([german], 'teaser', 'no', {}, viewer.api))).toEqual([403, 'auth.insufficient_role']);
  });

  it('does nothing for entries of another project', async () => {
    const other = await app.project();
    const { body } = await other.api.post(`/projects/${other.id}/entries`, {
      collection_key: 'posts',
      values: { en: { title: 'x' } },
    });
    expect(resultsOf(await set([body.id], 'title', 'mine'))).toEqual([['refused', null, 'entry.not_found']]);
    expect(resultsOf(await undo([body.id], [1]))).toEqual([['refused', null, 'entry.not_found']]);
  });

  it('happens once for an Idempotency-Key, and says what it would do for a dry run', async () => {
    const ids = await createAll(['a', 'b']);
    await patch(ids[1] ?? '', { en: { topic: 'guide' } });
    const body = { action: 'set', entry_ids: [...ids, 'ent_nope'], field: 'topic', value: 'guide' };
    const dry = await bulk({ ...body, dry_run: true });
    expect(resultsOf(dry).map(([result]: string[]) => result)).toEqual(['changed', 'unchanged', 'refused']);
    expect((await get(ids[0] ?? '')).version).toBe(1);
    const first = await bulk(body, project.api, { 'idempotency-key': 'one' });
    const again = await bulk(body, project.api, { 'idempotency-key': 'one' });
    expect(again.body).toEqual(first.body);
    expect((await get(ids[0] ?? '')).version).toBe(2);
  });

  it('loses none of the edits that are made meanwhile', async () => {
    const ids = await createAll(Array.from({ length: 8 }, (_, n) => `entry ${n}`));
    const [answer] = await Promise.all([
      set(ids, 'rank', 7),
      ...ids.map((id) =>
        project.api.patch(`${entries}/${id}/draft`, {
          values: { en: { title: `${id} since` } },
          base_version: 1,
          merge: true,
        }),
      ),
    ]);
    expect(answer.body.data.every((item: LooseBody) => item.result === 'changed')).toBe(true);
    expect(await valuesOf(ids, 'rank')).toEqual(Array(8).fill(7));
    expect(await valuesOf(ids, 'title')).toEqual(ids.map((id) => `${id} since`));
  });
});

describe('undoing such a change', () => {
  const versionsOf = ({ body }: { body: LooseBody }): number[] =>
    body.data.flatMap((item: LooseBody) => (item.result === 'changed' ? [item.version] : []));

  it('puts back the former value of each entry, in a version of its own', async () => {
    const ids = await createAll(['a', 'b']);
    await patch(ids[1] ?? '', { en: { topic: null, tags: ['a'] } });
    const changed = await set(ids, 'topic', 'guide');
    const undone = await undo(ids, versionsOf(changed));
    expect(resultsOf(undone)).toEqual([
      ['changed', 3, undefined],
      ['changed', 4, undefined],
    ]);
    expect(await valuesOf(ids, 'topic')).toEqual(['news', undefined]);
    expect(await valuesOf(ids, 'tags')).toEqual([undefined, ['a']]);
    expect(resultsOf(await undo(ids, versionsOf(changed))).map(([result]: string[]) => result)).toEqual([
      'unchanged',
      'unchanged',
    ]);
    // An undo is a save, which can be undone.
    await undo(ids, versionsOf(undone));
    expect(await valuesOf(ids, 'topic')).toEqual(['guide', 'guide']);
  });

  it('takes back a slug that the change made, and values of every language', async () => {
    const id = await create({ en: { teaser: 'x' }, de: { title: 'Alt' } });
    const [version = 0] = versionsOf(await set([id], 'title', 'A title'));
    expect((await get(id)).values.en.slug).toBe('a-title');
    await undo([id], [version]);
    expect((await get(id)).values).toEqual({ en: { teaser: 'x' }, de: { title: 'Alt', slug: 'alt' } });
  });

  it("leaves alone what was changed since, and keeps everyone's other edits", async () => {
    const ids = await createAll(['a', 'b', 'c']);
    const [a = '', b = '', c = ''] = ids;
    const changed = versionsOf(await set(ids, 'rank', 7));
    const colleague = (await app.person({ projectId: project.id, role: 'editor' })).api;
    await patch(a, { en: { rank: 8 } }, colleague);
    await patch(b, { en: { title: 'b since' } }, colleague);
    expect((await project.api.post(`${entries}/${c}/publish`, { locales: ['en'] })).status).toBe(200);
    const answer = await undo(ids, changed);
    expect(resultsOf(answer)).toEqual([
      ['refused', 3, 'entry.version_conflict'],
      ['changed', 4, undefined],
      ['changed', 4, undefined],
    ]);
    expect(answer.body.data[0].error.details).toContainEqual(
      expect.objectContaining({ path: ['values', 'en', 'rank'] }),
    );
    expect(await valuesOf(ids, 'rank')).toEqual([8, undefined, undefined]);
    expect((await get(b)).values.en.title).toBe('b since');
  });

  it('is refused where there is nothing to undo, or another entry has the value now', async () => {
    const [a = '', b = ''] = await createAll(['a', 'b']);
    await patch(a, { en: { code: 'X1' } });
    const [version = 0] = versionsOf(await set([a], 'code', 'X2'));
    await patch(b, { en: { code: 'X1' } });
    expect(resultsOf(await undo([a], [version]))).toEqual([['refused', 3, 'validation_failed']]);
    // A save that begins a language isn't a change of a field.
    const begun = await patch(b, { de: { title: 'neu' } });
    expect(resultsOf(await undo([b], [begun.version]))).toEqual([
      ['refused', begun.version, 'entry.version_not_found'],
    ]);
    expect(resultsOf(await undo([a, b], [1, 99]))).toEqual([
      ['refused', 3, 'entry.version_not_found'],
      ['refused', begun.version, 'entry.version_not_found'],
    ]);
    const { api } = await app.person({ projectId: project.id, role: 'owner' });
    expect(resultsOf(await undo([a], [version], api))).toEqual([['refused', 3, 'auth.insufficient_role']]);
  });
});

describe('a bad request', () => {
  it('is refused with the field, and changes nothing', async () => {
    const [a = ''] = await createAll(['a']);
    const page = await create({ en: { title: 'page' } }, 'pages');
    const refusal = async (body: object) => {
      const answer = await bulk({ action: 'set', entry_ids: [a], field: 'topic', value: 'guide', ...body });
      return [...codeOf(answer), answer.body.error.details[0].path];
    };
    const at = (...path: (string | number)[]) => [400, 'validation_failed', path];
    expect(await refusal({ field: 'nope' })).toEqual(at('field'));
    expect(await refusal({ field: undefined })).toEqual(at('field'));
    expect(await refusal({ field: 7 })).toEqual(at('field'));
    expect(await refusal({ value: undefined })).toEqual(at('value'));
    expect(await refusal({ partial: undefined })).toEqual(at('partial'));
    expect(await refusal({ action: 'undo_set', base_versions: [1] })).toEqual(at('field'));
    expect(await refusal({ action: 'publish' })).toEqual(at('field'));
    expect(await refusal({ action: 'undo_set', field: undefined, value: undefined })).toEqual(at('base_versions'));
    expect(await refusal({ base_versions: [1, 2] })).toEqual(at('base_versions'));
    expect(await refusal({ entry_ids: Array.from({ length: 101 }, (_, n) => `ent_${n}`) })).toEqual(at('entry_ids'));
    expect(await refusal({ entry_ids: [a, a] })).toEqual(at('entry_ids', 1));
    expect(await refusal({ entry_ids: [a, page], field: 'title' })).toEqual(at('entry_ids', 1));
    expect(await refusal({ entry_locales: [['en'], ['en']] })).toEqual(at('entry_locales'));
    const many = Array.from({ length: 100 }, (_, n) => `ent_${n}`);
    expect(await refusal({ entry_ids: many, value: 'x'.repeat(400_000) })).toEqual(at('value'));
    // Languages count each.
    const both = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create({ en: { title: `${n}` }, de: { title: `${n}` } })),
    );
    const large = { entry_ids: both, value: 'x'.repeat(3_500_000) };
    expect(await refusal({ ...large, field: 'teaser' })).toEqual(at('value'));
    expect(await refusal({ ...large, field: 'code', locales: ['en'] })).toEqual(at('value'));
    expect((await get(a)).version).toBe(1);
  });
});

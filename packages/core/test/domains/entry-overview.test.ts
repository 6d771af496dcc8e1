import { codeOf } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import { countStatements } from '../support/statements.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});

const counts = async (query = '') => (await site.api.get(`${site.entries}/counts${query}`)).body.data;
const translation = (id: string, locale = 'de') => site.api.get(`${site.entries}/${id}/translation?locale=${locale}`);

describe('counts', () => {
  it('are by collection and status, and by locale where asked for', async () => {
    expect(await counts()).toEqual([]);
    const live = await site.create({ en: { title: 'a' }, de: { title: 'a' } });
    await site.publish(live, ['en', 'de']);
    const changed = await site.create({ en: { title: 'b' }, de: { title: 'b' } });
    await site.publish(changed);
    await site.save(changed, { en: { title: 'c' } }, 2);
    await site.create({ de: { title: 'd' } });
    const gone = await site.create({ en: { title: 'e' } });
    await site.publish(gone);
    await site.api.delete(`${site.entries}/${gone}`);
    await site.create({ en: { title: 'p' } }, 'pages');
    const posts = { collection_key: 'posts', total: 3, live: 2, changed: 1, draft: 1, trashed: 1 };
    const pages = { collection_key: 'pages', total: 1, live: 0, changed: 0, draft: 1, trashed: 0 };
    expect(await counts()).toEqual([pages, posts]);
    expect(await counts('?include=locales')).toEqual([
      {
        ...pages,
        locales: {
          en: { live: 0, changed: 0, draft: 1, missing: 0 },
          de: { live: 0, changed: 0, draft: 0, missing: 1 },
        },
      },
      {
        ...posts,
        locales: {
          en: { live: 2, changed: 1, draft: 0, missing: 1 },
          de: { live: 1, changed: 0, draft: 2, missing: 0 },
        },
      },
    ]);
    const other = await app.project();
    expect((await other.api.get(`/projects/${other.id}/entries/counts`)).body.data).toEqual([]);
  });

  it('are for who may read entries', async () => {
    const reading = app.client({ token: site.project.tokens.read_draft });
    expect(codeOf(await reading.get(`${site.entries}/counts`))).toEqual([403, 'auth.insufficient_scope']);
    expect(codeOf(await site.api.get(`${site.entries}/counts?include=all`))).toEqual([400, 'validation_failed']);
  });
});

describe('lists and counts', () => {
  it('are narrowed by who created entries, and by who saved them last', async () => {
    const [ada, bob] = [
      await app.person({ projectId: site.project.id, role: 'editor' }),
      await app.person({ projectId: site.project.id, role: 'editor' }),
    ];
    const make = async (title: string, { api }: Pick<typeof ada, 'api'>): Promise<string> => {
      const { status, body } = await api.post(site.entries, { collection_key: 'posts', values: { en: { title } } });
      expect(status).toBe(201);
      return body.id;
    };
    const save = async (id: string, title: string, { api }: Pick<typeof ada, 'api'>): Promise<void> => {
      const draft = { base_version: 1, values: { en: { title } } };
      expect((await api.patch(`${site.entries}/${id}/draft`, draft)).status).toBe(200);
    };
    await make('Own', ada);
    await save(await make('Handed over', ada), 'Handed over', bob);
    await save(await make('Changed by Bob', ada), 'Changed by Bob, later', bob);
    const byToken = await make('Of a token', site);
    await save(await make('Of Bob', bob), 'Of Bob, then of a token', site);
    const listed = async (query: string, { api }: Pick<typeof ada, 'api'> = site): Promise<string[]> => {
      const { status, body } = await api.get(`${site.entries}?${query}&sort=title`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.data.map(({ title }: { title: string }) => title);
    };
    const ofAda = ['Changed by Bob, later', 'Handed over', 'Own'];
    expect(await listed('created_by=me', ada)).toEqual(ofAda);
    expect(await listed(`created_by=${ada.id}`, bob)).toEqual(ofAda);
    // A save that changes nothing edits nothing.
    expect(await listed('updated_by=me', ada)).toEqual(['Handed over', 'Own']);
    expect(await listed('updated_by=me', bob)).toEqual(['Changed by Bob, later']);
    expect(await listed(`created_by=${ada.id}&updated_by=${bob.id}`)).toEqual(['Changed by Bob, later']);
    expect(await listed(`created_by=${ada.id}&search=own`)).toEqual(['Own']);
    expect(await listed('created_by=me')).toEqual(['Of a token']);
    expect(await listed('updated_by=me')).toEqual(['Of a token', 'Of Bob, then of a token']);
    const { created_by: token } = (await site.get(byToken)) as { created_by: { id: string } };
    expect(await listed(`created_by=${token.id}`, bob)).toEqual(['Of a token']);
    expect(await listed('created_by=usr_nobody')).toEqual([]);
    const first = (await ada.api.get(`${site.entries}?created_by=me&limit=2`)).body;
    const rest = (await ada.api.get(`${site.entries}?created_by=me&limit=2&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, rest.data.length, rest.next_cursor]).toEqual([2, 1, null]);
    expect((await ada.api.get(`${site.entries}?updated_by=me&cursor=${first.next_cursor}`)).status).toBe(400);
    expect((await ada.api.get(`${site.entries}/counts?created_by=me`)).body.data).toMatchObject([{ total: 3 }]);
    const others = await app.project();
    expect((await others.api.get(`/projects/${others.id}/entries?created_by=${ada.id}`)).body.data).toEqual([]);
  });
});

describe('a translation', () => {
  it('says what has changed in the source since', async () => {
    const id = await site.create({ en: { title: 'One', slug: 'one' } });
    expect((await translation(id)).body).toEqual({
      locale: 'de',
      source_locale: 'en',
      translated_version: null,
      translated_at: null,
      translated_by: null,
      changed_fields: [],
      before: {},
      machine_fields: [],
    });
    await site.save(id, { de: { title: 'Eins' } }, 1);
    expect((await translation(id)).body).toMatchObject({ translated_version: 2, changed_fields: [] });
    await site.save(id, { en: { title: 'One and a half', slug: 'one' } }, 2);
    await site.save(id, { en: { title: 'Two', slug: 'two', related: [id] } }, 3);
    const outdated = (await translation(id)).body;
    expect(outdated).toMatchObject({
      translated_version: 2,
      translated_by: { type: 'token' },
      changed_fields: ['related', 'slug', 'title'],
      before: { related: null, slug: 'one', title: 'One' },
    });
    expect(outdated.translated_at).toBe((await site.versions(id))[2]?.created_at);
    await site.save(id, { en: { title: 'One', slug: 'two' } }, 4);
    expect((await translation(id)).body).toMatchObject({ changed_fields: ['slug'], before: { slug: 'one' } });
    await site.save(id, { en: { title: 'Three', slug: 'two' } }, 5);
    // Only the title is brought up to date.
    await site.save(id, { de: { title: 'Drei' } }, 6);
    expect((await translation(id)).body).toMatchObject({
      translated_version: 7,
      changed_fields: ['slug'],
      before: { slug: 'one' },
    });
    await site.save(id, { de: { title: 'Drei', slug: 'drei' } }, 7);
    expect((await translation(id)).body).toMatchObject({ translated_version: 8, changed_fields: [], before: {} });
  });

  it('is not brought up to date by what all locales share, nor by a publish', async () => {
    const id = await site.create({ en: { title: 'One' }, de: { title: 'Eins' } });
    await site.save(id, { en: { title: 'Two' } }, 1);
    await site.save(id, { de: { title: 'Eins', note: 'shared' } }, 2);
    await site.publish(id, ['de']);
    expect((await translation(id)).body).toMatchObject({
      translated_version: 1,
      changed_fields: ['title'],
      before: { title: 'One' },
    });
  });

  it('is of a locale of the project; nothing has changed for the default one itself', async () => {
    const id = await site.create({ en: { title: 'One' } });
    await site.save(id, { en: { title: 'Two' } }, 1);
    const own = await translation(id, 'en');
    expect([own.status, own.body.changed_fields, own.body.before]).toEqual([200, [], {}]);
    expect(codeOf(await translation(id, 'fr'))).toEqual([400, 'validation_failed']);
    expect(codeOf(await translation('ent_none'))).toEqual([404, 'entry.not_found']);
  });
});

describe('a translation that is still correct', () => {
  const confirm = (id: string, base: number, fields?: readonly string[], api = site.api) =>
    api.post(`/projects/${site.project.id}/translations/de/entries/${id}/confirm`, { base_version: base, fields });
  const confirmMany = (ids: readonly string[], bases: readonly number[]) =>
    site.api.post(`/projects/${site.project.id}/translations/de/confirm`, { entry_ids: ids, base_versions: bases });
  const outdated = async (id: string): Promise<string[]> => (await translation(id)).body.changed_fields;
  /** An entry whose title and slug are outdated in German. */
  const makeOutdated = async (end = ''): Promise<string> => {
    const values = { en: { title: 'One', slug: `one${end}` }, de: { title: 'Eins', slug: `eins${end}` } };
    const id = await site.create(values);
    await site.save(id, { en: { title: 'Two', slug: `two${end}` } }, 1);
    return id;
  };

  it('is confirmed by field, until the source changes again', async () => {
    const id = await makeOutdated();
    expect(await outdated(id)).toEqual(['slug', 'title']);
    expect((await confirm(id, 2, ['title'])).body).toEqual({ locale: 'de', confirmed_fields: ['title'] });
    expect(await outdated(id)).toEqual(['slug']);
    expect((await confirm(id, 2, ['title'])).body.confirmed_fields).toEqual([]);
    expect((await site.get(id)).version).toBe(2);
    await site.save(id, { en: { title: 'Three', slug: 'two' } }, 2);
    expect((await translation(id)).body).toMatchObject({
      changed_fields: ['slug', 'title'],
      before: { slug: 'one', title: 'Two' },
    });
    expect((await confirm(id, 3)).body.confirmed_fields).toEqual(['slug', 'title']);
    expect(await outdated(id)).toEqual([]);
  });

  it('is confirmed for the source that was looked at', async () => {
    const id = await makeOutdated();
    await site.save(id, { en: { title: 'Three', slug: 'two' } }, 2);
    expect((await confirm(id, 2)).status).toBe(200);
    expect(await outdated(id)).toEqual(['title']);
    await site.save(id, { de: { title: 'Drei', slug: 'eins' } }, 3);
    expect(codeOf(await confirm(id, 3))).toEqual([409, 'entry.version_conflict']);
    expect(codeOf(await confirm('ent_none', 1))).toEqual([404, 'entry.not_found']);
  });

  it('is confirmed in many entries, of each for itself', async () => {
    const [one, other, newer] = [await makeOutdated('-1'), await makeOutdated('-2'), await makeOutdated('-3')];
    await site.save(newer, { de: { title: 'Zwei', slug: 'eins-3' } }, 2);
    const { status, body } = await confirmMany([one, other, newer, 'ent_none'], [2, 2, 2, 2]);
    expect(status).toBe(200);
    const both = ['slug', 'title'];
    expect(body.data).toMatchObject([
      { id: one, confirmed_fields: both, error: null },
      { id: other, confirmed_fields: both, error: null },
      { id: newer, confirmed_fields: [], error: { code: 'entry.version_conflict' } },
      { confirmed_fields: [], error: { code: 'entry.not_found' } },
    ]);
    expect(await outdated(newer)).toEqual(['slug']);
    expect(codeOf(await confirmMany([one], [2, 2]))).toEqual([400, 'validation_failed']);
    expect(codeOf(await confirmMany([one, one], [2, 2]))).toEqual([400, 'validation_failed']);
  });

  it('is confirmed by who may write the locale', async () => {
    const id = await makeOutdated();
    const { id: userId, api } = await app.person({ projectId: site.project.id, role: 'editor' });
    await app.database.prisma.member.updateMany({ where: { userId }, data: { limits: { locales: ['en'] } } });
    expect(codeOf(await confirm(id, 2, undefined, api))).toEqual([403, 'auth.insufficient_role']);
    expect(await outdated(id)).toEqual(['slug', 'title']);
  });

  it('stays confirmed when another field is saved', async () => {
    const id = await makeOutdated();
    await confirm(id, 2, ['slug']);
    await site.save(id, { de: { title: 'Zwei', slug: 'eins' } }, 2);
    expect(await outdated(id)).toEqual([]);
  });
});

describe('the state of translations', () => {
  it('is in lists, a filter of them and a part of counts, by the same rules as the comparison', async () => {
    const list = async (query: string): Promise<[string, unknown][]> =>
      (await site.api.get(`${site.entries}?sort=created&${query}`)).body.data.map(
        ({ id, translations }: { id: string; translations?: unknown }) => [id, translations],
      );
    const ids = async (query: string) => (await list(query)).map(([id]) => id);
    const missing = await site.create({ en: { title: 'One' } });
    const current = await site.create({ en: { title: 'Two' }, de: { title: 'Zwei' } });
    const outdated = await site.create({ en: { title: 'Three' }, de: { title: 'Drei' } });
    await site.save(outdated, { en: { title: 'Three and a half' } }, 1);
    // Fields shared by all locales bring no translation up to date, and an edit that was undone is none.
    await site.save(outdated, { de: { title: 'Drei', note: 'shared' } }, 2);
    const undone = await site.create({ en: { title: 'Four' }, de: { title: 'Vier' } }, 'pages');
    await site.save(undone, { en: { title: 'For' } }, 1);
    await site.save(undone, { en: { title: 'Four' } }, 2);
    const foreign = await site.create({ de: { title: 'Nur deutsch' } });
    const gone = await site.create({ en: { title: 'Gone' } });
    await site.api.delete(`${site.entries}/${gone}`);
    expect(await list('include=translations')).toEqual([
      [missing, { de: 'missing' }],
      [current, { de: 'current' }],
      [outdated, { de: 'outdated' }],
      [undone, { de: 'current' }],
      [foreign, {}],
    ]);
    expect((await list(''))[0]).toEqual([missing, undefined]);
    expect(await ids('translation=de:missing')).toEqual([missing]);
    expect(await ids('translation=de:outdated')).toEqual([outdated]);
    expect(await ids('translation=de:missing,outdated')).toEqual([missing, outdated]);
    expect(await ids('translation=de:current&collection=posts')).toEqual([current]);
    expect(await ids('translation=de:outdated&search=half')).toEqual([outdated]);
    expect(await ids('translation=de:missing&limit=1&status=draft')).toEqual([missing]);
    const { data } = (await site.api.get(`${site.entries}?translation=de:outdated&include=translations`)).body;
    expect(data[0].outdated_fields).toEqual({ de: ['title'] });
    const posts = { missing: 1, outdated: 1, current: 1, outdated_fields: 1 };
    const translations = async (query: string) =>
      (await counts(`?include=translations${query}`)).map((one: { collection_key: string; translations: unknown }) => [
        one.collection_key,
        one.translations,
      ]);
    expect(await translations('')).toEqual([
      ['pages', { de: { missing: 0, outdated: 0, current: 1, outdated_fields: 0 } }],
      ['posts', { de: posts }],
    ]);
    expect(await translations('&translation=de:outdated')).toEqual([
      ['posts', { de: { ...posts, missing: 0, current: 0 } }],
    ]);
    for (const wrong of ['en:missing', 'fr:missing', 'de', 'de:missing,none']) {
      expect(codeOf(await site.api.get(`${site.entries}?translation=${wrong}`))).toEqual([400, 'validation_failed']);
    }
  });

  it('is read in one statement for a page', async () => {
    for (const title of ['a', 'b', 'c']) await site.create({ en: { title } });
    const counted = countStatements(app.database);
    const count = async (query: string): Promise<number> => {
      counted.reset();
      await site.api.get(`${site.entries}${query}`);
      return counted.statements.length;
    };
    await count('?include=translations');
    expect(await count('?include=translations')).toBe((await count('')) + 1);
    expect(await count('?include=translations&limit=1')).toBe(await count('?include=translations&limit=3'));
    counted.stop();
  });
});

describe('a list of entries in one locale', () => {
  it('goes by how each stands in that locale, not by how it stands as a whole', async () => {
    const both = await site.create({ en: { title: 'both' }, de: { title: 'beide' } });
    await site.publish(both, ['en', 'de']);
    const english = await site.create({ en: { title: 'english' }, de: { title: 'deutsch' } });
    await site.publish(english, ['en']);
    const changed = await site.create({ en: { title: 'changed' }, de: { title: 'alt' } });
    await site.publish(changed, ['en', 'de']);
    await site.save(changed, { de: { title: 'neu' } }, 2);
    const draft = await site.create({ de: { title: 'nur' } });
    const listed = async (query: string): Promise<Set<string>> => {
      const { body } = await site.api.get(`${site.entries}?${query}`);
      return new Set((body.data as { id: string }[]).map(({ id }) => id));
    };
    for (const more of ['', '&sort=title', '&collection=posts']) {
      expect(await listed(`locale=de&status=published${more}`)).toEqual(new Set([both, changed]));
      expect(await listed(`locale=de&status=changed${more}`)).toEqual(new Set([changed]));
      expect(await listed(`locale=de&status=draft${more}`)).toEqual(new Set([english, draft]));
      expect(await listed(`locale=en&status=published${more}`)).toEqual(new Set([both, english, changed]));
    }
    expect(await listed('locale=de&status=draft&search=nur')).toEqual(new Set([draft]));
  });
});

import { blocks, collection, date, defineConfig, richtext, slug, text } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true, max: 60 }),
        slug: slug({ localized: true, source: 'title' }),
        day: date({ localized: true }),
        body: richtext({ localized: true }),
        sections: blocks({ words: { text: text(), on: date() } }, { localized: true }),
        note: text(),
      },
    }),
    collection({ key: 'pages', fields: { title: text({ localized: true }) } }),
  ],
});
const body = (one: string, two: string) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: one },
        { type: 'text', text: two, marks: [{ type: 'link', attrs: { href: 'https://example.org' } }] },
      ],
    },
  ],
});
const english = {
  title: 'Hello & <welcome>',
  slug: 'hello',
  day: '2026-11-27',
  body: body('Read ', 'this'),
  sections: [{ _type: 'words', _key: 'k1', text: 'Words', on: '2026-01-01' }],
};

let app: TestApp;
let project: TestProject;
let entries: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  project = await app.project();
  entries = `/projects/${project.id}/entries`;
  const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(pushed.status).toBe(200);
});

async function create(values: object, collectionKey = 'posts'): Promise<string> {
  const answer = await project.api.post(entries, { collection_key: collectionKey, values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const read = async (id: string): Promise<LooseBody> => (await project.api.get(`${entries}/${id}`)).body;
const save = async (id: string, values: object): Promise<void> => {
  const { version } = await read(id);
  const answer = await project.api.patch(`${entries}/${id}/draft`, { values, base_version: version });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const exported = async (query = ''): Promise<LooseBody> => {
  const answer = await project.api.get(`/projects/${project.id}/translations/de/xliff${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const send = (xliff: string, more: object = {}, api = project.api) =>
  api.post(`/projects/${project.id}/translations/import`, { xliff, ...more });
const imported = async (xliff: string, more: object = {}): Promise<LooseBody[]> => {
  const answer = await send(xliff, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
/** A document with each text translated by a function of the source's XML. */
const translated = (xliff: string, translate: (source: string) => string | null): string =>
  xliff.replace(/<source>(.*?)<\/source>(<target>.*?<\/target>)?/gs, (_, source: string) => {
    const target = translate(source);
    return `<source>${source}</source>${target === null ? '' : `<target>${target}</target>`}`;
  });

describe('an export', () => {
  it('has the texts of what is missing or outdated, in pages', async () => {
    const missing = await create({ en: english });
    const outdated = await create({ en: { title: 'One' }, de: { title: 'Eins' } });
    await save(outdated, { en: { title: 'Two' } });
    const current = await create({ en: { title: 'Up to date' }, de: { title: 'Aktuell' } }, 'pages');
    await create({ en: { day: '2026-11-27' } });
    await create({ de: { title: 'Nur deutsch' } });
    const { xliff, ...facts } = await exported();
    expect(facts).toEqual({ entries: 2, next_cursor: null });
    expect(xliff).toContain('version="2.1" srcLang="en" trgLang="de"');
    expect(xliff).toContain(`<file id="${missing}" original="${project.id}/${missing}@1"`);
    expect(xliff).toContain('<segment state="initial"><source>Hello &amp; &lt;welcome&gt;</source></segment>');
    expect(xliff).toContain('<note id="n1">At most 60 characters.</note>');
    expect(xliff).toContain('<data id="d1">&lt;a href="https://example.org"&gt;</data>');
    expect(xliff).toContain('Read <pc id="1" dataRefStart="d1" dataRefEnd="e1" type="link">this</pc>');
    expect(xliff).toContain('<unit id="sections.:k1.text" name="Sections › Words › Text">');
    expect(xliff).toContain('When it was last translated, the source said: One');
    expect(xliff).toContain('<segment state="initial"><source>Two</source><target>Eins</target></segment>');
    expect(xliff).not.toContain('Up to date');
    expect(xliff).not.toContain('2026');
    expect((await exported('?state=missing')).xliff).not.toContain(outdated);
    expect(await exported('?collection=pages')).toEqual({ xliff: null, entries: 0, next_cursor: null });
    expect((await exported(`?entries=${current}`)).xliff).toContain('<segment state="translated"><source>Up to date');
    const first = await exported('?limit=1');
    const second = await exported(`?limit=1&cursor=${first.next_cursor}`);
    expect([first.xliff.includes(missing), first.xliff.includes(outdated)]).toEqual([true, false]);
    expect([second.xliff.includes(missing), second.xliff.includes(outdated)]).toEqual([false, true]);
  });

  it('takes what was there before its source for outdated', async () => {
    const id = await create({ de: { title: 'Hallo' } });
    await save(id, { en: { title: 'Hello' } });
    expect((await exported()).xliff).toContain(
      '<segment state="initial"><source>Hello</source><target>Hallo</target></segment>',
    );
  });

  it('is of another locale, for who may read drafts', async () => {
    const path = (locale: string) => `/projects/${project.id}/translations/${locale}/xliff`;
    expect(codeOf(await project.api.get(path('en')))).toEqual([400, 'validation_failed']);
    expect(codeOf(await project.api.get(`${path('de')}?state=none`))).toEqual([400, 'validation_failed']);
    const listed = await project.api.get(`${entries}?translation=de:missing:anything`);
    expect(codeOf(listed)).toEqual([400, 'validation_failed']);
    const reading = app.client({ token: project.tokens.read_draft });
    expect(codeOf(await reading.get(path('de')))).toEqual([403, 'auth.insufficient_scope']);
  });
});

describe('an import', () => {
  it('saves a draft with the structure of the source, and publishes nothing', async () => {
    const id = await create({ en: english });
    const { xliff } = await exported();
    const german = translated(xliff, (source) => source.replace(/Hello|Read |this|Words/g, (word) => `${word}-de `));
    expect(await imported(german)).toEqual([
      { entry_id: id, result: 'saved', version: 2, untranslated_fields: [], changed_fields: [], error: null },
    ]);
    const after = await read(id);
    expect(after.values.de).toEqual({
      title: 'Hello-de  & <welcome>',
      slug: 'hello-de-welcome',
      day: '2026-11-27',
      body: body('Read -de ', 'this-de '),
      sections: [{ _type: 'words', _key: 'k1', text: 'Words-de ', on: '2026-01-01' }],
    });
    expect(after).toMatchObject({ status: 'draft', values: { en: english } });
    expect((await project.api.get(`${entries}/${id}/versions/2`)).body).toMatchObject({
      kind: 'save',
      source: 'xliff',
    });
    // The same file again changes nothing, and neither does one that comes back as it was exported.
    expect(await imported(german)).toMatchObject([{ result: 'unchanged', version: 2 }]);
    expect(await imported((await exported(`?entries=${id}`)).xliff)).toMatchObject([
      { result: 'unchanged', version: 2 },
    ]);
    expect((await project.api.get(`${entries}?translation=de:current`)).body.data).toHaveLength(1);
  });

  it('gives a translation exactly the values of its source when it says the same', async () => {
    const id = await create({ en: english });
    await imported(translated((await exported()).xliff, (source) => source));
    const { values } = await read(id);
    expect(JSON.stringify({ ...values.de, slug: null })).toBe(JSON.stringify({ ...values.en, slug: null }));
  });

  it("keeps what the translation has of its own, and others' work", async () => {
    const id = await create({ en: english, de: { title: 'Hallo', day: '2026-12-24' } });
    await save(id, { de: { sections: [{ _type: 'words', _key: 'k1', text: 'Worte', on: '2026-02-02' }] } });
    const { xliff } = await exported(`?entries=${id}&state=current`);
    await save(id, { de: { body: body('Lies ', 'das') } });
    const [result] = await imported(translated(xliff, (source) => (source === 'Words' ? 'Wörter' : null)));
    expect(result).toMatchObject({ result: 'saved', untranslated_fields: ['title', 'body'] });
    expect((await read(id)).values.de).toEqual({
      title: 'Hallo',
      slug: 'hallo',
      day: '2026-12-24',
      body: body('Lies ', 'das'),
      sections: [{ _type: 'words', _key: 'k1', text: 'Wörter', on: '2026-02-02' }],
    });
    const [conflict] = await imported(translated(xliff, (source) => (source.startsWith('Hello') ? null : source)));
    expect(conflict).toMatchObject({
      result: 'refused',
      error: {
        code: 'entry.version_conflict',
        details: expect.arrayContaining([expect.objectContaining({ path: ['values', 'de', 'body'] })]),
      },
    });
  });

  it('refuses texts whose source has changed, unless they are accepted', async () => {
    const id = await create({ en: { title: 'One' } });
    const german = translated((await exported()).xliff, () => 'Eins');
    await save(id, { en: { title: 'Two' } });
    expect(await imported(german)).toMatchObject([
      {
        result: 'refused',
        changed_fields: ['title'],
        error: { code: 'entry.version_conflict', details: [{ path: ['values', 'en', 'title'] }] },
      },
    ]);
    expect((await read(id)).values.de).toBeUndefined();
    expect(await imported(german, { accept_changed_source: true })).toMatchObject([
      { result: 'saved', changed_fields: ['title'] },
    ]);
    expect((await read(id)).values.de.title).toBe('Eins');
  });

  it('refuses a document with a fault as a whole, and says where', async () => {
    const id = await create({ en: english });
    const { xliff } = await exported();
    const faultsOf = async (text: string): Promise<[string, string][]> => {
      const answer = await send(text);
      expect(codeOf(answer)).toEqual([400, 'validation_failed']);
      return answer.body.error.details.map(({ path, message }: LooseBody) => [path.join('.'), message]);
    };
    const german = translated(xliff, (source) => source);
    expect((await faultsOf('<xliff'))[0]?.[0]).toBe('xliff');
    expect(await faultsOf(german.replace('trgLang="de"', 'trgLang="fr"'))).toMatchObject([
      ['xliff.trgLang', expect.anything()],
    ]);
    expect(await faultsOf(german.replace('srcLang="en"', 'srcLang="de"'))).toMatchObject([
      ['xliff.srcLang', expect.anything()],
    ]);
    expect(await faultsOf(german.replaceAll('pc id="1"', 'pc id="9"'))).toEqual([
      [`xliff.${id}.body.content.0`, 'The source has no code 9.'],
      [`xliff.${id}.body.content.0`, 'The source has no code 9.'],
    ]);
    expect(await faultsOf(german.replace('<source>Words', '<source>Other words'))).toEqual([
      [`xliff.${id}.sections.0.text`, 'The source is not what was exported.'],
    ]);
    expect(await faultsOf(german.replace('unit id="title"', 'unit id="other"'))).toEqual([
      [`xliff.${id}.other`, 'The entry had no such text when it was exported.'],
    ]);
    expect(await faultsOf(german.replace(`${id}@1`, `${id}@7`))).toEqual([
      [`xliff.${id}`, 'The entry has no version 7.'],
    ]);
    const other = await app.project();
    const elsewhere = await other.api.post(`/projects/${other.id}/translations/import`, { xliff: german });
    expect(codeOf(elsewhere)).toEqual([400, 'validation_failed']);
    expect(elsewhere.body.error.details[0]).toMatchObject({ path: ['xliff', id] });
    expect((await read(id)).version).toBe(1);
  });

  it('is of a hundred entries at most, with a thousand codes in a text', async () => {
    await create({ en: english });
    const { xliff } = await exported();
    const [file = ''] = /<file .*<\/file>/s.exec(xliff) ?? [];
    const many = Array.from({ length: 101 }, (_, i) => file.replaceAll(/ent_[0-9a-z]+/g, `ent_${i}`)).join('');
    const messages = async (text: string): Promise<string[]> => {
      const answer = await send(text);
      expect(codeOf(answer)).toEqual([400, 'validation_failed']);
      return answer.body.error.details.map(({ message }: LooseBody) => message);
    };
    expect(await messages(xliff.replace(file, many))).toEqual([
      'There are 101 files in it; a document has at most 100.',
    ]);
    const codes = '<pc id="1">a</pc>'.repeat(1001);
    const hostile = xliff.replace(/(<source>Read .*?<\/source>)/s, `$1<target>${codes}</target>`);
    expect(await messages(hostile)).toEqual(['It has more than 1000 codes.']);
  });

  it('leaves fields alone that say what the translation says already', async () => {
    const line = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
    const doc = (...content: object[]) => ({ type: 'doc', content });
    const row = (key: string, words: string, on: string) => ({ _type: 'words', _key: key, text: words, on });
    const english = {
      title: 'Hello',
      body: doc(line('Look'), line('End')),
      sections: [row('k1', 'One', '2026-01-01')],
    };
    const german = {
      title: 'Hallo',
      body: doc(line('Schau'), line('Ende')),
      sections: [row('k1', 'Eins', '2026-02-02'), row('k2', 'Nur deutsch', '2026-03-03')],
    };
    const id = await create({ en: english, de: german });
    await save(id, { en: { title: 'Hi' } });
    const { xliff } = await exported();
    expect(await imported(xliff)).toMatchObject([
      { result: 'unchanged', version: 2, untranslated_fields: ['title'], changed_fields: [] },
    ]);
    const [result] = await imported(xliff.replace('<target>Hallo', '<target>Servus'));
    expect(result).toMatchObject({ result: 'saved', version: 3, untranslated_fields: [] });
    expect((await read(id)).values.de).toMatchObject({ ...german, title: 'Servus' });
  });

  it('refuses an entry whose exported version is gone, and saves the others', async () => {
    const id = await create({ en: { title: 'One' } });
    const fine = await create({ en: { title: 'Two' } });
    const german = translated((await exported()).xliff, (source) => `${source} (de)`);
    await save(id, { en: { day: '2026-01-01' } });
    await app.database.pool.query('DELETE FROM entry_versions WHERE entry_id = $1 AND version = 1', [id]);
    expect(await imported(german)).toMatchObject([
      { entry_id: id, result: 'refused', error: { code: 'entry.version_not_found' } },
      { entry_id: fine, result: 'saved' },
    ]);
  });

  it('keeps to the collections and locales of a limited member', async () => {
    const id = await create({ en: { title: 'One' } });
    const german = translated((await exported()).xliff, () => 'Eins');
    const limited = await app.person({ projectId: project.id, role: 'editor' });
    const limit = (limits: object) =>
      app.database.prisma.member.updateMany({ where: { userId: limited.id }, data: { limits } });
    for (const limits of [{ collections: ['pages'] }, { locales: ['en'] }]) {
      await limit(limits);
      expect((await send(german, {}, limited.api)).body.data, JSON.stringify(limits)).toMatchObject([
        { entry_id: id, result: 'refused', error: { code: 'auth.insufficient_role' } },
      ]);
    }
    await limit({ locales: ['de'] });
    expect((await send(german, {}, limited.api)).body.data).toMatchObject([{ entry_id: id, result: 'saved' }]);
  });

  it('refuses single entries for what any save would be refused for', async () => {
    const gone = await create({ en: { title: 'One' } });
    const fine = await create({ en: { title: 'Two' } });
    const german = translated((await exported()).xliff, (source) => `${source} (de)`);
    await project.api.delete(`${entries}/${gone}`);
    expect(await imported(german)).toMatchObject([
      { entry_id: gone, result: 'refused', error: { code: 'entry.trashed' } },
      { entry_id: fine, result: 'saved' },
    ]);
    const reading = app.client({ token: project.tokens.read_draft });
    expect(codeOf(await send(german, {}, reading))).toEqual([403, 'auth.insufficient_scope']);
  });
});

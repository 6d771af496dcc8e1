import { collection, date, defineConfig, markdown, number, richtext, text } from '@stele/schema';
import { FaultyStorage } from '@stele/storage/testing';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { TranslationPeer } from '@stele/testing/translation-peer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { targetOf } from '../../src/features/translation/machine/deepl.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true, max: 30 }),
        lead: text({ localized: true }),
        day: date({ localized: true }),
        body: richtext({ localized: true }),
        note: text(),
      },
    }),
  ],
});
const line = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const bold = { marks: [{ type: 'bold' }] };
const body = line(
  { type: 'text', text: 'Read ' },
  { type: 'text', text: 'this', ...bold },
  { type: 'text', text: ' & <that>' },
);

let app: TestApp;
let peer: TranslationPeer;
let project: TestProject;
let base: string;
/** Runs before an object of the site is written. */
let beforePut: () => Promise<void>;

beforeAll(async () => {
  app = await startTestApp({
    delivery: { allowsPrivateTargets: true },
    wrapStorage: (storage) =>
      new FaultyStorage(storage, async (point) => (point === 'put:before' ? beforePut() : undefined)),
  });
});
beforeEach(async () => {
  beforePut = async () => undefined;
  peer = new TranslationPeer();
  await peer.start();
  project = await app.project();
  base = `/projects/${project.id}`;
  expect((await project.api.post(`${base}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
  return () => peer.close();
});
afterAll(() => app.close());

const service = `translations/service`;
const useService = async (more: object = {}): Promise<void> => {
  const settings = { kind: 'deepl', url: peer.url, api_key: peer.key, ...more };
  const answer = await project.api.put(`${base}/${service}`, settings);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const create = async (en: object, de?: object): Promise<string> => {
  const values = { en, ...(de && { de }) };
  return (await project.api.post(`${base}/entries`, { collection_key: 'posts', values })).body.id;
};
const read = async (id: string): Promise<LooseBody> => (await project.api.get(`${base}/entries/${id}`)).body;
const marks = async (id: string): Promise<string[]> =>
  (await project.api.get(`${base}/entries/${id}/translation?locale=de`)).body.machine_fields;
const save = async (id: string, values: object): Promise<void> => {
  const { version } = await read(id);
  const answer = await project.api.patch(`${base}/entries/${id}/draft`, { values, base_version: version });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const translate = (id: string, input: object = {}, api = project.api) =>
  api.post(`${base}/translations/de/entries/${id}`, input);
const translated = async (id: string, input: object = {}): Promise<LooseBody> => {
  const answer = await translate(id, input);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

const push = async (fields: object, base_version: number, more: object = {}): Promise<void> => {
  const { schema: next } = defineConfig({ collections: [collection({ key: 'posts', fields: fields as never })] });
  const plan = await project.api.post(`${base}/schema/diff`, { schema: next, ...more });
  const input = { schema: next, base_version, ...more };
  const confirm_token = plan.body.confirm_token;
  const answer = await project.api.post(`${base}/schema/sync`, { ...input, ...(confirm_token && { confirm_token }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const localized = { localized: true } as const;
const rest = { lead: text(localized), day: date(localized), body: richtext(localized), note: text() };

describe('a translation by machine', () => {
  it('is a draft with the marks of the source, and is published by no one', async () => {
    await useService();
    const id = await create({ title: 'A heron', lead: ' It stood. ', day: '2026-11-27', body, note: 'Shared' });
    expect(await translated(id)).toEqual({
      locale: 'de',
      version: 2,
      translated_fields: ['title', 'lead', 'body'],
      unchanged_fields: [],
      left_fields: [],
      kept_fields: [],
    });
    const { values, status } = await read(id);
    expect(status).toBe('draft');
    expect(values.de).toEqual({
      title: '[A heron]',
      lead: ' [It stood.] ',
      day: '2026-11-27',
      note: 'Shared',
      body: line(
        { type: 'text', text: '[Read]' },
        { type: 'text', text: '[this]', ...bold },
        { type: 'text', text: '[& <that>]' },
      ),
    });
    expect(await marks(id)).toEqual(['title', 'lead', 'body']);
    const where = { targetId: id, action: 'entry.save' };
    const [record] = await app.database.prisma.auditRecord.findMany({ where });
    expect(record?.data).toMatchObject({ locales: ['de'], machine_fields: ['body', 'lead', 'title'] });
    const requests = peer.asked.map(({ body: sent }) => [sent.source_lang, sent.target_lang, sent.tag_handling]);
    expect(requests).toEqual([
      ['EN', 'DE', undefined],
      ['EN', 'DE', 'xml'],
    ]);
    expect(await translated(id)).toMatchObject({ version: 2, translated_fields: [] });
    expect(peer.asked.length).toBe(2);
  });

  it('is of fields that are empty or outdated, or of those that are named', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First' }, { title: 'Eins' });
    expect(await translated(id)).toMatchObject({ translated_fields: ['lead'] });
    await save(id, { en: { title: 'Two' } });
    expect(await translated(id)).toMatchObject({ translated_fields: ['title'] });
    await save(id, { de: { title: 'Zwei', lead: 'Erster' } });
    expect(await translated(id)).toMatchObject({ translated_fields: [] });
    expect(await translated(id, { fields: ['lead'] })).toMatchObject({ translated_fields: ['lead'] });
    expect((await read(id)).values.de).toEqual({ title: 'Zwei', lead: '[First]' });
  });

  it('leaves what people wrote, if it is asked to', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First', body }, { title: 'Eins' });
    await translated(id, { keep_written: true });
    await save(id, { en: { title: 'Two', lead: 'Second', body: line({ type: 'text', text: 'New' }) } });
    await save(id, { de: { body: line({ type: 'text', text: 'Von Hand' }) } });
    await save(id, { en: { title: 'Three', lead: 'Third', body } });
    expect(await translated(id, { keep_written: true })).toMatchObject({
      translated_fields: ['lead'],
      kept_fields: ['title', 'body'],
    });
    expect((await read(id)).values.de).toMatchObject({ title: 'Eins', lead: '[Third]' });
    const again = await translated(id, { keep_written: true, fields: ['title'] });
    expect(again).toMatchObject({ translated_fields: [], kept_fields: ['title'] });
    expect(await translated(id, { fields: ['title'] })).toMatchObject({
      translated_fields: ['title'],
      kept_fields: [],
    });
  });

  it('loses its mark field by field, once someone changes it or confirms it', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First', body });
    await translated(id);
    await save(id, { de: { title: 'Eins' }, en: { note: 'Shared by all' } });
    expect(await marks(id)).toEqual(['lead', 'body']);
    const confirm = (input: object) =>
      project.api.post(`${base}/translations/de/entries/${id}/confirm`, { base_version: 3, ...input });
    expect((await confirm({ fields: ['lead', 'title'] })).body).toEqual({ locale: 'de', confirmed_fields: ['lead'] });
    expect(await marks(id)).toEqual(['body']);
    expect((await confirm({})).body.confirmed_fields).toEqual(['body']);
    expect((await confirm({})).body.confirmed_fields).toEqual([]);
    expect(await marks(id)).toEqual([]);
    expect((await read(id)).version).toBe(3);
    expect(await translated(id, { fields: ['lead'] })).toMatchObject({ unchanged_fields: ['lead'] });
    await save(id, { en: { lead: 'Second' } });
    await translated(id);
    // Texts that were translated after someone looked aren't those that they checked.
    expect(codeOf(await confirm({}))).toEqual([409, 'entry.version_conflict']);
    expect(await marks(id)).toEqual(['lead']);
    const copy = (await project.api.post(`${base}/entries/${id}/duplicate`, {})).body.id;
    expect(await marks(copy)).toEqual(['lead']);
  });

  it('is warned of before it goes live, and found in lists, until someone has checked it', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First' });
    const other = await create({ title: 'Two' }, { title: 'Zwei' });
    await translated(id);
    const found = async (filter: string): Promise<string[]> =>
      (await project.api.get(`${base}/entries?translation=${filter}`)).body.data.map((one: { id: string }) => one.id);
    expect(await found('de:unchecked')).toEqual([id]);
    expect(await found('de:unchecked,current')).toEqual([other, id]);
    expect(await found('de:unchecked,missing')).toEqual([id]);
    expect((await project.api.get(`${base}/entries/counts?translation=de:unchecked`)).body.data[0].total).toBe(1);
    const uncheckedIn = (warnings: { code: string; path: string[] }[]): string[][] =>
      warnings.flatMap(({ code, path }) => (code === 'translation.unchecked' ? [path] : []));
    const validate = async (input: object = {}): Promise<string[][]> => {
      const answer = await project.api.post(`${base}/entries/validate`, {
        entry_id: id,
        publish: ['en', 'de'],
        ...input,
      });
      return uncheckedIn(answer.body.warnings);
    };
    const [title, lead] = [
      ['values', 'de', 'title'],
      ['values', 'de', 'lead'],
    ];
    expect(await validate()).toEqual([lead, title]);
    expect(await validate({ publish: ['en'] })).toEqual([]);
    expect(await validate({ values: { de: { title: 'Eins' } } })).toEqual([lead]);
    const bulk = { action: 'publish', entry_ids: [id, other] };
    const { data } = (await project.api.post(`${base}/entries/bulk`, { ...bulk, dry_run: true })).body;
    expect(data).toMatchObject([{ unchecked_fields: { de: ['lead', 'title'] } }, { unchecked_fields: {} }]);
    await save(id, { de: { title: 'Eins' } });
    const published = await project.api.post(`${base}/entries/${id}/publish`, { locales: ['de'], base_version: 3 });
    expect(uncheckedIn(published.body.warnings)).toEqual([lead]);
    await project.api.post(`${base}/translations/de/entries/${id}/confirm`, { base_version: 4 });
    expect(await validate()).toEqual([]);
    expect(await found('de:unchecked')).toEqual([]);
  });

  it('keeps its marks when the schema renames a field, and loses them with the field', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First', body });
    await translated(id);
    await save(id, { de: { lead: '' } });
    const renames = [{ kind: 'field', path: ['posts', 'name'], from: 'title' }];
    await push({ name: text(localized), ...rest }, 1, { renames });
    expect((await read(id)).values.de).toMatchObject({ name: '[One]' });
    expect(await marks(id)).toEqual(['name', 'body']);
    await push({ name: text(), ...rest }, 2);
    expect(await marks(id)).toEqual(['body']);
    const { body: _, ...others } = rest;
    await push({ name: text(), ...others }, 3);
    await push({ name: text(localized), ...rest }, 4);
    expect(await marks(id)).toEqual([]);
    expect((await project.api.get(`${base}/entries?translation=de:unchecked`)).body.data).toEqual([]);
  });

  it('loses the mark of a field that has no text any more, or another one', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First', body });
    peer.spoil = () => '5';
    await translated(id, { fields: ['lead'] });
    peer.spoil = (said) => said;
    await translated(id, { fields: ['title', 'body'] });
    expect(await marks(id)).toEqual(['title', 'lead', 'body']);
    const convert = { kind: 'convert', path: ['posts', 'lead'] };
    await push({ title: text(localized), ...rest, lead: number(localized) }, 1, { migrations: [convert] });
    expect((await read(id)).values.de).toMatchObject({ title: '[One]', lead: 5 });
    expect(await marks(id)).toEqual(['title', 'body']);
    // Default values that are filled in are no translation.
    const bodies = { body: text({ ...localized, required: true }), lead: number(localized) };
    await push({ title: text(localized), ...rest, ...bodies }, 2, {
      migrations: [
        { kind: 'drop', path: ['posts', 'body'] },
        { kind: 'set_default', path: ['posts', 'body'], value: 'New' },
      ],
    });
    expect((await read(id)).values.de).toMatchObject({ title: '[One]', body: 'New' });
    expect(await marks(id)).toEqual(['title']);
  });

  it('is marked no longer by a schema that is pushed while someone confirms it', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First' });
    const { version } = await translated(id);
    await project.api.post(`${base}/entries/${id}/publish`, { locales: ['en', 'de'], base_version: version });
    let confirmed: Promise<LooseBody> | undefined;
    beforePut = async () => {
      confirmed ??= project.api.post(`${base}/translations/de/entries/${id}/confirm`, {
        base_version: version,
        fields: ['title'],
      });
      await confirmed;
    };
    await push({ name: text(localized), ...rest }, 1, {
      renames: [{ kind: 'field', path: ['posts', 'name'], from: 'title' }],
    });
    expect((await confirmed)?.body).toEqual({ locale: 'de', confirmed_fields: ['title'] });
    expect((await read(id)).values.de).toEqual({ name: '[One]', lead: '[First]' });
    expect(await marks(id)).toEqual(['lead']);
  });

  it('can be confirmed and found when its locale becomes the default', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First' });
    const { version } = await translated(id);
    expect((await project.api.patch(base, { default_locale: 'de' })).status).toBe(200);
    const list = (translation: string) => project.api.get(`${base}/entries?translation=${translation}`);
    expect((await list('de:unchecked')).body.data).toMatchObject([{ id }]);
    for (const filter of ['de:missing', 'de:unchecked,missing', 'fr:unchecked']) {
      const refused = await list(filter);
      expect([codeOf(refused), refused.body.error.details[0].path]).toEqual([
        [400, 'validation_failed'],
        ['translation'],
      ]);
    }
    const compared = (await project.api.get(`${base}/entries/${id}/translation?locale=de`)).body;
    expect(compared).toMatchObject({ source_locale: 'de', changed_fields: [], machine_fields: ['title', 'lead'] });
    expect((await read(id)).unchecked_fields).toEqual({ de: ['lead', 'title'] });
    const confirm = (locale: string) =>
      project.api.post(`${base}/translations/${locale}/entries/${id}/confirm`, { base_version: version });
    expect((await confirm('de')).body.confirmed_fields.sort()).toEqual(['lead', 'title']);
    expect(codeOf(await confirm('fr'))).toEqual([400, 'validation_failed']);
    expect((await list('de:unchecked')).body.data).toEqual([]);
  });

  it('is of many texts in few requests, and keeps their order', async () => {
    await useService();
    const paragraphs = (say: (n: number) => string) => ({
      type: 'doc',
      content: Array.from({ length: 120 }, (_, n) => ({
        type: 'paragraph',
        content: [{ type: 'text', text: say(n) }],
      })),
    });
    const id = await create({ body: paragraphs((n) => `Line ${n}`) });
    await translated(id);
    expect((await read(id)).values.de.body).toEqual(paragraphs((n) => `[Line ${n}]`));
    expect(peer.asked.map(({ body: sent }) => sent.text.length).sort()).toEqual([20, 50, 50]);
  });

  it.each(['deepl', 'openai'])('sends words of Markdown only, no code, addresses or HTML, to %s', async (kind) => {
    await useService(kind === 'deepl' ? {} : { kind, url: `${peer.url}/v1`, model: 'm' });
    const docs = collection({ key: 'docs', fields: { title: text(), text: markdown({ localized: true }) } });
    const input = {
      schema: {
        ...schema,
        collections: [...schema.collections, ...defineConfig({ collections: [docs] }).schema.collections],
      },
      base_version: 1,
    };
    expect((await project.api.post(`${base}/schema/sync`, input)).status).toBe(200);
    const source =
      '# A heron\n\nSee [this](/wiki/heron) and `code`.\n\n```sh\nheron --fly\n```\n\n- ![A bird](/bird.png)\n- It <b>flew</b>\n';
    const values = { en: { text: source } };
    const { id } = (await project.api.post(`${base}/entries`, { collection_key: 'docs', values })).body;
    expect(await translated(id)).toMatchObject({ translated_fields: ['text'], left_fields: [] });
    expect((await read(id)).values.de.text).toBe(
      '# [A heron]\n\n[See][[this]](/wiki/heron)[and]`code`[.]\n\n```sh\nheron --fly\n```\n\n- ![A bird](/bird.png)\n- [It]<b>[flew]</b>\n',
    );
    expect(JSON.stringify(peer.asked)).not.toMatch(/wiki|--fly|`code`|bird.png/);
    for (const spoil of [
      (said: string) => said.replace(/<x[^>]*>/, ''),
      (said: string) => said.replace(/(<g[^>]*>).*?<\/g>/, '$1</g>'),
      (said: string) => said.replace('heron', '\n'),
    ]) {
      peer.spoil = spoil;
      expect(await translated(id, { fields: ['text'] })).toMatchObject({
        translated_fields: [],
        left_fields: ['text'],
      });
    }
    // More than 25 short texts are one request to a model.
    peer.spoil = (said) => said;
    peer.asked.length = 0;
    const cells = Array.from({ length: 45 }, (_, n) => `| cell ${n} | same |`).join('\n');
    await save(id, { en: { text: `| a | b |\n|---|---|\n${cells}\n` } });
    expect(await translated(id)).toMatchObject({ translated_fields: ['text'] });
    expect(peer.asked.length).toBe(1);
  });

  it('leaves a field alone whose marks the service lost', async () => {
    await useService();
    const id = await create({ title: 'A heron', body });
    const spoils = [
      (said: string) => said.replace('</g>', ''),
      (said: string) => said.replaceAll(/<[^>]+>/g, ''),
      (said: string) => (said.includes('<g') ? `${said}\u0000` : said),
    ];
    for (const spoil of spoils) {
      peer.spoil = spoil;
      expect(await translated(id, { fields: ['body'] })).toMatchObject({
        translated_fields: [],
        left_fields: ['body'],
      });
    }
    expect(await translated(id)).toMatchObject({ translated_fields: ['title'], left_fields: ['body'] });
    expect((await read(id)).values.de).toEqual({ title: '[A heron]' });
    expect(await marks(id)).toEqual(['title']);
  });

  it('overwrites nothing that changes meanwhile', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First' });
    let change = (): Promise<void> => save(id, { de: { title: 'Von Hand' } });
    peer.before = () => change();
    expect(codeOf(await translate(id))).toEqual([409, 'entry.version_conflict']);
    expect((await read(id)).values.de).toEqual({ title: 'Von Hand' });
    change = () => save(id, { en: { lead: 'Second' } });
    expect(codeOf(await translate(id))).toEqual([409, 'entry.version_conflict']);
    change = () => save(id, { de: { title: 'Anders' } });
    expect(await translated(id)).toMatchObject({ translated_fields: ['lead'] });
    expect((await read(id)).values.de).toEqual({ title: 'Anders', lead: '[Second]' });
  });

  it('leaves a text that someone confirms meanwhile', async () => {
    await useService();
    const id = await create({ title: 'One', lead: 'First' });
    await translated(id);
    await save(id, { en: { title: 'Two' } });
    const { version } = await read(id);
    peer.before = async () => {
      peer.before = async () => {};
      const path = `${base}/translations/de/entries/${id}/confirm`;
      expect((await project.api.post(path, { base_version: version, fields: ['title'] })).status).toBe(200);
    };
    const refused = await translate(id, { keep_written: true });
    expect(codeOf(refused)).toEqual([409, 'entry.version_conflict']);
    expect(refused.body.error.details).toMatchObject([{ path: ['values', 'de', 'title'] }]);
    expect((await read(id)).values.de.title).toBe('[One]');
    expect(await marks(id)).toEqual(['lead']);
    // Someone said that the title is correct, so there's nothing to translate.
    expect(await translated(id, { keep_written: true })).toMatchObject({ kept_fields: [], translated_fields: [] });
    expect((await read(id)).values.de.title).toBe('[One]');
  });

  it('says what the service refuses, waits while it is busy, and writes nothing then', async () => {
    const id = await create({ title: 'One' });
    expect(codeOf(await translate(id))).toEqual([409, 'translation.no_service']);
    await useService({ api_key: 'another' });
    const refused = await translate(id);
    expect(codeOf(refused)).toEqual([502, 'translation.service_failed']);
    expect(refused.body.error.message).toContain('It answered 403: it refuses the key.');
    expect(refused.body.error.details).toMatchObject([{ service_status: 403 }]);
    await useService();
    peer.failures = [456];
    expect((await translate(id)).body.error.details[0].message).toContain('quota');
    peer.failures = [429];
    expect(await translated(id)).toMatchObject({ version: 2 });
    peer.close();
    await save(id, { en: { title: 'Two' } });
    expect(codeOf(await translate(id))).toEqual([502, 'translation.service_failed']);
    expect(await read(id)).toMatchObject({ version: 3 });
  });

  it('is refused for what it cannot be of, and to people who may not write it', async () => {
    await useService();
    const id = await create({ title: 'One' });
    const path = (locale: string) => `${base}/translations/${locale}/entries/${id}`;
    expect(codeOf(await project.api.post(path('en'), {}))).toEqual([400, 'validation_failed']);
    const unknown = await translate(id, { fields: ['title', 'note'] });
    expect(unknown.body.error.details).toMatchObject([{ path: ['fields', 1] }]);
    const long = await create({ lead: 'x'.repeat(100_001) });
    expect((await translate(long)).body.error.details).toMatchObject([{ path: ['fields'] }]);
    expect(codeOf(await translate('ent_01kah4y2v8n6t4s1xj0p9g3hqa'))).toEqual([404, 'entry.not_found']);
    const german = await project.api.post(`${base}/entries`, {
      collection_key: 'posts',
      values: { de: { title: 'Nur' } },
    });
    expect((await translate(german.body.id)).body.error.details).toMatchObject([{ path: ['locale'] }]);
    const author = await app.person({ projectId: project.id, role: 'viewer' });
    expect(codeOf(await translate(id, {}, author.api))).toEqual([403, 'auth.insufficient_role']);
    const limited = await app.person({ projectId: project.id, role: 'editor' });
    const limits = { locales: ['en'] };
    await app.database.prisma.member.updateMany({ where: { userId: limited.id }, data: { limits } });
    expect(codeOf(await translate(id, {}, limited.api))).toEqual([403, 'auth.insufficient_role']);
    const confirmed = await limited.api.post(`${path('de')}/confirm`, { base_version: 1 });
    expect(codeOf(confirmed)).toEqual([403, 'auth.insufficient_role']);
    await project.api.delete(`${base}/entries/${id}`);
    expect(codeOf(await translate(id))).toEqual([409, 'entry.trashed']);
    expect(peer.asked).toEqual([]);
  });
});

describe('a glossary', () => {
  const put = (terms: object[], locale = 'de') => project.api.put(`${base}/translations/${locale}/glossary`, { terms });

  it('tells the service how to translate terms, and replaces its glossary there when they change', async () => {
    await useService();
    const id = await create({ title: 'A grey heron' });
    expect((await put([{ term: 'heron', translation: 'Reiher' }])).status).toBe(200);
    await translated(id);
    expect((await read(id)).values.de.title).toBe('[A grey Reiher]');
    await translated(id, { fields: ['title'] });
    expect(peer.glossaries.length).toBe(1);
    const [first] = peer.glossaries;
    const terms = [
      { term: 'heron', translation: 'Reiher' },
      { term: 'grey', translation: 'grauer' },
    ];
    await put(terms);
    await translated(id, { fields: ['title'] });
    expect((await read(id)).values.de.title).toBe('[A grauer Reiher]');
    expect([peer.glossaries.length, peer.glossaries[0] === first]).toEqual([1, false]);
    const kept = await project.api.get(`${base}/translations/de/glossary`);
    expect(kept.body).toEqual({ locale: 'de', terms, version: 2 });
  });

  it('is not overwritten unseen by people who change it at the same time', async () => {
    const change = (term: string, base_version: number) =>
      project.api.put(`${base}/translations/de/glossary`, { terms: [{ term, translation: 'x' }], base_version });
    const all = await Promise.all(['a', 'b', 'd', 'e', 'f', 'g', 'h', 'i'].map((term) => change(term, 0)));
    const codes = all.map(codeOf).sort(([one], [other]) => Number(one) - Number(other));
    expect(codes).toEqual([[200, undefined], ...Array(7).fill([409, 'glossary.version_conflict'])]);
    const { body: glossary } = await project.api.get(`${base}/translations/de/glossary`);
    const [won] = all.filter(({ status }) => status === 200);
    expect(glossary).toEqual(won?.body);
    expect((await change('c', glossary.version)).body).toMatchObject({ version: 2, terms: [{ term: 'c' }] });
    expect((await put([])).body.version).toBe(3);
  });

  it('refuses terms that are no terms', async () => {
    const twice = await put([
      { term: 'a', translation: 'b' },
      { term: 'a', translation: 'c' },
    ]);
    expect(twice.body.error.details).toMatchObject([{ path: ['terms', 1, 'term'] }]);
    expect((await put([{ term: 'a\tb', translation: 'c' }])).body.error.details).toMatchObject([
      { path: ['terms', 0, 'term'] },
    ]);
    expect(codeOf(await put([], 'en'))).toEqual([400, 'validation_failed']);
    expect((await project.api.get(`${base}/translations/de/glossary`)).body.terms).toEqual([]);
  });
});

describe('a translation service', () => {
  it('may be any language model with the API of chat completions', async () => {
    await useService({ kind: 'openai', url: `${peer.url}/v1/`, model: 'translator-1' });
    await project.api.put(`${base}/translations/de/glossary`, {
      terms: [
        { term: 'Heron', translation: 'Reiher' },
        { term: 'owl', translation: 'Eule' },
      ],
    });
    const id = await create({ title: 'A heron', body });
    expect(await translated(id)).toMatchObject({ translated_fields: ['title', 'body'], left_fields: [] });
    const [first] = peer.asked;
    expect([first?.path, first?.body.model]).toEqual(['/v1/chat/completions', 'translator-1']);
    expect(first?.body.messages[0].content).toContain('Reiher');
    expect(first?.body.messages[0].content).not.toContain('Eule');
  });

  it('is asked for languages as DeepL names them', () => {
    const named = ['de', 'de-AT', 'en', 'en-US', 'en-AU', 'pt', 'pt-BR', 'zh', 'zh-TW', 'zh-Hant-HK', 'es-MX'].map(
      targetOf,
    );
    expect(named).toEqual([
      ...['DE', 'DE', 'EN-US', 'EN-US', 'EN-GB', 'PT-PT', 'PT-BR', 'ZH-HANS', 'ZH-HANT', 'ZH-HANT', 'ES'],
    ]);
  });

  it('whose key cannot be decrypted says so', async () => {
    await useService();
    const data = { secret: 'v1.lost.AAAAAAAAAAAAAAAA.AAAA' };
    await app.database.prisma.translationService.update({ where: { projectId: project.id }, data });
    const answer = await translate(await create({ title: 'One' }));
    expect(codeOf(answer)).toEqual([502, 'translation.service_failed']);
    expect(answer.body.error.message).toContain('Enter it again.');
  });

  it('shows its key to no one, and sends it nowhere else', async () => {
    const put = (settings: object) => project.api.put(`${base}/${service}`, settings);
    expect((await put({ kind: 'deepl' })).body.error.details).toMatchObject([{ path: ['api_key'] }]);
    expect((await put({ kind: 'openai', api_key: 'k', model: 'm' })).body.error.details).toMatchObject([
      { path: ['url'] },
    ]);
    const noModel = await put({ kind: 'openai', api_key: 'k', url: peer.url });
    expect(noModel.body.error.details).toMatchObject([{ path: ['model'] }]);
    expect((await put({ kind: 'deepl', api_key: 'k:fx' })).body.url).toBe('https://api-free.deepl.com');
    expect((await put({ kind: 'deepl' })).body.url).toBe('https://api-free.deepl.com');
    expect((await put({ kind: 'deepl', url: peer.url })).body.error.details).toMatchObject([{ path: ['api_key'] }]);
    await useService();
    const shown = await project.api.get(`${base}/${service}`);
    expect(shown.body).toEqual({ kind: 'deepl', url: peer.url, model: null });
    const [row] = await app.database.prisma.translationService.findMany({ where: { projectId: project.id } });
    expect(row?.secret).not.toContain(peer.key);
    expect((await put({ kind: null })).body).toEqual({ kind: null, url: null, model: null });
    expect((await project.api.get(`${base}/${service}`)).body.kind).toBeNull();
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    expect(codeOf(await editor.api.put(`${base}/${service}`, { kind: null }))).toEqual([403, 'auth.insufficient_role']);
  });
});

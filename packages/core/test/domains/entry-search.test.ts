import { blocks, collection, defineConfig, list, object, reference, references, text, textarea } from '@stele/schema';
import { nextTickOfClock } from '@stele/testing/next-tick-of-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { fillEntries } from '../support/fill-entries.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    limits: parseLimits('entry.create=100000,entry.list=100000,entry.publish=100000,schema.sync=1000'),
  });
});
afterAll(() => app.close());

type Query = Record<string, string>;

async function create({ api, id }: TestProject, values: object, collection_key = 'posts'): Promise<string> {
  const answer = await api.post(`/projects/${id}/entries`, { collection_key, values });
  expect(answer.status).toBe(201);
  // Entries of one millisecond have no order.
  await nextTickOfClock();
  return answer.body.id;
}

async function push({ api, id }: TestProject, { schema }: ReturnType<typeof defineConfig>): Promise<void> {
  expect((await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
}

/** A page of a list: ids and the next cursor. */
async function page({ api, id }: TestProject, query: Query): Promise<{ ids: string[]; next: string | null }> {
  const { status, body } = await api.get(`/projects/${id}/entries?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return { ids: body.data.map((entry: { id: string }) => entry.id), next: body.next_cursor };
}

/** All pages of a list, one after another, with something done between them. */
async function allPages(project: TestProject, query: Query, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const found: Awaited<ReturnType<typeof page>> = await page(project, { ...query, ...(cursor && { cursor }) });
    ids.push(...found.ids);
    if (found.next === null) return ids;
    cursor = found.next;
    await between();
  }
}

describe('a search', () => {
  it('puts hits in titles first, then texts that say the word more often, then the newest', async () => {
    const project = await app.project();
    const once = await create(project, { en: { title: 'A', body: 'of cats and dogs' } });
    const often = await create(project, { en: { title: 'B', body: 'cats, cats and again cats' } });
    const inTitle = await create(project, { en: { title: 'Cats', body: 'and dogs' } });
    const onceLater = await create(project, { en: { title: 'C', body: 'of cats and dogs' } });
    await create(project, { en: { title: 'D', body: 'of dogs' } });
    expect((await page(project, { search: 'cats' })).ids).toEqual([inTitle, often, onceLater, once]);
    expect((await page(project, { search: 'cats', sort: 'created' })).ids).toEqual([once, often, inTitle, onceLater]);
    expect(await allPages(project, { search: 'cats', limit: '1' })).toEqual([inTitle, often, onceLater, once]);
  });

  it('knows the title from the schema', async () => {
    const project = await app.project();
    const fields = { body: textarea({ localized: true }), name: text({ localized: true }) };
    await push(project, defineConfig({ collections: [collection({ key: 'posts', title: 'name', fields })] }));
    const named = await create(project, { en: { name: 'Cats', body: 'x' } });
    const told = await create(project, { en: { name: 'x', body: 'Cats' } });
    expect((await page(project, { search: 'cats' })).ids).toEqual([named, told]);
  });

  it.each([
    ['Thai', 'การเดินทางในประเทศไทยปี 2026', ['ประเทศไทย', 'เดินทาง', 'ไทย', 'ทางใน', 'ประเทศ 2026'], ['ลาว', 'ญี่ปุ่น']],
    ['Lao', 'ການເດີນທາງໃນປະເທດລາວ', ['ປະເທດລາວ', 'ເດີນທາງ'], ['ປະເທດໄທ']],
    ['Khmer', 'ការធ្វើដំណើរក្នុងប្រទេសកម្ពុជា', ['កម្ពុជា', 'ប្រទេស'], ['ប្រទេសថៃ']],
    ['Burmese', 'မြန်မာနိုင်ငံသို့ခရီးသွားခြင်း', ['ခရီးသွား', 'နိုင်ငံ'], ['ထိုင်းနိုင်ငံ']],
  ])('finds words of %s wherever they stand in a sentence', async (_, title, finds, misses) => {
    const project = await app.project();
    const id = await create(project, { en: { title } });
    for (const search of finds) expect((await page(project, { search })).ids, search).toEqual([id]);
    for (const search of misses) expect((await page(project, { search })).ids, search).toEqual([]);
  });

  it('finds the last word by its beginning, be it one letter, whatever script and accents', async () => {
    const project = await app.project();
    const body = '3D 日本語の本 한국어 Straße Łódź バス停 ΟΔΟΣΗΜΑΝΣΗ हिन्दी בית־ספר 葛\u{e0100}飾区 1\ufe0f\u20e3';
    const id = await create(project, { en: { title: "L'Éclair O'Neill", body } });
    for (const search of [
      'e',
      'ecl',
      'l ecl',
      "o'n",
      'neill o',
      '3',
      '日本',
      '本語',
      '本',
      '韓'.normalize(),
      '한국',
      'strasse',
      'STRASSE',
      'straß',
      'lodz',
      'バス',
      'ΟΔΟΣ',
      'हिन्दी',
      'ספר',
      '葛飾',
      '1',
    ]) {
      expect((await page(project, { search })).ids, search).toEqual(search === '韓' ? [] : [id]);
    }
    for (const search of ['ec l', 'ハス', 'パス', '!'])
      expect((await page(project, { search })).ids, search).toEqual([]);
  });

  it('of only spaces counts as none', async () => {
    const project = await app.project();
    const id = await create(project, { en: { title: 'Cats' } });
    for (const search of ['', ' ']) expect((await page(project, { search })).ids).toEqual([id]);
  });

  it('finds drafts by new rules once their vectors are made again, and by the old ones until then', async () => {
    const project = await app.project();
    const fields = { body: textarea({ localized: true }), name: text({ localized: true }) };
    await push(project, defineConfig({ collections: [collection({ key: 'posts', title: 'name', fields })] }));
    const named = await create(project, { en: { name: 'Cats', body: 'x' }, de: { name: 'Straße' } });
    const told = await create(project, { en: { name: 'x', body: 'Cats' } });
    const { pool } = app.database;
    const vectors = async () =>
      (await pool.query('SELECT locale, search::text FROM entry_drafts WHERE entry_id = ANY($1) ORDER BY 1, 2', [ids]))
        .rows;
    const ids = [named, told];
    const before = await vectors();
    await pool.query(
      `UPDATE entry_drafts SET search_stale = true, search = replace(search::text, 'strasse', 'straße')::tsvector
       WHERE entry_id = ANY($1)`,
      [ids],
    );
    expect((await page(project, { search: 'strasse' })).ids).toEqual([]);
    expect((await page(project, { locale: 'de' })).ids).toEqual([named]);
    await app.services.jobs.runAll();
    expect(await vectors()).toEqual(before);
    expect((await page(project, { search: 'strasse' })).ids).toEqual([named]);
    expect((await page(project, { search: 'cats' })).ids).toEqual([named, told]);
  });

  it('takes words that come again where PostgreSQL counts places no further', async () => {
    const project = await app.project();
    const title = [...Array.from({ length: 16_383 }, (_, n) => `w${n.toString(36)}`), 'last'].join(' ');
    const id = await create(project, { en: { title, body: 'last' } });
    expect((await page(project, { search: 'last' })).ids).toEqual([id]);
  });

  it('finds nothing of other projects, nor words that a save took away', async () => {
    const [project, other] = [await app.project(), await app.project()];
    const id = await create(project, { en: { title: 'Secret' } });
    expect((await page(other, { search: 'secret' })).ids).toEqual([]);
    const draft = { values: { en: { title: 'Open' } }, base_version: 1 };
    await project.api.put(`/projects/${project.id}/entries/${id}/draft`, draft);
    expect((await page(project, { search: 'secret' })).ids).toEqual([]);
    expect((await page(project, { search: 'open' })).ids).toEqual([id]);
  });

  it('finds the first words of a text that has more different ones than an index takes', async () => {
    const project = await app.project();
    const words = Array.from({ length: 90_000 }, (_, n) => `w${n.toString(36)}`);
    const id = await create(project, { en: { title: 'Long', body: words.join(' ') } });
    expect((await page(project, { search: 'w0' })).ids).toEqual([id]);
    expect((await page(project, { search: `long ${words[20_000]}` })).ids).toEqual([id]);
  });
});

describe('filters', () => {
  it('combine: words, locale, state, collection and what is referred to', async () => {
    const project = await app.project();
    const target = await create(project, { en: { title: 'Target' } });
    const a = await create(project, { en: { title: 'Cat one' }, de: { title: 'Katze' } });
    const b = await create(project, { en: { title: 'Cat two' } }, 'pages');
    await create(project, { de: { title: 'Hund' } });
    const combos: [Query, string[]][] = [
      [{ search: 'cat', locale: 'de' }, []],
      [{ search: 'katze', locale: 'de' }, [a]],
      [{ search: 'katze', locale: 'en' }, []],
      [{ search: 'cat', collection: 'pages' }, [b]],
      [{ search: 'cat', status: 'published' }, []],
      [{ search: 'kat', locale: 'de', sort: 'title', collection: 'posts', status: 'draft' }, [a]],
      [{ locale: 'de', status: 'draft', collection: 'posts', sort: 'title', refers_to: a }, []],
      [{ search: 'hund', locale: 'en' }, []],
      [{ refers_to: target }, []],
    ];
    for (const [query, expected] of combos) {
      expect((await page(project, query)).ids, JSON.stringify(query)).toEqual(expected);
    }
  });

  it('by reference find drafts and what is live, each entry once', async () => {
    const project = await app.project();
    const fields = { title: text({ localized: true }), see: reference('posts', { localized: true }) };
    await push(project, defineConfig({ collections: [collection({ key: 'posts', fields })] }));
    const entries = `/projects/${project.id}/entries`;
    const target = await create(project, { en: { title: 'Target' } });
    const draftOnly = await create(project, { en: { title: 'Draft', see: target } });
    const both = await create(project, { en: { title: 'Both', see: target }, de: { title: 'Beide', see: target } });
    const liveOnly = await create(project, { en: { title: 'Live', see: target } });
    for (const id of [both, liveOnly]) await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] });
    const values = { en: { title: 'Live' } };
    await project.api.put(`${entries}/${liveOnly}/draft`, { values, base_version: 2 });
    expect((await page(project, { refers_to: target })).ids).toEqual([liveOnly, both, draftOnly]);
    expect((await page(project, { refers_to: target, sort: 'title' })).ids).toEqual([both, draftOnly, liveOnly]);
    expect((await page(project, { refers_to: target, search: 'draft' })).ids).toEqual([draftOnly]);
    expect((await page(project, { refers_to: draftOnly })).ids).toEqual([]);
  });
});

describe('a search in references', () => {
  const WIDE = { search_in: 'references' };

  /** A project of magazine posts, whose author and topics are entries of their own. */
  const magazine = async () => {
    const project = await app.project({ locales: ['en', 'de'] });
    const people = { name: text(), note: textarea() };
    const posts = {
      title: text({ localized: true }),
      author: reference('authors'),
      topics: references('topics', { localized: true }),
    };
    const config = defineConfig({
      collections: [
        collection({ key: 'authors', title: 'name', fields: people }),
        collection({ key: 'topics', fields: { title: text() } }),
        collection({ key: 'posts', fields: posts }),
      ],
    });
    await push(project, config);
    const omar = await create(project, { en: { name: 'Omar Haddad', note: 'Writes of rivers' } }, 'authors');
    const topic = await create(project, { en: { title: 'Haddad Museum' } }, 'topics');
    const byOmar = await create(project, { en: { title: 'Low water', author: omar } });
    const both = await create(project, { en: { title: 'High water', author: omar, topics: [topic] } });
    const ofTopic = await create(project, {
      en: { title: 'Paintings' },
      de: { title: 'Gemälde', topics: [topic] },
    });
    const named = await create(project, { en: { title: 'Meeting Omar Haddad' } });
    return { project, schema: config.schema, omar, topic, byOmar, both, ofTopic, named };
  };
  const found = async ({ api, id }: TestProject, query: Query) => {
    const { status, body } = await api.get(`/projects/${id}/entries?${new URLSearchParams({ ...WIDE, ...query })}`);
    expect(status).toBe(200);
    return body.data as { id: string; found_by?: { id: string; title: string }[] }[];
  };
  const idsOf = async (project: TestProject, query: Query) => (await found(project, query)).map(({ id }) => id);
  const count = async ({ api, id }: TestProject, query: Query): Promise<number> => {
    const { body } = await api.get(`/projects/${id}/entries/counts?${new URLSearchParams({ ...WIDE, ...query })}`);
    return body.data.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
  };

  it('also finds what refers to an entry by its title, after what says the words itself, and says by which', async () => {
    const { project, omar, topic, byOmar, both, ofTopic, named } = await magazine();
    const posts = { collection: 'posts', search: 'haddad' };
    const hits = await found(project, posts);
    expect(hits.map(({ id }) => id)).toEqual([named, ofTopic, both, byOmar]);
    const by = (one: string) =>
      hits
        .find(({ id }) => id === one)
        ?.found_by?.map(({ title }) => title)
        .sort();
    expect(by(named)).toEqual([]);
    expect(by(byOmar)).toEqual(['Omar Haddad']);
    expect(by(both)).toEqual(['Haddad Museum', 'Omar Haddad']);
    expect(hits.find(({ id }) => id === byOmar)?.found_by).toEqual([
      { id: omar, collection_key: 'authors', title: 'Omar Haddad' },
    ]);
    expect(await count(project, posts)).toBe(4);
    expect(await allPages(project, { ...WIDE, ...posts, limit: '1' })).toEqual([named, ofTopic, both, byOmar]);
    // Of all collections, those with the words in their own title come first.
    expect((await idsOf(project, { search: 'omar had' })).slice(2)).toEqual([both, byOmar]);
    expect((await idsOf(project, { search: 'haddad' })).includes(topic)).toBe(true);
    expect(await idsOf(project, { ...posts, sort: 'title' })).toEqual([both, byOmar, named, ofTopic]);
  });

  it('finds references within objects, lists and blocks', async () => {
    const project = await app.project();
    const nested = {
      title: text(),
      meta: object({ by: reference('authors') }),
      sources: list(reference('authors')),
      parts: blocks({ quote: { of: reference('authors') } }),
    };
    await push(
      project,
      defineConfig({
        collections: [
          collection({ key: 'authors', title: 'name', fields: { name: text() } }),
          collection({ key: 'posts', fields: nested }),
        ],
      }),
    );
    const omar = await create(project, { en: { name: 'Omar Haddad' } }, 'authors');
    const ids = [];
    for (const values of [{ meta: { by: omar } }, { sources: [omar] }, { parts: [{ _type: 'quote', of: omar }] }]) {
      ids.unshift(await create(project, { en: { title: 'Low water', ...values } }));
    }
    expect(await idsOf(project, { collection: 'posts', search: 'haddad' })).toEqual(ids);
  });

  it('keeps what has the words itself first, however many refer to another', async () => {
    const { project, schema, omar, named } = await magazine();
    const filled = { id: project.id, schema, referredTo: new Map([[omar, 'authors']]) };
    await fillEntries(app.database.pool, filled, 1200, (number) => ({
      collection: 'posts',
      state: 'draft',
      title: `Low water ${number}`,
      values: { en: { title: `Low water ${number}`, author: omar } },
    }));
    const ids = await allPages(project, { ...WIDE, collection: 'posts', search: 'haddad', limit: '100' });
    expect(ids[0]).toBe(named);
    expect(new Set(ids).size).toBe(1204);
    expect(ids).toHaveLength(1204);
  });

  it('keeps to all words, titles, the locale and the other filters, and looks in entries alone unless it is asked', async () => {
    const { project, omar, topic, byOmar, both, ofTopic, named } = await magazine();
    const posts = { collection: 'posts' };
    expect((await page(project, { ...posts, search: 'haddad' })).ids).toEqual([named]);
    expect((await found(project, { ...posts, search: 'low' }))[0]?.found_by).toEqual([]);
    const { body } = await project.api.get(`/projects/${project.id}/entries?search=low`);
    expect(body.data[0]).not.toHaveProperty('found_by');
    expect(await idsOf(project, { ...posts, search: 'omar museum' })).toEqual([]);
    // Not by other texts than titles.
    expect(await idsOf(project, { ...posts, search: 'rivers' })).toEqual([]);
    // A letter finds words that begin with it, but by no reference.
    expect(await idsOf(project, { ...posts, search: 'h' })).toEqual([named, both]);
    expect(await idsOf(project, { ...posts, search: 'museum', locale: 'de' })).toEqual([ofTopic]);
    expect(await idsOf(project, { ...posts, search: 'museum', locale: 'en' })).toEqual([both]);
    await create(project, { en: { title: 'Museum night' }, de: { title: 'Museumsnacht', topics: [topic] } });
    const [night] = await found(project, { ...posts, search: 'museum', locale: 'en' });
    expect(night?.found_by).toEqual([]);
    expect(await idsOf(project, { ...posts, search: 'haddad', filter: `author:is:${omar}` })).toEqual([both, byOmar]);
    expect(await idsOf(project, { ...posts, search: 'haddad', status: 'published' })).toEqual([]);
  });

  it('finds nothing by entries in the trash, nor by those that the person may not read', async () => {
    const { project, omar, both, ofTopic, named, byOmar } = await magazine();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const limited = await app.person({ projectId: project.id, role: 'editor' });
    const limits = { reads: ['posts', 'topics'] };
    const set = await owner.api.patch(`/projects/${project.id}/members/${limited.id}`, { limits });
    expect(set.status).toBe(200);
    const asLimited = { ...project, api: limited.api };
    const posts = { collection: 'posts', search: 'haddad' };
    expect(await idsOf(asLimited, posts)).toEqual([named, ofTopic, both]);
    expect((await found(asLimited, posts))[2]?.found_by?.map(({ title }) => title)).toEqual(['Haddad Museum']);
    expect(await count(asLimited, posts)).toBe(3);
    expect(await idsOf(project, posts)).toContain(byOmar);
    expect((await project.api.delete(`/projects/${project.id}/entries/${omar}`)).status).toBeLessThan(300);
    expect(await idsOf(project, posts)).not.toContain(byOmar);
  });
});

describe('paging, while others write', () => {
  /** Entries of which those in `said` say the word. */
  const filled = async (count: number, said: (number: number) => boolean) => {
    const project = await app.project();
    const ids = await fillEntries(app.database.pool, { id: project.id }, count, (number) => {
      const title = `Title ${(number * 7919) % count}`;
      const values = { title, body: said(number) ? 'word '.repeat(1 + (number % 5)) : 'none' };
      return { collection: 'posts', state: 'draft', title, values: { en: values } };
    });
    return { project, ids, saying: ids.filter((_, number) => said(number)).sort() };
  };
  const write = (project: TestProject, text: string) => create(project, { en: { title: 'New', body: text } });
  const save = async (project: TestProject, id: string, text: string) => {
    const draft = { values: { en: { title: 'Saved', body: text } }, base_version: 1 };
    expect((await project.api.put(`/projects/${project.id}/entries/${id}/draft`, draft)).status).toBe(200);
  };

  it('gives every ranked hit once, also when more than 1,000 are found by then', { tags: ['full'] }, async () => {
    const { project, ids, saying } = await filled(1_200, (number) => number < 990);
    const others = ids.slice(990);
    const seen = await allPages(project, { search: 'word', limit: '100' }, async () => {
      await write(project, 'word');
      for (const id of others.splice(0, 12)) await save(project, id, 'word word');
    });
    expect((await page(project, { search: 'word', limit: '1' })).ids[0]).not.toBe(seen[0]);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => saying.includes(id)).sort()).toEqual(saying);
  });

  it('gives every hit of a common word once, newest first, also when fewer than 1,000 are left', {
    tags: ['full'],
  }, async () => {
    const { project, ids, saying } = await filled(1_100, (number) => number < 1_030);
    const gone = ids.slice(0, 60);
    const left = saying.filter((id) => !gone.includes(id));
    const seen = await allPages(project, { search: 'word', limit: '100' }, async () => {
      await write(project, 'word');
      for (const id of gone.splice(0, 20)) await save(project, id, 'nothing');
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => left.includes(id))).toEqual([...left].reverse());
  });

  it('gives every hit once in an order of its own, however far apart hits lie', { tags: ['full'] }, async () => {
    const scattered = await filled(6_000, (number) => number >= 4_000 && number % 100 < 70);
    const { project, saying } = scattered;
    for (const sort of ['created', '-created', 'title', '-title', 'updated', '-updated']) {
      const seen = await allPages(project, { search: 'word', sort, limit: '100' }, () => write(project, 'other'));
      expect(seen, sort).toHaveLength(saying.length);
      expect([...seen].sort(), sort).toEqual(saying);
      if (sort === 'created') expect(seen).toEqual(saying);
      if (sort === '-created') expect(seen).toEqual([...saying].reverse());
    }
    const few = saying.slice(0, 3);
    for (const id of few) await save(project, id, 'word seldom');
    expect(await allPages(project, { search: 'seldom', sort: 'created', limit: '1' })).toEqual(few);
    const inLocale = await allPages(project, { search: 'word', locale: 'en', limit: '100' });
    expect([...inLocale].sort()).toEqual(saying);
    expect(await allPages(project, { locale: 'de' })).toEqual([]);
  });
});

describe('a search with typing mistakes', () => {
  it('finds words of titles with a letter wrong, missing, added or swapped, in either half, with accents left out', async () => {
    const project = await app.project({ locales: ['en', 'de'] });
    const lighthouse = await create(project, { en: { title: 'The lighthouse keeper' }, de: { title: 'Der Wärter' } });
    const haddad = await create(project, { en: { title: 'Omar Haddad' } });
    await create(project, { en: { title: 'Other', body: 'A text of omelettes and hadrons' } });
    for (const search of ['lighthose', 'ligthhouse', 'lighthousee', 'lihthouse', 'the lighthosue', 'lighth0use']) {
      expect((await page(project, { search })).ids, search).toEqual(search.includes('0') ? [] : [lighthouse]);
    }
    for (const search of ['hadad', 'hadadd', 'omar hadad', 'Omra haddad', 'hadd']) {
      expect((await page(project, { search })).ids, search).toEqual([haddad]);
    }
    expect((await page(project, { search: 'warder', locale: 'de' })).ids).toEqual([lighthouse]);
    expect((await page(project, { search: 'warder', locale: 'en' })).ids).toEqual([]);
    for (const search of ['hxxxad', 'omr', 'oter haddad', '']) {
      expect((await page(project, { search: search || 'xyz' })).ids, search).toEqual([]);
    }
  });

  it('gives what is written exactly alone, and continues with further pages and within other filters', async () => {
    const project = await app.project();
    const exact = await create(project, { en: { title: 'Storn' } });
    const similar = [];
    for (const title of ['Storm', 'Storm again', 'A storm'])
      similar.push(await create(project, { en: { title } }, 'pages'));
    expect((await page(project, { search: 'storn' })).ids).toEqual([exact]);
    const guessed = { search: 'storn', collection: 'pages', limit: '1' };
    expect((await allPages(project, guessed)).sort()).toEqual([...similar].sort());
    expect(await allPages(project, { ...guessed, sort: 'created' })).toEqual(similar);
    expect((await page(project, { ...guessed, status: 'published' })).ids).toEqual([]);
  });

  it("doesn't read words of other projects", async () => {
    const [project, other] = [await app.project(), await app.project()];
    await create(other, { en: { title: 'Lighthouse' } });
    await create(project, { en: { title: 'Harbour' } });
    expect((await page(project, { search: 'lighthose' })).ids).toEqual([]);
  });
});

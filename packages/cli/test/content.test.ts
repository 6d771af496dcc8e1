import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkLive } from '@stele/core/testing/live-state';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { refuse, startProxy } from '@stele/testing/proxy';
import { rounds } from '@stele/testing/rounds';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Spawned, spawnStele } from './support/spawned.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const CONFIG = `import {
  blocks, boolean, collection, defineConfig, integer, json, list, object, reference, references, richtext, select, slug, text,
} from '@stele/schema';
const settings = collection({ key: 'settings', singleton: true, fields: { name: text({ localized: true }), home: reference('pages') } });
const people = collection({ key: 'people', fields: { name: text({ required: true }), friend: reference('people') } });
const pages = collection({
  key: 'pages',
  fields: {
    title: text({ required: true, localized: true }),
    slug: slug({ localized: true }),
    rank: integer({ default: 7 }),
    mood: select({ options: ['good', 'bad'], default: 'good', localized: true }),
    hidden: boolean({ default: false }),
    author: reference('people'),
    related: references(['pages', 'people'], { localized: true }),
    seo: object({ canonical: reference('pages'), words: list(text()) }),
    body: richtext({ localized: true }),
    data: json(),
    sections: blocks({ teaser: { links: list(reference(['pages', 'people'])), text: richtext() }, note: { text: text() } }),
  },
});
export default defineConfig({ collections: [settings, people, pages] });
`;

let app: TestApp;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  place = await makeWorkplace(() => ({ STELE_URL: app.url }));
  await place.write('stele.config.ts', CONFIG);
});
afterEach(() => place.remove());

const as = (project: TestProject, args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
  place.run(args, { STELE_TOKEN: project.tokens.admin, ...env });
const exported = async (project: TestProject, name: string, ...more: string[]): Promise<string> => {
  const run = await as(project, ['export', name, ...more]);
  expect([run.code, run.stderr]).toEqual([0, '']);
  return readFile(path.join(place.folder, name), 'utf8');
};
const newProject = async (locales: string[], schema = true): Promise<TestProject> => {
  const project = await app.project({ locales });
  if (schema) expect((await as(project, ['push', '--yes'])).code).toBe(0);
  return project;
};
/** Calls the API, and expects it to agree. */
const call = async (project: TestProject, method: 'post' | 'put' | 'delete', place: string, body?: object) => {
  const answer = await project.api[method](`/projects/${project.id}/entries${place}`, body as never);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const create = (project: TestProject, key: string, values: object, external_id?: string) =>
  call(project, 'post', '', { collection_key: key, values, ...(external_id && { external_id }) });
const save = (project: TestProject, entry: { id: string; version: number }, values: object) =>
  call(project, 'put', `/${entry.id}/draft`, { values, base_version: entry.version });
const publish = (project: TestProject, { id }: { id: string }, ...locales: string[]) =>
  call(project, 'post', `/${id}/publish`, { locales });
const versions = async (project: TestProject): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await app.database.prisma.entry.findMany({ where: { projectId: project.id } })).map(({ id, version }) => [
      id,
      version,
    ]),
  );
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

/** A project with everything that makes a copy hard. */
async function fillProject(): Promise<TestProject> {
  const project = await newProject(['en', 'de']);
  const ada = await create(project, 'people', { en: { name: 'Ada' } }, 'ada');
  const bob = await create(project, 'people', { en: { name: 'Bob', friend: ada.id } });
  // Two people are friends of each other, and only one is live.
  await save(project, ada, { en: { name: 'Ada', friend: bob.id }, de: {} });
  await publish(project, ada, 'en');
  const trashed = await create(project, 'pages', { en: { title: 'Gone' } }, 'gone');
  const home = await create(project, 'pages', { en: { title: 'Home', rank: null, mood: null } }, 'home');
  const about = await create(project, 'pages', {
    en: {
      title: 'About',
      slug: 'about',
      author: bob.id,
      related: [home.id, ada.id],
      seo: { canonical: home.id, words: ['a', 'b'] },
      data: { $entry: ['people', 'ada'], 'a-b': [1, 1e21, null, { $entry: 1 }] },
      body: {
        type: 'doc',
        content: [
          paragraph(
            { type: 'text', text: 'See ' },
            { type: 'text', text: 'home', marks: [{ type: 'bold' }, { type: 'link', attrs: { entry: home.id } }] },
            { type: 'text', text: 'there', marks: [{ type: 'link', attrs: { href: 'https://example.org' } }] },
          ),
          { type: 'blockquote', content: [{ type: 'embed', attrs: { entry: ada.id } }] },
        ],
      },
      sections: [
        { _type: 'note', _key: 'k1', text: 'ent_looks_like_an_id' },
        {
          _type: 'teaser',
          links: [home.id, bob.id],
          text: { type: 'doc', content: [{ type: 'embed', attrs: { entry: home.id } }] },
        },
      ],
    },
    de: { title: 'Über' },
  });
  await publish(project, about, 'en', 'de');
  // The live values differ from the draft, and from locale to locale in a field that they share.
  const first = await save(project, home, { en: { title: 'Home', rank: 1 }, de: { title: 'Start', rank: 1 } });
  await publish(project, home, 'en');
  const second = await save(project, first, { en: { title: 'Home', rank: 2 }, de: { title: 'Start', rank: 2 } });
  await publish(project, home, 'de');
  await save(project, second, { en: { title: 'Home 2', rank: 3, related: [about.id] } });
  await create(project, 'settings', { en: { name: 'Site', home: home.id } });
  await create(project, 'pages', { de: { title: 'Nur Entwurf', hidden: true, rank: null } }, 'entry-000001');
  await call(project, 'delete', `/${trashed.id}`);
  return project;
}

describe('stele export', () => {
  it('writes what "stele import" makes the same project of again, byte for byte', async () => {
    const project = await fillProject();
    const text = await exported(project, 'content.jsonl');
    expect(text).not.toMatch(/"id"|_at"/);
    const copy = await newProject(['en']);
    const run = await as(copy, ['import', 'content.jsonl', '--add-locales', '--json']);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(JSON.parse(run.stdout)).toMatchObject({ created: 6, existed: 0, published: 3, failed: [], differing: 0 });
    expect(await exported(copy, 'copy.jsonl')).toBe(text);

    const before = await versions(copy);
    const again = await as(copy, ['import', 'content.jsonl', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, existed: 6, published: 0, differing: 0, failed: [] });
    expect(await versions(copy)).toEqual(before);
  });

  it('sorts lines and keys, and names entries that have no name by their ids', async () => {
    const project = await fillProject();
    const lines = (await exported(project, 'content.jsonl')).trimEnd().split('\n');
    const idOf = (collection: string): string =>
      lines
        .map((line) => JSON.parse(line))
        .find((one) => one.collection === collection && /^ent_/.test(one.external_id)).external_id;
    const bob = idOf('people');
    expect(lines.map((line) => line.replace(/^.*?"collection"|"live".*$/g, ''))).toEqual([
      `:"pages","external_id":"${idOf('pages')}",`,
      ':"pages","external_id":"entry-000001",',
      ':"pages","external_id":"home",',
      ':"people","external_id":"ada",',
      `:"people","external_id":"${bob}",`,
      `:"settings","external_id":"${idOf('settings')}",`,
    ]);
    expect((await project.api.get(`/projects/${project.id}/entries/${bob}`)).body.title).toBe('Bob');
    const friend = `{"friend":{"$entry":["people","${bob}"]},"name":"Ada"}`;
    expect(lines[3]).toMatch(/^{"base":"[\w-]{22}\.[\w-]{22}",/);
    expect(lines[3]?.slice(lines[3].indexOf('"collection"'))).toBe(
      `"collection":"people","external_id":"ada","live":{"en":${friend}},"values":{"de":${friend},"en":${friend}}}`,
    );
    const { values } = JSON.parse(lines[0] ?? '');
    expect(values.en).toMatchObject({
      data: { $entry: ['people', 'ada'] },
      seo: { canonical: { $entry: ['pages', 'home'] } },
      sections: [
        { text: 'ent_looks_like_an_id' },
        { links: [{ $entry: ['pages', 'home'] }, { $entry: ['people', bob] }] },
      ],
    });
  });

  it('writes gzip, standard output, and one collection with what it refers to', async () => {
    const project = await fillProject();
    const text = await exported(project, 'content.jsonl');
    const gz = await as(project, ['export', 'content.jsonl.gz', '--json']);
    expect(JSON.parse(gz.stdout)).toEqual({
      file: 'content.jsonl.gz',
      entries: 6,
      collections: 3,
      dangling_references: [],
    });
    expect(gunzipSync(await readFile(path.join(place.folder, 'content.jsonl.gz'))).toString()).toBe(text);
    const piped = await as(project, ['export', '-']);
    expect([piped.code, piped.stdout]).toEqual([0, text]);
    expect(piped.stderr).toContain('Wrote 6 entries of 3 collections');
    expect((await as(project, ['export', '-', '--json'])).code).toBe(2);
    const pages = await exported(project, 'pages.jsonl', '--collection', 'pages');
    expect(pages).toBe(`${text.split('\n').slice(0, 3).join('\n')}\n`);
  });

  it('leaves out references to what is in the trash, and says so', async () => {
    const project = await newProject(['en']);
    const gone = await create(project, 'people', { en: { name: 'Gone' } }, 'gone');
    const here = await create(project, 'people', { en: { name: 'Here' } }, 'here');
    const link = (entry: string) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { entry } }] });
    await create(
      project,
      'pages',
      {
        en: {
          title: 'A',
          author: gone.id,
          related: [gone.id, here.id],
          body: {
            type: 'doc',
            content: [
              { type: 'blockquote', content: [{ type: 'embed', attrs: { entry: gone.id } }] },
              { type: 'paragraph', content: [link(gone.id)] },
            ],
          },
        },
      },
      'a',
    );
    await call(project, 'delete', `/${gone.id}`);
    const run = await as(project, ['export', 'content.jsonl']);
    expect([run.code, run.stderr]).toEqual([
      0,
      '4 references lead to entries in the trash and were left out, in: pages/a.\n',
    ]);
    const [line = ''] = (await readFile(path.join(place.folder, 'content.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(line).values.en).toMatchObject({
      related: [{ $entry: ['people', 'here'] }],
      body: {
        type: 'doc',
        content: [
          { type: 'blockquote', content: [{ type: 'paragraph' }] },
          { type: 'paragraph', content: [{ type: 'text', text: 'x' }] },
        ],
      },
    });
    expect(JSON.parse(line).values.en).not.toHaveProperty('author');
    const copy = await newProject(['en']);
    expect((await as(copy, ['import', 'content.jsonl'])).code).toBe(0);
  });

  it('writes values as they are while there is no schema, and they can be imported likewise', async () => {
    const project = await newProject(['en'], false);
    const entry = await create(project, 'notes', { en: { any: [1, null, { b: 'ent_x', a: 1 }] } });
    await publish(project, entry, 'en');
    await save(project, entry, { en: { any: 2, more: null } });
    const text = await exported(project, 'content.jsonl');
    expect(text.replace(/^{"base":"[^"]+",/, '{')).toBe(
      '{"collection":"notes","external_id":"ID","live":{"en":{"any":[1,null,{"a":1,"b":"ent_x"}]}},"values":{"en":{"any":2,"more":null}}}\n'.replace(
        'ID',
        entry.id,
      ),
    );
    const copy = await newProject(['en'], false);
    expect((await as(copy, ['import', 'content.jsonl'])).code).toBe(0);
    expect(await exported(copy, 'copy.jsonl')).toBe(text);
  });

  it('waits as long as a limit says', async () => {
    const project = await fillProject();
    let refusals = 2;
    const proxy = await startProxy(app.url, (request, response) =>
      request.url?.includes('/entries?') && refusals-- > 0 ? refuse(response, 1) : false,
    );
    const waits: number[] = [];
    const run = await place.run(
      ['export', 'content.jsonl'],
      { STELE_TOKEN: project.tokens.admin, STELE_URL: proxy.url },
      { sleep: async (ms) => void waits.push(ms) },
    );
    expect([run.code, waits]).toEqual([0, [1000, 1000]]);
    expect(run.stderr).toContain('Waiting 1 s: GET');
    expect(proxy.requests.filter((request) => request.includes('/entries?'))).toHaveLength(3);
    await proxy.close();
  });
});

describe('stele import of what was exported', () => {
  it('can be killed after its first steps, or after each in the long ring, and run again, with the same result', {
    tags: ['full'],
  }, async () => {
    const project = await fillProject();
    const text = await exported(project, 'content.jsonl');
    const copy = await newProject(['en', 'de']);
    const kills = rounds({ short: 2, long: 40 });
    let killed = 0;
    for (let done = false; !done && killed < kills; ) {
      let running: Spawned | undefined;
      let writes = 0;
      // Lets one write through. With the second, the command dies.
      const proxy = await startProxy(app.url, ({ method }) => {
        if (method === 'GET' || ++writes === 1) return false;
        running?.child.kill('SIGKILL');
        return true;
      });
      const env = { STELE_TOKEN: copy.tokens.admin, STELE_URL: proxy.url };
      running = spawnStele(['import', 'content.jsonl'], { folder: place.folder, env });
      const run = await running.ended;
      await proxy.close();
      done = run.code === 0;
      if (!done) killed++;
    }
    expect(killed).toBeGreaterThanOrEqual(Math.min(kills, 11));
    expect(killed).toBeLessThan(40);
    const last = await as(copy, ['import', 'content.jsonl', '--json']);
    expect(JSON.parse(last.stdout)).toMatchObject({ failed: [], differing: 0 });
    const again = await as(copy, ['import', 'content.jsonl', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, published: 0, failed: [], differing: 0 });
    expect(await exported(copy, 'copy.jsonl')).toBe(text);
  });

  it('does nothing twice when answers get lost', { tags: ['full'] }, async () => {
    const project = await fillProject();
    const text = await exported(project, 'content.jsonl');
    const copy = await newProject(['en', 'de']);
    const lost = new Set<string>();
    const proxy = await startProxy(app.url, undefined, {
      // The first answer to each kind of write.
      loses: ({ method, url = '' }) => {
        const kind = `${method} ${url.replace(/ent_\w+/, '')}`;
        if (method === 'GET' || lost.has(kind)) return false;
        return Boolean(lost.add(kind));
      },
    });
    const run = await as(copy, ['import', 'content.jsonl', '--json'], { STELE_URL: proxy.url });
    await proxy.close();
    expect([run.code, JSON.parse(run.stdout)]).toEqual([0, expect.objectContaining({ created: 6, failed: [] })]);
    expect(lost.size).toBe(3);
    expect(await exported(copy, 'copy.jsonl')).toBe(text);
  });

  it('leaves alone what somebody changed since', { tags: ['full'] }, async () => {
    const project = await fillProject();
    await exported(project, 'content.jsonl');
    const copy = await newProject(['en', 'de']);
    await as(copy, ['import', 'content.jsonl']);
    const home = (await copy.api.get(`/projects/${copy.id}/entries?collection=pages`)).body.data.find(
      ({ external_id: name }: { external_id: string }) => name === 'home',
    );
    await save(copy, home, { en: { title: 'By hand' } });
    const before = await versions(copy);
    const run = await as(copy, ['import', 'content.jsonl']);
    expect([run.code, run.stdout]).toEqual([
      3,
      expect.stringContaining('Changed by others since the import, and skipped: 1.'),
    ]);
    expect(await versions(copy)).toEqual(before);
  });

  it('creates only drafts when asked to, and publishes them when run again', { tags: ['full'] }, async () => {
    const project = await fillProject();
    const text = await exported(project, 'content.jsonl');
    const copy = await newProject(['en', 'de']);
    const drafts = await as(copy, ['import', 'content.jsonl', '--no-publish']);
    expect([drafts.code, drafts.stdout]).toEqual([
      0,
      expect.stringContaining('6 created, 0 changed, 0 unchanged, 0 failed; 0 published.'),
    ]);
    expect((await checkLive(app.database, app.storage, copy.id)).files).toEqual({});
    const live = await as(copy, ['import', 'content.jsonl']);
    expect([live.code, live.stdout]).toEqual([
      0,
      expect.stringContaining('0 created, 0 changed, 6 unchanged, 0 failed; 3 published.'),
    ]);
    expect(await exported(copy, 'copy.jsonl')).toBe(text);
  });

  it('lists lines that the API refuses with the places in them, and imports the others', async () => {
    const project = await newProject(['en']);
    const lines = [
      { collection: 'people', external_id: 'ok', values: { en: { name: 'Ok' } }, live: { en: { name: 'Ok' } } },
      { collection: 'people', external_id: 'wrong', values: { en: { name: 5, age: 1 } }, live: {} },
      { collection: 'people', external_id: 'empty', values: { en: {} }, live: { en: {} } },
      {
        collection: 'people',
        external_id: 'lost',
        values: { en: { friend: { $entry: ['people', 'nobody'] } } },
        live: {},
      },
      { collection: 'nothing', external_id: 'a', values: {} },
      {
        collection: 'people',
        external_id: 'plain',
        values: { en: { name: 'Plain', friend: { $entry: ['people', 'ok'] } } },
      },
    ];
    await place.write('mixed.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    const run = await as(project, ['import', 'mixed.jsonl']);
    expect([run.code, run.stderr]).toEqual([2, '']);
    expect(run.stdout).toContain('4 failed; 2 published.');
    expect(run.stdout).toContain(
      [
        '4 failures:',
        '  mixed.jsonl:2, people/wrong, values.en.age: There is no field "age" here.',
        '  mixed.jsonl:2, people/wrong, values.en.name: This must be text.',
        '  mixed.jsonl:3, people/empty, values.en.name: This field is required.',
        '  mixed.jsonl:4, people/lost, values.en.friend: There is no entry "nobody" in the collection people.',
        '  mixed.jsonl:5, nothing/a, collection_key: The schema has no collection "nothing". It has: settings, people, pages.\n',
      ].join('\n'),
    );
    expect(run.stdout).toContain('  mixed.jsonl:5, nothing/a, collection_key: The schema has no collection "nothing".');
    expect(run.stdout).not.toContain('POST');
    const { files } = await checkLive(app.database, app.storage, project.id);
    expect(
      files['people.en']?.map(({ values }) => values).sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1)),
    ).toEqual([
      { name: 'Ok' },
      { name: 'Plain', friend: { id: expect.stringMatching(/^ent_/), collection: 'people' } },
    ]);
  });

  it('reads only the lines of one collection when asked to', async () => {
    const project = await fillProject();
    await exported(project, 'content.jsonl');
    const copy = await newProject(['en', 'de']);
    const run = await as(copy, ['import', 'content.jsonl', '-c', 'people', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ documents: 2, created: 2, published: 1, failed: [] });
  });
});

describe('a collection that is ordered by hand', () => {
  it('has the same order in a copy, and keeps what somebody made of it since', async () => {
    await place.write(
      'stele.config.ts',
      `import { collection, defineConfig, text } from '@stele/schema';
export default defineConfig({ collections: [collection({ key: 'steps', order: 'manual', fields: { title: text() } })] });
`,
    );
    const original = await newProject(['en']);
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd']) {
      const entry = await create(original, 'steps', { en: { title } }, title);
      await publish(original, entry, 'en');
      ids.push(entry.id);
    }
    await call(original, 'post', '/order', { collection_key: 'steps', entry_ids: [ids[3], ids[1]], after: null });
    const lines = await exported(original, 'steps.jsonl');
    expect(lines).toContain('"external_id":"d","live":{"en":{"title":"d"}},"order":1');
    const copy = await newProject(['en']);
    expect((await as(copy, ['import', 'steps.jsonl'])).code).toBe(0);
    expect(await exported(copy, 'copy.jsonl')).toBe(lines);
    const titles = async () =>
      (await checkLive(app.database, app.storage, copy.id)).files['steps.en']?.map(({ values }) => values.title);
    expect(await titles()).toEqual(['d', 'b', 'a', 'c']);
    // By age, which is also how entries are that were never moved.
    const { data } = (await copy.api.get(`/projects/${copy.id}/entries?collection=steps`)).body;
    const entry_ids = data.map(({ id }: { id: string }) => id).sort();
    await call(copy, 'post', '/order', { collection_key: 'steps', entry_ids, after: null });
    const moved = await titles();
    expect((await as(copy, ['import', 'steps.jsonl'])).code).toBe(0);
    expect(await titles()).toEqual(moved);
  });

  it('is ordered by a second import when the first one ended while it made another collection', {
    tags: ['full'],
  }, async () => {
    await place.write(
      'stele.config.ts',
      `import { collection, defineConfig, text } from '@stele/schema';
const fields = { title: text() };
export default defineConfig({
  collections: [collection({ key: 'steps', order: 'manual', fields }), collection({ key: 'words', fields })],
});
`,
    );
    const line = (collection: string, title: string, order?: number): string =>
      `${JSON.stringify({ collection, external_id: title, values: { en: { title } }, ...(order && { order }) })}\n`;
    const words = Array.from({ length: 140 }, (_, n) => line('words', `w${n}`));
    const steps = [line('steps', 'd', 4), line('steps', 'b', 3), line('steps', 'a', 2), line('steps', 'c', 1)];
    await place.write('two.jsonl', [...steps, ...words].join(''));
    const copy = await newProject(['en']);
    let batches = 0;
    const proxy = await startProxy(app.url, (request, response) => {
      if (request.method !== 'POST' || !request.url?.endsWith('/entries/import') || ++batches === 1) return false;
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'internal', message: 'No.' } }));
      return true;
    });
    expect((await as(copy, ['import', 'two.jsonl'], { STELE_URL: proxy.url })).code).not.toBe(0);
    await proxy.close();
    expect((await as(copy, ['import', 'two.jsonl'])).code).toBe(0);
    const { data } = (await copy.api.get(`/projects/${copy.id}/entries?collection=steps&sort=position`)).body;
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['c', 'a', 'b', 'd']);
  });
});

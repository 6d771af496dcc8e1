// @module-tag full
import { collection, defineConfig, json, list, markdown, number, richtext, text } from '@stele/schema';
import { collectGarbage, MOST_PAUSE_MS, withPause } from '@stele/testing/longest-pause';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { limits, parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  const names = Object.keys(limits).map((name) => `${name}=100000000`);
  app = await startTestApp({ limits: parseLimits(names.join()) });
});
afterAll(() => app.close());

const send = async ({ id, tokens }: TestProject, method: string, path: string, body?: string): Promise<number> => {
  const answer = await fetch(`${app.url}/v1/projects/${id}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.admin}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

async function withSchema(schema: object): Promise<TestProject> {
  const project = await app.project();
  const { status, body } = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(status, JSON.stringify(body).slice(0, 2_000)).toBe(200);
  return project;
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** As many fields as a schema may have. */
const wide = (prefix: string, make: () => ReturnType<typeof text> | ReturnType<typeof number>, most = 20): object =>
  defineConfig({
    collections: times(most, (at) =>
      collection({ key: `c${at}`, fields: Object.fromEntries(times(200, (field) => [`${prefix}${field}`, make()])) }),
    ),
  }).schema;

const RANGES = `(?i)[${times(120, (at) => `${String.fromCharCode(0x100 + at)}-\uffff`).join('')}]`;
/** Fields with a pattern of their own each. */
const patterned = (pattern: string, most: number): object => {
  const fields = wide('a', text, 1) as { collections: { fields: object[] }[] };
  const [first] = fields.collections;
  const own = first?.fields.slice(0, most).map((field, at) => ({ ...field, pattern: `${pattern}${'x'.repeat(at)}` }));
  return { ...fields, collections: [{ ...first, fields: own }] };
};

const { schema: articles } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      fields: {
        title: text({ localized: true }),
        code: text({ pattern: '.{0,1000}.{0,1000}x' }),
        body: richtext({ localized: true }),
        notes: markdown({ localized: true }),
        tags: list(text()),
        data: json(),
      },
    }),
  ],
});

const paragraph = (words: string): object => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const LONG = 400_000;

/** Values that take long to check, to render, to search or to compare. */
const VALUES: Record<string, object> = {
  'a text that is too long for a large pattern': { code: 'a'.repeat(20_000) },
  'a text as long as a large pattern may be matched with': { code: 'a'.repeat(240) },
  'a list of very many texts': { tags: times(5_000, (index) => `tag ${index}`) },
  'rich text of very many paragraphs': {
    body: { type: 'doc', content: times(2_000, (index) => paragraph(`word ${index} and more`)) },
  },
  'rich text of one long paragraph': { body: { type: 'doc', content: [paragraph('word '.repeat(LONG / 5))] } },
  'Markdown of emphasis without an end': { notes: '*a _b '.repeat(LONG / 6) },
  'Markdown of brackets': { notes: '![['.repeat(LONG / 3) },
  'JSON of very many keys': { data: Object.fromEntries(times(8_000, (index) => [`k${index}`, index])) },
  'JSON nested as deep as may be': {
    data: times(60, () => 0).reduce<unknown>((inner) => [inner, inner === 0 ? 1 : 0], 0),
  },
  'words without an end': { title: 'x'.repeat(LONG) },
};

const XLIFF = 'urn:oasis:names:tc:xliff:document:2.0';
const unit = (id: number, inner: string): string =>
  `<unit id="u${id}"><segment><source>${inner}</source><target>${inner}</target></segment></unit>`;
const xliff = (units: readonly string[]): string =>
  `<xliff xmlns="${XLIFF}" version="2.1" srcLang="en" trgLang="de"><file id="f" original="o">${units.join('')}</file></xliff>`;
const nested = `${'<mrk id="m">'.repeat(45)}a${'</mrk>'.repeat(45)}`;

/** Documents of translators that take long to read. */
const DOCUMENTS: Record<string, () => string> = {
  'units nested deep': () => xliff(times(1_500, (index) => unit(index, nested))),
  'very many short units': () => xliff(times(20_000, (index) => unit(index, 'a'))),
  'one text of very many pieces': () => xliff([unit(0, '<ph id="1"/>a'.repeat(LONG / 13))]),
  'spaces between tags': () => xliff([`${' '.repeat(LONG)}<unit id="u">`.repeat(4)]),
};

describe('no request holds up the others', () => {
  it('with a schema of as many fields as may be', async () => {
    const everything = wide('a', text) as { collections: object[] };
    const project = await withSchema(wide('a', text, 19));
    const bodies = {
      renamed: ['/schema/diff', { schema: wide('b', text) }],
      retyped: ['/schema/diff', { schema: wide('a', number) }],
      'too many': [
        '/schema/diff',
        { schema: { ...wide('a', text), collections: times(10, () => everything.collections).flat() } },
      ],
      'wide ranges that ignore case': ['/schema/diff', { schema: patterned(RANGES, 40) }],
      'one pattern in all fields': ['/schema/diff', { schema: wide('a', () => text({ pattern: '.{0,1000}' })) }],
      'sets that never end': ['/schema/diff', { schema: patterned('['.repeat(300), 190) }],
      'as many wide ranges as may be': ['/schema/diff', { schema: patterned('(?i)[b-\uffff]{1,2}', 17) }],
      pushed: ['/schema/sync', { schema: everything, base_version: 1 }],
    } as const;
    for (const [name, [path, body]] of Object.entries(bodies)) await pauseOf(name, project, path, body);
  });

  it('with values that take long', async () => {
    const project = await withSchema(articles);
    for (const [name, values] of Object.entries(VALUES)) {
      const all = { en: values };
      await pauseOf(`${name}, checked`, project, '/entries/validate', { collection_key: 'posts', values: all });
      const made = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values: {} });
      const { id } = made.body;
      await pauseOf(`${name}, saved`, project, `/entries/${id}/draft`, { base_version: 1, values: all }, 'PUT');
      await pauseOf(`${name}, published`, project, `/entries/${id}/publish`, { locales: ['en'] });
      const merge = { base_version: 1, merge: true, values: { en: { ...values, title: 'another' } } };
      await pauseOf(`${name}, merged`, project, `/entries/${id}/draft`, merge, 'PUT');
      await pauseOf(`${name}, listed`, project, `/entries?search=word+1`, undefined, 'GET');
    }
  });

  it('with many long entries at once', async () => {
    const project = await withSchema(articles);
    await project.api.patch(`/projects/${project.id}`, { locales: ['en', 'de'] });
    const body = (words: string) => ({ type: 'doc', content: times(2_000, (index) => paragraph(`${words} ${index}`)) });
    const ids: string[] = [];
    for (let count = 0; count < 30; count++) {
      const values = { en: { title: `News ${count}`, body: body('word') }, de: { body: body('Wort') } };
      const made = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
      ids.push(made.body.id);
    }
    await pauseOf('published', project, '/entries/bulk', { action: 'publish', entry_ids: ids });
    // The German ones are the same.
    expect(await app.database.prisma.content.count({ where: { projectId: project.id } })).toBe(ids.length + 1);
    await pauseOf('exported', project, `/translations/de/xliff?entries=${ids.join(',')}`, undefined, 'GET');
    const [posts] = articles.collections;
    const fields = posts?.fields.map((field) => (field.key === 'body' ? { ...field, localized: false } : field));
    const changed = { ...articles, collections: [{ ...posts, fields }] };
    await pauseOf('examined', project, '/schema/diff', { schema: changed });
    for (const action of ['trash', 'restore', 'publish', 'unpublish']) {
      await pauseOf(action, project, '/entries/bulk', { action, entry_ids: ids });
    }
    await pauseOf('republish', project, `/entries/${ids[0]}/republish`, {});
  });

  it('with many requests at once', async () => {
    const project = await withSchema(wide('a', text, 10));
    const body = JSON.stringify({ schema: wide('a', number, 10) });
    const { result, pause } = await withPause(() =>
      Promise.all(times(12, () => send(project, 'POST', '/schema/diff', body))),
    );
    expect(new Set(result)).toEqual(new Set([200]));
    expect(pause).toBeLessThan(MOST_PAUSE_MS);
  });

  it('with documents of translators', async () => {
    const project = await withSchema(articles);
    for (const [name, make] of Object.entries(DOCUMENTS)) {
      await pauseOf(name, project, '/translations/import', { xliff: make().replace('"f"', `"${newId('entry')}"`) });
    }
  });
});

async function pauseOf(
  name: string,
  project: TestProject,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<void> {
  const text = JSON.stringify(body);
  collectGarbage();
  const { result: status, pause } = await withPause(() => send(project, method, path, text));
  expect(status, name).not.toBe(500);
  expect(pause, name).toBeLessThan(MOST_PAUSE_MS);
}

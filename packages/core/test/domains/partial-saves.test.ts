import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../src/access/permissions.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

const CHOICES = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];
const field = (key: string, type: string) => ({ key, label: key, required: false, type });

/** The types of fields whose values need nothing else: their options, a value to begin with, and another one. */
const TYPES = {
  text: [{}, 'a', 'b'],
  textarea: [{}, 'a', 'b'],
  markdown: [{}, 'a', 'b'],
  richtext: [{}, paragraph('a'), paragraph('b')],
  slug: [{ unique: false }, 'a', 'b'],
  number: [{}, 1.5, 2.5],
  integer: [{}, 1, 2],
  boolean: [{}, false, true],
  date: [{}, '2026-01-01', '2026-01-02'],
  datetime: [{}, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
  select: [{ options: CHOICES }, 'a', 'b'],
  multiselect: [{ options: CHOICES }, ['a'], ['b']],
  email: [{}, 'a@example.org', 'b@example.org'],
  url: [{}, 'https://a.example.org', 'https://b.example.org'],
  color: [{}, '#000000', '#ffffff'],
  code: [{}, { language: 'ts', text: 'a' }, { language: 'ts', text: 'b' }],
  json: [{}, { a: 1 }, { b: 1 }],
  object: [{ fields: [field('name', 'text')] }, { name: 'a' }, { name: 'b' }],
  list: [{ of: { type: 'text' } }, ['a'], ['b']],
} as const;
const types = Object.keys(TYPES) as (keyof typeof TYPES)[];

const posts = {
  key: 'posts',
  label: 'Posts',
  singleton: false,
  order: null,
  title_field: null,
  fields: types.flatMap((type) => [
    { ...field(type, type), ...TYPES[type][0], localized: true },
    { ...field(`shared_${type}`, type), ...TYPES[type][0], localized: false },
  ]),
};
const schema = { format: 1, collections: [posts] };

/** Values of all fields of a language. */
const values = (nth: 1 | 2, prefixes: readonly string[] = ['', 'shared_']) =>
  Object.fromEntries(types.flatMap((type) => prefixes.map((prefix) => [prefix + type, TYPES[type][nth]])));

let app: TestApp;
let project: TestProject;
let id: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  project = await app.project();
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  const given = { en: values(1), de: values(1) };
  const made = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values: given });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  id = made.body.id;
});

const draft = () => `/projects/${project.id}/entries/${id}/draft`;
const patch = (api: ApiClient, given: object, more: object = {}): Promise<ApiAnswer<LooseBody>> =>
  api.patch(draft(), { values: given, base_version: 1, ...more });
const now = async (): Promise<LooseBody> => (await project.api.get(`/projects/${project.id}/entries/${id}`)).body;
const placesOf = (details: LooseBody[]): string[] => details.map(({ path }) => path.join('.')).sort();

/** Someone who may change German only. */
async function translator(): Promise<ApiClient> {
  const person = await app.person({ projectId: project.id, role: 'editor' });
  const limits = { locales: ['de'] };
  await app.database.prisma.member.updateMany({ where: { userId: person.id }, data: { limits } });
  return person.api;
}

describe('someone who may change one language', () => {
  const FOREIGN = [
    ...types.map((type) => `values.en.${type}`),
    ...types.flatMap((type) => [`values.en.shared_${type}`, `values.de.shared_${type}`]),
  ].sort();

  it('is told which fields they may not change, and changes nothing', async () => {
    const answer = await patch(await translator(), { en: values(2), de: values(2) });
    expect(codeOf(answer)).toEqual([403, 'auth.insufficient_role']);
    expect(placesOf(answer.body.error.details)).toEqual(FOREIGN);
    expect(answer.body.error.details[0]).toMatchObject({ reason: 'not_allowed' });
    expect(await now()).toMatchObject({ version: 1, values: { en: values(1), de: values(1) } });
  });

  it.each(['PATCH', 'PUT'] as const)('saves the others with `partial`: %s', async (method) => {
    const api = await translator();
    const body = { values: { en: values(2), de: values(2) }, base_version: 1, partial: true };
    const answer = method === 'PUT' ? await api.put(draft(), body) : await api.patch(draft(), body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(placesOf(answer.body.refused)).toEqual(FOREIGN);
    const saved = { en: values(1), de: { ...values(2), ...values(1, ['shared_']) } };
    expect(answer.body).toMatchObject({ version: 2, values: saved });
    expect((await now()).values).toEqual(saved);
  });

  it('isn’t told of fields that stay as they are, nor refused for them', async () => {
    const answer = await patch(await translator(), { en: values(1), de: { ...values(1), ...values(2, ['']) } });
    expect(answer.status).toBe(200);
    expect(answer.body.refused).toBeUndefined();
  });

  it('saves nothing, and no version, where all is refused', async () => {
    const answer = await patch(await translator(), { en: { text: 'b' } }, { partial: true });
    expect([answer.status, answer.body.version]).toEqual([200, 1]);
    expect(placesOf(answer.body.refused)).toEqual(['values.en.text']);
  });

  it('may not remove another language', async () => {
    const api = await translator();
    expect(placesOf((await patch(api, { en: null })).body.error.details)).toEqual(['values.en']);
    const answer = await patch(api, { en: null, de: { text: 'b' } }, { partial: true });
    expect(placesOf(answer.body.refused)).toEqual(['values.en']);
    expect(Object.keys((await now()).values)).toEqual(['de', 'en']);
  });

  it.each([
    ['a PUT leaves out', { method: 'put', values: { en: { text: 'b' }, de: { text: 'b' } } }],
    [
      'belong to a language that the entry hasn’t',
      { method: 'patch', values: { fr: { text: 'b' }, de: { text: 'b' } } },
    ],
  ] as const)('keeps fields that %s', async (_, { method, values: given }) => {
    await project.api.patch(`/projects/${project.id}`, { locales: ['en', 'de', 'fr'] });
    const answer = await (await translator())[method](draft(), { values: given, base_version: 1, partial: true });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.values).toMatchObject({ en: values(1), de: { text: 'b' } });
    expect(Object.keys(answer.body.values)).toEqual(['de', 'en']);
  });

  it('isn’t refused for slugs that are missing where they may not write', async () => {
    const made = [
      { ...field('title', 'text'), localized: true },
      { ...field('slug', 'slug'), localized: false, source: 'title', unique: true },
      { ...field('own', 'slug'), localized: true, source: 'title', unique: true },
    ];
    const slugged = { ...schema, collections: [posts, { ...posts, key: 'slugged', label: 'Slugged', fields: made }] };
    const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema: slugged, base_version: 1 });
    expect(pushed.status).toBe(200);
    const given = { en: { title: 'Hello', slug: null, own: null }, de: {} };
    const entry = { collection_key: 'slugged', values: given };
    id = (await project.api.post(`/projects/${project.id}/entries`, entry)).body.id;
    const answer = await patch(await translator(), { en: { title: 'Hello' }, de: { title: 'Hallo' } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.values).toEqual({ en: { title: 'Hello' }, de: { title: 'Hallo', own: 'hallo' } });
  });

  it('changes what all languages share while the entry has no other language', async () => {
    const given = { collection_key: 'posts', values: { de: values(1) } };
    id = (await project.api.post(`/projects/${project.id}/entries`, given)).body.id;
    expect((await patch(await translator(), { de: values(2) })).status).toBe(200);
  });
});

it.each([
  ['viewer', false, false],
  ['author', false, true],
  ['editor', true, true],
  ['publisher', false, false],
  ['developer', true, true],
  ['owner', true, true],
] as const)(
  '%s: changes every type of field of any entry (%s), and of their own (%s)',
  async (role: Role, any, own) => {
    const person = await app.person({ projectId: project.id, role });
    const given = { en: values(2), de: values(2) };
    for (const partial of [false, true]) {
      const answer = await patch(person.api, given, { partial });
      if (any) expect(answer.status).toBe(200);
      // With a right to none of the fields there is no part to save.
      else expect([...codeOf(answer), answer.body.error.details]).toEqual([403, 'auth.insufficient_role', undefined]);
    }
    if (!own) return;
    const made = await person.api.post(`/projects/${project.id}/entries`, {
      collection_key: 'posts',
      values: { en: values(1), de: values(1) },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    id = made.body.id;
    expect((await patch(person.api, given)).status).toBe(200);
  },
);

describe('with `partial`', () => {
  it('invalid values stay out as well, each with what is wrong with it', async () => {
    const given = {
      en: { text: 'b', number: 'many', color: 1 },
      de: { select: 'c', shared_integer: 1.5, list: ['b'] },
    };
    const before = await patch(project.api, given);
    expect(codeOf(before)).toEqual([400, 'validation_failed']);
    const answer = await patch(project.api, given, { partial: true });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(placesOf(answer.body.refused)).toEqual(placesOf(before.body.error.details));
    expect(placesOf(answer.body.refused)).toEqual([
      'values.de.select',
      'values.de.shared_integer',
      'values.en.color',
      'values.en.number',
      // All languages share it.
      'values.en.shared_integer',
    ]);
    const saved = { en: { ...values(1), text: 'b' }, de: { ...values(1), list: ['b'] } };
    expect((await now()).values).toEqual(saved);
  });

  it('an invalid value that all languages share stays out, whichever language is sent', async () => {
    const answer = await patch(project.api, { de: { text: 'b', shared_integer: 1.5 } }, { partial: true });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(placesOf(answer.body.refused)).toEqual(['values.de.shared_integer', 'values.en.shared_integer']);
    expect((await now()).values).toEqual({ en: values(1), de: { ...values(1), text: 'b' } });
  });

  it('begins no draft of a language whose values are all refused', async () => {
    await project.api.patch(`/projects/${project.id}`, { locales: ['en', 'de', 'fr'] });
    const answer = await patch(project.api, { fr: { text: 5 } }, { partial: true });
    expect([answer.status, answer.body.version, ...placesOf(answer.body.refused)]).toEqual([200, 1, 'values.fr.text']);
  });

  it('a language that the project hasn’t stays out', async () => {
    const answer = await patch(project.api, { fr: { text: 'b' }, en: { text: 'b' } }, { partial: true });
    expect([answer.status, ...placesOf(answer.body.refused)]).toEqual([200, 'values.fr']);
    expect(await now()).toMatchObject({ version: 2, values: { en: { text: 'b' } } });
  });

  it('what concerns no value refuses the whole save', async () => {
    expect((await patch(project.api, { en: { text: 'b' } })).status).toBe(200);
    const stale = await patch(project.api, { en: { number: 3 } }, { partial: true });
    expect(codeOf(stale)).toEqual([409, 'entry.version_conflict']);
    expect(await now()).toMatchObject({ version: 2 });
  });
});

import { type ApiAnswer, codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let base: string;
const locales = Array.from({ length: 200 }, (_, index) => `en-x${index}`);

beforeAll(async () => {
  app = await sharedTestApp();
  project = await app.project({ locales: ['en', 'de'] });
  base = `/projects/${project.id}`;
});

/** Status, code, how many details there are, and how many more the last one says that there are. */
const summaryOf = (answer: ApiAnswer<LooseBody>): unknown[] => {
  const details = answer.body.error.details as { more?: number }[];
  return [...codeOf(answer), details.length, details.at(-1)?.more];
};
const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const keys = (count: number): Record<string, number> => Object.fromEntries(many(count, (index) => [`k${index}`, 1]));

describe('details', () => {
  it('hold little, however long the keys are above what is wrong', async () => {
    const values = { en: { ['k'.repeat(1_000_000)]: many(150, () => '\0') } };
    const body = JSON.stringify({ collection_key: 'posts', values });
    const response = await fetch(`${app.url}/v1${base}/entries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${project.tokens.admin}`, 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    expect([response.status, text.length < 100_000]).toEqual([400, true]);
    const [first] = JSON.parse(text).error.details;
    expect(first.path[2]).toBe(`${'k'.repeat(99)}…`);
  });
});

describe('errors have a hundred details, and the number of further ones', () => {
  it('of fields that an operation does not know', async () => {
    const answer = await project.api.post(`${base}/entries`, { collection_key: 'posts', ...keys(250_000) });
    expect(summaryOf(answer)).toEqual([400, 'validation_failed', 101, 249_900]);
    expect(answer.body.error.details.at(-1)).toEqual({ path: [], message: 'There are 249900 more.', more: 249_900 });
  });

  it('of texts that cannot be stored', async () => {
    const values = { en: { a: many(250_000, () => '\0') } };
    const answer = await project.api.post(`${base}/entries`, { collection_key: 'posts', values });
    expect(summaryOf(answer)).toEqual([400, 'validation_failed', 101, 249_900]);
  });

  it('of lists and objects that are too long, without a look at what they hold', { tags: ['full'] }, async () => {
    const ids = await project.api.post(`${base}/entries/order`, {
      collection_key: 'posts',
      entry_ids: many(1_000_000, () => 1),
    });
    expect(summaryOf(ids)).toEqual([400, 'validation_failed', 1, undefined]);
    const values = await project.api.post(`${base}/entries`, { collection_key: 'posts', values: keys(250_000) });
    expect(summaryOf(values)).toEqual([400, 'validation_failed', 1, undefined]);
    const options = { kind: 'map_options', path: ['posts', 'kind'], options: keys(250_000) };
    const migration = await project.api.post(`${base}/schema/diff`, {
      schema: { format: 1, collections: [] },
      migrations: [options],
    });
    expect(summaryOf(migration)).toEqual([400, 'validation_failed', 1, undefined]);
  });

  it('of a schema in which everything is wrong', { tags: ['full'] }, async () => {
    const fields = (count: number, options: number) =>
      many(count, () => ({ key: 'a', type: 'select', options: many(options, () => 1) }));
    const collections = many(20, () => ({ key: 'posts', fields: fields(200, 250) }));
    const answer = await project.api.post(`${base}/schema/diff`, { schema: { format: 1, collections } });
    expect(summaryOf(answer)).toEqual([400, 'validation_failed', 101, 20 * 200 * 250 - 100]);
    const repeated = many(150, () => ({ key: 'posts', fields: [{ key: 'a', type: 'text' }] }));
    const sense = await project.api.post(`${base}/schema/diff`, { schema: { format: 1, collections: repeated } });
    expect(summaryOf(sense)).toEqual([400, 'validation_failed', 101, 49]);
  });

  it('of fields that a schema does not know, in all locales, and of what these share', { tags: ['full'] }, async () => {
    const own = await app.project({ locales: ['en', ...locales.slice(1)] });
    const path = `/projects/${own.id}`;
    const inner = [{ key: 'title', type: 'text' }];
    const fields = [{ key: 'seo', type: 'object', fields: inner }];
    const schema = { format: 1, collections: [{ key: 'posts', fields }] };
    expect((await own.api.post(`${path}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
    const empty = Object.fromEntries(locales.slice(1).map((locale) => [locale, {}]));

    const each = Object.fromEntries(locales.slice(1).map((locale) => [locale, keys(1000)]));
    const unknown = await own.api.post(`${path}/entries`, { collection_key: 'posts', values: each });
    expect(summaryOf(unknown)).toEqual([400, 'validation_failed', 101, 199 * 1000 - 100]);

    const before = process.memoryUsage().heapUsed;
    const values = { ...empty, en: { seo: keys(250_000) } };
    const shared = await own.api.post(`${path}/entries`, { collection_key: 'posts', values });
    expect(summaryOf(shared)).toEqual([400, 'validation_failed', 1, undefined]);
    expect(shared.body.error.details[0].path).toEqual(['values']);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('of fields that were changed since', async () => {
    const created = await project.api.post(`${base}/entries`, { collection_key: 'posts', values: { en: keys(150) } });
    const draft = `${base}/entries/${created.body.id}/draft`;
    const other = Object.fromEntries(Object.keys(keys(150)).map((key) => [key, 2]));
    const third = Object.fromEntries(Object.keys(keys(150)).map((key) => [key, 3]));
    expect((await project.api.put(draft, { values: { en: other }, base_version: 1 })).status).toBe(200);
    const stale = await project.api.put(draft, { values: { en: third }, base_version: 1 });
    expect(summaryOf(stale)).toEqual([409, 'entry.version_conflict', 101, 51]);
    expect(stale.body.error.details[0]).toMatchObject({ path: ['base_version'], current_version: 2 });
    // The same person may have.
    expect(stale.body.error.message).toBe('The entry was changed since. See details.');
    expect(stale.body.error.details[1].message).toBe('This field was changed after version 1.');
    const merged = await project.api.put(draft, { values: { en: third }, base_version: 1, merge: true });
    expect(summaryOf(merged)).toEqual([409, 'entry.version_conflict', 101, 51]);
    expect(merged.body.error.details[1].message).toBe('This was also changed after version 1, in another way.');
  });

  it('of references to nothing', async () => {
    const own = await app.project();
    const fields = [{ key: 'others', type: 'references', collections: ['posts'] }];
    const schema = { format: 1, collections: [{ key: 'posts', fields }] };
    await own.api.post(`/projects/${own.id}/schema/sync`, { schema, base_version: 0 });
    const others = many(5000, (index) => `ent_${String(index).padStart(26, '0')}`);
    const answer = await own.api.post(`/projects/${own.id}/entries`, {
      collection_key: 'posts',
      values: { en: { others } },
    });
    expect(summaryOf(answer)).toEqual([400, 'validation_failed', 101, 4900]);
  });
});

describe('bodies of addresses that anyone may call', () => {
  it('hold 16 KiB', async () => {
    for (const path of ['/instance/setup', '/invitations/accept']) {
      const answer = await app.api.post(path, { code: 'x'.repeat(16 * 1024) });
      expect(codeOf(answer), path).toEqual([413, 'payload_too_large']);
      expect(codeOf(await app.api.post(path, { code: 'x'.repeat(15 * 1024) })), path).toEqual([
        400,
        'validation_failed',
      ]);
    }
  });
});

it.each([
  ['entries/ent_x/draft', { values: {} }, 'base_version', 'This is missing. It must be a number.'],
  ['entries/ent_x/draft', { values: {}, base_version: 0 }, 'base_version', 'This must be at least 1. Found 0.'],
  [
    'entries/ent_x/draft',
    { values: {}, base_version: '1' },
    'base_version',
    'This must be a number. Found "1"; write 1.',
  ],
  ['entries/ent_x/draft', { values: [], base_version: 1 }, 'values', 'This must be an object. Found a list.'],
])('a body that is not valid says what to write: %s %j', async (path, body, field, message) => {
  const { status, body: answer } = await project.api.put(`${base}/${path}`, body);
  expect([status, answer.error.details]).toEqual([400, [{ path: [field], message }]]);
});

it.each([
  ['read_published', 'entries', 'It needs a token of the scope admin'],
  ['read_published', 'drafts', 'It needs a token of the scope read_draft'],
  ['admin', 'audit', 'No token of a project may do this: sign in as a person'],
] as const)('a token of the scope %s that may not read %s learns what does', async (scope, what, advice) => {
  const path = what === 'drafts' ? 'drafts/posts.en.json' : what;
  const answer = await app.client({ token: project.tokens[scope] }).get(`${base}/${path}`);
  expect(codeOf(answer)).toEqual([403, 'auth.insufficient_scope']);
  expect(answer.body.error.message).toContain(advice);
});

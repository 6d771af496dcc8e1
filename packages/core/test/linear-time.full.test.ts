// @module-tag full
import { type CollectionDocument, findInexactNumber } from '@stele/schema';
import { searchQuery } from '@stele/search';
import { canonicalJson } from '@stele/snapshot';
import { findGrowth } from '@stele/testing/growth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makeCursor, readCursor, readNumberCursor, readTextsCursor } from '../src/api/cursor.ts';
import { readJsonBody } from '../src/api/rest/body.ts';
import { toApiError } from '../src/api/rest/envelope.ts';
import type { RestRequest } from '../src/api/rest/message.ts';
import { assertStorable } from '../src/api/rest/storable-json.ts';
import { type ContentRules, deriveListFacts, prepareDrafts, searchVectorOf } from '../src/content/draft-values.ts';
import { fieldDifferences } from '../src/content/field-differences.ts';
import { checkMentions, mentionsIn } from '../src/content/mentions.ts';
import { checkPublishable, renderContent } from '../src/content/render-content.ts';
import { claimUniqueValues, uniqueValuesOf } from '../src/content/unique-values.ts';
import { parsePageCursor } from '../src/domains/entries/listing/list-order.ts';
import { appRouter } from '../src/server/registry.ts';
import { createWebHandler, type WebHandler } from '../src/server/web-handler.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

let app: TestApp;
let handle: WebHandler;
beforeAll(async () => {
  app = await startTestApp();
  handle = createWebHandler(app.services);
});
afterAll(() => app.close());

const linear = async <Input>(
  make: (length: number) => Input,
  run: (input: Input) => unknown,
  name?: string,
): Promise<void> => {
  expect(await findGrowth(make, run), name).toBeNull();
};
const items = (length: number, make: (index: number) => string): string =>
  Array.from({ length: Math.ceil(length / 8) }, (_, index) => make(index)).join(',');

/** Makes each text of each length once: making them takes longer than checking them. */
function onceEach(makers: Record<string, (length: number) => string>): typeof makers {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const made = new Map<number, string>();
      const once = (length: number): string => {
        const text = made.get(length) ?? make(length);
        made.set(length, text);
        return text;
      };
      return [name, once];
    }),
  );
}

/** Bodies that take longest to read. */
const BODIES: Record<string, (length: number) => string> = {
  'a number with zeros inside': (length) => `{"a":1${'0'.repeat(length)}1}`,
  'many numbers with zeros inside': (length) => `{"a":[${`1${'0'.repeat(390)}1,`.repeat(length / 393)}1]}`,
  'many numbers that end in zeros': (length) => `{"a":[${`1${'0'.repeat(300)},`.repeat(length / 302)}1]}`,
  'a number of zeros': (length) => `{"a":0.${'0'.repeat(length)}}`,
  'a number with a long exponent': (length) => `{"a":1e${'0'.repeat(length)}1}`,
  'a number of nines': (length) => `{"a":${'9'.repeat(length)}}`,
  'many numbers that fit': (length) => `{"a":[${items(length, () => '1234567890123456')}]}`,
  'a long text': (length) => `{"b":1e22,"a":"${'x'.repeat(length)}"}`,
  'a text of backslashes': (length) => `{"b":1e22,"a":"${'\\\\'.repeat(length / 2)}"}`,
  'a text of lone surrogates': (length) => `{"b":1e22,"a":"${'\\ud800'.repeat(length / 6)}"}`,
  'many lone surrogates': (length) => `{"b":1e22,"a":[${items(length, () => '"\\ud800"')}]}`,
  'many keys': (length) => `{"b":1e22,${items(length, (index) => `"k${index}":1`)}}`,
  'keys that nobody can store': (length) => `{"b":1e22,${items(length, (index) => `"\\u0000${index}":1`)}}`,
  'many levels': (length) => `{"b":1e22,"a":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}`,
  'many objects, one in the other': (length) =>
    `{"b":1e22,"a":${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}}`,
  'much that is nested deep': (length) =>
    `{"b":1e22,"a":[${Array.from({ length: length / 124 }, () => `${'['.repeat(60)}1e22${']'.repeat(60)}`).join(',')}]}`,
  'what is no JSON': (length) => `{"a":${'['.repeat(length)}`,
  spaces: (length) => `{"b":1e22,"a":${' '.repeat(length)}1}`,
};

const requestOf = (parts: Partial<RestRequest> & { fields?: Record<string, string> }): RestRequest => {
  const headers = new Map(Object.entries(parts.fields ?? {}));
  return {
    method: 'GET',
    path: '/v1/instance',
    query: new URLSearchParams(),
    headers: { get: (name) => headers.get(name) ?? null, has: (name) => headers.has(name) },
    body: null,
    ...parts,
  };
};
const bodyOf = async function* (text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
};

describe('bodies are read in linear time', () => {
  for (const [name, make] of Object.entries(BODIES)) {
    it(`with ${name}`, async () => {
      await linear(make, async (text) => {
        const request = requestOf({ fields: { 'content-type': 'application/json' }, body: bodyOf(text) });
        assertStorable(await readJsonBody(request, 16 * 1024 * 1024));
      });
      await linear(make, (text) => findInexactNumber(text));
      await linear((length) => JSON.parse(name === 'what is no JSON' ? '1' : make(length)) as unknown, assertStorable);
    });
  }
});

/** Strings for which patterns and Unicode functions take longest. */
const TEXTS = onceEach({
  'one letter': (length) => 'a'.repeat(length),
  'a letter and one that fits nothing': (length) => `${'a'.repeat(length)}!`,
  spaces: (length) => ' '.repeat(length),
  'a word, spaces and a word': (length) => `Bearer ${' '.repeat(length)}a`,
  'the beginning of a type': (length) => `application/${'a+'.repeat(length / 2)}`,
  'hyphens and letters': (length) => 'a-'.repeat(length / 2),
  hyphens: (length) => '-'.repeat(length),
  'dots and letters': (length) => 'a.'.repeat(length / 2),
  'ats and letters': (length) => 'a@'.repeat(length / 2),
  slashes: (length) => '/'.repeat(length),
  'slashes and dots': (length) => 'a/../'.repeat(length / 5),
  'per cent signs': (length) => '%25'.repeat(length / 3),
  'equal signs and semicolons': (length) => 'a=;'.repeat(length / 3),
  quotes: (length) => `'"\\`.repeat(length / 3),
  digits: (length) => '1'.repeat(length),
  'words of one letter': (length) => 'a '.repeat(length / 2),
  'different words': (length) =>
    Array.from({ length: length / 6 }, (_, index) => index.toString(36).padStart(5, 'a')).join(' '),
  'marks that change places': (length) => `a${'\u0301\u0316'.repeat(length / 2)}`,
  'letters that fall apart': (length) => '\u1e69\u0323'.repeat(length / 2),
  'a script without spaces': (length) => '漢字かな'.repeat(length / 4),
  'scripts that take turns': (length) => '漢a'.repeat(length / 2),
});

describe('requests are taken apart in linear time', () => {
  for (const [name, make] of Object.entries(TEXTS)) {
    it(`with ${name}`, async () => {
      for (const path of ['', 'projects/', 'projects/prj_1/drafts/', 'projects/prj_1/entries/']) {
        await linear(make, (text) => handle.rest(requestOf({ path: `/v1/${path}${text}` })), `path ${path}`);
      }
      for (const field of ['authorization', 'content-type', 'cookie', 'origin', 'idempotency-key', 'content-length']) {
        const path = '/v1/tokens/me';
        await linear(make, (text) => handle.rest(requestOf({ path, fields: { [field]: text } })), field);
      }
    });
  }

  it('with very many parameters', async () => {
    const names = (length: number): string => items(length, (index) => `k${index}=1`).replaceAll(',', '&');
    const equal = (length: number): string => items(length, () => 'k=1').replaceAll(',', '&');
    for (const make of [names, equal]) {
      await linear(
        (length) => new URLSearchParams(make(length)),
        (query) => handle.rest(requestOf({ query })),
      );
    }
  });
});

describe('the input of every operation is checked in linear time', () => {
  // Operations share schemas of fields: each is checked once.
  const seen = new Set<unknown>();
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodObject[] } }>;
  for (const [key, procedure] of Object.entries(procedures)) {
    it(key, async () => {
      for (const schema of procedure._def.inputs) {
        const check = (input: unknown): void => {
          const parsed = schema.safeParse(input);
          if (!parsed.success) toApiError(parsed.error);
        };
        const hasOwnRules = (schema._zod.def.checks ?? []).length > 0;
        const fields = Object.keys(schema.shape).filter((field) => hasOwnRules || !seen.has(schema.shape[field]));
        for (const field of fields) seen.add(schema.shape[field]);
        for (const make of fields.length > 0 ? Object.values(TEXTS) : []) {
          await linear((length) => Object.fromEntries(fields.map((field) => [field, make(length)])), check);
        }
        const lists = (length: number): unknown[] => Array.from({ length: length / 2 }, () => 1);
        const objects = (length: number): object =>
          Object.fromEntries(Array.from({ length: length / 8 }, (_, index) => [`k${index}`, 1]));
        for (const make of fields.length > 0 ? [lists, objects] : []) {
          await linear((length) => Object.fromEntries(fields.map((field) => [field, make(length)])), check);
        }
        await linear(objects, check);
      }
    });
  }
});

describe('searches, cursors and drafts take linear time', () => {
  const fields: CollectionDocument['fields'] = [
    { key: 'title', label: 'Title', type: 'text', required: true, localized: true, unique: true },
    { key: 'body', label: 'Body', type: 'json', required: false, localized: true },
    { key: 'shared', label: 'Shared', type: 'references', collections: ['c'], required: false, localized: false },
  ];
  const collection: CollectionDocument = {
    key: 'c',
    label: 'C',
    singleton: false,
    order: { field: 'title', direction: 'asc' },
    title_field: 'title',
    fields,
  };
  const rules: ContentRules = {
    locales: ['en', 'de'],
    defaultLocale: 'en',
    schema: { format: 1, collections: [collection] },
  };
  const draft = { projectId: 'prj_1', locale: 'en', collectionKey: 'c' };
  const nothingMentioned = { mentioned: new Map(), assets: new Map(), claims: new Map(), pages: new Map() };

  for (const [name, make] of Object.entries(TEXTS)) {
    it(`of ${name}`, async () => {
      await linear(make, (text) => searchQuery('prj_1', text, 'en'));
      await linear(make, (cursor) => readTextsCursor({}, cursor, 3));
      await linear(
        (length) => makeCursor({}, make(length)),
        (cursor) => [readCursor({}, cursor), readNumberCursor({}, cursor)],
      );
      await linear(make, (value) => parsePageCursor(['updated', value, value], { key: 'updated', descending: true }));
      await linear(make, (value) => parsePageCursor(['rank', value, value], null));
      await linear(make, (title) => {
        const values = { title, body: { title } };
        const prepared = prepareDrafts(rules, 'c', null, { en: values, de: values });
        searchVectorOf(rules, draft, values);
        searchVectorOf({ schema: null }, draft, values);
        deriveListFacts(rules, 'c', new Map([['en', values]]), '');
        uniqueValuesOf(collection, [['en', values]]);
        fieldDifferences(values, { title: '' });
        const own = { entryId: 'ent_1', locale: 'en', collectionKey: 'c', values, valuesHash: '', position: '' };
        checkPublishable(rules.schema, 'en', own, nothingMentioned);
        renderContent(rules, own, nothingMentioned);
        return [prepared, canonicalJson(values)];
      });
    });
  }

  it('of very many unknown fields', async () => {
    const make = (length: number) =>
      Object.fromEntries(Array.from({ length: length / 8 }, (_, index) => [`k${index}`, index]));
    await linear(make, (values) => prepareDrafts(rules, 'c', null, { en: values, de: values }));
    await linear(make, (values) => fieldDifferences(values, {}));
    await linear(make, (values) => searchVectorOf({ schema: null }, draft, values));
  });

  it('of very many mentions', async () => {
    const make = (length: number) => ({
      title: 'a',
      shared: Array.from({ length: length / 30 }, (_, index) => `ent_${String(index).padStart(26, '0')}`),
    });
    await linear(make, (values) => prepareDrafts(rules, 'c', null, { en: values }));
    await linear(make, (values) =>
      checkMentions(mentionsIn(collection, [['en', values]]), new Map(), { trashed: true }),
    );
  });

  it('of very many unique values', async () => {
    const make = (length: number) =>
      Array.from({ length: length / 30 }, (_, index) => ({ field: 'title', locale: '', value: String(index) }));
    await linear(make, (values) =>
      claimUniqueValues(
        collection,
        { id: 'ent_1', isNew: true },
        values,
        values.map((value) => ({ ...value, entryId: 'ent_2', draft: true, live: false })),
        ['en'],
      ),
    );
  });
});

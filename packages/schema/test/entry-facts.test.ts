import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CollectionDocument,
  type Json,
  SORTABLE_TYPES,
  sortKeyOf,
  sortText,
  titleOf,
  uniqueValuesIn,
  type Values,
} from '../src/index.ts';
import { draftsOf, drawn, MOMENTS, makeSchema, parsed } from './arbitraries/index.ts';

const FAR = { numRuns: 300 };

function collectionOf(fields: readonly object[], more: object = {}): CollectionDocument {
  const [collection] = parsed({ format: 1, collections: [{ key: 'posts', fields, ...more }] }).collections;
  if (!collection) throw new Error('There is no collection.');
  return collection;
}

const bytes = (text: string): Buffer => Buffer.from(text);
type Direction = 'asc' | 'desc';

/** Sorts values of a type by their keys, byte by byte, keeping the order of those with equal keys. */
function sorted(shape: object, values: readonly (Json | undefined)[], direction: Direction): (Json | undefined)[] {
  const collection = collectionOf([{ key: 'a', ...shape }], { order: { field: 'a', direction } });
  const keys = values.map((value) => ({
    value,
    key: sortKeyOf(collection, value === undefined ? {} : { a: value }, '', 'en'),
  }));
  return keys.sort((one, two) => bytes(one.key).compare(bytes(two.key))).map(({ value }) => value);
}

const options = ['zebra', 'ant', 'yak', 'bee'].map((value) => ({ value }));
const MANY = Array.from({ length: 500 }, (_, index) => ({ value: `option ${(index * 7) % 500}` }));

/** Values of each type in their order. */
const ORDERED: Readonly<Record<string, { readonly shape: object; readonly values: readonly Json[] }>> = {
  text: {
    shape: { type: 'text' },
    values: ['-', '10', '9', 'a', 'À la', 'ab', 'abc', 'éa', 'Éb', 'f', 'ß', 'Zoë', 'zoo', 'я', '日', '日本', '😀'],
  },
  textarea: { shape: { type: 'textarea' }, values: ['a', 'a\nb', 'a b', 'ab'] },
  slug: { shape: { type: 'slug' }, values: ['a', 'a-b', 'a2', 'aa', 'größe'] },
  email: { shape: { type: 'email' }, values: ['a@x.de', 'A@y.de', 'b@x.de'] },
  url: { shape: { type: 'url' }, values: ['http://b.de', 'https://a.de', 'https://a.de/x'] },
  number: {
    shape: { type: 'number' },
    values: [-1.7e308, -1e21, -2, -1.5, -1, -0.1, -5e-324, 0, 5e-324, 0.1, 0.5, 1, 2, 10, 255, 256, 1e21, 1.7e308],
  },
  integer: { shape: { type: 'integer' }, values: [-9007199254740991, -256, -2, -1, 0, 1, 9, 10, 9007199254740991] },
  boolean: { shape: { type: 'boolean' }, values: [false, true] },
  date: { shape: { type: 'date' }, values: ['0001-01-01', '1969-12-31', '1970-01-01', '2026-02-28', '2026-11-21'] },
  time: { shape: { type: 'time' }, values: ['00:00', '09:30', '10:00', '23:59'] },
  datetime: {
    shape: { type: 'datetime' },
    values: [
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '1970-01-01T00:00:00Z',
      ...MOMENTS,
      '9999-12-31T23:59:59Z',
    ],
  },
  select: { shape: { type: 'select', options }, values: ['zebra', 'ant', 'yak', 'bee'] },
};

describe('a sort key', () => {
  it('is tried for every type that a collection can be ordered by', () => {
    expect(Object.keys(ORDERED).sort()).toEqual([...SORTABLE_TYPES].sort());
  });

  for (const [type, { shape, values }] of Object.entries(ORDERED)) {
    it(`puts values of the type ${type} in order, and entries without one last, in either direction`, () => {
      const shuffled = [undefined, ...values.filter((_, index) => index % 2), null, ...[...values].reverse()];
      const unique = (list: readonly (Json | undefined)[]) => list.filter((one, index) => one !== list[index - 1]);
      expect(unique(sorted(shape, shuffled, 'asc'))).toEqual([...values, undefined, null]);
      expect(unique(sorted(shape, shuffled, 'desc'))).toEqual([...[...values].reverse(), undefined, null]);
    });
  }

  it('of any numbers compares as they do', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const sign = (one: string, two: string) => Math.sign(bytes(one).compare(bytes(two)));
    fc.assert(
      fc.property(number, number, fc.constantFrom<Direction>('asc', 'desc'), (one, two, direction) => {
        const collection = collectionOf([{ key: 'a', type: 'number' }], { order: { field: 'a', direction } });
        const [first, second] = [one, two].map((a) => sortKeyOf(collection, { a }, '', 'en')) as [string, string];
        const expected = one === two ? 0 : one < two ? -1 : 1;
        expect(sign(first, second)).toBe(direction === 'asc' ? expected : 0 - expected + 0);
      }),
      {
        ...FAR,
        examples: [
          [0, -0, 'asc'],
          [-0, 0, 'desc'],
          [-1, 1, 'asc'],
        ],
      },
    );
  });

  it('of any texts compares as their letters do; a beginning comes first', () => {
    const fold = (text: string) => sortText(text, 'en');
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const near = fc.tuple(text, fc.oneof(text, fc.constant(''))).map(([one, more]) => [one, one + more] as const);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(text, text), near), ([one, two]) => {
        for (const direction of ['asc', 'desc'] as const) {
          const collection = collectionOf([{ key: 'a', type: 'text' }], { order: { field: 'a', direction } });
          const [first, second] = [one, two].map((a) => bytes(sortKeyOf(collection, { a }, '', 'en'))) as [
            Buffer,
            Buffer,
          ];
          const expected = bytes(fold(one)).compare(bytes(fold(two)));
          expect(Math.sign(first.compare(second)) + 0).toBe((direction === 'asc' ? expected : -expected) + 0);
          expect(first.compare(bytes(sortKeyOf(collection, {}, '', 'en')))).toBeLessThanOrEqual(0);
        }
      }),
      FAR,
    );
  });

  it('of a select follows the order of its options, however many', () => {
    const values = MANY.map(({ value }) => value);
    expect(sorted({ type: 'select', options: MANY }, [...values].sort(), 'asc')).toEqual(values);
  });

  it('of long text stays short', () => {
    const collection = collectionOf([{ key: 'a', type: 'text' }], { order: { field: 'a', direction: 'asc' } });
    expect(sortKeyOf(collection, { a: '😀'.repeat(5000) }, '', 'en').length).toBeLessThan(700);
  });

  it('of a collection without order is empty, and of one that is ordered by hand the position', () => {
    const fields = [{ key: 'a', type: 'text' }];
    expect(sortKeyOf(collectionOf(fields), { a: 'x' }, 'p', 'en')).toBe('');
    expect(sortKeyOf(collectionOf(fields, { order: 'manual' }), { a: 'x' }, 'p', 'en')).toBe('p');
  });

  it('finds no value that all objects inherit from JavaScript', () => {
    const collection = collectionOf([{ key: 'constructor', type: 'text' }], {
      order: { field: 'constructor', direction: 'asc' },
    });
    expect(sortKeyOf(collection, {}, '', 'en')).toBe('~');
  });
});

describe('a title', () => {
  const fields = [
    { key: 'at', type: 'date' },
    { key: 'lead', type: 'textarea', localized: true },
    { key: 'name', type: 'text', localized: true },
  ];
  const en = new Map<string, Values>([['en', { at: '2026-11-21', lead: ' A lead ', name: 'Name' }]]);

  it('is the title field, or else the first field with a line of text', () => {
    expect(titleOf(collectionOf(fields, { title_field: 'name' }), en, 'en')).toBe('Name');
    expect(titleOf(collectionOf(fields), en, 'en')).toBe('A lead');
    expect(
      titleOf(collectionOf(fields, { title_field: 'name' }), new Map([['en', { lead: 'x', name: ' \u200b' }]]), 'en'),
    ).toBe('x');
  });

  it('is no choice, unless that is the title field', () => {
    const options = [{ value: 'article', label: 'Article' }];
    const choice = [{ key: 'kind', type: 'select', options }];
    const values = new Map<string, Values>([['en', { kind: 'article' }]]);
    expect(titleOf(collectionOf(choice), values, 'en')).toBeNull();
    expect(titleOf(collectionOf(choice, { title_field: 'kind' }), values, 'en')).toBe('article');
  });

  it('is of the default locale, or else of another that has any', () => {
    const both = new Map<string, Values>([
      ['de', { name: 'Deutsch' }],
      ['en', { name: 'English' }],
    ]);
    const named = collectionOf(fields, { title_field: 'name' });
    expect([titleOf(named, both, 'en'), titleOf(named, both, 'de'), titleOf(named, both, 'fr')]).toEqual([
      'English',
      'Deutsch',
      'Deutsch',
    ]);
    expect(
      titleOf(
        named,
        new Map([
          ['en', { name: '' }],
          ['de', { name: 'D' }],
        ]),
        'en',
      ),
    ).toBe('D');
    expect(titleOf(named, new Map([['en', { at: '2026-11-21' }]]), 'en')).toBeNull();
    expect(titleOf(named, new Map(), 'en')).toBeNull();
  });

  it('has at most 200 characters, whole ones', () => {
    expect(titleOf(collectionOf(fields), new Map([['en', { lead: '😀'.repeat(300) }]]), 'en')).toBe('😀'.repeat(200));
  });

  it('is a text that says something, or nothing, of any drafts', () => {
    fc.assert(
      fc.property(
        drawn((schema, _, values) =>
          makeSchema(schema).collections.map((one) => ({ one, drafts: draftsOf(values, one) })),
        ),
        (made) => {
          for (const { one, drafts } of made) {
            const title = titleOf(one, drafts, 'en');
            if (title !== null) expect([title.trim(), title]).toEqual([title, expect.stringMatching(/\S/)]);
          }
        },
      ),
      FAR,
    );
  });
});

describe('unique values', () => {
  const collection = collectionOf([
    { key: 'slug', type: 'slug', localized: true },
    { key: 'sku', type: 'text', unique: true },
    { key: 'rank', type: 'integer', unique: true },
    { key: 'constructor', type: 'text', unique: true },
    { key: 'other', type: 'text' },
  ]);
  const comparable = (sku: string) => uniqueValuesIn(collection, 'en', { sku })[0]?.value;

  it('are those of the fields that say so, in a locale where each has its own', () => {
    expect(uniqueValuesIn(collection, 'en', { slug: 'a', sku: 'b', rank: 0, other: 'c' })).toEqual([
      { field: 'slug', locale: 'en', value: 'a' },
      { field: 'sku', locale: '', value: 'b' },
      { field: 'rank', locale: '', value: '0' },
    ]);
    expect(uniqueValuesIn(collection, 'en', { slug: '', sku: null })).toEqual([]);
  });

  it('are not claimed by entries without any, whatever objects inherit from JavaScript', () => {
    expect(uniqueValuesIn(collection, 'en', {})).toEqual([]);
  });

  it('are the same for texts that differ in case or in how their letters are composed', () => {
    expect(comparable('Größe')).toBe(comparable('GRÖSSE'.replace('SS', 'ß')));
    expect(comparable('e\u0301')).toBe(comparable('É'));
    // There is a ǰ in one piece, but no capital one.
    expect(comparable('J\u030c')).toBe(comparable('\u01f0'));
    expect(comparable('a')).not.toBe(comparable('á'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (text) => {
        const forms = [text, text.normalize('NFD'), text.normalize('NFC'), text.toLowerCase()];
        expect(new Set(forms.map(comparable)).size).toBe(1);
      }),
      FAR,
    );
  });

  it('of long texts differ, and stay short', () => {
    const long = 'x'.repeat(5000);
    expect(comparable(`${long}a`)).not.toBe(comparable(`${long}b`));
    expect(comparable(`${long}A`)).toBe(comparable(`${long}a`));
    expect(comparable(long)?.length).toBeLessThan(200);
  });

  it('of numbers that are equal are the same', () => {
    const rank = (value: number) => uniqueValuesIn(collection, 'en', { rank: value })[0]?.value;
    expect([rank(-0), rank(1e21), rank(1e3)]).toEqual([rank(0), '1e+21', '1000']);
  });
});

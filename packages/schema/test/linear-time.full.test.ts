// @module-tag full
import { findGrowth } from '@stele/testing/growth';
import { describe, expect, it } from 'vitest';
import { matchKeys } from '../src/diff/match-keys.ts';
import {
  asStored,
  type CollectionDocument,
  checkMigrations,
  checkValue,
  checkValues,
  convertValue,
  diffSchemas,
  type FieldShape,
  type Json,
  type Migration,
  migrateValues,
  parseSchema,
  type Rename,
  referencesIn,
  renderValues,
  type SchemaDocument,
  schemaHash,
  sortKeyOf,
  textsIn,
  textToRichtext,
  titleOf,
  uniqueValuesIn,
  unrenderValues,
  withoutMarks,
} from '../src/index.ts';
import { markMarkdown } from '../src/preview/mark-markdown.ts';

/** Texts that patterns and Unicode take longest for. */
const TEXTS: Record<string, (length: number) => string> = {
  'one letter': (length) => 'a'.repeat(length),
  'a letter and one that fits nothing': (length) => `${'a'.repeat(length)}!`,
  spaces: (length) => ' '.repeat(length),
  'spaces inside': (length) => `a${' '.repeat(length)}a`,
  hyphens: (length) => 'a-'.repeat(length / 2),
  'hyphens only': (length) => '-'.repeat(length),
  dots: (length) => 'a.'.repeat(length / 2),
  ats: (length) => 'a@'.repeat(length / 2),
  zeros: (length) => `1${'0'.repeat(length)}1`,
  'ends of lines': (length) => '\r\n'.repeat(length / 2),
  'a web address': (length) => `https://example.org/${'a/../'.repeat(length / 5)}`,
  'a host of marks': (length) => `https://a${'\u0301\u0316'.repeat(length / 2)}.org/`,
  'marks that change places': (length) => `a${'\u0301\u0316'.repeat(length / 2)}`,
  'marks of a script': (length) => `\u0915${'\u094d\u093c'.repeat(length / 2)}`,
  'letters that fall apart': (length) => '\u1e69\u0323'.repeat(length / 2),
  emoji: (length) => '👩‍👩‍👧‍👦'.repeat(length / 11),
  'a moment': (length) => `2026-11-21T09:30:00.${'1'.repeat(length)}Z`,
};

const SHAPES: readonly FieldShape[] = [
  { type: 'text', min: 3, max: 5, pattern: '(x+x+)+y|(a|aa)+$' },
  { type: 'textarea' },
  { type: 'markdown' },
  { type: 'slug' },
  { type: 'slug', path: true },
  { type: 'slug', pattern: '([a-z]+-?)+' },
  { type: 'email' },
  { type: 'url' },
  { type: 'color' },
  { type: 'date', min: '2026-01-01' },
  { type: 'datetime', min: '2026-01-01T00:00:00Z' },
  { type: 'select', options: [{ value: 'a', label: 'A' }] },
  { type: 'reference', collections: ['posts'] },
  { type: 'asset' },
];

const collectionOf = (...fields: (FieldShape & { key: string; unique?: boolean })[]): CollectionDocument => ({
  key: 'posts',
  label: 'Posts',
  singleton: false,
  order: { field: fields[0]?.key ?? '', direction: 'asc' },
  title_field: null,
  fields: fields.map((field) => ({ label: field.key, required: false, ...field })),
});

const linear = async <Input>(make: (length: number) => Input, run: (input: Input) => unknown): Promise<void> => {
  expect(await findGrowth(make, run)).toBeNull();
};

describe('marks of previews are put in and taken out in linear time', () => {
  const more: typeof TEXTS = {
    'halves of marks': (length) => `\u200c\ufe00 ${'\ufe00'.repeat(length)}`,
    'marks without an end': (length) => '\u200c\ufe00\ufe00'.repeat(length / 3),
    quotes: (length) => '> '.repeat(length / 2),
    items: (length) => '- '.repeat(length / 2),
    tags: (length) => '<a '.repeat(length / 3),
    links: (length) => '[a]('.repeat(length / 4),
    backticks: (length) => `${'`'.repeat(length / 2)}${' '.repeat(length / 2)}x`,
    'empty lines': (length) => 'a\n\n'.repeat(length / 3),
  };
  for (const [name, make] of Object.entries({ ...TEXTS, ...more })) {
    it(`in ${name}`, async () => {
      await linear(make, (text) => withoutMarks(text));
      await linear(make, (text) => markMarkdown(text, 'mark'));
    });
  }
});

describe('texts are checked in linear time', () => {
  for (const [name, make] of Object.entries(TEXTS)) {
    it(`of ${name}`, async () => {
      for (const shape of SHAPES) {
        for (const mode of ['draft', 'publish'] as const) {
          expect(await findGrowth(make, (text) => checkValue(shape, text, mode)), `${shape.type}, ${mode}`).toBeNull();
        }
      }
    });

    it(`for what entries are told by, of ${name}`, async () => {
      const collection = collectionOf({ key: 'title', type: 'text', unique: true });
      await linear(make, (title) => [
        titleOf(collection, new Map([['en', { title }]]), 'en'),
        sortKeyOf(collection, { title }, '', 'en'),
        uniqueValuesIn(collection, 'en', { title }),
        textsIn(collection, { title }),
      ]);
    });

    it(`when they are converted, of ${name}`, async () => {
      const to: FieldShape[] = [
        { type: 'richtext' },
        { type: 'date' },
        { type: 'datetime' },
        { type: 'number' },
        { type: 'url' },
      ];
      for (const shape of to) await linear(make, (text) => convertValue(text, { type: 'text' }, shape));
      await linear(make, (text) => textToRichtext(text));
    });
  }
});

/** Values of as many items as characters were asked for, which take eight characters each as JSON. */
const items = (length: number, make: (index: number) => Json): Json[] =>
  Array.from({ length: Math.ceil(length / 8) }, (_, index) => make(index));
const paragraph = (text: string): Json => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const nested = (depth: number, inside: Json): Json => {
  let value = inside;
  for (let level = 0; level < depth; level++) value = { type: 'blockquote', content: [value] };
  return value;
};

/** Values that hold very much, with the shape of their field. */
const VALUES: Record<string, readonly [FieldShape, (length: number) => Json]> = {
  'a list of equal options': [
    { type: 'multiselect', options: [{ value: 'a', label: 'A' }] },
    (length) => items(length, () => 'a'),
  ],
  'references to nothing': [
    { type: 'references', collections: ['posts'] },
    (length) => items(length, (index) => `ent_${index}`),
  ],
  'what no list takes': [{ type: 'list', of: { type: 'text' } }, (length) => items(length, () => 1)],
  'fields that nobody knows': [
    { type: 'object', fields: [{ key: 'a', label: 'A', required: true, type: 'text' }] },
    // Fewer keys, and longer ones: listing the keys of a larger object alone takes V8 more than linear time.
    (length) =>
      Object.fromEntries(items(length / 8, (index) => `${index}`.padStart(64, 'k')).map((key) => [key, null])),
  ],
  'blocks of no kind': [
    { type: 'blocks', types: [{ key: 'a', label: 'A', fields: [] }] },
    (length) => items(length, (index) => ({ _type: 'b', _key: String(index) })),
  ],
  'blocks of one key': [
    { type: 'blocks', types: [{ key: 'a', label: 'A', fields: [] }] },
    (length) => items(length, () => ({ _type: 'a', _key: 'same' })),
  ],
  'rich text of many paragraphs': [
    { type: 'richtext' },
    (length) => ({ type: 'doc', content: items(length / 8, (index) => paragraph(String(index))) }),
  ],
  'rich text of odd nodes': [
    { type: 'richtext' },
    (length) => ({ type: 'doc', content: items(length, () => ({ type: 'odd' })) }),
  ],
  'rich text with many marks': [
    { type: 'richtext' },
    (length) => ({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: items(length, () => ({ type: 'bold' })) }] },
      ],
    }),
  ],
  'rich text that is nested deep': [
    { type: 'richtext' },
    (length) => ({ type: 'doc', content: [nested(29, paragraph('a'.repeat(length)))] }),
  ],
  'rich text in which much is nested deep': [
    { type: 'richtext' },
    (length) => ({ type: 'doc', content: items(length / 64, () => nested(29, paragraph('a'))) }),
  ],
};

describe('large values are checked in linear time', () => {
  for (const [name, [shape, make]] of Object.entries(VALUES)) {
    it(name, async () => {
      const collection = collectionOf({ key: 'field', ...shape });
      const noEntry = { collectionOf: () => null, asset: () => null, assetText: () => null, textPicture: () => null };
      for (const mode of ['draft', 'publish'] as const) {
        await linear(make, (field) => checkValues(collection, { field }, mode));
      }
      await linear(make, (field) => asStored(collection.fields, { field }));
      await linear(make, (field) => [referencesIn(collection, { field }), textsIn(collection, { field })]);
      await linear(make, (field) =>
        unrenderValues(collection, renderValues(collection, { field }, noEntry), () => true),
      );
      await linear(make, (field) => convertValue(field, { type: 'json' }, shape));
    });
  }
});

/** A schema document with as many fields as fit into so many characters, in collections and objects of at most 200. */
function schemaOf(length: number, fieldOf: (index: number) => object): unknown {
  const size = JSON.stringify(fieldOf(1234)).length;
  const fields = Array.from({ length: Math.max(1, Math.floor(length / size)) }, (_, index) => fieldOf(index));
  const chunks = <Item>(list: readonly Item[], most: number): Item[][] =>
    Array.from({ length: Math.ceil(list.length / most) }, (_, index) => list.slice(index * most, (index + 1) * most));
  return {
    format: 1,
    collections: chunks(fields, 200).map((own, index) => ({ key: `c${index}`, fields: own })),
  };
}
const text = (index: number): object => ({ key: `f${index % 200}`, type: 'text' });
const parsed = (document: unknown): SchemaDocument => {
  const { schema, issues } = parseSchema(document);
  if (!schema) throw new Error(JSON.stringify(issues[0]));
  return schema;
};

describe('schemas are read in linear time', () => {
  const documents: Record<string, (length: number) => unknown> = {
    'of text fields': (length) => schemaOf(length, text),
    'of fields that are named twice': (length) => schemaOf(length, () => ({ key: 'same', type: 'text' })),
    'of fields that are nothing': (length) => schemaOf(length, () => ({ key: 1 })),
    'of fields without a type': (length) => schemaOf(length, () => ({})),
    'of options': (length) =>
      schemaOf(length, (index) => ({
        key: `f${index % 200}`,
        type: 'select',
        options: Array.from({ length: 500 }, (_, option) => ({ value: `o${option}` })),
      })),
    'of options that are named twice': (length) =>
      schemaOf(length, (index) => ({
        key: `f${index % 200}`,
        type: 'select',
        options: Array.from({ length: 500 }, () => ({ value: 'same' })),
      })),
    'of options that are none': (length) =>
      schemaOf(length, () => ({ key: 'f', type: 'select', options: Array.from({ length: 500 }, () => 1) })),
    'of options that no field has': (length) => schemaOf(length, (index) => ({ ...text(index), [`o${index}`]: 1 })),
    'of references to collections that are none': (length) =>
      schemaOf(length, (index) => ({
        key: `f${index % 200}`,
        type: 'reference',
        collections: Array.from({ length: 100 }, (_, target) => `${'c'.repeat(50)}${target}`),
      })),
    'of conditions on fields that are none': (length) =>
      schemaOf(length, (index) => ({
        ...text(index),
        show_if: Array.from({ length: 10 }, (_, other) => ({ field: `f${index}_${other}`, set: true })),
      })),
    'with very many collections': (length) => ({ format: 1, collections: items(length, () => 1) }),
    'with very many fields': (length) => ({
      format: 1,
      collections: [{ key: 'c', fields: items(length, () => ({ key: 'same', type: 'text' })) }],
    }),
    'with very many keys': (length) => Object.fromEntries(items(length, String).map((key) => [`k${key}`, 1])),
    'with a long key': (length) => ({ format: 1, collections: [{ key: 'a'.repeat(length), fields: [] }] }),
    'with a long label': (length) => ({
      format: 1,
      collections: [{ key: 'a', label: ' '.repeat(length), fields: [] }],
    }),
    'with a long pattern': (length) => ({
      format: 1,
      collections: [{ key: 'a', fields: [{ key: 'a', type: 'text', pattern: '('.repeat(length) }] }],
    }),
    'with a long media type': (length) => ({
      format: 1,
      collections: [{ key: 'a', fields: [{ key: 'a', type: 'asset', accept: [`image/${'a+'.repeat(length / 2)}!`] }] }],
    }),
    'with a long default': (length) => ({
      format: 1,
      collections: [{ key: 'a', fields: [{ key: 'a', type: 'email', default: 'a@'.repeat(length / 2) }] }],
    }),
  };
  for (const [name, make] of Object.entries(documents)) {
    it(name, () => linear(make, (document) => parseSchema(document)));
  }
});

describe('schemas are compared in linear time', () => {
  /** A schema has at most 4,000 fields, so a longer one has longer texts. */
  const small = (length: number, of: (index: number) => object = text) => {
    const help = 'h'.repeat(Math.max(40, length / 3_900));
    return parsed(schemaOf(length, (index) => ({ ...of(index), help })));
  };

  it('when nothing is the same', () =>
    linear(
      (length) => ({
        before: small(length),
        after: small(length, (index) => ({ key: `g${index % 200}`, type: 'text' })),
      }),
      ({ before, after }) => diffSchemas(before, after),
    ));

  it('when all collections have other keys', () =>
    linear(
      (length) => {
        const before = small(length);
        const collections = before.collections.map((collection) => ({ ...collection, key: `x${collection.key}` }));
        return { before, after: { ...before, collections } };
      },
      ({ before, after }) => diffSchemas(before, after),
    ));

  it('when renames and migrations fit nothing, or everything', () =>
    linear(
      (length) => {
        const before = small(length);
        const paths = before.collections.flatMap(({ key, fields }) => fields.map((field) => [key, field.key]));
        const renames = paths.map((path): Rename => ({ kind: 'field', path, from: 'nothing' }));
        const migrations = paths.map((path): Migration => ({ kind: 'set_default', path, value: 'a' }));
        const after = small(length, (index) => ({ key: `f${index % 200}`, type: 'textarea' }));
        return { before, after, renames, migrations };
      },
      ({ before, after, renames, migrations }) => [
        diffSchemas(before, after, { renames, migrations }),
        checkMigrations(after, migrations),
      ],
    ));

  it('key by key, whatever they were called before', () =>
    linear(
      (length) => items(length, (index) => `k${index}`).map((key) => ({ key: String(key), renamed_from: `x${key}` })),
      (now) =>
        matchKeys(
          now.map(({ key }) => ({ key: `x${key}` })),
          now,
          () => undefined,
        ),
    ));

  it('by their hashes', () => linear((length) => small(length), schemaHash));
});

describe('values are moved in linear time', () => {
  it('to a schema in which all fields have other types', () =>
    linear(
      (length) => {
        const fields = Math.min(200, length / 64);
        const of = (type: string) =>
          parsed({
            format: 1,
            collections: [{ key: 'c', fields: Array.from({ length: fields }, (_, n) => ({ key: `f${n}`, type })) }],
          });
        const plan = diffSchemas(of('textarea'), of('richtext')).diff.collections[0];
        if (!plan) throw new Error('There is no plan.');
        const lines = 'line\n\n'.repeat(length / 6 / fields);
        return { plan, values: Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, lines])) };
      },
      ({ plan, values }) => migrateValues(plan, values, () => undefined),
    ));
});

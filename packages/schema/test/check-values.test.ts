import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHECK_MESSAGES,
  type CheckMode,
  type CollectionDocument,
  checkValue,
  checkValues,
  type FieldShape,
  findIssuesWith,
  isBlank,
  type Json,
  parseSchema,
  type ShapeOf,
  startMatching,
} from '../src/index.ts';
import { draftsOf, draftValues, drawn, makeSchema, parsed, publishValues } from './arbitraries/index.ts';

const FAR = { numRuns: 300 };

/** Texts of which nothing can be seen. */
const INVISIBLE = [
  '\u200b',
  '\u2060',
  '\u00ad',
  '\u200e',
  '\u200d',
  '\ufeff',
  '\u180e',
  '\u3164',
  '\u2800',
  ' \u200b\u00a0\n',
];

function collectionOf(...fields: object[]): CollectionDocument {
  const { collections } = parsed({ format: 1, collections: [{ key: 'posts', fields }] });
  const [collection] = collections;
  if (!collection) throw new Error('There is no collection.');
  return collection;
}

const fieldOf = (shape: object, value: Json | undefined, mode: CheckMode): string[] =>
  checkValues(collectionOf({ key: 'a', ...shape }), value === undefined ? {} : { a: value }, mode).map(({ path }) =>
    path.join('.'),
  );

/** A type with constraints, values that may be published, and for wrong ones the paths of the issues. */
interface Case {
  readonly shape: object;
  readonly right: readonly Json[];
  /** Wrong in drafts and when published. */
  readonly never?: readonly (readonly [value: Json, ...paths: string[]])[];
  /** Wrong only when published. */
  readonly unpublished?: readonly (readonly [value: Json, ...paths: string[]])[];
}

const paragraph = (text: string): Json => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const options = [{ value: 'red' }, { value: 'green' }];
const noText: Case['never'] = [
  [1, 'a'],
  [false, 'a'],
  [['x'], 'a'],
  [{}, 'a'],
];

const CASES: readonly Case[] = [
  { shape: { type: 'text' }, right: ['x', '', ' ', 'line\nline'], never: noText },
  {
    shape: { type: 'text', min: 2, max: 3 },
    right: ['ab', '😀é日', ''],
    never: noText,
    unpublished: [
      ['a', 'a'],
      ['😀', 'a'],
      ['abcd', 'a'],
    ],
  },
  {
    shape: { type: 'text', pattern: '[a-c]+', min: 2 },
    right: ['abc', ''],
    unpublished: [
      ['x', 'a'],
      ['xabc', 'a'],
      ['abc\n', 'a'],
    ],
  },
  { shape: { type: 'textarea', pattern: '(?s)a.*z', max: 9 }, right: ['a\nz'], unpublished: [['a\ny', 'a']] },
  { shape: { type: 'markdown', max: 3 }, right: ['# a'], never: noText, unpublished: [['# ab', 'a']] },
  {
    shape: { type: 'slug' },
    right: ['a-b-2', 'größe', '日本', 'コーヒー', ''],
    never: noText,
    unpublished: [
      ['A', 'a'],
      ['a--b', 'a'],
      ['-a', 'a'],
      ['a b', 'a'],
      ['a/b', 'a'],
      ['a'.repeat(201), 'a'],
    ],
  },
  {
    shape: { type: 'slug', path: true },
    right: ['a-b-2', '2023/größe', 'a/b/c-d', '01_intro', 'a--b', '_/x-'],
    never: noText,
    unpublished: [
      ['a//b', 'a'],
      ['/a', 'a'],
      ['a/', 'a'],
      ['a/b.c', 'a'],
      ['A/b', 'a'],
      ['a b', 'a'],
    ],
  },
  {
    shape: { type: 'slug', pattern: '[A-Z/]+', max: 3 },
    right: ['A/B'],
    unpublished: [
      ['a', 'a'],
      ['A/BC', 'a'],
    ],
  },
  {
    shape: { type: 'number', min: -1.5, max: 2 },
    right: [0, -1.5, 2, 1e-9],
    never: [
      ['1', 'a'],
      [true, 'a'],
    ],
    unpublished: [
      [-1.6, 'a'],
      [2.1, 'a'],
    ],
  },
  {
    shape: { type: 'integer', min: 0, max: 5 },
    right: [0, 5],
    never: [
      [1.5, 'a'],
      [2 ** 53, 'a'],
      ['5', 'a'],
    ],
    unpublished: [
      [-1, 'a'],
      [6, 'a'],
    ],
  },
  {
    shape: { type: 'boolean', required: true },
    right: [true, false],
    never: [
      ['true', 'a'],
      [1, 'a'],
    ],
  },
  {
    shape: { type: 'date', min: '2020-01-01', max: '2020-12-31' },
    right: ['2020-01-01', '2020-12-31', '2020-02-29'],
    never: [
      ['', 'a'],
      ['2021-02-29', 'a'],
      ['2020-1-1', 'a'],
      ['2020-01-01T00:00:00Z', 'a'],
      [20200101, 'a'],
    ],
    unpublished: [
      ['2019-12-31', 'a'],
      ['2021-01-01', 'a'],
    ],
  },
  {
    shape: { type: 'datetime', min: '2020-01-01T00:00:00+02:00', max: '2020-01-01T00:00:00Z' },
    right: ['2019-12-31T22:00:00Z', '2020-01-01T01:00:00+01:00', '2019-12-31T23:30:00.5Z'],
    never: [
      ['2020-01-01', 'a'],
      ['2020-01-01T00:00:00', 'a'],
      ['2020-01-01T25:00:00Z', 'a'],
    ],
    unpublished: [
      ['2019-12-31T21:59:59Z', 'a'],
      ['2020-01-01T00:00:00-00:01', 'a'],
    ],
  },
  {
    shape: { type: 'select', options },
    right: ['red'],
    never: [
      ['blue', 'a'],
      ['', 'a'],
      [['red'], 'a'],
    ],
  },
  {
    shape: { type: 'multiselect', options, max: 1 },
    right: [['red'], []],
    never: [
      ['red', 'a'],
      [['red', 'blue', 1], 'a', 'a.1', 'a.2'],
    ],
    unpublished: [
      [['red', 'green'], 'a'],
      [['red', 'red'], 'a', 'a.1'],
    ],
  },
  {
    shape: { type: 'email' },
    right: ['ada@example.com', ''],
    never: noText,
    unpublished: [
      ['ada', 'a'],
      ['ada@', 'a'],
      [' ada@example.com', 'a'],
    ],
  },
  {
    shape: { type: 'url' },
    right: ['https://example.com/a?b#c', 'http://localhost:3000', 'https://größe.example', ''],
    never: noText,
    unpublished: [
      ['example.com', 'a'],
      ['javascript:alert(1)', 'a'],
      ['ftp://example.com', 'a'],
      [' https://example.com', 'a'],
      ['https://exa\nmple.com', 'a'],
      ['https:example.com', 'a'],
      ['https://', 'a'],
    ],
  },
  {
    shape: { type: 'color' },
    right: ['#aABBcc', '#11223344', ''],
    never: noText,
    unpublished: [
      ['#abc', 'a'],
      ['red', 'a'],
    ],
  },
  { shape: { type: 'json' }, right: [{ a: [null] }, [], 'x', 0, false] },
  {
    shape: { type: 'richtext', allow: ['bold'] },
    right: [paragraph('x'), { type: 'doc', content: [] }],
    never: [
      ['text', 'a'],
      [{ type: 'doc' }, 'a.content'],
      [{ type: 'doc', content: [{ type: 'nope' }] }, 'a.content.0.type'],
    ],
    unpublished: [[{ type: 'doc', content: [{ type: 'horizontalRule' }] }, 'a.content.0.type']],
  },
  {
    shape: { type: 'asset', accept: ['image/*'] },
    right: ['ast_1', { asset: 'ast_1', focal_point: { x: 0, y: 1 } }],
    never: [
      ['ent_1', 'a'],
      [`ast_${'x'.repeat(61)}`, 'a'],
      [{ id: 'ast_1' }, 'a.id', 'a.asset', 'a.focal_point'],
      [{ asset: 'ent_1', focal_point: { x: 0.5, y: 0.5 } }, 'a.asset'],
      [{ asset: 'ast_1', focal_point: 'centre' }, 'a.focal_point'],
      [
        { asset: 'ast_1', focal_point: { x: -0.1, y: 1.1, z: 0 } },
        'a.focal_point.z',
        'a.focal_point.x',
        'a.focal_point.y',
      ],
      [{ asset: 'ast_1', focal_point: { x: '0' } }, 'a.focal_point.x', 'a.focal_point.y'],
    ],
  },
  {
    shape: { type: 'assets', min: 2 },
    right: [['ast_1', { asset: 'ast_2', focal_point: { x: 0.3, y: 0.6 } }], []],
    never: [[['ast_1', 'x'], 'a.1']],
    unpublished: [
      [['ast_1'], 'a'],
      [['ast_1', 'ast_1', { asset: 'ast_1', focal_point: { x: 0.3, y: 0.6 } }], 'a.1', 'a.2'],
    ],
  },
  {
    shape: { type: 'reference', collections: ['posts'] },
    right: ['ent_1'],
    never: [
      ['ast_1', 'a'],
      [1, 'a'],
    ],
  },
  {
    shape: { type: 'references', collections: ['posts'], max: 1 },
    right: [['ent_1']],
    never: [['ent_1', 'a']],
    unpublished: [[['ent_1', 'ent_1'], 'a', 'a.1']],
  },
  {
    shape: {
      type: 'object',
      fields: [
        { key: 'x', type: 'text', required: true },
        { key: 'y', type: 'integer' },
      ],
    },
    right: [{ x: 'x' }, { x: 'x', y: null }],
    never: [
      ['x', 'a'],
      [[], 'a'],
      [{ x: 'x', z: 1, __proto__x: null }, 'a.z', 'a.__proto__x'],
      [{ x: 'x', y: 1.5 }, 'a.y'],
    ],
    unpublished: [
      [{}, 'a.x'],
      [{ x: ' ' }, 'a.x'],
      [{ x: null }, 'a.x'],
    ],
  },
  {
    shape: { type: 'list', of: { type: 'text', max: 1 }, max: 2 },
    right: [['a', ''], []],
    never: [
      ['a', 'a'],
      [['a', 1, null], 'a', 'a.1', 'a.2'],
    ],
    unpublished: [[['a', 'bb', 'c'], 'a', 'a.1']],
  },
  {
    shape: {
      type: 'blocks',
      min: 2,
      types: [
        { key: 'quote', fields: [{ key: 'text', type: 'text', required: true }] },
        { key: 'rule', fields: [{ key: 'wide', type: 'boolean' }] },
      ],
    },
    right: [
      [
        { _type: 'quote', _key: 'k', text: 'x' },
        { _type: 'rule', _key: 'l' },
      ],
      [],
    ],
    never: [
      [{ _type: 'quote' }, 'a'],
      [['quote', {}, { _type: 'rule' }], 'a.0', 'a.1._type'],
      [[{ _type: 'rule' }, { _type: 'nope', x: 1 }], 'a.1._type'],
      [
        [
          { _type: 'rule', text: 'x' },
          { _type: 'rule', wide: 1 },
        ],
        'a.0.text',
        'a.1.wide',
      ],
      [
        [
          { _type: 'rule', _key: '' },
          { _type: 'rule', _key: 1 },
          { _type: 'rule', _key: 'x'.repeat(65) },
          { _type: 'rule', _key: '' },
        ],
        'a.0._key',
        'a.1._key',
        'a.2._key',
        'a.3._key',
      ],
      [
        [
          { _type: 'rule', _key: 'k' },
          { _type: 'quote', _key: 'k', text: 'x' },
        ],
        'a.1._key',
      ],
    ],
    unpublished: [
      [[{ _type: 'rule' }], 'a'],
      [[{ _type: 'quote' }, { _type: 'quote', text: '' }], 'a.0.text', 'a.1.text'],
    ],
  },
];

describe('a value', () => {
  for (const { shape, right, never = [], unpublished = [] } of CASES) {
    it(`of ${JSON.stringify(shape)} is told from others`, () => {
      for (const value of right) {
        expect([value, fieldOf(shape, value, 'draft')]).toEqual([value, []]);
        expect([value, fieldOf(shape, value, 'publish')]).toEqual([value, []]);
      }
      for (const [value, ...paths] of never) {
        const lenient = fieldOf(shape, value, 'draft');
        expect([value, lenient.length > 0]).toEqual([value, true]);
        expect([value, paths]).toEqual([value, expect.arrayContaining(lenient)]);
        expect([value, fieldOf(shape, value, 'publish').sort()]).toEqual([value, [...paths].sort()]);
      }
      for (const [value, ...paths] of unpublished) {
        expect([value, fieldOf(shape, value, 'draft')]).toEqual([value, []]);
        expect([value, fieldOf(shape, value, 'publish').sort()]).toEqual([value, [...paths].sort()]);
      }
    });
  }

  it('fills a required text once anything can be seen', () => {
    for (const text of ['0', '.', 'क्‍ष', '❤️', '\u0301', '\u0600', ...INVISIBLE.map((one) => `${one}x${one}`)]) {
      expect([text, fieldOf({ type: 'text', required: true }, text, 'publish')]).toEqual([text, []]);
      expect(isBlank({ type: 'list', of: { type: 'text' } }, ['', text])).toBe(false);
    }
  });

  it('that is missing, null or blank fills no required field, whatever the type', () => {
    for (const { shape } of CASES) {
      const blanks: (Json | undefined)[] = [undefined, null];
      const { type } = shape as FieldShape;
      if (['text', 'textarea', 'markdown', 'slug', 'email', 'url', 'color'].includes(type))
        blanks.push('', ' \n', ...INVISIBLE);
      if (['multiselect', 'assets', 'references', 'list', 'blocks'].includes(type)) blanks.push([]);
      if (type === 'list') {
        const { of } = shape as ShapeOf<'list'>;
        if (of.type === 'text') blanks.push(['', ...INVISIBLE]);
      }
      if (type === 'richtext') {
        const texts = INVISIBLE.map((text) => ({ type: 'text', text }));
        for (const content of [[], texts]) blanks.push({ type: 'doc', content: [{ type: 'paragraph', content }] });
      }
      for (const blank of blanks) {
        expect([type, blank, fieldOf({ ...shape, required: true }, blank, 'draft')]).toEqual([type, blank, []]);
        expect([type, blank, fieldOf({ ...shape, required: true }, blank, 'publish')]).toEqual([type, blank, ['a']]);
        if (blank === undefined || blank === null)
          expect(fieldOf({ ...shape, required: false }, blank, 'publish')).toEqual([]);
      }
    }
  });

  it('that breaks several rules has one issue that names them all', () => {
    const issues = checkValue({ type: 'text', min: 3, pattern: '[a-c]+' }, 'x', 'publish');
    expect(issues).toEqual([
      {
        path: [],
        message: "This must have at least 3 characters. It has 1. This doesn't match the pattern [a-c]+.",
      },
    ]);
  });
});

describe('values of a collection', () => {
  const collection = collectionOf(
    { key: 'title', type: 'text', required: true, localized: true },
    { key: 'constructor', type: 'integer', required: true },
    { key: 'seo', type: 'object', fields: [{ key: 'tags', type: 'list', of: { type: 'text' } }] },
  );

  it('have all their issues at once, unknown fields among them', () => {
    const values = JSON.parse(
      '{"title": 1, "seo": {"tags": ["a", 2, {}], "x": 1}, "y": 2, "__proto__": {"title": "a"}}',
    );
    expect(
      checkValues(collection, values, 'publish')
        .map(({ path }) => path.join('.'))
        .sort(),
    ).toEqual(['__proto__', 'constructor', 'seo.tags.1', 'seo.tags.2', 'seo.x', 'title', 'y']);
    const issues = checkValues(collection, { title: 1, constructor: 2 }, 'publish');
    expect(issues.map(({ path }) => path)).toEqual([['title']]);
  });

  it('lack a field that all objects inherit from JavaScript', () => {
    expect(checkValues(collection, { title: 'a' }, 'publish').map(({ path }) => path)).toEqual([['constructor']]);
    expect(checkValues(collection, { title: 'a' }, 'draft')).toEqual([]);
  });

  it('are checked at every level', () => {
    for (const depth of [1, 8, 12, 15]) {
      let field: object = { key: 'a', type: 'integer', required: true };
      let wrong: Json = { a: 'x' };
      const path: (string | number)[] = ['a'];
      for (let level = 1; level < depth; level++) {
        const kind = ['object', 'blocks', 'list'][level % 3];
        if (kind === 'object') {
          field = { key: 'a', type: 'object', fields: [field] };
          wrong = { a: wrong };
          path.unshift('a');
        } else if (kind === 'blocks') {
          field = { key: 'a', type: 'blocks', types: [{ key: 'b', fields: [field] }] };
          wrong = { a: [{ _type: 'b', ...(wrong as object) }] };
          path.unshift('a', 0);
        } else {
          const { key: _, required: _r, ...of } = field as { key: string; required?: boolean };
          field = { key: 'a', type: 'list', of };
          wrong = { a: [(wrong as { a: Json }).a] };
          path.splice(0, 1, 'a', 0);
        }
      }
      const deep = collectionOf(field);
      expect(checkValues(deep, wrong as Record<string, Json>, 'draft').map((issue) => issue.path)).toEqual([path]);
    }
  });

  it('may be drafts or be published as generated', () => {
    fc.assert(
      fc.property(
        drawn((schema, _, values) => {
          const made = makeSchema(schema);
          return made.collections.map((one) => ({
            one,
            publish: publishValues(values, one),
            draft: draftValues(values, one),
            drafts: draftsOf(values, one),
          }));
        }),
        (made) => {
          for (const { one, publish, draft, drafts } of made) {
            expect(checkValues(one, publish, 'publish')).toEqual([]);
            expect(checkValues(one, publish, 'draft')).toEqual([]);
            expect(checkValues(one, draft, 'draft')).toEqual([]);
            for (const values of drafts.values()) expect(checkValues(one, values, 'draft')).toEqual([]);
          }
        },
      ),
      FAR,
    );
  });

  it('may be any JSON: issues have paths of their own, and those of drafts are among those of publishing', () => {
    const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
    const made = fc
      .tuple(
        drawn((schema, draw, values) => ({ one: makeSchema(schema).collections[0], draw, values })),
        fc.array(anything, { minLength: 3, maxLength: 6 }),
      )
      .map(([{ one, draw, values }, strange]) => ({
        one,
        input: one && spoil(draftValues(values, one), () => (draw.chance(4) ? draw.pick(strange) : undefined)),
      }));
    fc.assert(
      fc.property(made, ({ one, input }) => {
        if (!one) return;
        const issues = (mode: CheckMode) => checkValues(one, input as Record<string, Json>, mode);
        const [draft, publish] = [issues('draft'), issues('publish')];
        for (const found of [draft, publish]) {
          expect(new Set(found.map(({ path }) => JSON.stringify(path))).size).toBe(found.length);
          expect(found.every(({ message }) => message !== '')).toBe(true);
        }
        for (const { path } of draft) {
          // Values that are no rich text at all may be told to be missing.
          const isWithin = publish.some((other) => other.path.every((part, index) => part === path[index]));
          expect([path, isWithin]).toEqual([path, true]);
        }
      }),
      FAR,
    );
  });

  it('end at some number of issues', () => {
    const many = collectionOf({ key: 'a', type: 'list', of: { type: 'text' } });
    expect(checkValues(many, { a: Array.from({ length: 1000 }, () => 1) }, 'draft')).toHaveLength(100);
  });

  it('are matched against patterns in time that grows with their length alone', () => {
    const text = `${'a'.repeat(50_000)}!`;
    for (const pattern of ['(a+)+b', '(a|a)*b', '(.*a){20}b', '(\\pL+\\s?)*$b']) {
      expect(checkValue({ type: 'text', pattern }, text, 'publish')).toHaveLength(1);
    }
  });

  it('with very many items are checked without comparing each with each', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `ent_${index}`);
    const shape: FieldShape = { type: 'references', collections: ['posts'] };
    expect(checkValue(shape, ids, 'publish')).toEqual([]);
    expect(checkValue(shape, [...ids, 'ent_7'], 'publish').map(({ path }) => path)).toEqual([[100_000]]);
  });
});

/** A copy in which some values are replaced. */
function spoil(value: Json, replace: () => Json | undefined, top = true): Json {
  const other = top ? undefined : replace();
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((item) => spoil(item, replace, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoil(item, replace, false)]));
}

describe('a schema document', () => {
  const issuesOf = (...fields: object[]): string[] =>
    parseSchema({ format: 1, collections: [{ key: 'posts', fields }] }).issues.map(({ path }) =>
      path.slice(3).join('.'),
    );
  const nested = (depth: number): object =>
    depth === 1 ? { key: 'a', type: 'text' } : { key: 'a', type: 'object', fields: [nested(depth - 1)] };

  it('compares bounds of times as moments, not as text', () => {
    const shape = { key: 'a', type: 'datetime' };
    expect(issuesOf({ ...shape, min: '2020-01-01T09:00:00+10:00', max: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(issuesOf({ ...shape, min: '2020-01-01T00:00:00Z', max: '2020-01-01T09:00:00+10:00' })).toEqual(['0.min']);
    expect(issuesOf({ key: 'a', type: 'date', min: '2020-01-02', max: '2020-01-01' })).toEqual(['0.min']);
  });

  it('may nest fields 16 levels deep', () => {
    expect(issuesOf(nested(16))).toEqual([]);
    expect(issuesOf(nested(17))).toHaveLength(1);
    let list: object = { type: 'text' };
    for (let level = 1; level < 16; level++) list = { type: 'list', of: list };
    expect(issuesOf({ key: 'a', ...list })).toEqual([]);
    expect(issuesOf({ key: 'a', type: 'list', of: list })).toHaveLength(1);
  });

  it('has no two fields, blocks or options of a name, at any level', () => {
    const twice = [
      { key: 'x', type: 'text' },
      { key: 'x', type: 'text' },
    ];
    const block = { key: 'b', fields: twice };
    expect(
      issuesOf(
        { key: 'o', type: 'object', fields: twice },
        { key: 'l', type: 'list', of: { type: 'blocks', types: [block, block] } },
        { key: 's', type: 'list', of: { type: 'select', options: [{ value: 'a' }, { value: 'a' }] } },
      ),
    ).toEqual([
      '0.fields.1.key',
      '1.of.types.1.key',
      '1.of.types.0.fields.1.key',
      '1.of.types.1.fields.1.key',
      '2.of.options.1.value',
    ]);
  });

  it('has defaults that could be published', () => {
    expect(
      issuesOf(
        { key: 'a', type: 'text', max: 2, default: 'abc' },
        { key: 'b', type: 'object', fields: [{ key: 'c', type: 'select', options: [{ value: 'x' }], default: 'y' }] },
        { key: 'd', type: 'list', of: { type: 'integer', max: 3 }, default: [1, 4] },
        { key: 'e', type: 'date', default: null },
      ),
    ).toEqual(['0.default', '1.fields.0.default', '2.default.1']);
  });

  it('has patterns that RE2 knows, and none that would grow without bound', () => {
    const text = (pattern: string) => ({ key: 'a', type: 'list', of: { type: 'text', pattern } });
    for (const pattern of ['(?=a)', '(a)\\1', '((a{1000}){1000}){1000}', '[', 'a**']) {
      expect([pattern, issuesOf(text(pattern))]).toEqual([pattern, ['0.of.pattern']]);
    }
  });

  it('has options without spaces around them, which labels lose', () => {
    const select = (value: string) => ({ key: 'a', type: 'select', options: [{ value }] });
    expect(issuesOf(select(' a'))).toEqual(['0.options.0.value']);
    expect(issuesOf(select('  '))).toEqual(['0.options.0.value']);
    expect(issuesOf(select('a b'))).toEqual([]);
  });

  it('keep empty items of lists in drafts, and are not published with them', () => {
    const of = { type: 'number' };
    expect(fieldOf({ type: 'list', of }, [1, null], 'draft')).toEqual([]);
    expect(fieldOf({ type: 'list', of }, [1, null], 'publish')).toEqual(['a.1']);
  });

  it.each([
    ['date', '2024-02-31', 'There is no day 2024-02-31.'],
    ['date', '2023-02-29', 'There is no day 2023-02-29.'],
    ['date', '2024-13-01', 'There is no day 2024-13-01.'],
    ['date', 'Feb 29 2024', CHECK_MESSAGES.date],
    ['date', '2024-02-29T10:00Z', CHECK_MESSAGES.date],
    ['datetime', '2024-02-31T10:00:00Z', 'There is no day 2024-02-31.'],
    ['datetime', '2024-02-29T25:00:00Z', CHECK_MESSAGES.datetime],
    ['datetime', '2024-02-29', CHECK_MESSAGES.datetime],
  ])('are told what is wrong with a %s of %s', (type, value, message) => {
    const [issue] = checkValues(collectionOf({ key: 'a', type }), { a: value }, 'draft');
    expect(issue?.message).toBe(message);
  });

  it('are reported in the language that is asked for', () => {
    const german = { ...CHECK_MESSAGES, required: 'Dieses Feld ist nötig.' };
    const posts = collectionOf({ key: 'a', type: 'text', required: true });
    expect(findIssuesWith({ mode: 'publish', messages: german, matches: startMatching() }, posts, {}).issues).toEqual([
      { path: ['a'], message: german.required },
    ]);
  });
});

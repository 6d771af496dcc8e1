import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asStored,
  type Change,
  type CollectionDocument,
  type CollectionPlan,
  canonicalText,
  checkMigrations,
  checkValue,
  checkValues,
  concerns,
  convertValue,
  type DiffOptions,
  diffSchemas,
  type FieldDocument,
  type FieldShape,
  Impact,
  type Json,
  migrateDrafts,
  migrateValues,
  type Path,
  parseSchema,
  richtextText,
  type SchemaDocument,
  type SchemaPath,
  schemaHash,
  type Values,
  withoutRenames,
} from '../src/index.ts';
import {
  type Draw,
  draftsOf,
  draftValue,
  draftValues,
  drawn,
  type Edited,
  edit,
  FOCUSED,
  fieldsWithin,
  makeSchema,
  makeShape,
  migrationsFor,
  parsed,
  publishValues,
  renameSome,
} from './arbitraries/index.ts';

const FAR = { numRuns: 400 };

/** A schema, what it's edited to, and drafts of its collections. */
const edited = drawn((schema, change, values) => {
  const before = makeSchema(schema);
  const after = edit(change, before);
  return { before, after, drafts: draftsWithin(values, before) };
});

/** The same with migrations. */
const migrating = drawn((schema, change, values) => {
  const before = makeSchema(schema);
  const after = edit(change, before);
  const migrations = migrationsFor(change, before, after);
  return { before, after, migrations, drafts: draftsWithin(values, before) };
});

function draftsWithin(draw: Draw, schema: SchemaDocument): Map<string, Map<string, Values>> {
  return new Map(schema.collections.map((collection) => [collection.key, draftsOf(draw, collection)]));
}

interface Moved {
  readonly before: CollectionDocument;
  readonly after: CollectionDocument;
  readonly plan: CollectionPlan;
  readonly was: ReadonlyMap<string, Values>;
  readonly now: ReadonlyMap<string, Values>;
  readonly notes: readonly string[];
}

/** Moves the drafts of all collections that stay. */
function moveAll(
  before: SchemaDocument,
  { schema, renames }: Edited,
  drafts: ReadonlyMap<string, ReadonlyMap<string, Values>>,
  options: DiffOptions = {},
): Moved[] {
  return diffSchemas(before, schema, { renames, ...options }).diff.collections.flatMap((plan) => {
    if (!plan.before || !plan.after) return [];
    const notes: string[] = [];
    const was = drafts.get(plan.before.key) ?? new Map();
    const now = migrateDrafts(plan, was, 'en', (change, effect) => notes.push(`${effect} ${change}`));
    return [{ before: plan.before, after: plan.after, plan, was, now, notes }];
  });
}

/** The words of everything that values say, as far as conversions between types keep it. */
function wordsOf(fields: readonly FieldDocument[], values: Values): string[] {
  return fields.flatMap((field) =>
    wordsOfValue(field, Object.hasOwn(values, field.key) ? (values[field.key] ?? null) : null),
  );
}

function wordsOfValue(shape: FieldShape, value: Json): string[] {
  if (value === null) return [];
  if (shape.type === 'richtext') return tokens(richtextText(value));
  if (shape.type === 'object') return wordsOf(shape.fields, value as Values);
  if (shape.type === 'list') return (value as Json[]).flatMap((item) => wordsOfValue(shape.of, item));
  if (shape.type === 'blocks') {
    return (value as Values[]).flatMap((block) => {
      const fields = shape.types.find(({ key }) => key === block._type)?.fields ?? [];
      return wordsOf(fields, block);
    });
  }
  return wordsOfJson(value);
}

function wordsOfJson(value: Json): string[] {
  if (value === null) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(wordsOfJson);
  return tokens(String(value));
}

function tokens(text: string): string[] {
  // The beginning of a day says as much as the day.
  return text.replace(/T00:00:00Z$/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that were there and aren't any more. A number may have become true or false, and the other way round. */
function missing(was: readonly string[], now: readonly string[]): string[] {
  const text = now.join(' ');
  const same: Readonly<Record<string, string>> = { true: '1', false: '0', 1: 'true', 0: 'false' };
  return was.filter((word) => !text.includes(word) && !text.includes(same[word] ?? word));
}

/** JSON without what says nothing. */
function prune(value: Json): Json {
  const blank = (item: Json): boolean =>
    item === null || (typeof item === 'string' && item.trim() === '') || (Array.isArray(item) && item.length === 0);
  if (Array.isArray(value)) return value.map(prune).filter((item) => !blank(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).map(([key, item]) => [key, prune(item)] as const);
  return Object.fromEntries(kept.filter(([, item]) => !blank(item)));
}

describe('any two schemas', () => {
  it('that are the same have no difference, and values stay as they are', () => {
    fc.assert(
      fc.property(edited, ({ before, drafts }) => {
        const { diff, issues } = diffSchemas(before, before);
        expect([diff.changes, diff.candidates, issues]).toEqual([[], [], []]);
        for (const { plan, was, now, notes } of moveAll(before, { schema: before, renames: [] }, drafts)) {
          expect(notes).toEqual([]);
          expect(now).toEqual(was);
          for (const values of was.values()) expect(migrateValues(plan, values, () => {})).toBe(values);
        }
      }),
      FAR,
    );
  });

  it('with other hashes have a difference, each with an id of its own', () => {
    fc.assert(
      fc.property(edited, drawn(makeSchema), ({ before, after }, other) => {
        for (const { schema, renames } of [after, { schema: other, renames: [] }]) {
          const { changes } = diffSchemas(before, schema, { renames }).diff;
          expect([changes.length > 0, schemaHash(schema) !== schemaHash(before)].sort()).not.toEqual([false, true]);
          expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
          for (const { id, kind, path, message } of changes) {
            expect(id).toBe(`${kind}:${path.join('.')}`);
            expect(message).toMatch(/\.$/);
          }
        }
      }),
      FAR,
    );
  });

  it('that differ in the order of keys or in former names alone have the same hash', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]));
    };
    fc.assert(
      fc.property(edited, ({ after: { schema } }) => {
        const hash = schemaHash(schema);
        expect(schemaHash(parsed(reversed(schema)))).toBe(hash);
        expect(parsed(schema)).toEqual(schema);
        expect(schemaHash(withoutRenames(schema))).toBe(hash);
        expect(canonicalText(withoutRenames(schema))).not.toContain('renamed_from');
        const named = structuredClone(schema) as Parameters<typeof fieldsWithin>[0];
        for (const { field } of fieldsWithin(named)) field.renamed_from = 'before';
        for (const collection of named.collections) collection.renamed_from = 'before';
        expect(schemaHash(parsed(named))).toBe(hash);
      }),
      FAR,
    );
  });
});

describe('migrated drafts', () => {
  it('are drafts of the new schema, in all locales alike where they share a field', () => {
    fc.assert(
      fc.property(migrating, ({ before, after, migrations, drafts }) => {
        for (const options of [{}, { migrations }]) {
          for (const { after: collection, now, was, plan } of moveAll(before, after, drafts, options)) {
            for (const values of now.values()) {
              expect(checkValues(collection, values, 'draft')).toEqual([]);
              for (const { key, localized } of collection.fields) {
                const [first] = now.values();
                if (!localized) expect(prune(values[key] ?? null)).toEqual(prune(first?.[key] ?? null));
              }
            }
            for (const values of was.values()) {
              expect(
                checkValues(
                  collection,
                  migrateValues(plan, values, () => {}),
                  'draft',
                ),
              ).toEqual([]);
            }
          }
        }
      }),
      FAR,
    );
  });

  it('lose nothing unless a loss is reported, and are the same when no change is reported', () => {
    fc.assert(
      fc.property(edited, ({ before, after, drafts }) => {
        for (const { before: old, was, now, notes } of moveAll(before, after, drafts)) {
          if (notes.some((note) => note.startsWith('lost'))) continue;
          for (const [locale, values] of was) {
            const moved = now.get(locale) ?? {};
            expect(missing(wordsOf(old.fields, values), wordsOfJson(moved))).toEqual([]);
            if (notes.length > 0) continue;
            expect(canonicalText(prune(moved))).toBe(canonicalText(prune(asStored(old.fields, values))));
          }
        }
      }),
      FAR,
    );
  });

  it('are left as they are, and give the same result again', () => {
    fc.assert(
      fc.property(migrating, ({ before, after, migrations, drafts }) => {
        const copy = structuredClone(drafts);
        const [first, second] = [1, 2].map(() => moveAll(before, after, drafts, { migrations }));
        expect(first?.map(({ now, notes }) => [now, notes])).toEqual(second?.map(({ now, notes }) => [now, notes]));
        expect(drafts).toEqual(copy);
      }),
      { numRuns: 150 },
    );
  });

  it('come back when names are given and taken back', () => {
    const renamed = drawn((schema, change, values) => {
      const before = makeSchema(schema);
      return { before, after: renameSome(change, before), drafts: draftsWithin(values, before) };
    });
    fc.assert(
      fc.property(renamed, ({ before, after, drafts }) => {
        const there = diffSchemas(before, after.schema, { renames: after.renames });
        expect(there.issues).toEqual([]);
        expect(there.diff.changes.filter(({ kind }) => /added|removed/.test(kind))).toEqual([]);
        const back = parsed(namesTakenBack(before, after));
        const moved = moveAll(before, after, drafts);
        const between = new Map(moved.map(({ after: { key }, now }) => [key, now]));
        const last = moveAll(after.schema, { schema: back, renames: [] }, between);
        expect(last).toHaveLength(before.collections.length);
        for (const { notes } of [...moved, ...last])
          expect(notes.filter((note) => note.startsWith('lost'))).toEqual([]);
        for (const {
          after: { key, fields },
          now,
        } of last) {
          const clean = (all: ReadonlyMap<string, Values> | undefined) =>
            [...(all ?? [])].map(([locale, values]) => [locale, canonicalText(asStored(fields, values))]);
          expect(clean(now)).toEqual(clean(drafts.get(key)));
        }
      }),
      FAR,
    );
  });
});

/** The schema before, in which everything says by which name it went after. */
function namesTakenBack(before: SchemaDocument, { schema }: Edited): unknown {
  const back = structuredClone(before) as Parameters<typeof fieldsWithin>[0];
  const now = structuredClone(schema) as Parameters<typeof fieldsWithin>[0];
  const [old, fresh] = [fieldsWithin(back), fieldsWithin(now)];
  // Renaming moves nothing: what was the first is still the first.
  for (const [index, { field }] of old.entries()) {
    const key = fresh[index]?.field.key;
    if (key !== undefined && key !== field.key) field.renamed_from = key;
  }
  for (const [index, collection] of back.collections.entries()) {
    const key = now.collections[index]?.key;
    if (key !== undefined && key !== collection.key) collection.renamed_from = key;
  }
  return back;
}

describe('a converted value', () => {
  const pair = drawn((one, two, value) => {
    const from = makeShape(one);
    return { from, to: makeShape(two), value: draftValue(value, from) };
  });

  it('is a draft of the type, and one that loses nothing goes back or says the same', () => {
    fc.assert(
      fc.property(pair, ({ from, to, value }) => {
        const converted = convertValue(value, from, to);
        if (!converted) return;
        expect(checkValue(to, converted.value, 'draft')).toEqual([]);
        if (!converted.lossless) return;
        const back = convertValue(converted.value, to, from);
        if (back && canonicalText(back.value) === canonicalText(value)) return;
        expect(missing(wordsOfValue(from, value), wordsOfJson(converted.value))).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  const of = (type: string, more: object = {}): FieldShape => ({ type, ...more }) as FieldShape;
  const options = ['a', 'b', '7'].map((value) => ({ value, label: value }));
  const doc = (...texts: string[]): Json => ({
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  });
  const list = (type: string) => of('list', { of: of(type) });
  const posts = { collections: ['posts'] };
  const TABLE: readonly (readonly [value: Json, from: FieldShape, to: FieldShape, Json, lossless?: boolean])[] = [
    ['42', of('text'), of('integer'), 42, true],
    ['42.5', of('text'), of('integer'), 43, false],
    ['042', of('text'), of('number'), 42, false],
    ['4 2', of('text'), of('number'), null],
    ['', of('text'), of('number'), null],
    [1.5, of('number'), of('integer'), 2, false],
    [1e300, of('number'), of('integer'), null],
    [1e21, of('number'), of('text'), '1e+21', true],
    [true, of('boolean'), of('text'), 'true', true],
    [true, of('boolean'), of('integer'), 1, true],
    [0, of('integer'), of('boolean'), false, true],
    [2, of('integer'), of('boolean'), null],
    ['false', of('text'), of('boolean'), false, true],
    ['1', of('text'), of('boolean'), true, false],
    ['constructor', of('text'), of('boolean'), null],
    ['2026-11-21', of('text'), of('date'), '2026-11-21', true],
    ['2026-11-21', of('date'), of('datetime'), '2026-11-21T00:00:00Z', true],
    ['2026-11-21T00:00:00Z', of('datetime'), of('date'), '2026-11-21', true],
    ['2026-11-21T01:30:00+02:00', of('datetime'), of('date'), '2026-11-20', false],
    ['9999-12-31T23:59:59-01:00', of('datetime'), of('date'), null],
    ['Chapter 3', of('text'), of('date'), null],
    ['3/4/2026', of('text'), of('date'), null],
    ['2026-02-30', of('text'), of('datetime'), null],
    ['one\n\ntwo', of('text'), of('richtext'), doc('one', 'two'), true],
    [doc('one', 'two'), of('richtext'), of('markdown'), 'one\n\ntwo', true],
    [{ type: 'doc', content: [{ type: 'horizontalRule' }] }, of('richtext'), of('text'), '', false],
    [{ b: 1, a: [] }, of('json'), of('text'), '{"a":[],"b":1}', true],
    [['x', 'y'], of('json'), of('text'), '["x","y"]', true],
    [['x', 'y'], of('json'), list('text'), ['x', 'y'], true],
    ['x', of('text'), list('text'), ['x'], true],
    [['x'], list('text'), of('text'), 'x', true],
    [['x', 'y'], list('text'), of('text'), 'x', false],
    [['5', '6'], list('text'), of('integer'), 5, false],
    [[5], list('integer'), of('number'), 5, true],
    [['1', 'x'], list('text'), list('integer'), [1], false],
    [[], list('text'), of('text'), null],
    ['a', of('select', { options }), of('multiselect', { options }), ['a'], true],
    [['b', 'a'], of('multiselect', { options }), of('select', { options }), 'b', false],
    [['a', 'x', 7], list('json'), of('multiselect', { options }), ['a', '7'], false],
    ['c', of('text'), of('select', { options }), null],
    ['ent_1', of('reference', posts), of('references', posts), ['ent_1'], true],
    [['ent_1'], of('references', posts), of('reference', posts), 'ent_1', true],
    [['ent_1', 'x'], list('text'), of('references', posts), ['ent_1'], false],
    ['ast_1', of('asset'), of('reference', posts), null],
    [FOCUSED, of('asset'), of('assets'), [FOCUSED], true],
    [[FOCUSED], of('assets'), of('asset'), FOCUSED, true],
    [FOCUSED, of('asset'), of('text'), 'ast_2', false],
    ['x', of('text'), of('object', { fields: [] }), null],
    [{ a: 1 }, of('object', { fields: [] }), of('json'), { a: 1 }, true],
  ];
  for (const [value, from, to, expected, lossless] of TABLE) {
    it(`is ${JSON.stringify(expected)} of ${JSON.stringify(value)} (${from.type} to ${to.type})`, () => {
      const converted = convertValue(value, from, to);
      expect(converted).toEqual(lossless === undefined ? null : { value: expected, lossless });
    });
  }

  it('of nothing is nothing', () => {
    expect(convertValue(null, of('text'), of('integer'))).toEqual({ value: null, lossless: true });
  });
});

/** A schema of one collection `posts`. */
const schemaOf = (fields: readonly object[], more: object = {}): SchemaDocument =>
  parsed({ format: 1, collections: [{ key: 'posts', fields, ...more }] });
const text = (key: string, more: object = {}): object => ({ key, type: 'text', ...more });
const object = (key: string, ...fields: object[]): object => ({ key, type: 'object', fields });
const select = (key: string, values: readonly string[], more: object = {}): object => ({
  key,
  type: 'select',
  options: values.map((value) => ({ value })),
  ...more,
});
const block = (key: string, ...fields: object[]): object => ({ key, fields });
const idsOf = (before: SchemaDocument | null, after: SchemaDocument, options: DiffOptions = {}): string[] =>
  diffSchemas(before, after, options).diff.changes.map(({ id }) => id);
const issuesOf = (before: SchemaDocument, after: SchemaDocument, options: DiffOptions): string[] =>
  diffSchemas(before, after, options).issues.map(({ path }) => path.join('.'));

/** The migrated values of one locale of `posts`, and the notes on them. */
function moved(before: SchemaDocument, after: SchemaDocument, values: Values, options: DiffOptions = {}) {
  const { diff, issues } = diffSchemas(before, after, options);
  const notes: string[] = [];
  const [plan] = diff.collections;
  if (!plan) throw new Error('There is no collection.');
  return { values: migrateValues(plan, values, (change, effect) => notes.push(`${effect} ${change}`)), notes, issues };
}

describe('a change', () => {
  const one = schemaOf([text('a')]);
  const two = (more: object, other: object = {}) =>
    parsed({
      format: 1,
      collections: [
        { key: 'posts', fields: [text('a')], ...more },
        { key: 'pages', fields: [text('a'), text('b')], ...other },
      ],
    });
  const TABLE: readonly (readonly [name: string, before: SchemaDocument | null, SchemaDocument, ...ids: string[]])[] = [
    ['a new collection', null, one, 'collection.added:posts'],
    ['a collection that goes away', two({}), one, 'collection.removed:pages'],
    [
      'a collection with another name',
      one,
      parsed({ format: 1, collections: [{ key: 'notes', renamed_from: 'posts', fields: [text('a')] }] }),
      'collection.renamed:notes',
    ],
    ['a label', two({}), two({ label: 'All posts' }), 'collection.described:posts'],
    [
      'help, and room for several entries',
      two({ singleton: true }),
      two({ help: 'Posts.' }),
      'collection.described:posts',
    ],
    [
      'collections in another order',
      two({}),
      parsed({ format: 1, collections: [...two({}).collections].reverse() }),
      'collection.moved:pages',
    ],
    ['another order of entries', two({}), two({ order: 'manual' }), 'collection.reordered:posts'],
    ['another title', two({}), two({ title_field: 'a' }), 'collection.retitled:posts'],
    ['a singleton', two({}), two({ singleton: true }), 'collection.singleton:posts'],
    ['a new field', one, schemaOf([text('a'), object('b', text('c'))]), 'field.added:posts.b'],
    [
      'a field that goes away',
      schemaOf([object('o', text('a'), text('b'))]),
      schemaOf([object('o', text('b'))]),
      'field.removed:posts.o.a',
    ],
    ['a field with another name', one, schemaOf([text('b', { renamed_from: 'a' })]), 'field.renamed:posts.b'],
    ['other words', one, schemaOf([text('a', { label: 'X', help: 'Y' })]), 'field.described:posts.a'],
    ['another tab and group', one, schemaOf([text('a', { tab: 'SEO', group: 'Social' })]), 'field.described:posts.a'],
    [
      'another group in an object',
      schemaOf([object('o', text('a', { group: 'Social' }))]),
      schemaOf([object('o', text('a'))]),
      'field.described:posts.o.a',
    ],
    ['a default', one, schemaOf([text('a', { default: 'Z' })]), 'field.default:posts.a'],
    [
      'fields in another order',
      schemaOf([text('a'), text('b')]),
      schemaOf([text('b'), text('a')]),
      'field.moved:posts',
    ],
    ['another type', one, schemaOf([{ key: 'a', type: 'date' }]), 'field.type_changed:posts.a'],
    [
      'another type of items',
      schemaOf([{ key: 'a', type: 'list', of: { type: 'list', of: { type: 'text' } } }]),
      schemaOf([{ key: 'a', type: 'list', of: { type: 'list', of: { type: 'date' } } }]),
      'field.type_changed:posts.a.[].[]',
    ],
    ['a field that becomes localized', one, schemaOf([text('a', { localized: true })]), 'field.localized:posts.a'],
    ['a field that becomes shared', schemaOf([text('a', { localized: true })]), one, 'field.shared:posts.a'],
    ['a field that becomes required', one, schemaOf([text('a', { required: true })]), 'field.required:posts.a'],
    ['a field that becomes unique', one, schemaOf([text('a', { unique: true })]), 'field.unique:posts.a'],
    [
      'everything that becomes looser at once',
      schemaOf([text('a', { unique: true, required: true, max: 4 })]),
      schemaOf([text('a', { max: 5 })]),
      'field.loosened:posts.a',
    ],
    ['a rule', one, schemaOf([text('a', { min: 2 })]), 'field.constrained:posts.a'],
    [
      'an option less',
      schemaOf([select('a', ['x', 'y'])]),
      schemaOf([select('a', ['y'])]),
      'field.options_removed:posts.a',
    ],
    ['an option more', schemaOf([select('a', ['x'])]), schemaOf([select('a', ['y', 'x'])]), 'field.loosened:posts.a'],
    [
      'blocks that come and go',
      schemaOf([{ key: 'a', type: 'blocks', types: [block('b', text('x')), block('c', text('x'))] }]),
      schemaOf([{ key: 'a', type: 'blocks', types: [block('d', text('x')), block('c', text('x'))] }]),
      'block.removed:posts.a.b',
      'block.added:posts.a.d',
    ],
    [
      'a block with other words, in another place',
      schemaOf([{ key: 'a', type: 'blocks', types: [block('b', text('x')), block('c', text('x'))] }]),
      schemaOf([
        { key: 'a', type: 'blocks', types: [block('c', text('x')), { ...block('b', text('x')), label: 'X' }] },
      ]),
      'block.described:posts.a.b',
      'block.moved:posts.a',
    ],
    [
      'a field of a block in a list of an object',
      schemaOf([object('o', { key: 'l', type: 'list', of: { type: 'blocks', types: [block('b', text('x'))] } })]),
      schemaOf([
        object('o', {
          key: 'l',
          type: 'list',
          of: { type: 'blocks', types: [block('b', text('x', { required: true }))] },
        }),
      ]),
      'field.required:posts.o.l.[].b.x',
    ],
  ];
  for (const [name, before, after, ...ids] of TABLE) {
    it(`is told: ${name}`, () => {
      expect(idsOf(before, after)).toEqual(ids);
    });
  }

  it('says what changes, and from what to what', () => {
    const said = (before: SchemaDocument, after: SchemaDocument, options = {}): string[] =>
      diffSchemas(before, after, options).diff.changes.map(({ message }) => message);
    const ofA = (before: object, after: object, type = 'text'): string[] =>
      said(schemaOf([{ key: 'a', type, ...before }]), schemaOf([{ key: 'a', type, ...after }]));
    expect(ofA({}, { default: 'x' })).toEqual(['New entries get the default "x" in posts.a from now on.']);
    expect(ofA({ default: 'x' }, { default: 'y' })).toEqual([
      'New entries get the default "y" in posts.a from now on instead of "x".',
    ]);
    expect(ofA({ default: 'x' }, {})).toEqual(['New entries get no default in posts.a from now on.']);
    expect(ofA({ help: 'H' }, { label: 'Alpha' })).toEqual([
      'The label of posts.a changes to "Alpha". The help of posts.a goes away.',
    ]);
    expect(ofA({ max: 120 }, { min: 2, max: 80 })).toEqual([
      'Stricter rules hold for posts.a: max 80 (was 120), min 2 (was none).',
    ]);
    expect(ofA({ pattern: 'a+' }, {})).toEqual(['Looser rules hold for posts.a: pattern none (was "a+").']);
    const options = (...values: [string, string][]) => ({
      options: values.map(([value, label]) => ({ value, label })),
    });
    expect(ofA(options(['x', 'X'], ['y', 'Y']), options(['y', 'Why'], ['z', 'Z'], ['x', 'X']), 'select')).toEqual([
      'posts.a gains the option z. posts.a shows option y with another label. The options of posts.a come in another order.',
    ]);
    expect(ofA(options(['x', 'X'], ['y', 'Y']), options(['y', 'Y'], ['z', 'Z']), 'select')).toEqual([
      'posts.a gains the option z. posts.a loses the option x.',
    ]);
    expect(said(two({ group: 'One' }), two({ group: 'Two', icon: 'star', label: 'All' }))).toEqual([
      'The label of the collection posts changes to "All". The icon of the collection posts is new. The group of the collection posts changes.',
    ]);
  });

  it('is one change where a new field is filled with its default', () => {
    const after = schemaOf([text('a'), text('b', { required: true, default: 'x' })]);
    const migrations = [{ kind: 'set_default', path: ['posts', 'b'], value: 'x' }] as const;
    const { diff } = diffSchemas(one, after, { migrations });
    expect(diff.changes.map(({ id, message }) => [id, message])).toEqual([
      ['field.added:posts.b', 'The field posts.b is new; existing entries get "x".'],
    ]);
    const notes: string[] = [];
    const [plan] = diff.collections;
    if (!plan) throw new Error('There is no collection.');
    expect(migrateValues(plan, { a: '1' }, (change, effect) => notes.push(`${effect} ${change}`))).toEqual({
      a: '1',
      b: 'x',
    });
    expect(notes).toEqual(['altered field.added:posts.b']);
  });

  it('is reported where a default is set', () => {
    const migrations = [{ kind: 'set_default', path: ['posts', 'a'], value: 'x' }] as const;
    expect(idsOf(one, one, { migrations })).toEqual(['default.set:posts.a']);
  });

  it('suggests what would make entries fit', () => {
    const suggestions = (after: SchemaDocument) =>
      diffSchemas(one, after).diff.changes.map(({ suggestion }) => suggestion);
    expect(suggestions(schemaOf([{ key: 'a', type: 'date' }]))).toEqual([{ kind: 'convert', path: ['posts', 'a'] }]);
    expect(suggestions(schemaOf([text('a', { required: true, default: 'x' })]))).toEqual([
      null,
      { kind: 'set_default', path: ['posts', 'a'], value: 'x' },
    ]);
    expect(suggestions(schemaOf([text('a'), text('b', { required: true, default: 'x' })]))).toEqual([
      { kind: 'set_default', path: ['posts', 'b'], value: 'x' },
    ]);
  });

  const PENS = { name: 'pens', match: ['https://pens.example/*'], endpoint: 'https://pens.example/oembed' };
  const RULES: readonly (readonly [shape: object, before: object, after: object, looser: boolean])[] = [
    [{ type: 'text' }, { min: 3 }, { min: 2 }, true],
    [{ type: 'text' }, { min: 2 }, { min: 3 }, false],
    [{ type: 'text' }, {}, { min: 0 }, true],
    [{ type: 'text' }, { max: 3 }, {}, true],
    [{ type: 'text' }, { max: 3 }, { max: 2 }, false],
    [{ type: 'text' }, { pattern: 'a' }, {}, true],
    [{ type: 'text' }, { pattern: 'a' }, { pattern: 'a|b' }, false],
    [{ type: 'slug' }, { pattern: '.*' }, {}, false],
    [{ type: 'slug' }, {}, { path: true }, true],
    [{ type: 'slug' }, { path: true }, {}, false],
    [{ type: 'slug' }, { max: 500 }, {}, false],
    [{ type: 'slug' }, {}, { max: 500 }, true],
    [{ type: 'slug' }, {}, { max: 50 }, false],
    [{ type: 'number' }, {}, { min: 0 }, false],
    [{ type: 'number' }, { min: -1, max: 1 }, { min: -2, max: 1.5 }, true],
    [{ type: 'list', of: { type: 'text' } }, { max: 2 }, { max: 3, min: 0 }, true],
    [{ type: 'date' }, { min: '2020-01-02' }, { min: '2020-01-01' }, true],
    [{ type: 'datetime' }, { min: '2020-01-01T09:00:00+10:00' }, { min: '2020-01-01T00:00:00Z' }, false],
    [{ type: 'datetime' }, { min: '2020-01-01T00:00:00Z' }, { min: '2020-01-01T09:00:00+10:00' }, true],
    [{ type: 'datetime' }, { max: '2020-01-01T00:00:00Z' }, { max: '2020-01-01T01:00:00+01:00' }, true],
    [{ type: 'asset' }, { accept: ['image/png'] }, { accept: ['image/*'] }, true],
    [{ type: 'asset' }, { accept: ['image/*'] }, { accept: ['image/png'] }, false],
    [{ type: 'assets' }, {}, { accept: ['image/*'] }, false],
    [{ type: 'richtext' }, { allow: ['bold'] }, { allow: ['italic', 'bold'] }, true],
    [{ type: 'richtext' }, {}, { allow: ['bold'] }, false],
    [{ type: 'richtext' }, {}, { pictures: { sizes: ['small'], align: true } }, true],
    [{ type: 'richtext' }, { pictures: { sizes: ['a'] } }, { pictures: { sizes: ['b', 'a'], align: true } }, true],
    [{ type: 'richtext' }, { pictures: { sizes: ['a', 'b'] } }, { pictures: { sizes: ['a'] } }, false],
    [{ type: 'richtext' }, { pictures: { align: true } }, {}, false],
    [{ type: 'richtext' }, {}, { videos: ['vimeo'] }, true],
    [{ type: 'richtext' }, { videos: ['vimeo'] }, {}, false],
    [{ type: 'richtext' }, {}, { embeds: [PENS] }, true],
    [{ type: 'richtext' }, { embeds: [PENS] }, {}, false],
    [{ type: 'richtext' }, { embeds: [PENS] }, { embeds: [{ ...PENS, match: ['https://pens.example/a/*'] }] }, false],
    [{ type: 'richtext' }, { embeds: [PENS] }, { embeds: [{ ...PENS, endpoint: 'https://pens.example/o' }] }, true],
    [{ type: 'reference' }, { collections: ['posts', 'pages'] }, { collections: ['pages'] }, false],
    [{ type: 'reference' }, { collections: ['posts'] }, { collections: ['pages', 'posts'] }, true],
  ];
  for (const [shape, before, after, looser] of RULES) {
    it(`is ${looser ? 'looser' : 'stricter'}: ${JSON.stringify({ ...shape, ...before })} to ${JSON.stringify(after)}`, () => {
      const make = (rules: object) => two({ fields: [{ key: 'a', ...shape, ...rules }] });
      expect(idsOf(make(before), make(after))).toEqual([`field.${looser ? 'loosened' : 'constrained'}:posts.a`]);
    });
  }

  it('of a name alone leaves order and title as they are', () => {
    const before = schemaOf([text('a'), text('b')], { title_field: 'a', order: { field: 'a', direction: 'asc' } });
    const after = (key: string) =>
      schemaOf([text('c', { renamed_from: 'a' }), text('b')], {
        title_field: key,
        order: { field: key, direction: 'asc' },
      });
    expect(idsOf(before, after('c'))).toEqual(['field.renamed:posts.c']);
    expect(idsOf(before, after('b'))).toEqual([
      'field.renamed:posts.c',
      'collection.reordered:posts',
      'collection.retitled:posts',
    ]);
  });
});

describe('a rename', () => {
  const before = schemaOf([object('o', text('a'), text('b'))]);
  const nested = (...fields: object[]) => schemaOf([object('o', ...fields)]);

  it('moves values at depth, in blocks and in lists of objects', () => {
    const make = (key: string, more: object = {}) =>
      schemaOf([
        {
          key: 'body',
          type: 'blocks',
          types: [
            block('rows', { key: 'list', type: 'list', of: { type: 'object', fields: [text(key, more), text('x')] } }),
          ],
        },
      ]);
    const values = { body: [{ _type: 'rows', _key: 'k', list: [{ a: '1', x: 'x' }, {}, { a: '2' }] }] };
    const after = { body: [{ _type: 'rows', _key: 'k', list: [{ b: '1', x: 'x' }, {}, { b: '2' }] }] };
    const byDocument = moved(make('a'), make('b', { renamed_from: 'a' }), values);
    const path = ['posts', 'body', 'rows', 'list', '[]', 'b'];
    const asked = moved(make('a'), make('b'), values, { renames: [{ kind: 'field', path, from: 'a' }] });
    for (const { values: now, notes, issues } of [byDocument, asked]) {
      expect(now).toEqual(after);
      expect(new Set(notes)).toEqual(new Set(['altered field.renamed:posts.body.rows.list.[].b']));
      expect(issues).toEqual([]);
    }
  });

  it('may come with another type, below a collection and a field with other names', () => {
    const after = parsed({
      format: 1,
      collections: [
        {
          key: 'notes',
          renamed_from: 'posts',
          fields: [{ ...object('p', { key: 'n', type: 'integer', renamed_from: 'a' }, text('b')), renamed_from: 'o' }],
        },
      ],
    });
    expect(moved(before, after, { o: { a: '7', b: 'B' } })).toMatchObject({
      values: { p: { n: 7, b: 'B' } },
      notes: [
        'altered field.type_changed:notes.p.n',
        'altered field.renamed:notes.p.n',
        'altered field.renamed:notes.p',
      ],
    });
  });

  it('from a field that is still there, or never was, does nothing when the document says so', () => {
    expect(idsOf(before, nested(text('a'), text('b'), text('c', { renamed_from: 'a' })))).toEqual([
      'field.added:posts.o.c',
    ]);
    expect(idsOf(before, nested(text('a'), text('b', { renamed_from: 'a' })))).toEqual([]);
    expect(idsOf(before, nested(text('a'), text('b'), text('c', { renamed_from: 'z' })))).toEqual([
      'field.added:posts.o.c',
    ]);
  });

  it('that was asked for and does nothing is an issue', () => {
    const rename = (from: string, to: string) => ({ kind: 'field', path: ['posts', 'o', to], from }) as const;
    const after = nested(text('a'), text('b'), text('c'));
    expect(issuesOf(before, after, { renames: [rename('a', 'c')] })).toEqual(['renames.0']);
    expect(issuesOf(before, after, { renames: [rename('z', 'c')] })).toEqual(['renames.0']);
    expect(issuesOf(before, after, { renames: [rename('a', 'b'), rename('a', 'nope')] })).toEqual([
      'renames.0',
      'renames.1',
    ]);
    const collections = [
      { kind: 'collection', from: 'posts', to: 'posts' },
      { kind: 'collection', from: 'gone', to: 'posts' },
    ] as const;
    expect(issuesOf(before, after, { renames: collections })).toEqual(['renames.0', 'renames.1']);
  });

  it('moves values to one field only, to the one that was asked for', () => {
    const after = nested(text('c', { renamed_from: 'a' }), text('b'), text('d', { renamed_from: 'a' }));
    expect(moved(before, after, { o: { a: 'A' } }).values).toEqual({ o: { c: 'A' } });
    const renames = ['d', 'c'].map((key) => ({ kind: 'field', path: ['posts', 'o', key], from: 'a' }) as const);
    expect(moved(before, after, { o: { a: 'A' } }, { renames: renames.slice(0, 1) })).toMatchObject({
      values: { o: { d: 'A' } },
      issues: [],
    });
    expect(issuesOf(before, nested(text('b'), text('c'), text('d')), { renames })).toEqual(['renames.0']);
  });

  it('moves the entries of a collection to one collection only', () => {
    const after = parsed({
      format: 1,
      collections: ['notes', 'pages'].map((key) => ({ key, renamed_from: 'posts', fields: [text('a')] })),
    });
    expect(idsOf(schemaOf([text('a')]), after)).toEqual(['collection.renamed:notes', 'collection.added:pages']);
    const renames = [{ kind: 'collection', from: 'posts', to: 'pages' }] as const;
    expect(idsOf(schemaOf([text('a')]), after, { renames })).toEqual([
      'collection.added:notes',
      'collection.renamed:pages',
    ]);
  });

  it('is offered where something of the same kind went and came', () => {
    expect(diffSchemas(before, nested(text('c'), { key: 'd', type: 'date' })).diff.candidates).toEqual([
      { kind: 'field', path: ['posts', 'o', 'c'], from: 'a' },
      { kind: 'field', path: ['posts', 'o', 'c'], from: 'b' },
    ]);
    const notes = parsed({ format: 1, collections: [{ key: 'notes', fields: [object('o', text('a'))] }] });
    expect(diffSchemas(before, notes).diff.candidates).toEqual([{ kind: 'collection', from: 'posts', to: 'notes' }]);
  });
});

describe('a migration', () => {
  it('sets a missing value, at depth and once for each', () => {
    const make = (...more: object[]) =>
      schemaOf([{ key: 'l', type: 'list', of: { type: 'object', fields: [text('a'), ...more] } }]);
    const migrations = [{ kind: 'set_default', path: ['posts', 'l', '[]', 'b'], value: 'B' }] as const;
    const after = make(text('b', { required: true }));
    expect(checkMigrations(after, migrations)).toEqual([]);
    expect(moved(make(), after, { l: [{ a: 'x' }, {}] }, { migrations })).toEqual({
      values: { l: [{ a: 'x', b: 'B' }, { b: 'B' }] },
      notes: ['altered field.added:posts.l.[].b', 'altered field.added:posts.l.[].b'],
      issues: [],
    });
    expect(moved(after, after, { l: [{ b: 'mine' }, { b: ' ' }] }, { migrations }).values).toEqual({
      l: [{ b: 'mine' }, { b: 'B' }],
    });
  });

  it('sets a value for all locales only when none of them has one to share', () => {
    const before = schemaOf([text('a', { localized: true })]);
    const after = schemaOf([text('a', { required: true })]);
    const migrations = [{ kind: 'set_default', path: ['posts', 'a'], value: 'set' }] as const;
    const { diff } = diffSchemas(before, after, { migrations });
    const [plan] = diff.collections;
    if (!plan) throw new Error('There is no collection.');
    const share = (drafts: Record<string, Values>) => {
      const notes: string[] = [];
      const now = migrateDrafts(plan, new Map(Object.entries(drafts)), 'en', (change, effect) =>
        notes.push(`${effect} ${change}`),
      );
      return [Object.fromEntries(now), notes];
    };
    expect(share({ en: {}, de: { a: 'Wort' } })).toEqual([
      { en: { a: 'Wort' }, de: { a: 'Wort' } },
      ['altered field.shared:posts.a'],
    ]);
    expect(share({ de: { a: 'Wort' }, en: { a: 'word' } })).toEqual([
      { de: { a: 'word' }, en: { a: 'word' } },
      ['lost field.shared:posts.a'],
    ]);
    expect(share({ en: { a: '' }, de: {} })[0]).toEqual({ en: { a: 'set' }, de: { a: 'set' } });
    // Live values of a locale stand by themselves.
    expect(migrateValues(plan, {}, () => {})).toEqual({ a: 'set' });
    expect(migrateValues(plan, { a: 'Wort' }, () => {})).toEqual({ a: 'Wort' });
  });

  it('replaces options that are gone, in lists and in what has several, and clears the others', () => {
    const make = (values: readonly string[]) =>
      schemaOf([
        {
          ...select('l', values),
          type: 'list',
          options: undefined,
          of: { type: 'select', options: values.map((value) => ({ value })) },
        },
        { ...select('m', values), type: 'multiselect' },
        select('s', values),
      ]);
    const [before, after] = [make(['a', 'b', 'c']), make(['c', 'd'])];
    const values = { l: ['a', 'b', 'c'], m: ['a', 'c', 'b'], s: 'b' };
    expect(moved(before, after, values)).toMatchObject({ values: { l: ['c'], m: ['c'] } });
    expect(moved(before, after, values).values).not.toHaveProperty('s');
    const options = { a: 'd', b: 'c' };
    const migrations = [
      { kind: 'map_options', path: ['posts', 'l', '[]'], options },
      { kind: 'map_options', path: ['posts', 'm'], options },
      { kind: 'map_options', path: ['posts', 's'], options: { b: null } },
    ] as const;
    expect(checkMigrations(after, migrations)).toEqual([]);
    expect(moved(before, after, values, { migrations })).toEqual({
      values: { l: ['d', 'c', 'c'], m: ['d', 'c'] },
      notes: [
        'altered field.options_removed:posts.l.[]',
        'altered field.options_removed:posts.l.[]',
        'altered field.options_removed:posts.m',
        'altered field.options_removed:posts.m',
        'lost field.options_removed:posts.s',
      ],
      issues: [],
    });
    // Drafts may name an option twice.
    expect(moved(before, after, { m: ['c', 'c'] })).toMatchObject({ values: { m: ['c', 'c'] }, notes: [] });
  });

  it('converts or drops values of another type', () => {
    const [before, after] = [schemaOf([text('a')]), schemaOf([{ key: 'a', type: 'integer' }])];
    const drop = [{ kind: 'drop', path: ['posts', 'a'] }] as const;
    const convert = [{ kind: 'convert', path: ['posts', 'a'] }] as const;
    const id = 'field.type_changed:posts.a';
    expect(moved(before, after, { a: '7' }, { migrations: drop })).toEqual({
      values: {},
      notes: [`lost ${id}`],
      issues: [],
    });
    expect(moved(before, after, { a: '7' }, { migrations: convert })).toMatchObject({
      values: { a: 7 },
      notes: [`altered ${id}`],
    });
    expect(moved(before, after, { a: 'x' }, { migrations: convert })).toMatchObject({
      values: {},
      notes: [`lost ${id}`],
    });
    expect(moved(before, after, { a: '' }, { migrations: convert })).toMatchObject({ values: {}, notes: [] });
  });

  it('drops a block that is gone and keeps the others', () => {
    const make = (...types: object[]) => schemaOf([{ key: 'body', type: 'blocks', types }]);
    const values = { body: [{ _type: 'b', x: 'X' }, { _type: 'c', _key: 'k', x: 'Y' }, { _type: 'b' }] };
    expect(
      moved(make(block('b', text('x')), block('c', text('x'))), make(block('c', text('x'))), values),
    ).toMatchObject({
      values: { body: [{ _type: 'c', _key: 'k', x: 'Y' }] },
      notes: ['lost block.removed:posts.body.b', 'lost block.removed:posts.body.b'],
    });
  });

  it('that no change calls for is an issue', () => {
    const schema = schemaOf([text('a'), select('s', ['x'])]);
    const migrations = [
      { kind: 'convert', path: ['posts', 'a'] },
      { kind: 'drop', path: ['posts', 'a'] },
      { kind: 'map_options', path: ['posts', 's'], options: { y: 'x' } },
      { kind: 'set_default', path: ['posts', 'a'], value: 'x' },
      { kind: 'set_default', path: ['posts', 'a'], value: 'y' },
    ] as const;
    expect(issuesOf(schema, schema, { migrations })).toEqual([
      'migrations.0',
      'migrations.1',
      'migrations.2',
      'migrations.4',
    ]);
  });

  it('with a value or a place that the new schema does not know is an issue', () => {
    const schema = schemaOf([
      object('o', { key: 'n', type: 'integer' }),
      select('s', ['x']),
      { key: 'j', type: 'json' },
    ]);
    const check = (...migrations: Parameters<typeof checkMigrations>[1]) =>
      checkMigrations(schema, migrations).map(({ path }) => path.join('.'));
    expect(
      check(
        { kind: 'set_default', path: ['posts', 'o', 'n'], value: 'x' },
        { kind: 'set_default', path: ['posts', 'o'], value: { n: 1.5 } },
        { kind: 'drop', path: ['posts', 'o', 'x'] },
        { kind: 'drop', path: ['pages', 'o'] },
        { kind: 'drop', path: ['posts'] },
        { kind: 'map_options', path: ['posts', 's'], options: { a: 'x', b: null, c: 'y' } },
        { kind: 'set_default', path: ['posts', 'j'], value: null },
      ),
    ).toEqual([
      'migrations.0.value',
      'migrations.1.value.n',
      'migrations.2.path',
      'migrations.3.path',
      'migrations.4.path',
      'migrations.5.options.c',
      'migrations.6.value',
    ]);
  });

  it('finds no value that all objects inherit from JavaScript', () => {
    const before = schemaOf([text('a'), text('constructor')]);
    expect(moved(before, schemaOf([text('a')]), { a: 'x' })).toEqual({ values: { a: 'x' }, notes: [], issues: [] });
    expect(moved(before, schemaOf([text('a'), { key: 'constructor', type: 'integer' }]), { a: 'x' })).toMatchObject({
      values: { a: 'x' },
      notes: [],
    });
  });
});

describe('issues in values', () => {
  /** Where the value at a path stands in the schema, worked out from schema and values alone. */
  function schemaPathOf(collection: CollectionDocument, values: Values, path: Path): SchemaPath {
    const found: string[] = [collection.key];
    let at: Json = values;
    let shape: FieldShape = { type: 'object', fields: collection.fields };
    for (const step of path) {
      let fields: readonly FieldDocument[] | undefined;
      if (shape.type === 'object') fields = shape.fields;
      if (shape.type === 'blocks' && typeof step === 'string') {
        const kind: Json | undefined = (at as Values)._type;
        found.push(String(kind));
        fields = shape.types.find(({ key }) => key === kind)?.fields;
      }
      if (fields) {
        const field: FieldDocument | undefined = fields.find(({ key }) => key === step);
        if (!field) return found;
        found.push(field.key);
        shape = field;
      } else if (shape.type === 'list') {
        found.push('[]');
        shape = shape.of;
      } else if (shape.type !== 'blocks') return found;
      at = (at as Record<string | number, Json>)[step] ?? null;
    }
    return found;
  }

  it('are put down to the change at their own place, at any depth', () => {
    const made = drawn((schema, _, draw) =>
      makeSchema(schema).collections.map((one) => {
        const required = structuredClone(one) as Parameters<typeof fieldsWithin>[0]['collections'][number];
        for (const { field } of fieldsWithin({ format: 1, collections: [required] })) field.required = true;
        return { one: required as CollectionDocument, values: draftValues(draw, one) };
      }),
    );
    fc.assert(
      fc.property(made, (all) => {
        for (const { one, values } of all) {
          const places = fieldsWithin({ format: 1, collections: [structuredClone(one)] as never }).map(
            ({ path }) => path,
          );
          for (const { path, message } of checkValues(one, values, 'publish')) {
            if (!message.startsWith('This field is required')) continue;
            const place = schemaPathOf(one, values, path).join('.');
            const found = places.filter((change) => concerns(changeAt('field.required', change), path, values));
            expect(found.map((change) => change.join('.'))).toEqual([place]);
            const within = places.filter((change) => concerns(changeAt('field.type_changed', change), path, values));
            expect(within.map((change) => change.join('.')).sort()).toEqual(
              places
                .map((change) => change.join('.'))
                .filter((change) => place === change || place.startsWith(`${change}.`))
                .sort(),
            );
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  const changeAt = (kind: Change['kind'], path: SchemaPath): Change => ({
    id: `${kind}:${path.join('.')}`,
    kind,
    path,
    message: '',
    suggestion: null,
  });
  const at = (kind: Change['kind'], path: string) => changeAt(kind, path.split('.'));

  it('are not put down to a change beside them, above them or below them', () => {
    const required = (path: string, ...issue: Path) => concerns(at('field.required', path), issue);
    expect(required('posts.seo.title', 'seo', 'title')).toBe(true);
    expect(required('posts.seo.title', 'seo', 'text')).toBe(false);
    expect(required('posts.seo.title', 'seo')).toBe(false);
    expect(required('posts.seo', 'seo', 'title')).toBe(false);
    expect(required('posts.title', 'seo', 'title')).toBe(false);
    expect(required('posts', 'title')).toBe(false);
    expect(required('posts.l.[].b.x', 'l', 3, 0, 'x')).toBe(true);
    expect(required('posts.l.[].b.x', 'l', 3, 0, 'y')).toBe(false);
    expect(required('posts.body.quote.text', 'body', 1, 'text')).toBe(true);
  });

  it('are distinguished by the kind of their block when the values are given', () => {
    const values = { body: [{ _type: 'quote' }, { _type: 'figure' }] };
    const change = at('field.required', 'posts.body.quote.text');
    expect(concerns(change, ['body', 0, 'text'], values)).toBe(true);
    expect(concerns(change, ['body', 1, 'text'], values)).toBe(false);
  });

  it('of rich text are put down to its rules, those of items not to the rules of their list', () => {
    expect(concerns(at('field.constrained', 'posts.body'), ['body', 'content', 0, 'type'])).toBe(true);
    expect(concerns(at('field.constrained', 'posts.tags'), ['tags'])).toBe(true);
    expect(concerns(at('field.constrained', 'posts.tags'), ['tags', 0])).toBe(false);
    expect(concerns(at('field.constrained', 'posts.tags.[]'), ['tags', 0])).toBe(true);
    expect(concerns(at('field.type_changed', 'posts.tags'), ['tags', 0])).toBe(true);
  });

  it('may come of another type, so that this is one of the rules to look at', () => {
    const [before, after] = [schemaOf([text('a')]), schemaOf([{ key: 'a', type: 'email' }])];
    const [plan] = diffSchemas(before, after).diff.collections;
    expect(plan?.rules.map(({ id }) => id)).toEqual(['field.type_changed:posts.a']);
    expect(moved(before, after, { a: 'nobody' })).toMatchObject({ values: { a: 'nobody' }, notes: [] });
    expect(checkValues(after.collections[0] as CollectionDocument, { a: 'nobody' }, 'publish')).toHaveLength(1);
  });

  it('that a change brings to values which could be published are put down to one of the rules', () => {
    const made = drawn((schema, change, values) => {
      const before = makeSchema(schema);
      const published = new Map(
        before.collections.map((one) => [one.key, new Map([['en', publishValues(values, one)]])] as const),
      );
      return { before, after: edit(change, before), published };
    });
    fc.assert(
      fc.property(made, ({ before, after, published }) => {
        for (const { after: one, now, plan, notes } of moveAll(before, after, published)) {
          if (notes.some((note) => note.startsWith('lost'))) continue;
          for (const values of now.values()) {
            for (const { path } of checkValues(one, values, 'publish')) {
              expect([path, plan.rules.some((change) => concerns(change, path, values))]).toEqual([path, true]);
            }
          }
        }
      }),
      FAR,
    );
  });
});

describe('an impact', () => {
  const change: Change = { id: 'x', kind: 'field.type_changed', path: ['posts', 'a'], message: '', suggestion: null };
  const convert = [{ kind: 'convert', path: ['posts', 'a'] }] as const;

  it('counts each entry once, and names some', () => {
    const impact = new Impact();
    for (let entry = 0; entry < 9; entry++) {
      for (const effect of ['altered', 'altered', 'lost'] as const)
        if (entry > 6 || effect === 'altered') impact.note(`ent_${entry}`, 'x', effect);
    }
    expect(impact.classify(change, [])).toMatchObject({
      class: 'destructive',
      affectedEntries: 9,
      sampleEntryIds: ['ent_0', 'ent_1', 'ent_2', 'ent_3', 'ent_4'],
      migrationRequired: true,
    });
    expect(impact.classify(change, convert).migrationRequired).toBe(false);
    expect(impact.classify({ ...change, id: 'y' }, [])).toMatchObject({ class: 'safe', affectedEntries: 0 });
  });

  it('of entries that could not be published any more needs somebody to mend them, but no migration', () => {
    const impact = new Impact();
    impact.note('ent_1', 'x', 'unfit');
    expect(impact.classify(change, [])).toMatchObject({ class: 'needs_migration', migrationRequired: false });
  });
});

it('a schema that is not valid says where', () => {
  expect(parseSchema({ format: 1, collections: [{ key: 'A', fields: [] }] }).issues.length).toBeGreaterThan(0);
});

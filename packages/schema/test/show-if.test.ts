import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { dependentOnThemselves } from '../src/check-conditions.ts';
import {
  blocks,
  boolean,
  COLLECTION_ICONS,
  type CollectionDocument,
  checkValues,
  collection,
  defineConfig,
  diffSchemas,
  hiddenIn,
  isShown,
  list,
  object,
  type Published,
  parseSchema,
  renderValues,
  schemaHash,
  select,
  sortKeyOf,
  text,
  uniqueValuesIn,
  type Values,
  withoutHidden,
} from '../src/index.ts';

const videos = collection({
  key: 'videos',
  icon: 'video',
  group: 'Media',
  fields: {
    kind: select({ options: ['video', 'text'] }),
    address: text({ required: true, max: 5, unique: true, show_if: { field: 'kind', equals: 'video' } }),
    caption: text({ required: true, show_if: { field: 'address', set: true } }),
  },
});

const resolver = { collectionOf: () => null, asset: () => null, assetText: () => null, textPicture: () => null };

function collectionOf(...fields: object[]): CollectionDocument {
  const { schema, issues } = parseSchema({ format: 1, collections: [{ key: 'posts', fields }] });
  if (!schema?.collections[0]) throw new Error(JSON.stringify(issues));
  return schema.collections[0];
}

const problemsOf = (...fields: object[]): string[] =>
  parseSchema({ format: 1, collections: [{ key: 'posts', fields }] }).issues.map(({ path }) => path.slice(3).join('.'));

/** Whether a field `b` is shown that depends on a field `a` of some type. */
function shows(sibling: object, condition: object, value?: unknown): boolean {
  const { fields } = collectionOf(
    { key: 'a', ...sibling },
    { key: 'b', type: 'text', show_if: { field: 'a', ...condition } },
  );
  const values = (value === undefined ? {} : { a: value }) as Values;
  const [, field] = fields;
  if (!field) throw new Error('There is no field.');
  return isShown(field, fields, values);
}

const options = [{ value: 'x' }, { value: 'y' }, { value: 'z' }];

describe('when a field is shown', () => {
  it.each([
    [{ type: 'text' }, { equals: 'x' }, ['x'], ['y', '', undefined]],
    [{ type: 'select', options }, { in: ['x', 'y'] }, ['x', 'y'], ['z', undefined]],
    [{ type: 'select', options }, { not: 'x' }, ['y', undefined], ['x']],
    [{ type: 'multiselect', options }, { equals: 'x' }, [['x'], ['y', 'x']], [['y'], [], undefined]],
    [{ type: 'multiselect', options }, { in: ['x', 'y'] }, [['z', 'y']], [['z'], undefined]],
    [{ type: 'multiselect', options }, { not: 'x' }, [['y'], undefined], [['y', 'x']]],
    [{ type: 'boolean' }, { equals: false }, [false, undefined], [true]],
    [{ type: 'boolean' }, { equals: true }, [true], [false, undefined]],
    [{ type: 'boolean' }, { set: true }, [true, false], [undefined]],
    [{ type: 'number' }, { not: 0 }, [1, undefined], [0]],
    [{ type: 'text' }, { set: true }, ['x'], ['', '  ', undefined]],
    [{ type: 'json' }, { set: false }, [undefined, []], [0, {}]],
    [{ type: 'reference', collections: ['posts'] }, { set: true }, ['ent_1'], [undefined]],
  ])('%j: %j', (sibling, condition, shown, hidden) => {
    for (const value of shown) expect(shows(sibling, condition, value), JSON.stringify(value)).toBe(true);
    for (const value of hidden) expect(shows(sibling, condition, value), JSON.stringify(value)).toBe(false);
  });

  it('takes all of several conditions, and a hidden field for an empty one', () => {
    const { fields } = collectionOf(
      { key: 'a', type: 'text' },
      { key: 'b', type: 'text', show_if: { field: 'a', equals: 'x' } },
      {
        key: 'c',
        type: 'text',
        show_if: [
          { field: 'b', set: true },
          { field: 'a', not: 'y' },
        ],
      },
    );
    const shown = (values: Values): string[] =>
      fields.filter((field) => isShown(field, fields, values)).map(({ key }) => key);
    expect(shown({ a: 'x', b: 'b' })).toEqual(['a', 'b', 'c']);
    expect(shown({ a: 'x' })).toEqual(['a', 'b']);
    expect(shown({ a: 'z', b: 'still there' })).toEqual(['a']);
  });
});

describe('a hidden field', () => {
  const document = videos.document as Parameters<typeof parseSchema>[0];
  const { schema } = parseSchema({ format: 1, collections: [document] });
  const found = schema?.collections[0];
  if (!found) throw new Error('There is no collection.');

  it('is neither needed nor held to its bounds, and keeps its type', () => {
    expect(checkValues(found, { kind: 'text' }, 'publish')).toEqual([]);
    expect(checkValues(found, { kind: 'text', address: 'far too long' }, 'publish')).toEqual([]);
    expect(checkValues(found, { kind: 'text', address: 1 }, 'publish')).toMatchObject([{ path: ['address'] }]);
    expect(checkValues(found, { kind: 'video' }, 'publish')).toMatchObject([{ path: ['address'] }]);
    const both = checkValues(found, { kind: 'video', address: 'too long' }, 'publish');
    expect(both.map(({ path }) => path)).toEqual([['address'], ['caption']]);
  });

  it('is left out of what is published, and holds no unique value', () => {
    const values = { kind: 'text', address: 'a', caption: 'b' };
    expect(renderValues(found, values, resolver)).toEqual({ kind: 'text' });
    expect(uniqueValuesIn(found, 'en', values)).toEqual([]);
    const shown = { ...values, kind: 'video' };
    expect(renderValues(found, shown, resolver)).toEqual(shown);
    expect(uniqueValuesIn(found, 'en', shown)).toMatchObject([{ field: 'address', value: 'a' }]);
  });

  it('sorts as if it had no value', () => {
    const ordered = { ...found, order: { field: 'address', direction: 'asc' } as const };
    expect(sortKeyOf(ordered, { kind: 'text', address: 'a' }, '', 'en')).toBe(
      sortKeyOf(ordered, { kind: 'text' }, '', 'en'),
    );
    expect(sortKeyOf(ordered, { kind: 'video', address: 'a' }, '', 'en')).not.toBe(sortKeyOf(ordered, {}, '', 'en'));
  });

  it('is found at any depth', () => {
    const { schema: nested } = defineConfig({
      collections: [
        collection({
          key: 'pages',
          fields: {
            seo: object({ own: boolean(), title: text({ required: true, show_if: { field: 'own', equals: true } }) }),
            rows: list(object({ a: text(), b: text({ show_if: { field: 'a', set: true } }) })),
            parts: blocks({ quote: { of: text(), by: text({ show_if: { field: 'of', set: true } }) } }),
          },
        }),
      ],
    });
    const [pages] = nested.collections;
    if (!pages) throw new Error('There is no collection.');
    const values = {
      seo: { own: false, title: 't' },
      rows: [{ a: 'a', b: 'b' }, { b: 'b' }],
      parts: [
        { _type: 'quote', by: 'me' },
        { _type: 'quote', of: 'x', by: 'me' },
      ],
    };
    expect(hiddenIn(pages.fields, values)).toEqual([
      ['seo', 'title'],
      ['rows', 1, 'b'],
      ['parts', 0, 'by'],
    ]);
    const visible = {
      seo: { own: false },
      rows: [{ a: 'a', b: 'b' }, {}],
      parts: [{ _type: 'quote' }, { _type: 'quote', of: 'x', by: 'me' }],
    };
    expect(withoutHidden(pages.fields, values)).toEqual(visible);
    expect(renderValues(pages, values, resolver)).toEqual(visible);
    expect(checkValues(pages, { seo: { own: true } }, 'publish')).toMatchObject([{ path: ['seo', 'title'] }]);
    expect(checkValues(pages, values, 'publish')).toEqual([]);
  });

  it('may be missing in published values', () => {
    expectTypeOf<Published<typeof videos>>().toEqualTypeOf<{
      readonly kind?: 'video' | 'text';
      readonly address?: string;
      readonly caption?: string;
    }>();
  });
});

describe('conditions that make no sense', () => {
  const a = { key: 'a', type: 'text' };
  const b = (show_if: unknown, more: object = {}) => ({ key: 'b', type: 'text', show_if, ...more });

  it.each([
    ['another field', b({ field: 'c', set: true }), 'fields.1.show_if.0.field'],
    ['itself', b({ field: 'b', set: true }), 'fields.1.show_if.0.field'],
    ['a value of another type', b({ field: 'a', equals: 1 }), 'fields.1.show_if.0.equals'],
    ['two things of a field', b({ field: 'a', equals: 'x', set: true }), 'fields.1.show_if'],
    ['nothing of a field', b({ field: 'a' }), 'fields.1.show_if'],
    ['no condition', b([]), 'fields.1.show_if'],
    ['an unknown word', b({ field: 'a', set: true, like: 'x' }), 'fields.1.show_if.like'],
  ])('name %s', (_what, field, place) => {
    expect(problemsOf(a, field)).toEqual([place.replace('fields.', '')]);
  });

  it('name an option that is not there, or compare what cannot be compared', () => {
    const choice = { key: 'a', type: 'multiselect', options };
    expect(problemsOf(choice, b({ field: 'a', in: ['x', 'q'] }))).toEqual(['1.show_if.0.in.1']);
    expect(problemsOf({ key: 'a', type: 'json' }, b({ field: 'a', equals: 'x' }))).toEqual(['1.show_if.0.field']);
  });

  it('run in a circle', () => {
    const first = { ...a, show_if: { field: 'b', set: true } };
    expect(problemsOf(first, b({ field: 'a', set: true }))).toEqual(['0.show_if', '1.show_if']);
  });

  it('make a shared field depend on one that differs by locale', () => {
    const localized = { ...a, localized: true };
    expect(problemsOf(localized, b({ field: 'a', set: true }))).toEqual(['1.show_if.0.field']);
    expect(problemsOf(localized, b({ field: 'a', set: true }, { localized: true }))).toEqual([]);
    expect(problemsOf(a, b({ field: 'a', set: true }, { localized: true }))).toEqual([]);
  });
});

describe('comparing schemas', () => {
  const schemaOf = (...fields: object[]) => {
    const { schema } = parseSchema({ format: 1, collections: [{ key: 'posts', fields }] });
    if (!schema) throw new Error('This makes no sense.');
    return schema;
  };
  const kinds = (before: ReturnType<typeof schemaOf>, after: ReturnType<typeof schemaOf>): string[] =>
    diffSchemas(before, after).diff.changes.map(({ id }) => id);
  const plain = schemaOf({ key: 'a', type: 'text' }, { key: 'b', type: 'text' });
  const hiding = schemaOf({ key: 'a', type: 'text' }, { key: 'b', type: 'text', show_if: { field: 'a', set: true } });

  it('names a field that is shown at other times, and looks at the entries for it', () => {
    expect(kinds(plain, hiding)).toEqual(['field.shown:posts.b']);
    expect(kinds(hiding, plain)).toEqual(['field.shown:posts.b']);
    expect(kinds(hiding, hiding)).toEqual([]);
    expect(diffSchemas(plain, hiding).diff.collections[0]?.rules).toMatchObject([{ kind: 'field.shown' }]);
  });

  it('follows a field that is renamed', () => {
    const renamed = schemaOf(
      { key: 'z', type: 'text', renamed_from: 'a' },
      { key: 'b', type: 'text', show_if: [{ field: 'z', set: true }] },
    );
    expect(kinds(hiding, renamed)).toEqual(['field.renamed:posts.z']);
  });

  it('takes icon and group for words', () => {
    const [own] = plain.collections;
    const named = parseSchema({ ...plain, collections: [{ ...own, icon: 'book', group: 'Library' }] }).schema;
    if (!named) throw new Error('This makes no sense.');
    expect(kinds(plain, named)).toEqual(['collection.described:posts']);
    expect(schemaHash(named)).not.toBe(schemaHash(plain));
    expect(parseSchema({ ...plain, collections: [{ ...own, icon: 'no-such-icon' }] }).issues).toMatchObject([
      { path: ['collections', 0, 'icon'] },
    ]);
    expect(new Set(COLLECTION_ICONS).size).toBe(COLLECTION_ICONS.length);
  });

  describe('of a block', () => {
    const withBlock = (words: object) => ({
      format: 1,
      collections: [
        {
          key: 'posts',
          fields: [
            { key: 'parts', type: 'blocks', types: [{ key: 'quote', ...words, fields: [{ key: 'a', type: 'text' }] }] },
          ],
        },
      ],
    });
    const place = ['collections', 0, 'fields', 0, 'types', 0];

    it('takes help, icon and picture for words', () => {
      const [bare, shown] = [{}, { help: 'Of a person.', icon: 'quote', picture: 'https://example.org/quote.png' }].map(
        (words) => parseSchema(withBlock(words)).schema,
      );
      if (!bare || !shown) throw new Error('This makes no sense.');
      expect(shown.collections[0]?.fields[0]).toMatchObject({
        types: [{ label: 'Quote', help: 'Of a person.', icon: 'quote', picture: 'https://example.org/quote.png' }],
      });
      for (const [was, now] of [
        [bare, shown],
        [shown, bare],
      ] as const) {
        expect(kinds(was, now)).toEqual(['block.described:posts.parts.quote']);
      }
      const { changes } = diffSchemas(bare, shown).diff;
      const words = ['help', 'icon', 'picture'].map((one) => `The ${one} of the block posts.parts.quote is new.`);
      expect(changes.map(({ message }) => message)).toEqual([words.join(' ')]);
    });

    it('refuses icons that no one knows, and pictures that are not at an https address', () => {
      expect(parseSchema(withBlock({ icon: 'qoute' })).issues).toEqual([
        {
          path: [...place, 'icon'],
          message: 'There is no icon "qoute"; write "quote". The documentation of the schema shows all.',
        },
      ]);
      for (const picture of [
        'http://example.org/a.png',
        '/a.png',
        'https://',
        'https://a b',
        'data:,a',
        'javascript:a',
        '',
        7,
      ]) {
        expect([picture, parseSchema(withBlock({ picture })).issues.map(({ path }) => path)]).toEqual([
          picture,
          [[...place, 'picture']],
        ]);
      }
      const [issue] = parseSchema(withBlock({ picture: '/quote.png' })).issues;
      expect(issue?.message).toBe('Write an https address of a picture, such as "https://example.org/quote.png".');
    });
  });
});

describe('fields that depend on themselves', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const arrows = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...keys)), {
    selector: ([from, to]) => from + to,
    maxLength: 14,
  });

  it('are those from which conditions lead back through another field', () => {
    fc.assert(
      fc.property(arrows, (given) => {
        const named = (key: string): string[] => given.filter(([from]) => from === key).map(([, to]) => to);
        const leadsTo = (from: string, goal: string, seen = new Set<string>()): boolean =>
          named(from).some((next) => {
            if (next === goal) return true;
            if (seen.has(next)) return false;
            seen.add(next);
            return leadsTo(next, goal, seen);
          });
        const { fields } = collectionOf(...keys.map((key) => ({ key, type: 'text' })));
        const shown = fields.map((field) => ({
          ...field,
          show_if: named(field.key).map((own) => ({ field: own, set: true })),
        }));
        const expected = keys.filter((key) => named(key).some((next) => next !== key && leadsTo(next, key)));
        expect([...dependentOnThemselves(shown)].sort()).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

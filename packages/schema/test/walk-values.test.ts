import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asStored,
  assetsIn,
  type CollectionDocument,
  canonicalText,
  checkValues,
  type Json,
  type Path,
  type Resolver,
  referencesIn,
  renderValues,
  TEXT_PICTURES,
  textsIn,
  unrenderValues,
  type Values,
  withDefaults,
} from '../src/index.ts';
import { draftValues, drawn, makeSchema, parsed } from './arbitraries/index.ts';

const FAR = { numRuns: 300 };

/** A collection whose entries hold some fields eight levels down: object, list, blocks, list of lists of objects. */
function deepCollection(fields: readonly object[]): CollectionDocument {
  const inner = { type: 'list', of: { type: 'list', of: { type: 'object', fields } } };
  const blocks = { type: 'blocks', types: [{ key: 'part', fields: [{ key: 'rows', ...inner }] }] };
  const outer = { type: 'object', fields: [{ key: 'parts', type: 'list', of: blocks }] };
  const [collection] = parsed({
    format: 1,
    collections: [{ key: 'posts', fields: [{ key: 'page', ...outer }] }],
  }).collections;
  if (!collection) throw new Error('There is no collection.');
  return collection;
}

const deepValues = (values: Json): Values => ({
  page: { parts: [[{ _type: 'part', _key: 'k', rows: [[], [values]] }]] },
});
const DEEP = ['page', 'parts', 0, 0, 'rows', 1, 0];
const richtext: Json = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'Read', marks: [{ type: 'link', attrs: { entry: 'ent_r' } }] }],
    },
    { type: 'image', attrs: { asset: 'ast_r' } },
    { type: 'embed', attrs: { entry: 'ent_gone' } },
  ],
};
const collection = deepCollection([
  { key: 'text', type: 'text' },
  { key: 'rich', type: 'richtext', collections: ['posts'] },
  { key: 'free', type: 'richtext' },
  { key: 'ref', type: 'reference', collections: ['posts'] },
  { key: 'refs', type: 'references', collections: ['posts'] },
  { key: 'file', type: 'asset', accept: ['image/*'] },
  { key: 'files', type: 'assets' },
  { key: 'many', type: 'multiselect', options: [{ value: 'red' }, { value: 'green' }] },
  { key: 'data', type: 'json' },
  { key: 'constructor', type: 'integer' },
]);
const values = deepValues({
  data: { b: null, a: 'in data' },
  text: 'Words',
  rich: richtext,
  ref: 'ent_1',
  refs: ['ent_2', 'ent_gone', 'ent_1'],
  file: 'ast_1',
  files: ['ast_gone', 'ast_2'],
  many: ['red'],
});
const resolver: Resolver = {
  collectionOf: (id) => (id === 'ent_gone' ? null : 'posts'),
  asset: (id) => (id === 'ast_gone' ? null : { id, url: `/${id}` }),
  assetText: (id) => (id === 'ast_gone' ? null : { url: `/${id}`, alt: `[${id}]` }),
  textPicture: (id) => (id.startsWith('ast_p') ? { id, url: `/${id}` } : null),
};

describe('values', () => {
  it('of the examples are drafts', () => {
    expect(checkValues(collection, values, 'draft')).toEqual([]);
  });

  it('name the pictures that their Markdown shows, at any depth, each once, but none of hidden fields', () => {
    const markdown = { type: 'markdown' } as const;
    const { collections } = parsed({
      format: 1,
      collections: [
        {
          key: 'articles',
          fields: [
            { key: 'body', ...markdown },
            { key: 'parts', type: 'list', of: markdown },
            { key: 'secret', ...markdown, show_if: { field: 'body', set: false } },
          ],
        },
      ],
    });
    const articles = collections[0] as CollectionDocument;
    const shown = renderValues(
      articles,
      {
        body: '![](asset:ast_p1) and [a file](asset:ast_file)',
        parts: ['![](asset:ast_p2)', '![again](asset:ast_p1) ![](asset:ast_gone)'],
        secret: '![](asset:ast_p3)',
      },
      resolver,
    );
    expect(shown[TEXT_PICTURES]).toEqual([
      { id: 'ast_p1', url: '/ast_p1' },
      { id: 'ast_p2', url: '/ast_p2' },
    ]);
    expect(renderValues(articles, { body: 'no picture' }, resolver)).toEqual({ body: 'no picture' });
  });

  it('are published with what they mention, in the order of the schema, without what is gone', () => {
    const shown = renderValues(collection, values, resolver);
    expect(shown).toEqual(
      deepValues({
        text: 'Words',
        rich: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'text',
                  text: 'Read',
                  marks: [{ type: 'link', attrs: { entry: { id: 'ent_r', collection: 'posts' } } }],
                },
              ],
            },
            { type: 'image', attrs: { asset: { id: 'ast_r', url: '/ast_r' } } },
          ],
        },
        ref: { id: 'ent_1', collection: 'posts' },
        refs: [
          { id: 'ent_2', collection: 'posts' },
          { id: 'ent_1', collection: 'posts' },
        ],
        file: { id: 'ast_1', url: '/ast_1' },
        files: [{ id: 'ast_2', url: '/ast_2' }],
        many: ['red'],
        data: { a: 'in data', b: null },
      }),
    );
    const keys: string[] = JSON.stringify(shown).match(/"(text|data)":/g) ?? [];
    expect(keys[0]).toBe('"text":');
    expect(keys.at(-1)).toBe('"data":');
  });

  it('show a picture around the focal point of its use, without the variants that are cut around its own', () => {
    const picture = (id: string) => ({
      id,
      focal_point: { x: 1, y: 1 },
      variants: [{ ratio: null }, { ratio: '1:1' }],
    });
    const point = { x: 0.3, y: 0.6 };
    const own = deepValues({
      file: { asset: 'ast_1', focal_point: point },
      files: ['ast_1', { asset: 'ast_2', focal_point: point }],
    });
    const shown = renderValues(collection, own, { ...resolver, asset: picture });
    const focused = (id: string) => ({ id, focal_point: point, variants: [{ ratio: null }] });
    expect(shown).toEqual(deepValues({ file: focused('ast_1'), files: [picture('ast_1'), focused('ast_2')] }));
    expect(unrenderValues(collection, shown, () => true)).toEqual(own);
    expect(renderValues(collection, deepValues({ file: { asset: 'ast_gone', focal_point: point } }), resolver)).toEqual(
      deepValues({}),
    );
    expect(textsIn(collection, own)).toEqual([]);
  });

  it('leave a mention of one thing out when that is gone', () => {
    const gone = renderValues(collection, deepValues({ ref: 'ent_gone', file: 'ast_gone', text: null }), resolver);
    expect(gone).toEqual(deepValues({}));
  });

  it('tell which entries and assets they mention, where, and what those may be', () => {
    const mention = (path: Path, id: string, more: object) => ({ path: [...DEEP, ...path], id, ...more });
    const posts = { collections: ['posts'] };
    expect(referencesIn(collection, values)).toEqual([
      mention(['rich', 'content', 0, 'content', 0, 'marks', 0, 'attrs', 'entry'], 'ent_r', posts),
      mention(['rich', 'content', 2, 'attrs', 'entry'], 'ent_gone', posts),
      mention(['ref'], 'ent_1', posts),
      mention(['refs', 0], 'ent_2', posts),
      mention(['refs', 1], 'ent_gone', posts),
      mention(['refs', 2], 'ent_1', posts),
    ]);
    expect(assetsIn(collection, values)).toEqual([
      mention(['rich', 'content', 1, 'attrs', 'asset'], 'ast_r', { accept: null, needsText: true, isWithinText: true }),
      mention(['file'], 'ast_1', { accept: ['image/*'], needsText: true, isWithinText: false }),
      mention(['files', 0], 'ast_gone', { accept: null, needsText: true, isWithinText: false }),
      mention(['files', 1], 'ast_2', { accept: null, needsText: true, isWithinText: false }),
    ]);
    expect(referencesIn(collection, deepValues({ free: richtext })).map(({ collections }) => collections)).toEqual([
      null,
      null,
    ]);
  });

  it('are found by their text, not by the ids in them', () => {
    expect(textsIn(collection, values)).toEqual(['Words', 'Read', 'red']);
  });

  it('mention nothing that all objects inherit from JavaScript', () => {
    const strange = deepCollection(
      ['reference', 'asset', 'text'].map((type, index) => ({
        key: index === 0 ? 'constructor' : `x${index}`,
        type,
        ...(type === 'reference' && { collections: ['posts'] }),
      })),
    );
    expect(referencesIn(strange, deepValues({}))).toEqual([]);
    expect(renderValues(strange, deepValues({}), resolver)).toEqual(deepValues({}));
    expect(renderValues(collection, {}, resolver)).toEqual({});
  });

  it('lose their nulls at any depth, but none inside of JSON, and no field that is unknown', () => {
    const given = deepValues({ text: null, constructor: null, data: { a: null }, unknown: 1, gone: null });
    expect(asStored(collection.fields, { ...given, more: null })).toEqual(
      deepValues({ data: { a: null }, unknown: 1 }),
    );
    const strange = asStored(collection.fields, JSON.parse('{"__proto__": {"page": 1}}'));
    expect(checkValues(collection, strange, 'draft').map(({ path }) => path)).toEqual([['__proto__']]);
  });

  it('have their slugs in NFC at any depth, and other texts as they are', () => {
    const [decomposed, composed] = ['u\u0308ber', '\u00fcber'];
    const { fields } = deepCollection([
      { key: 'slug', type: 'slug' },
      { key: 'title', type: 'text' },
    ]);
    expect(asStored(fields, deepValues({ slug: decomposed, title: decomposed }))).toEqual(
      deepValues({ slug: composed, title: decomposed }),
    );
  });

  it('get the defaults of fields that are not named, not of those that are null', () => {
    const [one] = parsed({
      format: 1,
      collections: [
        {
          key: 'posts',
          fields: [
            { key: 'a', type: 'text', default: 'A' },
            { key: 'b', type: 'boolean', default: false },
            { key: 'constructor', type: 'integer', default: 7 },
            { key: 'd', type: 'text' },
          ],
        },
      ],
    }).collections;
    if (!one) throw new Error('There is no collection.');
    expect(withDefaults(one, {})).toEqual({ a: 'A', b: false, constructor: 7 });
    expect(withDefaults(one, { a: null, b: true, x: 1 })).toEqual({ a: null, b: true, x: 1, constructor: 7 });
  });
});

describe('any values', () => {
  const made = drawn((schema, _, draw) =>
    makeSchema(schema).collections.map((one) => ({ one, own: draftValues(draw, one) })),
  );

  it('stay as they are when there is nothing to resolve or leave out', () => {
    // Published values are taken back to ids.
    const same: Resolver = {
      collectionOf: () => 'posts',
      asset: (id) => ({ id, focal_point: null, variants: [{ ratio: null }, { ratio: '1:1' }] }),
      assetText: (id) => ({ url: `asset:${id}`, alt: null }),
      textPicture: () => null,
    };
    fc.assert(
      fc.property(made, (all) => {
        for (const { one, own } of all) {
          const clean = asStored(one.fields, own);
          expect(asStored(one.fields, clean)).toEqual(clean);
          expect(checkValues(one, clean, 'draft')).toEqual([]);
          const plain = referencesIn(one, clean).length === 0;
          const shown = renderValues(one, clean, same);
          if (plain) expect(canonicalText(unrenderValues(one, shown, () => true))).toBe(canonicalText(clean));
          expect(Object.keys(shown)).toEqual(
            one.fields.map(({ key }) => key).filter((key) => Object.hasOwn(clean, key)),
          );
        }
      }),
      FAR,
    );
  });

  it('hold at the paths of their mentions the ids mentioned', () => {
    fc.assert(
      fc.property(made, (all) => {
        for (const { one, own } of all) {
          for (const { path, id } of [...referencesIn(one, own), ...assetsIn(one, own)]) {
            expect(path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], own)).toBe(id);
          }
        }
      }),
      FAR,
    );
  });
});

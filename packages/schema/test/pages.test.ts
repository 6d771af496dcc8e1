import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  boolean,
  type CollectionDocument,
  collection,
  configSource,
  type Draft,
  defineConfig,
  diffSchemas,
  type EntryPage,
  findCollection,
  MOST_LEVELS,
  type Published,
  type PublishedReference,
  pageIn,
  pageOf,
  parentOf,
  parseSchema,
  previewCases,
  reference,
  renderValues,
  richtext,
  slug,
  text,
  type FieldValues as Values,
} from '../src/index.ts';

const pages = collection({ key: 'pages', tree: true, fields: { title: text(), slug: slug({ localized: true }) } });
const posts = collection({
  key: 'posts',
  path: { en: '/blog/{slug}', de: [{ when: { field: 'is_news', equals: true }, path: '/neues/{page.slug}/{slug}' }] },
  fields: { title: text(), slug: slug(), is_news: boolean(), page: reference('pages'), body: richtext() },
});
const { schema } = defineConfig({ collections: [pages, posts] });
const inSchema = (key: string): CollectionDocument => findCollection(schema, key) as CollectionDocument;
const issuesOf = (given: Record<string, unknown>): string[] => {
  const { issues } = parseSchema({
    format: 1,
    collections: [{ key: 'pages', fields: [{ key: 'slug', type: 'slug' }], ...given }],
  });
  return issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
};
const valuesOf =
  (all: Readonly<Record<string, Values>>) =>
  (id: string): Values | null =>
    all[id] ?? null;

describe('a tree', () => {
  it('has a page above for each page, is ordered by hand, and may have a slug twice', () => {
    const { order, path, tree, fields } = inSchema('pages');
    expect({ order, path, tree }).toEqual({ order: 'manual', path: '/{parent*.slug}/{slug}', tree: true });
    expect(fields.map(({ key, type, unique }) => [key, type, unique])).toEqual([
      ['title', 'text', undefined],
      ['slug', 'slug', false],
      ['parent', 'reference', undefined],
    ]);
    expectTypeOf<Draft<typeof pages>['parent']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Published<typeof pages>['parent']>().toEqualTypeOf<PublishedReference<'pages'> | undefined>();
    expectTypeOf<Published<typeof posts>>().not.toHaveProperty('parent');
  });

  it('is written and read as it is, and a push says what changes', () => {
    expect(configSource(schema)).toContain('tree: true');
    const plain = parseSchema({
      format: 1,
      collections: [{ key: 'pages', order: 'manual', fields: inSchema('pages').fields }],
    });
    expect(plain.schema && diffSchemas(plain.schema, schema).diff.changes.map(({ message }) => message)).toContain(
      'The paths of the pages of pages are new.',
    );
    expect(plain.schema && diffSchemas(schema, plain.schema).diff.changes.map(({ message }) => message)).toContain(
      'The paths of the pages of pages go away.',
    );
  });

  it.each([
    [{ tree: true, order: { field: 'slug', direction: 'asc' } }, 'order: The pages of a tree are ordered by hand'],
    [{ tree: true, singleton: true }, 'tree: A collection that holds a single entry has no tree.'],
    [{ tree: true, fields: [{ key: 'title', type: 'text' }] }, 'path: There is no field "slug" here'],
    [
      {
        tree: true,
        fields: [
          { key: 'slug', type: 'slug' },
          { key: 'parent', type: 'text' },
        ],
      },
      `fields: In a tree, "parent" is the page above: reference('pages')`,
    ],
    [{ path: 'blog/{slug}' }, 'path: A path from the root of the website'],
    [{ path: '/{slog}' }, 'path: There is no field "slog" here'],
  ])('is refused as %j', (given, issue) => {
    expect(issuesOf(given).find((one) => one.startsWith(issue))).toBeDefined();
  });
});

describe('the page of an entry', () => {
  it('is where its collection says, and previews look there', () => {
    const entry = { id: 'a', values: { slug: 'a b' } };
    expect(pageOf(inSchema('posts'), 'en', entry, () => null)).toEqual({
      path: '/blog/a%20b',
      parent: null,
      depth: 0,
    });
    expect(previewCases(inSchema('posts'), 'en')).toEqual([{ path: '/blog/{slug}' }]);
  });

  it('has no path where a field of it is empty, no path fits, or what it names is not there', () => {
    const of = (values: Values, locale = 'de', found = {}): unknown =>
      pageOf(inSchema('posts'), locale, { id: 'a', values }, valuesOf(found));
    const nowhere = { path: null, parent: null, depth: 0 };
    expect(of({ slug: 'a' })).toEqual(nowhere);
    expect(of({ slug: 'a' }, 'fr')).toEqual(nowhere);
    expect(of({}, 'en')).toEqual(nowhere);
    expect(of({ slug: 'a', is_news: true, page: 'p' })).toEqual(nowhere);
    expect(of({ slug: 'a', is_news: true, page: 'p' }, 'de', { p: { slug: 'p' } })).toEqual({
      ...nowhere,
      path: '/neues/p/a',
    });
  });

  it('is below the pages above', () => {
    const found = valuesOf({ top: { slug: 'top' }, middle: { slug: 'middle', parent: 'top' } });
    expect(pageOf(inSchema('pages'), 'en', { id: 'a', values: { slug: 'a', parent: 'middle' } }, found)).toEqual({
      path: '/top/middle/a',
      parent: 'middle',
      depth: 2,
    });
    expect(pageOf(inSchema('pages'), 'en', { id: 'a', values: { slug: 'a', parent: 'b' } }, found)).toEqual({
      problem: 'parent_missing',
      entry: 'b',
    });
  });

  it('is refused when its path is too long', () => {
    const entry = { id: 'a', values: { slug: 'ü'.repeat(200) } };
    expect(pageOf(inSchema('posts'), 'en', entry, () => null)).toEqual({ problem: 'too_long' });
  });

  it('is found in any tree without a circle, and refused in one and below too many others', () => {
    const forest = fc.array(fc.option(fc.nat({ max: 30 }), { nil: null }), { minLength: 1, maxLength: 31 });
    fc.assert(
      fc.property(forest, (parents) => {
        const all: Record<string, Values> = Object.fromEntries(
          parents.map((parent, n) => [
            `${n}`,
            { slug: `s${n}`, parent: parent === null ? null : `${parent % parents.length}` },
          ]),
        );
        for (const [id, values] of Object.entries(all)) {
          const chain = [id];
          let above = parentOf(inSchema('pages'), values);
          while (above !== null && !chain.includes(above) && chain.length <= MOST_LEVELS) {
            chain.push(above);
            above = parentOf(inSchema('pages'), all[above] ?? {});
          }
          const page = pageOf(inSchema('pages'), 'en', { id, values }, valuesOf(all));
          if ('problem' in page) {
            expect(page.problem).toBe(chain.length > MOST_LEVELS ? 'too_deep' : 'circle');
            if (page.problem === 'circle') expect(above).not.toBeNull();
            continue;
          }
          expect(above).toBeNull();
          expect(page).toEqual({
            path: `/${chain
              .toReversed()
              .map((one) => `s${one}`)
              .join('/')}`,
            parent: chain[1] ?? null,
            depth: chain.length - 1,
          } satisfies EntryPage);
        }
      }),
    );
  });
});

describe('what points to an entry', () => {
  it('is published with its path, where it has one', () => {
    const link = (entry: string) => ({
      type: 'text',
      text: 'there',
      marks: [{ type: 'link', attrs: { entry } }],
    });
    const body = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [link('ent_00000000000000000000000001'), link('ent_00000000000000000000000002')],
        },
      ],
    };
    const published = renderValues(
      inSchema('posts'),
      { page: 'ent_00000000000000000000000001', body },
      {
        collectionOf: () => 'pages',
        pathOf: (id) => (id.endsWith('1') ? '/here' : null),
        asset: () => null,
        assetText: () => null,
        textPicture: () => null,
      },
    );
    const here = { id: 'ent_00000000000000000000000001', collection: 'pages', path: '/here' };
    expect(published.page).toEqual(here);
    expect(JSON.stringify(published.body).match(/"entry":(\{[^}]*\})/g)).toEqual([
      `"entry":${JSON.stringify(here)}`,
      '"entry":{"id":"ent_00000000000000000000000002","collection":"pages"}',
    ]);
    expect(pageIn(published)).toBeNull();
  });
});

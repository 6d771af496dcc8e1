import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  blocks,
  boolean,
  collection,
  type Draft,
  date,
  defineConfig,
  image,
  list,
  object,
  type Published,
  type PublishedAsset,
  type PublishedCollections,
  type PublishedReference,
  reference,
  references,
  SchemaError,
  schemaHash,
  select,
  slug,
  text,
} from '../src/index.ts';

const authors = collection({ key: 'authors', fields: { name: text({ required: true }) } });
const posts = collection({
  key: 'posts',
  title: 'title',
  order: { field: 'date', direction: 'desc' },
  fields: {
    title: text({ required: true, localized: true, max: 100 }),
    slug: slug({ source: 'title', localized: true }),
    date: date(),
    kind: select({ options: ['news', { value: 'essay', label: 'An essay' }], required: true }),
    cover: image(),
    author: reference('authors', { required: true }),
    related: references(['authors', 'posts']),
    seo: object({ description: text(), hidden: boolean({ required: true }) }),
    tags: list(text({ max: 20 })),
    body: blocks({
      quote: { text: text({ required: true }) },
      figure: { label: 'Figure', fields: { picture: image() } },
    }),
  },
});
const config = defineConfig({ collections: [authors, posts] });

describe('a config', () => {
  it('becomes a schema document in full', () => {
    expect(config.schema.collections[1]).toMatchObject({
      key: 'posts',
      label: 'Posts',
      singleton: false,
      order: { field: 'date', direction: 'desc' },
      title_field: 'title',
    });
    expect(config.schema.collections[1]?.fields.map(({ key, type, localized }) => [key, type, localized])).toEqual([
      ['title', 'text', true],
      ['slug', 'slug', true],
      ['date', 'date', false],
      ['kind', 'select', false],
      ['cover', 'asset', false],
      ['author', 'reference', false],
      ['related', 'references', false],
      ['seo', 'object', false],
      ['tags', 'list', false],
      ['body', 'blocks', false],
    ]);
    expect(config.schema).toMatchInlineSnapshot(`
      {
        "collections": [
          {
            "fields": [
              {
                "key": "name",
                "label": "Name",
                "localized": false,
                "required": true,
                "type": "text",
              },
            ],
            "key": "authors",
            "label": "Authors",
            "order": null,
            "singleton": false,
            "title_field": null,
          },
          {
            "fields": [
              {
                "key": "title",
                "label": "Title",
                "localized": true,
                "max": 100,
                "required": true,
                "type": "text",
              },
              {
                "key": "slug",
                "label": "Slug",
                "localized": true,
                "required": false,
                "source": "title",
                "type": "slug",
                "unique": true,
              },
              {
                "key": "date",
                "label": "Date",
                "localized": false,
                "required": false,
                "type": "date",
              },
              {
                "key": "kind",
                "label": "Kind",
                "localized": false,
                "options": [
                  {
                    "label": "news",
                    "value": "news",
                  },
                  {
                    "label": "An essay",
                    "value": "essay",
                  },
                ],
                "required": true,
                "type": "select",
              },
              {
                "accept": [
                  "image/*",
                ],
                "key": "cover",
                "label": "Cover",
                "localized": false,
                "required": false,
                "type": "asset",
              },
              {
                "collections": [
                  "authors",
                ],
                "key": "author",
                "label": "Author",
                "localized": false,
                "required": true,
                "type": "reference",
              },
              {
                "collections": [
                  "authors",
                  "posts",
                ],
                "key": "related",
                "label": "Related",
                "localized": false,
                "required": false,
                "type": "references",
              },
              {
                "fields": [
                  {
                    "key": "description",
                    "label": "Description",
                    "required": false,
                    "type": "text",
                  },
                  {
                    "key": "hidden",
                    "label": "Hidden",
                    "required": true,
                    "type": "boolean",
                  },
                ],
                "key": "seo",
                "label": "Seo",
                "localized": false,
                "required": false,
                "type": "object",
              },
              {
                "key": "tags",
                "label": "Tags",
                "localized": false,
                "of": {
                  "max": 20,
                  "type": "text",
                },
                "required": false,
                "type": "list",
              },
              {
                "key": "body",
                "label": "Body",
                "localized": false,
                "required": false,
                "type": "blocks",
                "types": [
                  {
                    "fields": [
                      {
                        "key": "text",
                        "label": "Text",
                        "required": true,
                        "type": "text",
                      },
                    ],
                    "key": "quote",
                    "label": "Quote",
                  },
                  {
                    "fields": [
                      {
                        "accept": [
                          "image/*",
                        ],
                        "key": "picture",
                        "label": "Picture",
                        "required": false,
                        "type": "asset",
                      },
                    ],
                    "key": "figure",
                    "label": "Figure",
                  },
                ],
              },
            ],
            "key": "posts",
            "label": "Posts",
            "order": {
              "direction": "desc",
              "field": "date",
            },
            "singleton": false,
            "title_field": "title",
          },
        ],
        "format": 1,
      }
    `);
  });

  it('has the hash of what it says, whatever is left out or once was called otherwise', () => {
    const short = defineConfig({ collections: [collection({ key: 'a', fields: { b: text() } })] });
    const long = defineConfig({
      collections: [
        collection({
          key: 'a',
          label: 'A',
          singleton: false,
          order: null,
          renamed_from: 'z',
          fields: { b: text({ label: 'B', required: false, localized: false, renamed_from: 'y' }) },
        }),
      ],
    });
    expect(schemaHash(short.schema)).toBe(schemaHash(long.schema));
    expect(schemaHash(short.schema)).not.toBe(schemaHash(config.schema));
  });

  it('names everything that makes no sense', () => {
    const wrong = () =>
      defineConfig({
        collections: [
          collection({
            key: 'posts',
            title: 'at',
            fields: {
              at: date({ default: 'yesterday' }),
              'the title': text(),
              author: reference('writers'),
              code: text({ pattern: '(', min: 3, max: 2 }),
              // @ts-expect-error only the whole object can be localized
              seo: object({ title: text({ localized: true }) }),
            },
          }),
          collection({ key: 'posts', fields: { a: text() } }),
        ],
      });
    expect(wrong).toThrow(SchemaError);
    const { issues } = grab(wrong);
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['collections.0.fields.1.key']);
    const sense = grab(() =>
      defineConfig({
        collections: [
          collection({
            key: 'posts',
            title: 'at',
            order: { field: 'author' },
            fields: {
              at: date({ default: 'yesterday' }),
              author: reference('writers'),
              code: text({ pattern: '(', min: 3, max: 2 }),
              // @ts-expect-error only the whole object can be localized
              seo: object({ title: text({ localized: true }) }),
            },
          }),
          collection({ key: 'posts', fields: { a: slug({ source: 'b', path: true, pattern: '.*' }) } }),
        ],
      }),
    );
    expect(sense.issues.map(({ path }) => path.slice(1).join('.'))).toEqual([
      '1.key',
      '0.fields.0.default',
      '0.fields.1.collections.0',
      '0.fields.2.min',
      '0.fields.2.pattern',
      '0.fields.3.fields.0.localized',
      '0.title_field',
      '0.order.field',
      '1.fields.0.source',
      '1.fields.0.path',
    ]);
  });
});

describe('types', () => {
  it('say what published values hold', () => {
    type Post = Published<typeof posts>;
    expectTypeOf<Post['title']>().toEqualTypeOf<string>();
    expectTypeOf<Post['date']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Post['kind']>().toEqualTypeOf<'news' | 'essay'>();
    expectTypeOf<Post['cover']>().toEqualTypeOf<PublishedAsset | undefined>();
    expectTypeOf<Post['author']>().toEqualTypeOf<PublishedReference<'authors'>>();
    expectTypeOf<Post['related']>().toEqualTypeOf<readonly PublishedReference<'authors' | 'posts'>[] | undefined>();
    expectTypeOf<NonNullable<Post['seo']>>().toEqualTypeOf<{
      readonly hidden: boolean;
      readonly description?: string;
    }>();
    expectTypeOf<Post['tags']>().toEqualTypeOf<readonly string[] | undefined>();
    type Block = NonNullable<Post['body']>[number];
    expectTypeOf<Block['_type']>().toEqualTypeOf<'quote' | 'figure'>();
    expectTypeOf<Extract<Block, { _type: 'quote' }>['text']>().toEqualTypeOf<string>();
    expectTypeOf<PublishedCollections<typeof config>['authors']>().toEqualTypeOf<Published<typeof authors>>();
  });

  it('say what drafts hold: ids, and nothing is required', () => {
    type Post = Draft<typeof posts>;
    expectTypeOf<Post['title']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Post['author']>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Post['cover']>().toEqualTypeOf<
      | string
      | { readonly asset: string; readonly focal_point: { readonly x: number; readonly y: number } }
      | null
      | undefined
    >();
  });
});

function grab(work: () => unknown): SchemaError {
  try {
    work();
  } catch (error) {
    if (error instanceof SchemaError) return error;
  }
  throw new Error('No SchemaError was thrown.');
}

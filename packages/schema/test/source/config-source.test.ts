import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Config, configSource, parseSchema, type SchemaDocument, schemaHash } from '../../src/index.ts';
import { drawn, makeSchema } from '../arbitraries/index.ts';
import { example } from './example.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
let written = 0;

async function evaluate(source: string): Promise<SchemaDocument> {
  const file = path.join(folder.path, `config-${written++}.ts`);
  await writeFile(file, source.replace("'@stele/schema'", "'../src/index.ts'"));
  const module: { default: Config } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return module.default.schema;
}

describe('the text of a config', () => {
  it('defines exactly the schema that it was written from', async () => {
    expect(await evaluate(configSource(example.schema))).toEqual(example.schema);
  });

  it('defines exactly the schema, whatever the schema is', async () => {
    const property = fc.asyncProperty(drawn(makeSchema), async (schema) => {
      const again = await evaluate(configSource(schema));
      expect(again).toEqual(schema);
      expect(schemaHash(again)).toBe(schemaHash(schema));
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('says where pages are, and which slugs of a tree are unique', async () => {
    const slugs = [
      { key: 'slug', type: 'slug' },
      { key: 'code', type: 'slug', unique: true },
    ];
    const path = {
      en: '/blog/{slug}',
      de: [{ when: { field: 'code', set: true }, path: '/{locale}/{page.slug}/{code}' }],
    };
    const { schema } = parseSchema({
      format: 1,
      collections: [
        { key: 'pages', tree: true, fields: slugs },
        {
          key: 'posts',
          path,
          preview: '/draft/{slug}',
          fields: [...slugs, { key: 'page', type: 'reference', collections: ['pages'] }],
        },
      ],
    });
    if (!schema) throw new Error('The schema makes no sense.');
    expect(await evaluate(configSource(schema))).toEqual(schema);
    const [pages] = schema.collections;
    expect(pages?.fields.map(({ key, unique }) => [key, unique])).toEqual([
      ['slug', false],
      ['code', true],
      ['parent', undefined],
    ]);
  });

  it('reads as people would write it', () => {
    expect(configSource(example.schema)).toMatchInlineSnapshot(`
      "import {
        blocks,
        boolean,
        collection,
        color,
        date,
        datetime,
        defineConfig,
        email,
        file,
        files,
        image,
        integer,
        json,
        list,
        markdown,
        multiselect,
        number,
        object,
        reference,
        references,
        richtext,
        select,
        slug,
        text,
        textarea,
        url,
      } from '@stele/schema';

      export const siteSettings = collection({
        key: 'site_settings',
        singleton: true,
        fields: {
          name: text({ required: true }),
          tint: color(),
        },
      });

      export const people = collection({
        key: 'people',
        order: { field: 'name' },
        title: 'name',
        fields: {
          name: text({ required: true }),
          mail: email({ unique: true }),
          site: url(),
        },
      });

      export const blogPosts = collection({
        key: 'blog_posts',
        label: 'Articles',
        help: 'What appears on the blog.\\nEditors write it.',
        icon: 'newspaper',
        group: 'Site',
        order: { field: 'day', direction: 'desc' },
        title: 'title',
        fields: {
          title: text({ label: 'Headline', help: "Don't end it with a stop.", required: true, localized: true, max: 120 }),
          slug: slug({ tab: 'Search & sharing', group: "What's found", required: true, localized: true, source: 'title' }),
          path: slug({ unique: false }),
          intro: textarea({ localized: true }),
          notes: markdown(),
          body: richtext({ localized: true, collections: ['people', 'blog_posts'] }),
          plain: richtext({
            allow: ['paragraph', 'bold'],
            pictures: { sizes: ['small', 'full'], align: true },
            default: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
          }),
          day: date({ min: '2020-01-01' }),
          at: datetime({ required: true }),
          rating: number({ min: 0, max: 5, default: 2.5 }),
          pages: integer({ required: true }),
          featured: boolean({ required: true, default: false }),
          kind: select({ required: true, options: ['news', { value: 'essay', label: 'An essay' }], default: 'news' }),
          source: url({ required: true, show_if: { field: 'kind', equals: 'news' } }),
          teaser: text({ localized: true, show_if: [{ field: 'featured', equals: true }, { field: 'kind', not: 'news' }] }),
          topics: multiselect({ options: ['a', 'b', "c's"], max: 2 }),
          extra: json({ default: { 'a-b': [1, null, { c: 'd' }], e: true } }),
          cover: image({ required: true }),
          print: file({ accept: ['application/pdf'] }),
          gallery: files({ accept: ['image/*'], max: 10 }),
          author: reference('people', { required: true }),
          related: references(['people', 'blog_posts'], { max: 3 }),
          seo: object(
            {
              description: text({ group: 'Texts', max: 160 }),
              hidden: boolean({ required: true }),
            },
            { required: true },
          ),
          tags: list(text({ max: 20 }), { max: 5 }),
          choices: list(select({ options: ['x', 'y'] })),
          links: list(object({
            label: text({ required: true }),
            to: url({ required: true }),
          })),
          nested: list(list(multiselect({ options: ['p', 'q'] }))),
          one: list(blocks({
            only: {
              text: text(),
            },
          })),
          sections: blocks({
            quote: {
              text: text({ required: true }),
              by: reference(['people', 'blog_posts']),
            },
            figure: {
              label: 'Figure with caption',
              help: 'One picture',
              icon: 'image',
              picture: 'https://example.org/figure.png',
              fields: {
                picture: image({ required: true }),
                label: text(),
              },
            },
          }),
        },
      });

      export default defineConfig({ collections: [siteSettings, people, blogPosts] });
      "
    `);
  });

  it('gives variables other names than reserved words, imports and each other', async () => {
    const fields = [{ key: 'default', type: 'text' }];
    const keys = ['default', 'text', 'collection', 'a_b', 'a__b', 'ab'];
    const { schema } = parseSchema({ format: 1, collections: keys.map((key) => ({ key, fields })) });
    if (!schema) throw new Error('The schema must make sense.');
    const source = configSource(schema);
    expect([...source.matchAll(/export const (\w+)/g)].map(([, name]) => name)).toEqual([
      'defaultCollection',
      'textCollection',
      'collectionCollection',
      'aB',
      'aBCollection',
      'ab',
    ]);
    expect(await evaluate(source)).toEqual(schema);
  });

  it('keeps old names for as long as the schema has them', async () => {
    const { schema } = parseSchema({
      format: 1,
      collections: [{ key: 'a', renamed_from: 'b', fields: [{ key: 'c', type: 'text', renamed_from: 'd' }] }],
    });
    if (!schema) throw new Error('The schema must make sense.');
    expect(await evaluate(configSource(schema))).toEqual(schema);
  });

  it('has no types when it is to be JavaScript', () => {
    const { schema } = parseSchema({
      format: 1,
      collections: [{ key: 'a', fields: [{ key: 'b', type: 'reference', collections: ['a'], default: 'ent_1' }] }],
    });
    if (!schema) throw new Error('The schema must make sense.');
    expect(configSource(schema)).toContain("default: 'ent_1' as never");
    expect(configSource(schema, { typescript: false })).not.toContain('never');
  });
});

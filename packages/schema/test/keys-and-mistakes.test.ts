import { describe, expect, it } from 'vitest';
import * as schemaPackage from '../src/index.ts';
import {
  BUILDERS,
  blocks,
  checkValues,
  collection,
  configSource,
  defineConfig,
  issueLines,
  labelOf,
  list,
  multiselect,
  object,
  parseSchema,
  reference,
  schemaHash,
  select,
  slug,
  text,
  titleOf,
  typesSource,
  uniqueValuesIn,
} from '../src/index.ts';

/** The message of the error that a call throws. */
function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('Nothing was thrown.');
}

describe('keys in camelCase', () => {
  const config = defineConfig({
    collections: [
      collection({
        key: 'blogPosts',
        title: 'mainTitle',
        order: { field: 'pubDate' },
        fields: {
          mainTitle: text({ localized: true }),
          pubDate: text({ unique: true }),
          theSlug: slug({ source: 'mainTitle' }),
          contentBlocks: blocks({ pullQuote: { quoteText: text() } }),
          toString: text(),
          valueOf: text(),
          hasOwnProperty: text(),
        },
      }),
    ],
  });
  const [posts] = config.schema.collections;
  if (!posts) throw new Error('There is no collection.');

  it('name fields, collections and blocks, in values, titles, unique values and labels', () => {
    expect(posts.fields.map(({ label }) => label).slice(0, 4)).toEqual([
      'Main title',
      'Pub date',
      'The slug',
      'Content blocks',
    ]);
    const values = { mainTitle: 'One', pubDate: 'Today', contentBlocks: [{ _type: 'pullQuote', quoteText: 'x' }] };
    expect(checkValues(posts, values, 'publish')).toEqual([]);
    expect(checkValues(posts, { maintitle: 'One' }, 'draft')).toHaveLength(1);
    expect(titleOf(posts, new Map([['en', values]]), 'en')).toBe('One');
    expect(uniqueValuesIn(posts, 'en', values)).toEqual([{ field: 'pubDate', locale: '', value: 'today' }]);
  });

  it('are written into configs and types as they are', () => {
    const source = configSource(config.schema);
    expect(source).toContain("key: 'blogPosts'");
    expect(source).toContain('pullQuote:');
    const types = typesSource(config.schema);
    expect(types).toContain('export interface BlogPost {');
    expect(types).toContain('readonly mainTitle?: string;');
    expect(types).toContain('  blogPosts: BlogPost;');
    expect(schemaHash(config.schema)).toBe(schemaHash(parseSchema(config.schema).schema ?? config.schema));
  });

  it('make labels that keep abbreviations', () => {
    expect(['pubDate', 'heroImage', 'SEOTitle', 'published_at', 'imageURL', 'h1'].map(labelOf)).toEqual([
      'Pub date',
      'Hero image',
      'SEO title',
      'Published at',
      'Image URL',
      'H1',
    ]);
  });

  it('may not differ in case alone, wherever they stand', () => {
    const wrong = defineConfigMessage(() =>
      defineConfig({
        collections: [
          collection({ key: 'posts', fields: { pubDate: text(), pubdate: text() } }),
          collection({ key: 'Posts', fields: { a: object({ b: text(), B: text() }) } }),
        ],
      }),
    );
    expect(wrong).toEqual([
      'The schema is not valid:',
      '  Posts: The collections "posts" and "Posts" differ in upper and lower case only. Call one of them something else.',
      '  posts.pubdate: The fields "pubDate" and "pubdate" differ in upper and lower case only. Call one of them something else.',
      '  Posts.a.B: The fields "b" and "B" differ in upper and lower case only. Call one of them something else.',
    ]);
    const options = select({ options: ['a', 'A'] });
    expect(() => defineConfig({ collections: [collection({ key: 'x', fields: { options } })] })).not.toThrow();
  });
});

const defineConfigMessage = (run: () => unknown): string[] => messageOf(run).split('\n');

describe('errors of a config', () => {
  it('name places by keys, say what was found and what to write', () => {
    const inPosts = (fields: Parameters<typeof object>[0]): string[] =>
      defineConfigMessage(() => defineConfig({ collections: [collection({ key: 'posts', fields })] })).slice(1);
    expect(inPosts({ 'pub-date': text() })).toEqual([
      '  posts.pub-date: A key has letters, digits and underscores, at most 64, and begins with a letter. Found "pub-date"; write "pubDate".',
    ]);
    expect(inPosts({ '2nd': text() })[0]).toContain('Found "2nd"; write "nd".');
    expect(inPosts({ 日付: text() })[0]).toMatch(/Found "日付"\.$/);
    expect(inPosts({ title: text({ min: 3, max: 2 }) })).toEqual([
      '  posts.title (min): The least value is above the greatest.',
    ]);
    expect(inPosts({ tags: list(object({ name: text({ pattern: '(' }) })) })[0]).toMatch(
      /^ {2}posts\.tags\.name \(pattern\): /,
    );
    expect(inPosts({ parts: blocks({ quote: { by: reference('people') } }) })).toEqual([
      '  posts.parts.quote.by (collections.0): There is no collection "people". There are: posts.',
    ]);
  });

  it('suggest the name that was meant, or say which names there are', () => {
    const issuesOf = (collection: object, key = 'posts'): string[] => {
      const document = { format: 1, collections: [{ key, ...collection }] };
      return issueLines(parseSchema(document).issues, document);
    };
    const fields = [
      { key: 'title', type: 'text' },
      { key: 'pubDate', type: 'date' },
      { key: 'body', type: 'markdown' },
    ];
    expect(issuesOf({ fields: [{ key: 'kind', type: 'text', requird: true }] })).toEqual([
      '  posts.kind (requird): There is no "requird" here; write "required".',
    ]);
    expect(issuesOf({ fields: [{ key: 'kind', type: 'boolean', searchable: true }] })).toEqual([
      '  posts.kind (searchable): There is no "searchable" here. There are: label, help, tab, group, translations, required, localized, unique, default, show_if, renamed_from.',
    ]);
    expect(
      issuesOf({ fields: [fields[0], { key: 'b', type: 'text', show_if: [{ field: 'title', is: 'a' }] }] })[0],
    ).toBe('  posts.b (show_if.0.is): There is no "is" here. There are: field, equals, in, not, set.');
    expect(issuesOf({ fields, title_field: 'titel' })).toEqual([
      '  posts (title_field): There is no field "titel" here; write "title".',
    ]);
    expect(issuesOf({ fields, order: { field: 'pubdate', direction: 'asc' } })).toEqual([
      '  posts (order.field): There is no field "pubdate" here; write "pubDate".',
    ]);
    expect(issuesOf({ fields, order: { field: 'rank', direction: 'asc' } })).toEqual([
      '  posts (order.field): There is no field "rank" here. There are: title, pubDate, body.',
    ]);
    expect(issuesOf({ fields, order: { field: 'body', direction: 'asc' } })[0]).toMatch(
      /"body" is of the type markdown, which can't be sorted by\. Name a field of: text, .*, url\.$/,
    );
    expect(issuesOf({ fields, title_field: 'body' })[0]).toContain("of the type markdown, which can't name entries.");
    expect(issuesOf({ fields: [{ key: 'slug', type: 'slug', source: 'Slug' }] })).toEqual([
      '  posts.slug (source): There is no field "Slug" here; write "slug".',
    ]);
    expect(issuesOf({ fields: [{ key: 'by', type: 'reference', collections: ['post'] }] })).toEqual([
      '  posts.by (collections.0): There is no collection "post"; write "posts".',
    ]);
    const twice = { sizes: ['small', 'small'] };
    expect(issuesOf({ fields: [{ key: 'text', type: 'richtext', pictures: twice }] })).toHaveLength(1);
    expect(issuesOf({ fields: [{ key: 'text', type: 'richtext', videos: ['vimeo', 'vimeo'] }] })).toHaveLength(1);
    expect(issuesOf({ fields: [{ key: 'text', type: 'richtext', allow: ['video'] }] })).toHaveLength(1);
    expect(issuesOf({ fields: [{ key: 'text', type: 'richtext', allow: ['italics'] }] })).toEqual([
      '  posts.text (allow.0): Rich text has no "italics"; write "italic".',
    ]);
    const nested = { key: 'seo', type: 'object', fields: [{ key: 'a', type: 'text', tab: 'SEO', group: 'Texts' }] };
    expect(issuesOf({ fields: [nested] })).toEqual([
      '  posts.seo.a (tab): Only fields of the collection itself can be on a tab. Use group here.',
    ]);
  });

  it('name options as code has them', () => {
    const options = { key: 'posts', fields: { title: text(), pubDate: text() } };
    // @ts-expect-error there is no such field
    expect(messageOf(() => defineConfig({ collections: [collection({ ...options, title: 'titel' })] }))).toBe(
      'The schema is not valid:\n  posts (title): There is no field "titel" here; write "title".',
    );
    // @ts-expect-error there is no such option
    expect(messageOf(() => collection({ ...options, titel: 'title' }))).toBe(
      'collection "posts" has no option "titel"; write "title".',
    );
    // @ts-expect-error there is no such option
    expect(messageOf(() => collection({ ...options, title_field: 'title' }))).toBe(
      'collection "posts" has no option "title_field"; write "title".',
    );
    // @ts-expect-error there is no such option
    expect(messageOf(() => defineConfig({ collections: [], extra: 1 }))).toBe(
      'defineConfig() has no option "extra". Its options are: collections.',
    );
  });

  it('say what was found instead of what belongs there', () => {
    const said = (field: object): string[] => {
      const document = { format: 1, collections: [{ key: 'posts', fields: [{ key: 'a', type: 'text', ...field }] }] };
      return issueLines(parseSchema(document).issues, document);
    };
    const cases: [object, string][] = [
      [{ max: '120' }, '  posts.a (max): This must be a number. Found "120"; write 120.'],
      [{ max: 'many' }, '  posts.a (max): This must be a number. Found "many".'],
      [{ max: 1.5 }, '  posts.a (max): This must be a whole number. Found 1.5.'],
      [{ max: -1 }, '  posts.a (max): This must be at least 0. Found -1.'],
      [{ required: 'true' }, '  posts.a (required): This must be true or false. Found "true"; write true.'],
      [{ required: null }, '  posts.a (required): This must be true or false. Found null.'],
      [{ label: 12 }, '  posts.a (label): This must be text. Found 12; write "12".'],
      [{ label: ' ' }, '  posts.a (label): This must not be empty.'],
      [{ label: 'x'.repeat(201) }, '  posts.a (label): This must have at most 200 characters. It has 201.'],
      [{ type: 'date', min: 'today' }, '  posts.a (min): A date is written as 2026-11-21. Found "today".'],
      [{ type: 'date', min: '2026-02-31' }, '  posts.a (min): There is no day 2026-02-31.'],
      [{ type: 'datetime', max: '2026-02-31T09:30:00Z' }, '  posts.a (max): There is no day 2026-02-31.'],
      [
        { type: 'datetime', max: '2026-02-21' },
        '  posts.a (max): A time is written as 2026-11-21T09:30:00Z. Found "2026-02-21".',
      ],
      [{ type: 'select', options: 'a' }, '  posts.a (options): This must be a list. Found "a".'],
      [{ type: 'select', options: [] }, '  posts.a (options): This must not be empty.'],
      [{ type: 'object' }, '  posts.a (fields): This is missing. It must be a list.'],
    ];
    for (const [field, line] of cases) expect(said(field)).toEqual([line]);
    const order = { key: 'posts', order: 'title', fields: [{ key: 'a', type: 'text' }] };
    expect(parseSchema({ format: 2, collections: [order] }).issues.map(({ message }) => message)).toEqual([
      'This must be 1. Found 2.',
      'Write "manual", or a field with its direction, such as { "field": "date", "direction": "desc" }.',
    ]);
  });

  it('know the builders by their names', () => {
    const functions: Readonly<Record<string, unknown>> = schemaPackage;
    expect(BUILDERS.filter((name) => typeof functions[name] !== 'function')).toEqual([]);
    expect(['image', 'file', 'files', 'references', 'list'].filter((name) => !BUILDERS.includes(name))).toEqual([]);
  });

  it('tell JavaScript what it wrote and what to write', () => {
    // The calls below are those that TypeScript refuses.
    // @ts-expect-error a list takes the field itself
    expect(messageOf(() => list({ of: text() }))).toBe(
      'list() takes the field itself. Write list(text()), not list({ of: text() }).',
    );
    // @ts-expect-error choices stand in options
    expect(messageOf(() => select(['x']))).toBe(
      "select() was given a list. Write select({ options: ['first', 'second'] }).",
    );
    // @ts-expect-error choices stand in options
    expect(messageOf(() => multiselect())).toContain('multiselect() was given nothing.');
    // @ts-expect-error a select has options
    expect(messageOf(() => select({ label: 'x' }))).toContain('select() needs the list of its options.');
    // @ts-expect-error what is in a list can't be localized by itself
    expect(messageOf(() => list(text({ localized: true })))).toContain('Write list(text(), { localized: true })');
    // @ts-expect-error options are an object
    expect(messageOf(() => text('Title'))).toBe("text() was given a string. Write text({ label: 'A label' }).");
    // @ts-expect-error references name collections
    expect(messageOf(() => reference({ to: 'authors' }))).toContain(
      "reference() was given an object. Write reference('authors')",
    );
    // @ts-expect-error a builder that wasn't called
    expect(messageOf(() => object({ title: text }))).toContain(`"title" of object isn't a field but a function.`);
    // @ts-expect-error fields stand there themselves
    expect(messageOf(() => object({ fields: { title: text() } }))).toContain('object takes the fields themselves.');
    // @ts-expect-error blocks by their keys
    expect(messageOf(() => blocks([{ title: text() }]))).toContain('blocks() was given a list.');
    // @ts-expect-error a collection is told in one object
    expect(messageOf(() => collection('posts', { title: text() }))).toContain('collection() was given a string.');
    // @ts-expect-error a collection has fields
    expect(messageOf(() => collection({ key: 'posts' }))).toContain('collection "posts" has nothing for its fields.');
    // @ts-expect-error a config has a list of collections
    expect(messageOf(() => defineConfig([]))).toContain('defineConfig() was given a list.');
    // @ts-expect-error a config has a list of collections
    expect(messageOf(() => defineConfig({ collections: {} }))).toContain('Found an object.');
    // @ts-expect-error collections are made by collection()
    expect(messageOf(() => defineConfig({ collections: [{ key: 'posts' }] }))).toContain('Item 1 of the collections');
  });
});

describe('the number of fields of a schema', () => {
  const schemaOf = (count: number) => {
    const fields = (own: number) => Object.fromEntries(Array.from({ length: own }, (_, at) => [`f${at}`, text()]));
    const inner = blocks({ part: { inside: object(fields(100)), many: list(object(fields(97))) } });
    // 200 in each: the list of blocks, its two fields, and theirs.
    const collections = Array.from({ length: Math.floor(count / 200) }, (_, at) =>
      collection({ key: `c${at}`, fields: { inner } }),
    );
    const rest = count % 200 > 0 ? [collection({ key: 'rest', fields: fields(count % 200) })] : [];
    return () => defineConfig({ collections: [...collections, ...rest] });
  };

  it('is 4,000 at most, with those inside of others', () => {
    expect(schemaOf(4_000)).not.toThrow();
    expect(messageOf(schemaOf(4_001))).toContain('A schema has at most 4000 fields in all, and this one has 4001.');
  });
});

describe('keys that are renamed from each other', () => {
  const from = (key: string, former: string) => ({ key, type: 'text', renamed_from: former });
  const schemaOf = (fields: readonly object[], more: readonly object[] = []) => ({
    format: 1,
    collections: [{ key: 'posts', fields }, ...more],
  });
  const pairs = [from('a', 'b'), from('b', 'a')];
  const other = { key: 'x', type: 'text' };

  it.each([
    ['two fields', schemaOf(pairs), ['collections', 0, 'fields', 0], '"a" and "b" are'],
    [
      'three fields',
      schemaOf([from('a', 'b'), from('b', 'c'), from('c', 'a')]),
      ['collections', 0, 'fields', 0],
      '"a" and "b" and "c" are',
    ],
    [
      'fields that another was',
      schemaOf([from('z', 'b'), ...pairs]),
      ['collections', 0, 'fields', 2],
      '"b" and "a" are',
    ],
    [
      'fields of an object in a list',
      schemaOf([{ key: 'rows', type: 'list', of: { type: 'object', fields: pairs } }]),
      ['collections', 0, 'fields', 0, 'of', 'fields', 0],
      '"a" and "b" are',
    ],
    [
      'fields of a block',
      schemaOf([{ key: 'body', type: 'blocks', types: [{ key: 'quote', fields: pairs }] }]),
      ['collections', 0, 'fields', 0, 'types', 0, 'fields', 0],
      '"a" and "b" are',
    ],
    [
      'collections',
      {
        format: 1,
        collections: [
          { key: 'p', fields: [other], renamed_from: 'q' },
          { key: 'q', fields: [other], renamed_from: 'p' },
        ],
      },
      ['collections', 0],
      '"p" and "q" are',
    ],
  ])('are refused: %s', (_what, input, place, said) => {
    const { issues } = parseSchema(input);
    expect(issues).toMatchObject([{ path: [...place, 'renamed_from'], message: expect.stringContaining(said) }]);
  });

  it.each([
    ['a chain', [from('a', 'b'), from('b', 'c')]],
    ['a key that is still there', [from('a', 'b'), { key: 'b', type: 'text' }]],
    ['itself', [from('a', 'a')]],
  ])('may be: %s', (_what, fields) => {
    expect(parseSchema(schemaOf(fields)).issues).toEqual([]);
  });
});

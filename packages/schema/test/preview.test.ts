import { describe, expect, it } from 'vitest';
import {
  boolean,
  type CollectionDocument,
  collection,
  configSource,
  defineConfig,
  diffSchemas,
  fieldName,
  list,
  markdown,
  object,
  type PreviewTemplate,
  parseSchema,
  previewCases,
  previewPath,
  previewTemplate,
  previewValues,
  readFieldName,
  reference,
  select,
  slug,
  text,
  textMarker,
  type FieldValues as Values,
} from '../src/index.ts';

const authors = collection({ key: 'authors', fields: { name: text(), slug: slug() } });
const posts = (preview: PreviewTemplate) =>
  collection({
    key: 'posts',
    preview,
    fields: {
      title: text(),
      slug: slug({ path: true }),
      body: markdown(),
      author: reference('authors'),
      before: reference('posts'),
      kind: select({ options: ['news', 'page'] }),
      is_home: boolean({ show_if: { field: 'kind', equals: 'page' } }),
      facts: list(object({ name: text() })),
      notes: list(object({ body: markdown() })),
    },
  });
const schemaOf = (preview: PreviewTemplate) => defineConfig({ collections: [authors, posts(preview)] }).schema;
const issuesOf = (preview: unknown): string[] => {
  const [first, second] = schemaOf('/').collections;
  const { issues } = parseSchema({ format: 1, collections: [first, { ...second, preview }] });
  return issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
};

describe('the address of a preview', () => {
  it('is made of the values of an entry, of the locale, and of an entry that it refers to', () => {
    const values = { slug: 'a b/ç', title: 'Über' };
    expect(previewPath('/{locale}/blog/{slug}', 'de-AT', values)).toEqual({ path: '/de-AT/blog/a%20b/%C3%A7' });
    expect(previewPath('/{author.slug}/{slug}/', 'en', values, () => [{ slug: 'ada' }])).toEqual({
      path: '/ada/a%20b/%C3%A7/',
    });
    expect(previewPath('/', 'en', {})).toEqual({ path: '/' });
  });

  it('has all entries on the way up to the first, and no empty part without any', () => {
    const up = [{ slug: 'herons' }, { slug: 'all birds' }];
    const path = (values: Values, parents: Values[]) =>
      previewPath('/docs/{parent*.slug}/{slug}', 'en', values, () => parents);
    expect(path({ slug: 'grey' }, up)).toEqual({ path: '/docs/all%20birds/herons/grey' });
    expect(path({ slug: 'grey' }, [])).toEqual({ path: '/docs/grey' });
    expect(path({ slug: 'a//b' }, [])).toEqual({ path: '/docs/a//b' });
    expect(previewPath('/{parent*.slug}/{slug}', 'en', { slug: 'grey' }, () => [])).toEqual({ path: '/grey' });
    expect(path({ slug: 'grey' }, [{ slug: 'herons' }, {}])).toEqual({
      missing: { field: 'parent', of: 'slug', isChain: true },
    });
    expect(issuesOf('/{author*}')).toEqual([expect.stringContaining('A path from the root')]);
    expect(issuesOf('/{author*.slug}/{slug}')).toEqual([expect.stringContaining('must refer to these only')]);
    expect(issuesOf('/{before*.slug}/{slug}')).toEqual([]);
  });

  it('names the first field that is empty', () => {
    expect(previewPath('/{author.slug}/{slug}', 'en', { slug: '' })).toEqual({
      missing: { field: 'author', of: 'slug', isChain: false },
    });
    expect(previewPath('/blog/{slug}', 'en', {})).toEqual({ missing: { field: 'slug', of: null, isChain: false } });
    expect(previewPath('/{constructor}', 'en', {})).toEqual({
      missing: { field: 'constructor', of: null, isChain: false },
    });
  });

  it('is refused with its place when it cannot be one', () => {
    expect(issuesOf('/blog/{slug}')).toEqual([]);
    expect(issuesOf({ en: '/blog/{slug}', de: '/de/blog/{author.slug}' })).toEqual([]);
    for (const wrong of ['blog', '//evil.example', '/a?b={slug}', '/a#b', '/{}', '/{a-b}', '/ b', '/\\evil']) {
      expect(issuesOf(wrong), wrong).toEqual([expect.stringMatching(/^preview: .*such as \/blog\/\{slug\}/)]);
    }
    expect(issuesOf({ de: 'blog' })).toEqual([expect.stringMatching(/^preview/)]);
    expect(issuesOf('/{slog}')).toEqual(['preview: There is no field "slog" here; write "slug".']);
    expect(issuesOf('/{body}')).toEqual([expect.stringContaining("which can't be a part of an address")]);
    expect(issuesOf({ de: '/{title.slug}' })).toEqual([
      expect.stringMatching(/^preview\.de: .*refers to no single entry/),
    ]);
    expect(issuesOf('/{author.slog}')).toEqual(['preview: There is no field "slog" here; write "slug".']);
  });

  it('is written into the config, and a change of it is described', () => {
    for (const preview of ['/blog/{slug}', { en: '/blog/{slug}' }]) {
      const schema = schemaOf(preview);
      expect(schema.collections[1]?.preview).toEqual(preview);
      expect(configSource(schema)).toContain('preview: ');
    }
    const { diff } = diffSchemas(schemaOf('/a/{slug}'), schemaOf('/b/{slug}'));
    expect(diff.changes.map(({ kind, message }) => [kind, message])).toEqual([
      ['collection.described', 'The address of previews of posts changes.'],
    ]);
  });
});

describe('the addresses of a preview by conditions', () => {
  const preview: PreviewTemplate = {
    en: [
      { when: [{ field: 'is_home', equals: true }], path: '/' },
      { when: { field: 'kind', in: ['page'] }, path: '/{slug}' },
      { when: { field: 'slug', set: true }, path: '/news/{slug}' },
    ],
    de: '/de/{slug}',
  };
  const [, document] = schemaOf(preview).collections as [CollectionDocument, CollectionDocument];
  const template = (values: Values, locale = 'en') => previewTemplate(previewCases(document, locale), document, values);

  it('are that of the first whose conditions hold; none when there is none', () => {
    expect(template({ kind: 'page', is_home: true, slug: 'a' })).toBe('/');
    expect(template({ kind: 'page', slug: 'a' })).toBe('/{slug}');
    expect(template({ slug: 'a' })).toBe('/news/{slug}');
    expect(template({})).toBeNull();
    expect(template({}, 'de')).toBe('/de/{slug}');
    expect(template({ slug: 'a' }, 'fr')).toBeNull();
    // A field that is hidden counts as empty.
    expect(template({ kind: 'news', is_home: true, slug: 'a' })).toBe('/news/{slug}');
  });

  it('are refused with the place of what is wrong', () => {
    const when = { field: 'kind', equals: 'page' };
    expect(issuesOf([{ when, path: '/{slug}' }, { path: '/news' }])).toEqual([]);
    expect(issuesOf({ en: [{ when, path: '/{slog}' }] })).toEqual([
      'preview.en.0: There is no field "slog" here; write "slug".',
    ]);
    expect(issuesOf([{ when: { field: 'kin', equals: 'page' }, path: '/' }])).toEqual([
      'preview.0.when.0.field: There is no field "kin" here; write "kind".',
    ]);
    expect(issuesOf([{ when: [when, { field: 'kind', in: ['x'] }], path: '/' }])).toEqual([
      expect.stringMatching(/^preview\.0\.when\.1\.in\.0: /),
    ]);
    expect(issuesOf([{ when: { field: 'author', equals: 'a' }, path: '/' }])).toEqual([
      expect.stringContaining('can only ask whether it is set'),
    ]);
    for (const wrong of [[], [{}], [{ path: 'blog' }], [{ when, path: '/', to: 1 }], [{ when: {}, path: '/' }], [[]]]) {
      expect(issuesOf(wrong), JSON.stringify(wrong)).toEqual([expect.stringMatching(/^preview/)]);
      expect(issuesOf({ en: wrong }), JSON.stringify(wrong)).toEqual([expect.stringMatching(/^preview/)]);
    }
  });

  it('come back from the config, and keep the texts in them free of marks', async () => {
    const code = configSource(schemaOf(preview));
    expect(code).toContain("when: { field: 'kind', in: ['page'] }");
    expect(schemaOf(preview).collections[1]?.preview).toEqual(preview);
    const mark = textMarker(document, 'ent_1', 'en');
    expect(mark({ type: 'text' }, 'A', 'title')).not.toBe('A');
    const [, titled] = schemaOf([{ path: '/{title}' }]).collections as [CollectionDocument, CollectionDocument];
    expect(textMarker(titled, 'ent_1', 'en')({ type: 'text' }, 'A', 'title')).toBe('A');
  });

  it('are compared in a push', () => {
    const changes = (before: PreviewTemplate, after: PreviewTemplate) =>
      diffSchemas(schemaOf(before), schemaOf(after)).diff.changes.map(({ message }) => message);
    expect(changes([{ path: '/a' }], [{ path: '/a' }])).toEqual([]);
    expect(changes([{ path: '/a' }], [{ when: { field: 'slug', set: true }, path: '/a' }])).toEqual([
      'The address of previews of posts changes.',
    ]);
  });
});

describe('the values that a page shows before they are saved', () => {
  it('are those that are published as they are typed', () => {
    const [, document] = schemaOf('/').collections;
    const values = { title: 'Hi', body: '# Hi', author: 'ent_1', facts: [{ name: 'A' }], notes: [{ body: 'B' }] };
    expect(document && previewValues(document, values)).toEqual({ title: 'Hi', facts: [{ name: 'A' }] });
  });
});

describe('the name of a field on a page', () => {
  it('is read as it was written', () => {
    const whole = { entry: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa', path: 'sections.2.text', locale: 'de-AT' };
    for (const field of [whole, { ...whole, locale: null }]) expect(readFieldName(fieldName(field))).toEqual(field);
    for (const other of ['', 'title', 'ent_1:', 'ent_1:a b', 'https://a.example'])
      expect(readFieldName(other)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import {
  collection,
  configSource,
  defineConfig,
  diffSchemas,
  fieldName,
  list,
  markdown,
  object,
  parseSchema,
  previewPath,
  previewValues,
  readFieldName,
  reference,
  slug,
  text,
} from '../src/index.ts';

const authors = collection({ key: 'authors', fields: { name: text(), slug: slug() } });
const posts = (preview: string | Record<string, string>) =>
  collection({
    key: 'posts',
    preview,
    fields: {
      title: text(),
      slug: slug({ path: true }),
      body: markdown(),
      author: reference('authors'),
      facts: list(object({ name: text() })),
      notes: list(object({ body: markdown() })),
    },
  });
const schemaOf = (preview: string | Record<string, string>) =>
  defineConfig({ collections: [authors, posts(preview)] }).schema;
const issuesOf = (preview: unknown): string[] => {
  const [first, second] = schemaOf('/').collections;
  const { issues } = parseSchema({ format: 1, collections: [first, { ...second, preview }] });
  return issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
};

describe('the address of a preview', () => {
  it('is made of the values of an entry, of the locale, and of an entry that it refers to', () => {
    const values = { slug: 'a b/ç', title: 'Über' };
    expect(previewPath('/{locale}/blog/{slug}', 'de-AT', values)).toEqual({ path: '/de-AT/blog/a%20b/%C3%A7' });
    expect(previewPath('/{author.slug}/{slug}/', 'en', values, () => ({ slug: 'ada' }))).toEqual({
      path: '/ada/a%20b/%C3%A7/',
    });
    expect(previewPath('/', 'en', {})).toEqual({ path: '/' });
  });

  it('names the first field that is empty', () => {
    expect(previewPath('/{author.slug}/{slug}', 'en', { slug: '' })).toEqual({
      missing: { field: 'author', of: 'slug' },
    });
    expect(previewPath('/blog/{slug}', 'en', {})).toEqual({ missing: { field: 'slug', of: null } });
    expect(previewPath('/{constructor}', 'en', {})).toEqual({ missing: { field: 'constructor', of: null } });
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

import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  collection,
  configSource,
  defineConfig,
  diffSchemas,
  image,
  object,
  type Published,
  type Resolver,
  renderValues,
  richtext,
  SchemaError,
  type SeoSources,
  seo,
  text,
  textarea,
  textMarker,
  textToRichtext,
  typesSource,
  unrenderValues,
} from '../src/index.ts';

const postsWith = (from: SeoSources) =>
  collection({
    key: 'posts',
    title: 'headline',
    fields: {
      kicker: text(),
      headline: text({ localized: true }),
      intro: textarea({ localized: true }),
      cover: image(),
      seo: seo({ localized: true, from }),
    },
  });
const posts = postsWith({ description: 'intro', image: 'cover' });
const { schema } = defineConfig({ collections: [posts] });
const [document] = schema.collections;
if (!document) throw new Error('There is no collection.');

const resolver: Resolver = {
  collectionOf: () => null,
  asset: (id) => ({ id, url: `media/${id}.jpg`, variants: [] }),
  assetText: () => null,
  textPicture: () => null,
};
const published = (values: Parameters<typeof renderValues>[1]) => renderValues(document, values, resolver).seo;

const problemsOf = (fields: Parameters<typeof collection>[0]['fields']): readonly string[] => {
  try {
    defineConfig({ collections: [collection({ key: 'posts', fields })] });
    return [];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.issues.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`);
  }
};

describe('texts for search engines', () => {
  it('are whole once they are published: other fields stand in for empty ones', () => {
    const others = { headline: 'A bridge', intro: 'It was\n built.', cover: 'ast_one' };
    const cover = { id: 'ast_one', url: 'media/ast_one.jpg', variants: [] };
    expect(published(others)).toEqual({ title: 'A bridge', description: 'It was built.', image: cover });
    expect(published({ ...others, seo: { title: ' ', description: 'Own', image: 'ast_two', noindex: true } })).toEqual({
      title: 'A bridge',
      description: 'Own',
      image: { ...cover, id: 'ast_two', url: 'media/ast_two.jpg' },
      noindex: true,
    });
    expect(published({})).toEqual({});
  });

  it('end a long description at a word', () => {
    const { description } = published({ intro: 'bridge '.repeat(40) }) as { description: string };
    expect(description).toBe(`${'bridge '.repeat(22).trim()}…`);
  });

  it('take the name of the entry and rich text, too', () => {
    const pages = collection({
      key: 'pages',
      fields: { name: text(), body: richtext(), seo: seo({ from: { description: 'body' } }) },
    });
    const [page] = defineConfig({ collections: [pages] }).schema.collections;
    if (!page) throw new Error('There is no collection.');
    const values = { name: 'Home', body: textToRichtext('First.\n\nSecond.') };
    expect(renderValues(page, values, resolver).seo).toEqual({ title: 'Home', description: 'First. Second.' });
  });

  it('have no marks of previews, since no one can click on them', () => {
    const mark = textMarker(document, 'ent_one', 'en');
    const marked = renderValues(document, { headline: 'A', seo: { description: 'B' } }, resolver, mark);
    expect(marked.headline).not.toBe('A');
    expect(marked.seo).toEqual({ title: 'A', description: 'B' });
  });

  it('are the own ones again in a draft made of published values', () => {
    const own = {
      headline: 'A',
      intro: 'B',
      cover: 'ast_one',
      seo: { description: 'Own', canonical: 'https://a.example/' },
    };
    expect(unrenderValues(document, renderValues(document, own, resolver), () => true)).toEqual(own);
  });

  it('name fields that are there and fit, on the collection itself', () => {
    expect(problemsOf({ a: text(), seo: seo({ from: { title: 'b', image: 'a' } }) })).toEqual([
      'fields.1.seo.title: There is no field "b" here. There are: a, seo.',
      'fields.1.seo.image: "a" is of the type text, which can\'t stand in for the image. Name a field of: asset, assets.',
    ]);
    expect(problemsOf({ a: object({ seo: seo() }) })).toEqual([
      'fields.0.fields.0.seo: Only a field of the collection itself can be the texts for search engines.',
    ]);
    expect(problemsOf({ a: text(), seo: object({ title: image(), more: text() }, { seo: {} }) })).toEqual([
      'fields.1.fields.0.type: "title" of texts for search engines is of the type text.',
    ]);
  });

  it('come back as the call that declared them', () => {
    const source = configSource(schema);
    expect(source).toContain("seo: seo({ localized: true, from: { description: 'intro', image: 'cover' } }),");
    const own = object({ title: text(), more: text() }, { seo: {} });
    const { schema: others } = defineConfig({ collections: [collection({ key: 'a', fields: { b: own } })] });
    expect(configSource(others)).toMatch(
      /b: object\(\s*\{\s*title: text\(\),\s*more: text\(\),\s*\},\s*\{ seo: \{\} \},?\s*\)/,
    );
  });

  it('say in a push when other fields stand in', () => {
    const now = defineConfig({ collections: [postsWith({})] }).schema;
    const changes = diffSchemas(schema, now).diff?.changes.map(({ id, message }) => [id, message]);
    expect(changes).toEqual([
      ['field.described:posts.seo', 'Other fields stand in for what posts.seo leaves empty from now on.'],
    ]);
  });

  it('have the types of their values', () => {
    type Seo = Published<typeof posts>['seo'];
    expectTypeOf<NonNullable<Seo>['title']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<Seo>['noindex']>().toEqualTypeOf<boolean | undefined>();
    expect(typesSource(schema)).toContain('readonly canonical?: string;');
  });
});

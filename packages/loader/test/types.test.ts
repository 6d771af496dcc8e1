import {
  blocks,
  boolean,
  collection,
  defineConfig,
  files,
  image,
  list,
  object,
  type PublishedAsset,
  type PublishedCollections,
  reference,
  references,
  richtext,
  select,
  text,
} from '@stele/schema';
import { describe, expectTypeOf, it } from 'vitest';
import { createLoader, type Entry, type Loader, type LoaderOptions } from '../src/index.ts';

const options: LoaderOptions = {
  contentUrl: 'http://content.test',
  projectId: 'prj_1',
  snapshot: 'snap_1',
  log: false,
};

const config = defineConfig({
  collections: [
    collection({ key: 'authors', fields: { name: text({ required: true }), photo: image() } }),
    collection({
      key: 'posts',
      fields: {
        title: text({ required: true, localized: true }),
        kind: select({ options: ['news', 'guide'], required: true }),
        featured: boolean(),
        author: reference('authors', { required: true }),
        related: references(['posts', 'authors']),
        body: richtext(),
        attachments: files(),
        meta: object({ canonical: text() }),
        tags: list(text()),
        sections: blocks({ quote: { text: text({ required: true }) } }),
      },
    }),
  ],
});

/** As `stele types` writes it. */
interface Collections {
  posts: { readonly title: string; readonly author?: { readonly id: string; readonly collection: 'authors' } };
  authors: { readonly name: string };
}

describe('with a config', () => {
  const stele = createLoader<typeof config>(options);

  it('knows the collections', () => {
    expectTypeOf(stele.load).parameter(0).toEqualTypeOf<'posts' | 'authors'>();
    // @ts-expect-error there's no such collection
    () => stele.load('pages', { locale: 'en' });
    // @ts-expect-error a locale is needed
    () => stele.load('posts', {});
  });

  it('knows the fields of entries', () => {
    type Post = Awaited<ReturnType<typeof stele.load<'posts'>>>[number];
    expectTypeOf<Post['collection']>().toEqualTypeOf<'posts'>();
    expectTypeOf<Post['values']>().toEqualTypeOf<PublishedCollections<typeof config>['posts']>();
    expectTypeOf<Post['values']['title']>().toEqualTypeOf<string>();
    expectTypeOf<Post['values']['kind']>().toEqualTypeOf<'news' | 'guide'>();
    expectTypeOf<Post['values']['featured']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<NonNullable<Post['values']['attachments']>>().toEqualTypeOf<readonly PublishedAsset[]>();
    expectTypeOf<NonNullable<Post['values']['sections']>[number]['_type']>().toEqualTypeOf<'quote'>();
    // @ts-expect-error there's no such field
    expectTypeOf<Post['values']['subtitle']>().toBeAny();
  });

  it('knows what iterate, entry and resolve give', () => {
    type Post = Awaited<ReturnType<typeof stele.load<'posts'>>>[number];
    type Author = Awaited<ReturnType<typeof stele.load<'authors'>>>[number];
    expectTypeOf(stele.iterate<'posts'>).returns.toEqualTypeOf<AsyncGenerator<Post, void, undefined>>();
    expectTypeOf(stele.entry<'posts'>).returns.resolves.toEqualTypeOf<Post | null>();
    const one = (post: Post) => stele.resolve(post.values.author, { locale: 'en' });
    expectTypeOf(one).returns.resolves.toEqualTypeOf<Author | null>();
    const many = (post: Post) => stele.resolve(post.values.related?.[0], { locale: 'en' });
    expectTypeOf(many).returns.resolves.toEqualTypeOf<Author | Post | null>();
    const any = (mention: { id: string; collection: string }) => stele.resolve(mention, { locale: 'en' });
    expectTypeOf(any).returns.resolves.toEqualTypeOf<Author | Post | null>();
  });

  it('distinguishes entries of a union by their collection', () => {
    const check = (entry: Awaited<ReturnType<typeof stele.load<'posts' | 'authors'>>>[number]): string =>
      entry.collection === 'posts' ? entry.values.kind : entry.values.name;
    expectTypeOf(check).returns.toBeString();
  });
});

describe('with locales', () => {
  const stele = createLoader<typeof config, 'en' | 'de'>(options);

  it('takes no other ones', () => {
    () => stele.load('posts', { locale: 'en', fallback: ['de'] });
    // @ts-expect-error the project has no such locale
    () => stele.load('posts', { locale: 'fr' });
    // @ts-expect-error nor as a fallback
    () => stele.load('posts', { locale: 'en', fallback: ['fr'] });
    expectTypeOf<Awaited<ReturnType<typeof stele.load<'posts'>>>[number]['locale']>().toEqualTypeOf<'en' | 'de'>();
  });
});

describe('with the types that `stele types` writes', () => {
  const stele = createLoader<Collections>(options);

  it('knows collections and fields too', () => {
    expectTypeOf(stele.load).parameter(0).toEqualTypeOf<'posts' | 'authors'>();
    type Post = Awaited<ReturnType<typeof stele.load<'posts'>>>[number];
    expectTypeOf<Post>().toEqualTypeOf<Entry<Collections['posts'], 'posts', string>>();
    const author = (post: Post) => stele.resolve(post.values.author, { locale: 'en' });
    expectTypeOf(author).returns.resolves.toEqualTypeOf<Entry<Collections['authors'], 'authors', string> | null>();
  });
});

describe('without types', () => {
  const stele = createLoader(options);

  it('takes any collection, whose values are JSON', () => {
    expectTypeOf(stele.load).parameter(0).toEqualTypeOf<string>();
    const title = async () => (await stele.load('posts', { locale: 'en' }))[0]?.values.title;
    expectTypeOf<Awaited<ReturnType<typeof title>>>().not.toBeAny();
    expectTypeOf(stele).not.toEqualTypeOf<Loader<typeof config>>();
  });
});

it('takes options that may be undefined, and the platform’s fetch', () => {
  const token: string | undefined = process.env.SOME_TOKEN;
  expectTypeOf(createLoader).toBeCallableWith({ ...options, token, fetch, cache: undefined });
});

it('is read-only', () => {
  () => {
    const stele = createLoader<Collections>(options);
    return stele.load('posts', { locale: 'en' }).then((posts) => {
      // @ts-expect-error entries are shared by nobody, but aren't meant to be written to
      posts[0] = undefined;
    });
  };
});

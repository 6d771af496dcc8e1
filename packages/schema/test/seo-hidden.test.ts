import { expect, it } from 'vitest';
import { boolean, collection, defineConfig, findSeoProblems, renderValues, seo, text, textarea } from '../src/index.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'headline',
      fields: {
        headline: text(),
        has_intro: boolean(),
        intro: textarea({ show_if: { field: 'has_intro', equals: true } }),
        seo: seo({ from: { description: 'intro' } }),
      },
    }),
  ],
});

it('a hidden field stands in for nothing: where its text is published nowhere, a description is missing', () => {
  const [posts] = schema.collections;
  if (!posts) throw new Error();
  const values = { headline: 'A', has_intro: false, intro: 'Hidden text' };
  const resolver = { collectionOf: () => null, asset: () => null, assetText: () => null, textPicture: () => null };
  expect(renderValues(posts, values, resolver as never).seo).toEqual({ title: 'A' });
  expect(findSeoProblems(posts, values).map(({ part }) => part)).toEqual(['description']);
});

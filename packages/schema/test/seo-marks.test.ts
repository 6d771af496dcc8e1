import { expect, it } from 'vitest';
import {
  collection,
  defineConfig,
  renderValues,
  richtext,
  seo,
  text,
  textarea,
  textMarker,
  textToRichtext,
} from '../src/index.ts';

const resolver = {
  collectionOf: () => null,
  pathOf: () => null,
  asset: () => null,
  assetText: () => null,
  textPicture: () => null,
};

it.each(['intro', 'body'])('a preview has the same description as the site, from %s', (description) => {
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: { title: text(), intro: textarea(), body: richtext(), seo: seo({ from: { description } }) },
      }),
    ],
  });
  const [posts] = schema.collections;
  if (!posts) throw new Error('There is no collection.');
  const long = 'Some words of a text that goes on and on. '.repeat(10);
  for (const at of [long, 'Short.', `${'x'.repeat(150)} yyyyyy`]) {
    const values = { title: 'A', intro: at, body: textToRichtext(at.replaceAll('. ', '.\n\n')) };
    const plain = renderValues(posts, values, resolver as never).seo;
    const marked = renderValues(posts, values, resolver as never, textMarker(posts, 'ent_1', 'en')).seo;
    expect(JSON.stringify(marked)).toBe(JSON.stringify(plain));
  }
});

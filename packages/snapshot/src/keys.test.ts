import { expect, it } from 'vitest';
import { parseCollectionFileName } from './keys.ts';

it('splits a file name at its first dot, whatever the locale looks like', () => {
  expect(parseCollectionFileName('posts.en.json')).toEqual({ collection: 'posts', locale: 'en' });
  expect(parseCollectionFileName('blogPosts.en.json')).toEqual({ collection: 'blogPosts', locale: 'en' });
  expect(parseCollectionFileName('posts.en-US.json')).toEqual({ collection: 'posts', locale: 'en-US' });
  expect(parseCollectionFileName('posts.zh-Hant-TW.json')).toEqual({ collection: 'posts', locale: 'zh-Hant-TW' });
});

it('refuses names that are no collection file', () => {
  for (const name of [
    'manifest.json',
    'posts.en',
    '1st.en.json',
    'blog-posts.en.json',
    'posts..json',
    'posts.en.json.gz',
    '../posts.en.json',
  ]) {
    expect(parseCollectionFileName(name)).toBeNull();
  }
});

import { defineCollection } from 'astro:content';
import { createLoader, steleLoader } from '@stele/loader/astro';
import type config from '../stele.config.ts';

// With STELE_DRAFTS=1, it reads drafts: a preview.
const stele = createLoader<typeof config>();
const loader = steleLoader({
  loader: stele,
  collection: 'posts',
  locales: 'en',
  id: 'slug',
  body: 'body',
  refreshInterval: 1000,
});

export const collections = { posts: defineCollection({ loader, schema: loader.schema }) };

import { defineCollection } from 'astro:content';
import { createLoader, steleLoader } from '@stele/loader/astro';
import type config from '../stele.config.ts';

// STELE_DRAFTS=1 shows drafts: a preview.
const stele = createLoader<typeof config>({ drafts: process.env.STELE_DRAFTS === '1' });
const loader = steleLoader({
  loader: stele,
  collection: 'posts',
  locales: 'en',
  id: 'slug',
  body: 'body',
  refreshInterval: 1000,
});

export const collections = { posts: defineCollection({ loader, schema: loader.schema }) };

import { defineCollection } from 'astro:content';
import { createLoader, steleLoader } from '@stele/loader/astro';
import { DEFAULT_LOCALE } from './lib/locales';
import { toMarkdown } from './markdown/to-markdown.mjs';

/** Fields of the collection, as `stele types` writes them. */
interface Collections {
  docs: {
    title: string;
    slug: string;
    description?: string;
    body: string;
  };
}

const stele = createLoader<Collections>();
const { locales } = await stele.snapshot();
/** Only some locales, comma-separated, for builds that shall be quick. */
const only = process.env.SITE_LOCALES?.split(',');

const loader = steleLoader({
  loader: stele,
  collection: 'docs',
  locales: only ?? locales,
  fallback: [DEFAULT_LOCALE],
  id: 'slug',
  body: ({ values }) => toMarkdown(values.body),
});
const docs = defineCollection({ loader, schema: loader.schema });

export const collections = { docs };

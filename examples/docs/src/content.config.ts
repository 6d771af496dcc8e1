import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { createLoader, steleLoader } from '@stele/loader/astro';
import type config from '../stele.config.ts';

const stele = createLoader<typeof config>();
const loader = steleLoader({ loader: stele, collection: 'pages', locales: 'en', id: 'slug', body: 'body' });

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };

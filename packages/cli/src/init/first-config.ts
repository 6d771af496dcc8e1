import type { Framework } from './detect-framework.ts';

/** Text of a first config: a collection that sites of the framework usually begin with. */
export function firstConfig(framework: Framework): string {
  const { key, name, body, comment } = COLLECTIONS[framework];
  return `import { collection, date, defineConfig, ${body}, slug, text, textarea } from '@stele/schema';

// ${comment}
export const ${name} = collection({
  key: '${key}',
  title: 'title',
  order: { field: 'date', direction: 'desc' },
  fields: {
    title: text({ required: true, localized: true, max: 120 }),
    slug: slug({ source: 'title', required: true, localized: true }),
    date: date({ required: true }),
    summary: textarea({ localized: true, max: 300 }),
    body: ${body}({ localized: true }),
  },
});

export default defineConfig({ collections: [${name}] });
`;
}

const COLLECTIONS: Readonly<
  Record<Framework, { readonly key: string; readonly name: string; readonly body: string; readonly comment: string }>
> = {
  astro: {
    key: 'posts',
    name: 'posts',
    body: 'markdown',
    comment: 'What src/content/posts would hold: one entry a post, its text in Markdown.',
  },
  next: {
    key: 'posts',
    name: 'posts',
    body: 'richtext',
    comment: 'One entry a post, its text as structured rich text.',
  },
  vite: {
    key: 'articles',
    name: 'articles',
    body: 'richtext',
    comment: 'One entry an article, its text as structured rich text.',
  },
  none: {
    key: 'articles',
    name: 'articles',
    body: 'richtext',
    comment: 'One entry an article, its text as structured rich text.',
  },
};

import type { Framework } from './detect-framework.ts';

/** Text of a first config: a collection that sites of the framework usually begin with. */
export function firstConfig(framework: Framework): string {
  const { key, body, comment } = COLLECTIONS[framework] ?? ARTICLES;
  return `import { collection, date, defineConfig, ${body}, slug, text, textarea } from '@stele/schema';

// ${comment}
export const ${key} = collection({
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

export default defineConfig({ collections: [${key}] });
`;
}

interface FirstCollection {
  readonly key: string;
  readonly body: string;
  readonly comment: string;
}

const ARTICLES: FirstCollection = {
  key: 'articles',
  body: 'richtext',
  comment: 'One entry an article, its text as structured rich text.',
};

const COLLECTIONS: Readonly<Partial<Record<Framework, FirstCollection>>> = {
  astro: {
    key: 'posts',
    body: 'markdown',
    comment: 'What src/content/posts would hold: one entry a post, its text in Markdown.',
  },
  next: { key: 'posts', body: 'richtext', comment: 'One entry a post, its text as structured rich text.' },
};

import { boolean, collection, date, defineConfig, markdown, select, slug, text, textarea } from '@stele/schema';

/** Pages of a documentation site in several languages. */
const docs = collection({
  key: 'docs',
  label: 'Documentation',
  title: 'title',
  order: { field: 'slug' },
  fields: {
    title: text({ required: true, localized: true, max: 200 }),
    slug: slug({
      required: true,
      pattern: '[a-z0-9]+([-/][a-z0-9]+)*',
      help: "The page's path, the same in all locales.",
    }),
    description: textarea({ localized: true, max: 500 }),
    type: select({
      localized: true,
      options: ['backend', 'cms', 'deploy', 'integration', 'media', 'migration', 'recipe', 'tutorial'],
    }),
    i18n_ready: boolean({ localized: true, label: 'Ready for translation' }),
    updated: date({ localized: true }),
    body: markdown({ required: true, localized: true }),
  },
});

export default defineConfig({ collections: [docs] });

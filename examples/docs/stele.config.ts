import { collection, defineConfig, markdown, slug, text, textarea } from '@stele/schema';

/** Pages of the documentation: `stele import ../../docs --as pages` fills it. */
const pages = collection({
  key: 'pages',
  label: 'Pages',
  icon: 'book-open',
  title: 'title',
  fields: {
    title: text({ required: true, max: 120 }),
    slug: slug({
      required: true,
      help: 'Where the page is: quick-start is at /quick-start/. The front page is index.',
    }),
    description: textarea({ max: 300, help: 'For search engines and previews.' }),
    body: markdown({ required: true }),
  },
});

export default defineConfig({ collections: [pages] });

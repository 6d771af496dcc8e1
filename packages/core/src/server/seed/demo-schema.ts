import { collection, date, defineConfig, markdown, type SchemaDocument, slug, text, textarea } from '@stele/schema';

/** The schema of the demo project: a journal's posts, newest first, and its pages. */
export const demoSchema: SchemaDocument = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      order: { field: 'date', direction: 'desc' },
      fields: {
        title: text({ required: true, localized: true, max: 120 }),
        slug: slug({ required: true, localized: true, source: 'title', help: "The last part of the post's address." }),
        summary: textarea({ localized: true, max: 300 }),
        date: date({ help: 'The day of the walk.' }),
        body: markdown({ localized: true }),
      },
    }),
    collection({
      key: 'pages',
      title: 'title',
      order: 'manual',
      fields: {
        title: text({ required: true, localized: true, max: 120 }),
        slug: slug({ required: true, localized: true, source: 'title' }),
        body: markdown({ localized: true }),
      },
    }),
  ],
}).schema;

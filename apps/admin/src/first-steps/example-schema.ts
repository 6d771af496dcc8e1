import {
  boolean,
  collection,
  date,
  defineConfig,
  markdown,
  type SchemaDocument,
  slug,
  text,
  textarea,
} from '@stele/schema';

/** A small blog, to begin with: posts, newest first, and settings of the site. */
export function exampleSchema(words: { readonly posts: string; readonly settings: string }): SchemaDocument {
  return defineConfig({
    collections: [
      collection({
        key: 'posts',
        label: words.posts,
        title: 'title',
        order: { field: 'date', direction: 'desc' },
        fields: {
          title: text({ required: true, localized: true, max: 120 }),
          slug: slug({ required: true, localized: true, source: 'title' }),
          summary: textarea({ localized: true, max: 300 }),
          date: date(),
          featured: boolean(),
          body: markdown({ localized: true }),
        },
      }),
      collection({
        key: 'settings',
        label: words.settings,
        singleton: true,
        title: 'site_name',
        fields: {
          site_name: text({ required: true, localized: true, max: 80 }),
          description: textarea({ localized: true, max: 200 }),
        },
      }),
    ],
  }).schema;
}

import { collection, date, defineConfig, image, markdown, slug, text, textarea } from '@stele/schema';

// Save this file while "npm run dev" runs, and the admin has the fields.
const posts = collection({
  key: 'posts',
  title: 'title',
  // Where the live preview finds a post.
  preview: '/posts/{slug}',
  order: { field: 'date', direction: 'desc' },
  fields: {
    title: text({ required: true, max: 120 }),
    slug: slug({ source: 'title', required: true }),
    date: date({ required: true }),
    summary: textarea({ max: 300 }),
    hero: image(),
    body: markdown(),
  },
});

export default defineConfig({ collections: [posts] });

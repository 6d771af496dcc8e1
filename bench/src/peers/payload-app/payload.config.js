// The same posts as usual/site.ts declares for Stele: drafts, two languages, a unique slug, references, an order by date.
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

const signedIn = ({ req }) => Boolean(req.user);
const access = { create: signedIn, read: signedIn, update: signedIn, delete: signedIn };

export default buildConfig({
  secret: 'bench',
  telemetry: false,
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: false },
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL }, push: false }),
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    { slug: 'authors', access, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      access,
      versions: { drafts: true },
      defaultSort: '-day',
      fields: [
        { name: 'title', type: 'text', localized: true, required: true },
        { name: 'slug', type: 'text', localized: true, unique: true, index: true },
        { name: 'day', type: 'date', index: true },
        { name: 'author', type: 'relationship', relationTo: 'authors' },
        { name: 'related', type: 'relationship', relationTo: 'posts', hasMany: true },
        { name: 'body', type: 'textarea', localized: true },
      ],
    },
  ],
});

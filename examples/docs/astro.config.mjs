import starlight from '@astrojs/starlight';
import { steleBuild } from '@stele/loader/astro';
import { defineConfig } from 'astro/config';
import { remarkPageLinks } from './src/page-links.mjs';
import { sidebar } from './src/sidebar.mjs';

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  markdown: { remarkPlugins: [remarkPageLinks] },
  integrations: [
    starlight({
      title: 'Stele',
      description: 'A headless content-management service that never loses an edit.',
      sidebar,
      customCss: ['./src/site.css'],
    }),
    steleBuild(),
  ],
});

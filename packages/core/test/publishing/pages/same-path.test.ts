import { collection, defineConfig, slug, text } from '@stele/schema';
import { expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({ key: 'pages', tree: true, fields: { title: text(), slug: slug({ localized: true }) } }),
    collection({ key: 'news', path: '/{slug}/', fields: { title: text(), slug: slug({ localized: true }) } }),
  ],
});

it('is refused at a path that differs from another one only by a slash at its end', async () => {
  const site = await PagesProject.make(await sharedTestApp(), schema);
  await site.live(await site.page('about'));
  const other = await site.create('news', { en: { title: 'a', slug: 'about' } });
  expect((await site.publish(other)).body.error?.code).toBe('entry.path_taken');
});

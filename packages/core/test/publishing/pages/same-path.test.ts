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

/** Pages whose paths are written by hand. */
const { schema: freeSchema } = defineConfig({
  collections: [collection({ key: 'pages', path: '/{at}', fields: { title: text(), at: text() } })],
});

it('is refused at a path that differs from another one only by a slash at its end', async () => {
  const site = await PagesProject.make(await sharedTestApp(), schema);
  await site.live(await site.page('about'));
  const other = await site.create('news', { en: { title: 'a', slug: 'about' } });
  expect((await site.publish(other)).body.error?.code).toBe('entry.path_taken');
});

it('is refused at a path that browsers resolve to another one', async () => {
  const site = await PagesProject.make(await sharedTestApp(), freeSchema);
  const page = await site.create('pages', { en: { at: 'a/../b' } });
  expect((await site.publish(page)).body.error?.code).toBe('page.misplaced');
  await site.save(page, { en: { at: 'a//b/' } });
  await site.live(page);
  expect(await site.paths()).toEqual({ [page]: '/a/b' });
  const { body } = await site.project.api.get(`${site.here}/pages/by-path?locale=en&path=/a/b/`);
  expect(body.id).toBe(page);
});

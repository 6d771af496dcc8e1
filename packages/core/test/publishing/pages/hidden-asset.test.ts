import { boolean, collection, defineConfig, image, reference, slug, text } from '@stele/schema';
import { expect, it } from 'vitest';
import { fillAssets } from '../../support/fill-assets.ts';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({ key: 'pages', tree: true, fields: { title: text(), slug: slug({ localized: true }) } }),
    collection({
      key: 'notes',
      fields: {
        title: text(),
        page: reference('pages'),
        has_picture: boolean(),
        picture: image({ show_if: { field: 'has_picture', equals: true } }),
      },
    }),
  ],
});

it('moves while what shows it has a picture in a hidden field that could not be processed', async () => {
  const app = await sharedTestApp();
  const site = await PagesProject.make(app, schema);
  const [picture] = await fillAssets(app.database.pool, site.project.id, 1, () => ({
    stage: 'failed',
    filename: 'a.jpg',
  }));
  const page = await site.live(await site.page('page'));
  await site.live(await site.create('notes', { en: { title: 'note', page, has_picture: false, picture } }));
  await site.save(page, { en: { slug: 'moved' } });
  const answer = await site.publish(page);
  expect([answer.status, answer.body.error?.code]).toEqual([200, undefined]);
  expect(await site.paths()).toEqual({ [page]: '/moved' });
});

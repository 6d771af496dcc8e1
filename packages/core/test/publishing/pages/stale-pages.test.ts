import { expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';

it('a page may be where only an entry was that is no longer live', async () => {
  const app = await sharedTestApp();
  const site = await PagesProject.make(app);
  const [old, page] = [await site.live(await site.page('one')), await site.page('one')];
  await site.post(old, 'unpublish', { locales: ['en'] });
  // As a process of a release without pages leaves it.
  await app.database.pool.query(
    `INSERT INTO live_pages (project_id, entry_id, locale, path, depth) VALUES ($1, $2, 'en', '/one', 0)`,
    [site.project.id, old],
  );
  await site.live(page);
  expect(await site.paths()).toEqual({ [page]: '/one' });
});

import { beforeAll, expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';
import type { TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

it('a check says that a path is taken, as publishing does', async () => {
  const site = await PagesProject.make(app);
  await site.live(await site.page('one'));
  const other = await site.page('one');
  const { status, body } = await site.project.api.post(`${site.here}/entries/validate`, {
    entry_id: other,
    publish: ['en'],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await site.publish(other)).body.error.code).toBe('entry.path_taken');
  expect(JSON.stringify(body)).toContain('/one');
});

it('an import that publishes a page at a taken path saves nothing', async () => {
  const site = await PagesProject.make(app);
  await site.live(await site.page('one'));
  const place = `${site.here}/entries/by-external-id/pages/ext`;
  const answer = await site.project.api.put(place, { values: { en: { slug: 'one' } }, publish: true });
  expect(answer.body.error?.code).toBe('entry.path_taken');
  expect((await site.project.api.get(place)).status).toBe(404);
});

import { beforeAll, expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';
import type { TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

it('drafts are where they would be if all were published, and a move has files of drafts read again', async () => {
  const site = await PagesProject.make(app);
  const top = await site.live(await site.page('top'));
  const middle = await site.page('middle', top);
  const low = await site.page('low', middle);
  const note = await site.create('notes', { en: { title: 'note', page: low } });
  const read = async (collection: string, since?: string) => {
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
    const { body } = await site.project.api.get(`${site.here}/drafts/${collection}.en.json${query}`);
    const entries = body.entries.map(({ id, values }: { id: string; values: object }) => [id, values] as const);
    return { asOf: body.as_of, values: Object.fromEntries(entries), since: body.since };
  };
  const pages = await read('pages');
  expect(pages.values[low]._page).toEqual({ path: '/top/middle/low', parent: middle, depth: 2 });
  const notes = await read('notes');
  expect(notes.values[note].page).toEqual({ id: low, collection: 'pages', path: '/top/middle/low' });
  expect((await read('notes', notes.asOf)).since).toBe(notes.asOf);
  await site.save(top, { en: { slug: 'above' } });
  expect((await read('pages', pages.asOf)).values[low]._page.path).toBe('/above/middle/low');
  expect((await read('notes', notes.asOf)).values[note].page.path).toBe('/above/middle/low');
  // Live pages stay where they are.
  expect(await site.paths()).toEqual({ [top]: '/top' });
});

// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPATH_PAGES } from '../../../src/publishing/paths/repath-pages.ts';
import { fillProject } from '../../support/fill-project.ts';
import { flatSchema, PagesProject, pagesSchema } from '../../support/pages-project.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

/** Ten trees of a thousand pages each. */
const TREES = 10;
/** Alone, a move takes a third of this. */
const MOST_MS = 3_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('moves a thousand of ten thousand pages in under three seconds', async () => {
  const site = await PagesProject.make(app, flatSchema);
  const level = (entries: number, above: number | null) => ({
    entries,
    make(number: number, earlier: readonly (readonly string[])[]) {
      const ids = above === null ? [] : (earlier[above] ?? []);
      const parent = ids[number % ids.length];
      const values = {
        title: `Page ${number} ${'text '.repeat(100)}`,
        slug: `p${above ?? ''}-${number}`,
        ...(parent && { parent }),
      };
      const own = { en: values, de: { ...values, slug: `s${above ?? ''}-${number}` } };
      return { collection: 'pages', state: 'published' as const, title: values.title, values: own };
    },
  });
  const [roots = [], second = []] = await fillProject({
    pool: app.database.pool,
    storage: app.storage,
    project: { id: site.project.id, schema: flatSchema },
    sets: [level(TREES, null), level(10 * TREES, 0), level(89 * TREES, 1), level(900 * TREES, 2)],
  });
  await site.push(pagesSchema, 1);
  await app.services.jobs.drain({ kinds: [REPATH_PAGES] });
  const before = Object.values(await site.paths('de'));
  expect(before.length).toBe(1000 * TREES);
  expect(before).not.toContain(null);

  const [moved = '', to = ''] = roots;
  const sequence = await site.sequence();
  await site.save(moved, { en: { parent: to }, de: { parent: to } });
  const from = performance.now();
  await site.live(moved, ['en', 'de']);
  const took = performance.now() - from;
  expect(await site.sequence()).toBe(sequence + 1);
  const after = Object.entries(await site.paths('de'));
  expect(after.filter(([, path]) => path?.startsWith('/s-1/s-0/')).length).toBe(999);
  expect(after.filter(([, path]) => path?.startsWith('/s-1/')).length).toBe(1999);
  expect(second.length).toBe(10 * TREES);
  expect(took).toBeLessThan(MOST_MS);
}, 600_000);

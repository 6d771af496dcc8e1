import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { beforeAll, expect, it } from 'vitest';
import { REPATH_PAGES } from '../../../src/publishing/paths/repath-pages.ts';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';
import type { TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

const schemaWith = (path: string, tree: boolean) =>
  defineConfig({
    collections: [
      collection({
        key: 'pages',
        path,
        ...(tree ? { tree } : { order: 'manual' as const }),
        fields: {
          title: text(),
          slug: slug({ localized: true, unique: false }),
          other: slug({ localized: true, unique: false }),
          parent: reference('pages'),
        },
      } as never),
    ],
  }).schema;

it('the page that is at a path keeps it, also when its level changes with the push', async () => {
  const site = await PagesProject.make(app, schemaWith('/{slug}', true));
  const first = await site.live(await site.create('pages', { en: { slug: 'old', other: 'kept' } }));
  const top = await site.live(await site.create('pages', { en: { slug: 'top', other: 'top' } }));
  const holder = await site.live(await site.create('pages', { en: { slug: 'kept', other: 'kept', parent: top } }));
  expect(await site.paths()).toEqual({ [first]: '/old', [top]: '/top', [holder]: '/kept' });
  // Levels go, and so the holder's page differs, but not its path.
  await site.push(schemaWith('/{other}', false), 1);
  await app.services.jobs.drain({ kinds: [REPATH_PAGES] });
  expect(await site.paths()).toEqual({ [first]: null, [top]: '/top', [holder]: '/kept' });
});

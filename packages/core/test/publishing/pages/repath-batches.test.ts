import { collection, defineConfig, slug, text } from '@stele/schema';
import { expect, it } from 'vitest';
import { REPATH_PAGES } from '../../../src/publishing/paths/repath-pages.ts';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';

/** Entries whose path has one field before a push, and another one after it. */
const schemaWith = (path: string) =>
  defineConfig({
    collections: [
      collection({
        key: 'posts',
        path,
        fields: { title: text(), old: slug({ unique: false }), own: slug({ unique: false }) },
      }),
    ],
  }).schema;

it('puts pages at paths that later ones leave, also when they do not fit into one snapshot', async () => {
  const app = await sharedTestApp();
  const site = await PagesProject.make(app, schemaWith('/{old}'));
  const a = await site.create('posts', { en: { old: 'x', own: 'y' } });
  const others: string[] = [];
  for (let at = 0; at < 510; at += 1) {
    others.push(await site.create('posts', { en: { old: `old-${at}`, own: `new-${at}` } }));
  }
  const b = await site.create('posts', { en: { old: 'y', own: 'x' } });
  const all = [a, ...others, b];
  for (let at = 0; at < all.length; at += 100) {
    const answer = await site.bulk('publish', all.slice(at, at + 100));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  await site.push(schemaWith('/{own}'), 1);
  await app.services.jobs.drain({ kinds: [REPATH_PAGES] });
  const paths = await site.paths();
  expect([paths[a], paths[b]]).toEqual(['/y', '/x']);
});

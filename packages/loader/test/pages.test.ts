import { collection, defineConfig, slug, text } from '@stele/schema';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createLoader, type EntryOf, type PageNode } from '../src/index.ts';
import { failureOf, type Site, startSite, TOKEN } from './support/site.ts';
import { entry, entryId, PROJECT, publish, snapshotId } from './support/snapshots.ts';

const EN = { locale: 'en' };

/** A page as it's published: its number, its path, and the number of the page above. */
const page = (number: number, path: string | null, parent: number | null = null, depth = 0) =>
  entry(number, {
    ...(parent !== null && { parent: { id: entryId(parent), collection: 'pages' } }),
    _page: { path, parent: parent === null ? null : entryId(parent), depth },
  });

let site: Site;
beforeEach(async () => {
  site = await startSite();
  const pages = [page(1, '/about'), page(2, '/about/team', 1, 1), page(3, '/about/contact', 1, 1), page(4, null)];
  await publish(site.storage, 1, [
    // By hand, contact comes before team.
    { collection: 'pages', locale: 'en', entries: pages, keys: ['a', 'c', 'b', 'd'] },
    { collection: 'posts', locale: 'en', entries: [page(5, '/blog/%C3%BCber-uns')] },
    { collection: 'pages', locale: 'de', entries: [page(1, '/ueber')], keys: ['a'] },
    { collection: 'posts', locale: 'de', entries: [] },
  ]);
});
afterEach(() => site.close());

const pinned = () => site.loader({ snapshot: snapshotId(1) });
const shown = (nodes: readonly PageNode<{ id: string }>[]): unknown =>
  nodes.map(({ entry: own, children }) => [own.id, shown(children)]);
const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

describe('a page', () => {
  it('has its path and the page above beside its values, and another digest where it moves', async () => {
    const [about, , team] = await pinned().load('pages', EN);
    expect(team).toMatchObject({ path: '/about/team', parent: entryId(1) });
    expect(about).toMatchObject({ path: '/about', parent: null, values: { title: 'Entry 1' } });
    expect(about?.values).not.toHaveProperty('_page');
    await publish(site.storage, 2, [{ collection: 'pages', locale: 'en', entries: [page(1, '/who')], keys: ['a'] }]);
    const [moved] = await site.loader({ snapshot: snapshotId(2) }).load('pages', EN);
    expect(moved?.digest).not.toBe(about?.digest);
    expect({ ...moved, digest: '' }).toEqual({ ...about, digest: '', path: '/who' });
  });

  it('is in a tree, whose pages are in their order', async () => {
    expect(shown(await pinned().tree('pages', EN))).toEqual([
      [
        entryId(1),
        [
          [entryId(3), []],
          [entryId(2), []],
        ],
      ],
      [entryId(4), []],
    ]);
  });

  it('has children and breadcrumbs', async () => {
    const loader = pinned();
    const [about, contact] = await loader.load('pages', EN);
    expect(ids(await loader.children('pages', null, EN))).toEqual([entryId(1), entryId(4)]);
    expect(ids(await loader.children('pages', about ?? null, EN))).toEqual([entryId(3), entryId(2)]);
    expect(ids(await loader.children('pages', entryId(2), EN))).toEqual([]);
    expect(ids(await loader.breadcrumbs(contact ?? { id: '', collection: '' }, EN))).toEqual([entryId(1), entryId(3)]);
    expect(await loader.breadcrumbs({ id: entryId(9), collection: 'pages' }, EN)).toEqual([]);
  });

  it('is found by its path in all collections, in one language or another', async () => {
    const loader = pinned();
    const at = async (path: string, options: object = {}) =>
      (await loader.byPath(path, { ...EN, ...options }))?.id ?? null;
    expect(await at('/about/team')).toBe(entryId(2));
    expect(await at('/about/team/?page=2#top')).toBe(entryId(2));
    expect(await at('/blog/über-uns')).toBe(entryId(5));
    expect(await at('/blog/über-uns', { collections: ['pages'] })).toBeNull();
    expect(await at('/ueber')).toBeNull();
    expect(await at('/ueber', { locale: 'de' })).toBe(entryId(1));
    expect(await at('/about/team', { locale: 'de', fallback: ['en'] })).toBe(entryId(2));
    expect(await at('/')).toBeNull();
    expect(await at('/%')).toBeNull();
  });

  it('is only found among drafts when their collections are named', async () => {
    const at = 'http://api.test';
    const drafts = createLoader({
      url: at,
      contentUrl: at,
      projectId: PROJECT,
      token: TOKEN,
      drafts: true,
      log: false,
    });
    expect(await failureOf(drafts.byPath('/a', EN))).toMatchObject({ code: 'option_missing' });
  });
});

it('has the types of its collection', () => {
  const config = defineConfig({
    collections: [
      collection({ key: 'pages', tree: true, fields: { title: text({ required: true }), slug: slug() } }),
      collection({ key: 'posts', path: '/{slug}', fields: { slug: slug(), note: text({ required: true }) } }),
    ],
  });
  const stele = createLoader<typeof config>({
    contentUrl: 'http://c.test',
    projectId: 'prj_1',
    snapshot: 'snap_1',
    log: false,
  });
  type Page = EntryOf<typeof config, 'pages'>;
  expectTypeOf(stele.tree<'pages'>).returns.resolves.toEqualTypeOf<readonly PageNode<Page>[]>();
  expectTypeOf(stele.breadcrumbs<'pages'>).returns.resolves.toEqualTypeOf<readonly Page[]>();
  expectTypeOf(stele.byPath<'posts'>).returns.resolves.toEqualTypeOf<EntryOf<typeof config, 'posts'> | null>();
  expectTypeOf<Page['values']['parent']>().toEqualTypeOf<
    { readonly id: string; readonly collection: 'pages'; readonly path?: string } | undefined
  >();
});

import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_RIGHTS } from '../../../src/access/permissions.ts';
import { SYSTEM } from '../../../src/platform/actor.ts';
import { REPATH_PAGES } from '../../../src/publishing/paths/repath-pages.ts';
import { flatSchema, PagesProject, pagesSchema } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';
import type { TestApp } from '../../support/test-app.ts';

let app: TestApp;
const repathed = () => app.services.jobs.drain({ kinds: [REPATH_PAGES] });
beforeAll(async () => {
  app = await sharedTestApp();
});

/** A tree of three pages, all live, with a post that refers to the lowest. */
async function makeTree() {
  const site = await PagesProject.make(app);
  const top = await site.live(await site.page('top'));
  const middle = await site.live(await site.page('middle', top));
  const low = await site.live(await site.page('low', middle));
  const link = { type: 'text', text: 'low', marks: [{ type: 'link', attrs: { entry: low } }] };
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [link] }] };
  const post = await site.live(await site.create('posts', { en: { slug: 'post', page: low, body } }));
  const note = await site.live(await site.create('notes', { en: { title: 'note', page: post } }));
  return { site, top, middle, low, post, note };
}

describe('a published page', () => {
  it('has its path, the page above, and its level; what points to it has its path', async () => {
    const { site, top, middle, low, post, note } = await makeTree();
    const values = await site.values();
    expect(values.get(top)).toEqual({ slug: 'top', _page: { path: '/top', parent: null, depth: 0 } });
    expect(values.get(low)).toEqual({
      slug: 'low',
      parent: { id: middle, collection: 'pages', path: '/top/middle' },
      _page: { path: '/top/middle/low', parent: middle, depth: 2 },
    });
    expect(values.get(post)).toMatchObject({
      page: { id: low, collection: 'pages', path: '/top/middle/low' },
      _page: { path: '/blog/post', parent: null, depth: 0 },
    });
    expect(JSON.stringify(values.get(post)?.body)).toContain('"path":"/top/middle/low"');
    expect(values.get(note)).toEqual({ title: 'note', page: { id: post, collection: 'posts', path: '/blog/post' } });
    await site.pages();
  });

  it('moves with all pages below it and all that points to them, in one snapshot, and one undo moves all back', async () => {
    const { site, top, middle, low, post } = await makeTree();
    const before = await site.values();
    const versions = async () =>
      Promise.all(
        [low, post].map(async (id) => (await site.project.api.get(`${site.here}/entries/${id}`)).body.version),
      );
    const [sequence, was] = [await site.sequence(), await versions()];
    expect((await site.save(top, { en: { slug: 'above' } })).status).toBe(200);
    const { body } = await site.publish(top);
    expect(await site.sequence()).toBe(sequence + 1);
    expect(await site.paths()).toEqual({
      [top]: '/above',
      [middle]: '/above/middle',
      [low]: '/above/middle/low',
      [post]: '/blog/post',
    });
    expect((await site.values()).get(post)).toMatchObject({ page: { path: '/above/middle/low' } });
    expect(JSON.stringify((await site.values()).get(post)?.body)).toContain('"path":"/above/middle/low"');
    expect(await versions()).toEqual(was);
    const undone = await site.post(top, 'undo-publish', { version: body.version });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await site.sequence()).toBe(sequence + 2);
    expect(await site.values()).toEqual(before);
    await site.pages();
  });

  it('moves below another page, and to the top', async () => {
    const { site, top, middle, low } = await makeTree();
    const other = await site.live(await site.page('other'));
    await site.save(middle, { en: { parent: other } });
    await site.live(middle);
    expect(await site.paths()).toMatchObject({ [middle]: '/other/middle', [low]: '/other/middle/low' });
    await site.save(middle, { en: { parent: null } });
    await site.live(middle);
    const pages = await site.pages();
    expect(pages.get(`${top} en`)).toEqual({ path: '/top', parent: null, depth: 0 });
    expect(pages.get(`${middle} en`)).toEqual({ path: '/middle', parent: null, depth: 0 });
    expect(await site.paths()).toMatchObject({ [low]: '/middle/low' });
  });

  it('is published again without a change when its page is where it was', async () => {
    const { site, low } = await makeTree();
    const sequence = await site.sequence();
    expect((await site.publish(low)).body.unchanged).toBe(true);
    expect(await site.sequence()).toBe(sequence);
  });

  it('changes places with another one in one change', async () => {
    const site = await PagesProject.make(app);
    const [a, b] = [await site.live(await site.page('a')), await site.live(await site.page('b'))];
    await site.save(a, { en: { slug: 'b' } });
    await site.save(b, { en: { slug: 'a' } });
    const answer = await site.bulk('publish', [a, b]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await site.paths()).toEqual({ [a]: '/b', [b]: '/a' });
  });

  it('has a path of its own in each language', async () => {
    const site = await PagesProject.make(app);
    const top = await site.create('pages', { en: { slug: 'about' }, de: { slug: 'ueber' } });
    const below = await site.create('pages', { en: { slug: 'team', parent: top }, de: { slug: 'leute', parent: top } });
    await site.live(top, ['en', 'de']);
    await site.live(below, ['en', 'de']);
    expect(await site.paths('de')).toEqual({ [top]: '/ueber', [below]: '/ueber/leute' });
    await site.save(top, { de: { slug: 'wir' } });
    await site.live(top, ['de']);
    expect(await site.paths('de')).toEqual({ [top]: '/wir', [below]: '/wir/leute' });
    expect(await site.paths('en')).toEqual({ [top]: '/about', [below]: '/about/team' });
  });

  it('moves in one language while another of its pages is published', async () => {
    const site = await PagesProject.make(app);
    const at = ['en', 'de'];
    const top = await site.live(await site.page('top', null, at), at);
    const below = await site.live(await site.page('below', top, at), at);
    await site.save(top, { en: { slug: 'above' }, de: { slug: 'oben' } });
    await site.save(below, { de: { slug: 'unten' } });
    const ids = [top, below];
    const { status, body } = await site.bulk('publish', ids, { entry_locales: [['en', 'de'], ['de']] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect([await site.paths('en'), await site.paths('de')]).toEqual([
      { [top]: '/above', [below]: '/above/below' },
      { [top]: '/oben', [below]: '/oben/unten' },
    ]);
  });
});

describe('a page is refused', () => {
  it('where another one is, at the field that names it', async () => {
    const { site, middle } = await makeTree();
    const top = Object.keys(await site.paths())[0];
    const other = await site.page('low', middle);
    const answer = await site.publish(other);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'entry.path_taken']);
    expect(answer.body.error.details).toEqual([
      expect.objectContaining({ path: ['values', 'en', 'slug'], message: expect.stringContaining('/top/middle/low') }),
    ]);
    expect(top).toBeDefined();
  });

  it('that another collection has a page at, also by a page below the one that moves', async () => {
    const { site, post } = await makeTree();
    const blog = await site.page('blog');
    const below = await site.page('post', blog);
    await site.live(blog);
    expect((await site.publish(below)).body.error.code).toBe('entry.path_taken');
    const news = await site.live(await site.page('news'));
    await site.save(below, { en: { parent: news } });
    await site.live(below);
    await site.save(blog, { en: { slug: 'old' } });
    await site.live(blog);
    await site.save(news, { en: { slug: 'blog' } });
    const { status, body } = await site.publish(news);
    expect([status, body.error.code, body.error.details[0].entry_id]).toEqual([400, 'entry.path_taken', post]);
  });

  it('below a page that is not live, below itself, and below too many', async () => {
    const { site, top, middle, low } = await makeTree();
    const draft = await site.page('draft');
    const below = await site.page('below', draft);
    const refused = await site.publish(below);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'page.misplaced']);
    expect(refused.body.error.details).toEqual([
      expect.objectContaining({ path: ['values', 'en', 'parent'], entry_id: draft }),
    ]);
    const both = await site.bulk('publish', [below, draft]);
    expect(both.status, JSON.stringify(both.body)).toBe(200);
    const levels = [top, middle, low];
    while (levels.length < 12) levels.push(await site.live(await site.page(`p${levels.length}`, levels.at(-1))));
    const deeper = { collection_key: 'pages', values: { en: { slug: 'deeper', parent: levels[11] } } };
    const tooDeep = await site.project.api.post(`${site.here}/entries`, deeper);
    expect(tooDeep.body.error.details[0]).toMatchObject({ path: ['values', 'en', 'parent'] });
    // The page would fit there, but not the one below it.
    expect((await site.save(draft, { en: { parent: levels[10] } })).status).toBe(200);
    expect((await site.publish(draft)).body.error).toMatchObject({
      code: 'page.misplaced',
      details: [{ entry_id: below, message: expect.stringContaining('12 levels') }],
    });
    const { status, body } = await site.save(top, { en: { parent: low } });
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    expect(body.error.details).toEqual([
      expect.objectContaining({ path: ['values', 'en', 'parent'], message: 'A page cannot be below itself.' }),
    ]);
    expect((await site.save(middle, { en: { parent: middle } })).status).toBe(400);
    await site.pages();
  });

  it('to leave the site while pages below it are live, unless they leave with it', async () => {
    const { site, top, middle, low, post } = await makeTree();
    for (const answer of [
      await site.post(middle, 'unpublish', { locales: ['en'] }),
      await site.project.api.delete(`${site.here}/entries/${middle}`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([409, 'page.misplaced']);
      expect(answer.body.error.details[0].entry_id).toBe(low);
    }
    const ids = [top, middle, low];
    const gone = await site.bulk('unpublish', ids);
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect(await site.paths()).toEqual({ [post]: '/blog/post' });
    expect((await site.values()).get(post)).toMatchObject({ page: { id: low, collection: 'pages' } });
    expect((await site.values()).get(post)?.page).not.toHaveProperty('path');
  });

  it('alone, when a change may leave out what cannot be done', async () => {
    const { site, low } = await makeTree();
    const [a, b] = [await site.page('a'), await site.page('low', (await site.pages()).get(`${low} en`)?.parent)];
    const below = await site.page('below', b);
    const answer = await site.bulk('publish', [a, b, below], { partial: true });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(Object.keys(await site.paths())).toContain(a);
    expect(Object.keys(await site.paths())).not.toContain(b);
    expect(Object.keys(await site.paths())).not.toContain(below);
  });
});

describe('after a push', () => {
  it('pages are where the schema says, and nothing shows a path that is gone', async () => {
    const site = await PagesProject.make(app, flatSchema);
    const top = await site.live(await site.page('top'));
    const below = await site.live(await site.page('below', top));
    const twin = await site.live(await site.page('top'));
    const note = await site.live(await site.create('notes', { en: { title: 'note', page: below } }));
    const before = await site.values();
    await site.push(pagesSchema, 1);
    await repathed();
    expect(await site.paths()).toEqual({ [top]: '/top', [below]: '/top/below', [twin]: null });
    expect((await site.values()).get(note)).toMatchObject({ page: { id: below, path: '/top/below' } });
    await site.push(flatSchema, 2);
    await repathed();
    expect(await site.values()).toEqual(before);
    expect(await site.paths()).toEqual({});
  });

  it('another path has its pages move, and all that points to them', async () => {
    const { site, post, note } = await makeTree();
    const [pages, posts, notes] = pagesSchema.collections;
    await site.push(
      { format: 1, collections: [pages, { ...posts, path: '/{locale}/news/{page.slug}/{slug}' }, notes] },
      1,
    );
    await repathed();
    expect((await site.paths())[post]).toBe('/en/news/low/post');
    expect((await site.values()).get(note)).toMatchObject({ page: { path: '/en/news/low/post' } });
  });
});

describe('a snapshot that is restored', () => {
  it('has its pages where they were, and further changes go on from there', async () => {
    const { site, top, middle, low } = await makeTree();
    const before = await site.values();
    const owner = (await app.person({ projectId: site.project.id, role: 'owner' })).api;
    const was = (await owner.get(`${site.here}/snapshots?limit=1`)).body;
    await site.save(top, { en: { slug: 'above' } });
    await site.live(top);
    const restored = await owner.post(`${site.here}/snapshots/${was.data[0].snapshot_id}/restore`, {});
    expect(restored.status, JSON.stringify(restored.body)).toBeLessThan(300);
    expect(await site.values()).toEqual(before);
    expect(await site.paths()).toMatchObject({ [low]: '/top/middle/low' });
    await site.save(middle, { en: { slug: 'center' } });
    await site.live(middle);
    expect(await site.paths()).toMatchObject({ [top]: '/top', [low]: '/top/center/low' });
  });
});

describe('pages that are where they belong', () => {
  it('stay there', async () => {
    const { site, low } = await makeTree();
    const before = await site.paths();
    await app.services.publisher.submit({
      projectId: site.project.id,
      change: { kind: 'repath', entry_ids: [low] },
      actor: SYSTEM,
      rights: ALL_RIGHTS,
      requestId: 'req',
      idempotency: null,
      answer: ({ moved }) => expect(moved).toEqual([]),
    });
    expect(await site.paths()).toEqual(before);
  });
});

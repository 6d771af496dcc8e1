import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';
import type { TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

/** Two trees: `top` with `a` and `b`, of which `b` has `low`; and `other`. All are live but `b`'s sibling `draft`. */
async function makeTrees() {
  const site = await PagesProject.make(app);
  const top = await site.live(await site.page('top'));
  const a = await site.live(await site.page('a', top));
  const b = await site.live(await site.page('b', top));
  const low = await site.live(await site.page('low', b));
  const other = await site.live(await site.page('other'));
  const draft = await site.page('draft', top);
  const get = async (rest: string) => (await site.project.api.get(`${site.here}/pages${rest}`)).body;
  const move = (id: string, body: object) => site.project.api.post(`${site.here}/pages/${id}/move`, body);
  return { site, top, a, b, low, other, draft, get, move };
}

const idsOf = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);

describe('the tree of pages', () => {
  it('lists pages at the top and below one, in their order, page by page', async () => {
    const { site, top, a, b, other, draft, get } = await makeTrees();
    const roots = await get('?collection=pages&locale=en');
    expect(roots.data).toEqual([
      expect.objectContaining({ id: top, parent: null, path: '/top', children: 3, status: 'published' }),
      expect.objectContaining({ id: other, path: '/other', children: 0 }),
    ]);
    expect(roots.next_cursor).toBeNull();
    await site.project.api.post(`${site.here}/entries/order`, { collection_key: 'pages', entry_ids: [b], after: null });
    const below = `?collection=pages&locale=en&parent=${top}`;
    expect(idsOf(await get(below))).toEqual([b, a, draft]);
    const first = await get(`${below}&limit=2`);
    expect(idsOf(first)).toEqual([b, a]);
    expect((await get(`${below}&limit=2&cursor=${first.next_cursor}`)).data).toEqual([
      expect.objectContaining({ id: draft, path: null, parent: top, status: 'draft' }),
    ]);
    expect((await get('?collection=notes&locale=en')).error.code).toBe('validation_failed');
  });

  it('lists the pages above one, from the top, and finds the one at a path', async () => {
    const { top, b, low, get } = await makeTrees();
    expect(idsOf(await get(`/${low}/ancestors?locale=en`))).toEqual([top, b]);
    expect(idsOf(await get(`/${top}/ancestors?locale=en`))).toEqual([]);
    expect(await get(`/by-path?locale=en&path=${encodeURIComponent('/top/b/low')}`)).toMatchObject({
      id: low,
      parent: b,
    });
    expect((await get('/by-path?locale=de&path=/top')).error.code).toBe('entry.not_found');
  });

  it('shows only what a member may read', async () => {
    const { site, top } = await makeTrees();
    const { api, id } = await app.person({ projectId: site.project.id, role: 'editor' });
    const owner = (await app.person({ projectId: site.project.id, role: 'owner' })).api;
    const limits = { reads: ['posts'] };
    expect((await owner.patch(`${site.here}/members/${id}`, { limits })).status).toBe(200);
    for (const rest of ['?collection=pages&locale=en', `/${top}/ancestors?locale=en`, '/by-path?locale=en&path=/top']) {
      expect((await api.get(`${site.here}/pages${rest}`)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await api.post(`${site.here}/pages/${top}/move`, { parent: null })).body.error.code).toBe(
      'entry.not_found',
    );
  });
});

describe('a move', () => {
  it('says which paths change, and then changes them all in one snapshot, with one undo', async () => {
    const { site, b, low, other, move } = await makeTrees();
    const [before, sequence] = [await site.paths(), await site.sequence()];
    const planned = await move(b, { parent: other, dry_run: true });
    expect(planned.status, JSON.stringify(planned.body)).toBe(200);
    expect(planned.body.moved).toEqual([
      { entry_id: b, locale: 'en', from: '/top/b', to: '/other/b' },
      { entry_id: low, locale: 'en', from: '/top/b/low', to: '/other/b/low' },
    ]);
    expect([await site.paths(), await site.sequence(), planned.body.published_at]).toEqual([before, sequence, null]);
    const moved = await move(b, { parent: other });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(moved.body).toMatchObject({ moved: planned.body.moved, more: 0, published_at: expect.any(String) });
    expect(await site.sequence()).toBe(sequence + 1);
    expect(await site.paths()).toMatchObject({ [b]: '/other/b', [low]: '/other/b/low' });
    const undone = await site.post(b, 'undo-publish', { version: moved.body.version });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await site.paths()).toEqual(before);
  });

  it('of a draft only saves it', async () => {
    const { site, other, draft, get, move } = await makeTrees();
    const sequence = await site.sequence();
    expect((await move(draft, { parent: other })).body).toMatchObject({ moved: [], published_at: null });
    expect(idsOf(await get(`?collection=pages&locale=en&parent=${other}`))).toEqual([draft]);
    expect(await site.sequence()).toBe(sequence);
  });

  it('takes the right to write, of a live page also to publish, in its collection', async () => {
    const { site, b, other, draft } = await makeTrees();
    const ask = async (api: ApiClient, id: string) =>
      codeOf(await api.post(`${site.here}/pages/${id}/move`, { parent: other }));
    expect(await ask(app.client({ token: site.project.tokens.read_draft }), draft)).toEqual([
      403,
      'auth.insufficient_scope',
    ]);
    const author = (await app.person({ projectId: site.project.id, role: 'author' })).api;
    expect(await ask(author, b)).toEqual([403, 'auth.insufficient_role']);
    const publisher = (await app.person({ projectId: site.project.id, role: 'publisher' })).api;
    expect(await ask(publisher, b)).toEqual([403, 'auth.insufficient_role']);
    const { api, id } = await app.person({ projectId: site.project.id, role: 'editor' });
    const owner = (await app.person({ projectId: site.project.id, role: 'owner' })).api;
    await owner.patch(`${site.here}/members/${id}`, { limits: { collections: ['posts'] } });
    expect(await ask(api, b)).toEqual([403, 'auth.insufficient_role']);
    expect(await ask(api, draft)).toEqual([403, 'auth.insufficient_role']);
    await owner.patch(`${site.here}/members/${id}`, { limits: { locales: ['de'] } });
    expect(await ask(api, b)).toEqual([403, 'auth.insufficient_role']);
  });

  it('is refused before anything is saved', async () => {
    const { site, top, a, b, low, other, draft, move } = await makeTrees();
    const versionOf = async (id: string) => (await site.project.api.get(`${site.here}/entries/${id}`)).body.version;
    const versions = await Promise.all([top, a, b].map(versionOf));
    expect((await move(top, { parent: low })).body.error.code).toBe('page.misplaced');
    expect((await move(b, { parent: draft })).body.error.code).toBe('page.misplaced');
    const twin = await site.live(await site.page('a', other));
    expect((await move(a, { parent: other })).body.error).toMatchObject({
      code: 'entry.path_taken',
      details: [{ entry_id: twin, path: ['values', 'en', 'slug'] }],
    });
    expect((await move(a, { parent: null, base_version: 1, dry_run: true })).status).toBe(200);
    expect(await Promise.all([top, a, b].map(versionOf))).toEqual(versions);
    await site.save(b, { en: { title: 'another' } });
    expect((await move(b, { parent: other })).body.error.code).toBe('page.has_changes');
    const note = await site.create('notes', { en: { title: 'note' } });
    expect((await move(note, { parent: null })).body.error.code).toBe('validation_failed');
  });
});

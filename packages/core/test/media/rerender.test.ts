import { type ObjectStorage, StorageUnavailableError } from '@stele/storage';
import type { ApiClient, LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RIGHTS } from '../../src/access/permissions.ts';
import { findKeptMedia } from '../../src/media/uses.store.ts';
import { SYSTEM } from '../../src/platform/actor.ts';
import { RERENDER_ASSETS } from '../../src/publishing/rerender/changed-assets.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { madeUpRenditions } from '../support/fill-assets.ts';
import { checkLive } from '../support/live-state.ts';
import { FILES, PictureProject } from '../support/picture-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OTHER_FILES = 'fedcba987654321001234567';
const clock = new TestClock(Date.now());
let app: TestApp;
let site: PictureProject;
let owner: ApiClient;
/** A hook that runs once, as the next manifest is about to be written. */
let beforeManifest: (() => Promise<void>) | null = null;

function withHook(storage: ObjectStorage): ObjectStorage {
  return new Proxy(storage, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (typeof own !== 'function') return own;
      if (name !== 'putAll') return own.bind(target);
      return async (...given: Parameters<ObjectStorage['putAll']>) => {
        const hook = given[0].some(({ key }) => key.endsWith('manifest.json')) ? beforeManifest : null;
        if (hook) {
          beforeManifest = null;
          await hook();
        }
        return target.putAll(...given);
      };
    },
  });
}

beforeAll(async () => {
  app = await startTestApp({
    clock,
    wrapStorage: withHook,
    limits: parseLimits('entry.publish=10000,schema.sync=1000,asset.change=10000,snapshot.restore=1000'),
    retention: { keepMs: DAY_MS, keepLast: 1, graceMs: DAY_MS },
  });
});
beforeEach(async () => {
  site = await PictureProject.make(app);
  owner = (await app.person({ projectId: site.project.id, role: 'owner' })).api;
});
afterAll(() => app.close());

const patch = (id: string, body: object) => site.api.patch(`${site.here}/assets/${id}`, body);
const runJobs = () => app.services.jobs.drain({ kinds: [RERENDER_ASSETS] });
const sequence = async (): Promise<number> => (await checkLive(app.database, app.storage, site.project.id)).sequence;
const latest = async (): Promise<string> => (await site.api.get(`${site.here}/snapshot/latest`)).body.snapshot_id;
const altOf = async (id: string, locale = 'en'): Promise<unknown> => (await site.shown(id, locale)).hero.alt;
const waiting = () => app.database.prisma.job.count({ where: { kind: RERENDER_ASSETS, key: site.project.id } });

const rerender = (projectId: string, assetIds: string[]) =>
  app.services.publisher.submit<number>({
    projectId,
    change: { kind: 'rerender', asset_ids: assetIds },
    actor: SYSTEM,
    rights: ALL_RIGHTS,
    requestId: '',
    idempotency: null,
    answer: ({ changed }) => changed.size,
  });

describe('an asset that is shown', () => {
  it('shows its new text everywhere, in one snapshot, and nothing else changes', async () => {
    const a = await site.asset({ altText: { en: 'old' } });
    const both = await site.live({ en: { title: 'Both', hero: a }, de: { title: 'Beide', hero: a } });
    const inText = await site.live({ en: { title: 'Text', body: `![](asset:${a})` } });
    const apart = await site.live({ en: { title: 'Live', hero: a } });
    await site.save(apart, { en: { title: 'Draft' } });
    const without = await site.live({ en: { title: 'None' } });
    const before = await Promise.all([both, inText, apart, without].map((id) => site.entry(id)));
    const published = await checkLive(app.database, app.storage, site.project.id);
    expect((await patch(a, { alt_text: { en: 'new', de: 'neu' } })).status).toBe(200);
    await runJobs();
    expect(await sequence()).toBe(published.sequence + 1);
    expect([await altOf(both), await altOf(both, 'de'), await altOf(apart)]).toEqual(['new', 'neu', 'new']);
    expect((await site.shown(inText)).body).toMatch(/^!\[new\]\(/);
    expect((await site.shown(apart)).title).toBe('Live');
    expect(await Promise.all([both, inText, apart, without].map((id) => site.entry(id)))).toEqual(before);
    const { files } = await checkLive(app.database, app.storage, site.project.id);
    const frames = (of: typeof files) =>
      Object.values(of).map((entries) => entries.map(({ values: _, ...frame }) => frame));
    expect(frames(files)).toEqual(frames(published.files));
    const [change, previous] = (await owner.get(`${site.here}/snapshots`)).body.data;
    // The pictures that are listed beside the fields have a new text too, but aren't named as a field.
    const diff = (await owner.get(`${site.here}/snapshots/${previous.snapshot_id}/diff/${change.snapshot_id}`)).body
      .data;
    expect((await site.shown(inText))._pictures).toMatchObject([{ id: a, alt: 'new' }]);
    expect(diff.find(({ entry_id: id }: { entry_id: string }) => id === inText)).toMatchObject({
      change: 'changed',
      fields: [{ field: 'body' }],
    });
    expect(change).toMatchObject({
      added: 0,
      changed: 4,
      removed: 0,
      changes: [{ reason: 'asset', asset_ids: [a], actor: { type: 'token', name: 'admin' } }],
    });
    expect(change.changes).toHaveLength(1);
    const { rows } = await app.database.pool.query('SELECT unshown_change FROM assets WHERE id = $1', [a]);
    expect([rows, await waiting()]).toEqual([[{ unshown_change: null }], 0]);
  });

  it('does so for many assets, and for what comes while it waits, in one snapshot', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => site.asset()));
    const id = await site.live({ en: { gallery: ids, hero: ids[0] } });
    const before = await sequence();
    const bulk = { action: 'patch', asset_ids: ids, patch: { alt_text: 'same' } };
    expect((await site.api.post(`${site.here}/assets/bulk`, bulk)).status).toBe(200);
    await patch(ids[0] ?? '', { decorative: true });
    await patch(ids[1] ?? '', { filename: 'other.jpg' });
    await runJobs();
    expect(await sequence()).toBe(before + 1);
    const { gallery } = await site.shown(id);
    expect(gallery.map(({ alt, filename }: LooseBody) => [alt, filename])).toEqual([
      ['', 'photo.jpg'],
      ['same', 'other.jpg'],
      ['same', 'photo.jpg'],
    ]);
  });

  it('leaves the site alone when what it shows stays the same, or nothing shows it', async () => {
    const [a, b] = [await site.asset({ altText: { en: 'text' } }), await site.asset()];
    await site.live({ en: { hero: a } });
    await site.create({ en: { hero: b } });
    const before = await sequence();
    await patch(a, { alt_text: { de: 'Text' } });
    await patch(b, { alt_text: 'new' });
    await patch(b, { folder_id: null });
    expect(await waiting()).toBe(1);
    await runJobs();
    expect(await sequence()).toBe(before);
    expect(await rerender(site.project.id, [a, b])).toBe(0);
  });

  it('comes through though storage is down at first', async () => {
    const a = await site.asset();
    const id = await site.live({ en: { hero: a } });
    await patch(a, { alt_text: 'new' });
    beforeManifest = () => Promise.reject(new StorageUnavailableError('down'));
    await runJobs();
    expect([await altOf(id), await waiting()]).toEqual([null, 1]);
    clock.advance(DAY_MS);
    await runJobs();
    expect([await altOf(id), await waiting()]).toEqual(['new', 0]);
  });

  it('is not shown as it was by who publishes it while it changes', async () => {
    const a = await site.asset({ altText: { en: 'old' } });
    const id = await site.create({ en: { hero: a } });
    beforeManifest = async () => {
      await patch(a, { alt_text: 'new' });
      expect(await waiting()).toBe(0);
    };
    expect((await site.publish(id)).status).toBe(200);
    await runJobs();
    expect(await altOf(id)).toBe('new');
  });

  it('is not shown at all by who publishes it while it goes to the trash', async () => {
    const a = await site.asset();
    const id = await site.create({ en: { hero: a } });
    beforeManifest = async () => {
      await app.database.pool.query('UPDATE assets SET trashed_at = now() WHERE id = $1', [a]);
    };
    const answer = await site.publish(id);
    expect([answer.status, answer.body.error.details[0].message]).toEqual([
      400,
      'The asset "photo.jpg" is in the trash.',
    ]);
  });

  it('is not shown as it was by a push of the schema that it changes under', async () => {
    const a = await site.asset({ altText: { en: 'old' } });
    const id = await site.live({ en: { title: 'One', hero: a } });
    const { schema } = (await site.api.get(`${site.here}/schema`)).body;
    const [posts] = schema.collections;
    const fields = posts.fields.map((field: LooseBody) => ({
      ...field,
      key: field.key === 'title' ? 'name' : field.key,
    }));
    beforeManifest = async () => {
      await patch(a, { alt_text: 'new' });
      // The job comes first: the push has to notice by itself.
      await app.database.prisma.job.deleteMany({ where: { kind: RERENDER_ASSETS } });
    };
    await site.push(
      { ...schema, collections: [{ ...posts, title_field: 'name', fields }] },
      { renames: [{ kind: 'field', path: ['posts', 'name'], from: 'title' }] },
    );
    expect(await site.shown(id)).toMatchObject({ name: 'One', hero: { alt: 'new' } });
  });
});

describe('content that a restoration brought back', () => {
  it('shows changes too, under the schema that it keeps to', async () => {
    const a = await site.asset({ altText: { en: 'old' } });
    const id = await site.live({ en: { title: 'One', hero: a } });
    const earlier = await latest();
    const { schema } = (await site.api.get(`${site.here}/schema`)).body;
    const [posts] = schema.collections;
    const moved = { ...schema, collections: [{ ...posts, key: 'articles' }] };
    await site.push(moved, { renames: [{ kind: 'collection', from: 'posts', to: 'articles' }] });
    expect(await site.uses(a)).toEqual(['One hero (en) draft live']);
    await owner.post(`${site.here}/snapshots/${earlier}/restore`);
    await patch(a, { alt_text: 'new' });
    await runJobs();
    const { files } = await checkLive(app.database, app.storage, site.project.id);
    expect(files['posts.en']).toMatchObject([
      { id, schema_version: 1, values: { title: 'One', hero: { alt: 'new' } } },
    ]);
    expect(files['articles.en'] ?? []).toEqual([]);
  });
});

describe('files that kept documents name', () => {
  it('are listed until no readable snapshot shows them', async () => {
    const a = await site.asset();
    const other = await site.asset();
    const { pool } = app.database;
    const projectId = site.project.id;
    const id = await site.live({ en: { hero: a, body: `asset:${a}` } });
    const filesOf = (digest: string): string[] => {
      const { full, variants } = madeUpRenditions(projectId, a, digest);
      return [full, ...variants].map(({ key }) => key).sort();
    };
    const kept = async () => {
      const found = await findKeptMedia(pool, projectId, [a, other]);
      return Object.fromEntries([...found].map(([asset, keys]) => [asset, [...keys].sort()]));
    };
    expect(await kept()).toEqual({ [a]: filesOf(FILES) });
    await pool.query('UPDATE assets SET renditions = $2 WHERE id = $1', [
      a,
      JSON.stringify(madeUpRenditions(projectId, a, OTHER_FILES)),
    ]);
    expect(await rerender(projectId, [a])).toBe(1);
    expect(await kept()).toEqual({ [a]: [...filesOf(FILES), ...filesOf(OTHER_FILES)].sort() });
    // The snapshot with the first files ends, but a website may still be built from it.
    clock.advance(3 * DAY_MS);
    await app.services.sweeper.sweep(projectId);
    expect(await kept()).toEqual({ [a]: [...filesOf(FILES), ...filesOf(OTHER_FILES)].sort() });
    clock.advance(2 * DAY_MS);
    await app.services.sweeper.sweep(projectId);
    expect(await kept()).toEqual({ [a]: filesOf(OTHER_FILES) });
    await site.api.delete(`${site.here}/entries/${id}`);
    clock.advance(3 * DAY_MS);
    await app.services.sweeper.sweep(projectId);
    clock.advance(3 * DAY_MS);
    await app.services.sweeper.sweep(projectId);
    expect(await kept()).toEqual({});
  });
});

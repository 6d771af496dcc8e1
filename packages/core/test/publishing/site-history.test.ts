import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContentHandler } from '@stele/content';
import { collection, defineConfig, slug, text } from '@stele/schema';
import type { SnapshotEntry } from '@stele/snapshot';
import { type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive, readMirror, readSnapshot } from '../support/live-state.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const NO_LIMITS =
  'entry.create=100000,entry.list=100000,entry.publish=100000,entry.save_draft=100000,schema.sync=100000,snapshot.restore=100000';
const LOCALES = ['en', 'de'] as const;
const STEPS = rounds({ short: 100, long: 500 });
const pages = collection({
  key: 'pages',
  order: 'manual',
  fields: { title: text({ localized: true }), slug: slug({ localized: true }) },
});
const schema = defineConfig({ collections: [pages] }).schema;

let app: TestApp;
let project: TestProject;
let api: ApiClient;
let owner: ApiClient;
let entries: string;
let snapshots: string;
const clock = new TestClock(Date.now());
const KEEP_MS = 60_000;
const KEEP_LAST = 5;
let contentHost: Server;
let contentUrl: string;

beforeAll(async () => {
  const retention = { keepMs: KEEP_MS, keepLast: KEEP_LAST, graceMs: 0 };
  app = await startTestApp({ clock, limits: parseLimits(NO_LIMITS), retention });
  const log = pino({ level: 'silent' });
  contentHost = createServer(createContentHandler({ storage: app.storage, signed: null, log }));
  await new Promise<void>((resolve) => contentHost.listen(0, '127.0.0.1', resolve));
  contentUrl = `http://127.0.0.1:${(contentHost.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  project = await app.project();
  api = project.api;
  owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
  entries = `/projects/${project.id}/entries`;
  snapshots = `/projects/${project.id}/snapshots`;
  await api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
});
afterAll(async () => {
  contentHost.closeAllConnections();
  await new Promise((resolve) => contentHost.close(resolve));
  await app.close();
});

/** Titles of what is live in a locale, as a website reads it from the content host. */
async function titlesOnSite(locale: string): Promise<Map<string, unknown>> {
  const latest = await api.get(`/projects/${project.id}/snapshot/latest`);
  if (latest.status === 404) return new Map();
  const path = new URL(latest.body.content_base_url).pathname;
  const answer = await fetch(`${contentUrl}${path}/pages.${locale}.json`);
  expect(answer.status).toBe(200);
  const file = (await answer.json()) as { entries: SnapshotEntry[] };
  return new Map(file.entries.map((entry) => [entry.id, entry.values.title]));
}

async function create(title: string): Promise<string> {
  const values = { en: { title, slug: title }, de: { title: `${title} auf Deutsch` } };
  const answer = await api.post(entries, { collection_key: 'pages', values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}
const publish = (id: string, locales: readonly string[] = ['en']) => api.post(`${entries}/${id}/publish`, { locales });
const get = async (id: string) => (await api.get(`${entries}/${id}`)).body;
const live = () => checkLive(app.database, app.storage, project.id);
const pointer = async () => (await api.get(`/projects/${project.id}/snapshot/latest`)).body;
const restore = (id: string) => owner.post(`${snapshots}/${id}/restore`, {});
const save = async (id: string, values: object) =>
  api.put(`${entries}/${id}/draft`, { values, base_version: (await get(id)).version });

describe('restoring a snapshot', () => {
  it('puts it back live under its own id, and everything that depends on it', async () => {
    const [a, b] = [await create('a'), await create('b')];
    await publish(a, LOCALES);
    await publish(b);
    const then = await pointer();
    const before = await live();
    await save(a, { en: { title: 'newer', slug: 'newer' } });
    await publish(a);
    await api.delete(`${entries}/${b}`);
    const c = await create('c');
    await publish(c);
    const taker = await api.post(entries, { collection_key: 'pages', values: { en: { slug: 'b' } } });
    expect(taker.status).toBe(201);
    clock.advance(60_000);

    const restored = await restore(then.snapshot_id);
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
    expect(restored.body).toMatchObject({ ...then, manifest: { ...then.manifest, sequence: 6 }, warnings: [] });
    expect(await pointer()).toMatchObject({ snapshot_id: then.snapshot_id, published_at: then.published_at });
    expect((await live()).files).toEqual(before.files);
    expect(await readMirror(app.storage, project.tokens.read_published)).toMatchObject({
      snapshot_id: then.snapshot_id,
      sequence: 6,
    });
    expect(await get(a)).toMatchObject({
      status: 'published',
      changed_locales: ['en'],
      values: { en: { title: 'newer' } },
    });
    expect(await get(b)).toMatchObject({ status: 'published', trashed_at: null, changed_locales: [] });
    expect(await get(c)).toMatchObject({ status: 'draft', locales_status: { en: 'draft' } });
    // Content that is live again wins over a draft that took the slug meanwhile.
    expect(codeOf(await publish(taker.body.id))).toEqual([400, 'validation_failed']);
    expect((await restore(then.snapshot_id)).body.manifest.sequence).toBe(6);

    await publish(c);
    expect((await live()).files['pages.en']?.map(({ values }) => values.title)).toEqual(['a', 'b', 'c']);
    const history = (await owner.get(snapshots)).body.data;
    expect(
      history.map((one: { sequence: number; live: boolean; added: number; changed: number; removed: number }) => [
        one.sequence,
        one.live,
        one.added,
        one.changed,
        one.removed,
      ]),
    ).toEqual([
      [7, true, 1, 0, 0],
      [6, false, 1, 1, 1],
      [5, false, 1, 0, 0],
      [4, false, 0, 0, 1],
      [3, false, 0, 1, 0],
      [2, false, 1, 0, 0],
      [1, false, 2, 0, 0],
    ]);
    expect(history[1].changes).toMatchObject([{ reason: 'restore', actor: { type: 'user' } }]);
    expect(history[3].changes).toMatchObject([{ reason: 'delete', entry_id: b, entry_title: 'b' }]);
    const titlesOf = (id: string) =>
      history
        .flatMap(({ changes }: LooseBody) => changes)
        .filter((change: LooseBody) => change.entry_id === id)
        .map((change: LooseBody) => change.entry_title);
    expect(titlesOf(a)).toEqual(['newer', 'a']);
    const page = (await owner.get(`${snapshots}?limit=6`)).body;
    expect((await owner.get(`${snapshots}?limit=6&cursor=${page.next_cursor}`)).body.data).toMatchObject([
      { sequence: 1 },
    ]);
  });

  it('is for owners who are signed in', async () => {
    await publish(await create('a'));
    const { snapshot_id: id } = await pointer();
    expect(codeOf(await api.post(`${snapshots}/${id}/restore`, {}))).toEqual([403, 'auth.insufficient_scope']);
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    expect(codeOf(await editor.api.post(`${snapshots}/${id}/restore`, {}))).toEqual([403, 'auth.insufficient_role']);
    expect((await editor.api.get(snapshots)).status).toBe(200);
    expect(codeOf(await restore('snap_none'))).toEqual([404, 'snapshot.not_found']);
  });

  it('gives restored entries a draft where they have none, and says what the schema would refuse', async () => {
    const id = await create('a');
    await publish(id, LOCALES);
    const { snapshot_id: then } = await pointer();
    await api.post(`${entries}/${id}/unpublish`, { locales: ['de'] });
    await save(id, { de: null });
    const stricter = defineConfig({
      collections: [
        collection({
          key: 'pages',
          order: 'manual',
          fields: { title: text({ localized: true, max: 3 }), slug: slug({ localized: true }) },
        }),
      ],
    }).schema;
    expect((await api.post(`/projects/${project.id}/schema/sync`, { schema: stricter, base_version: 1 })).status).toBe(
      200,
    );
    expect((await restore(then)).body.warnings).toMatchObject([{ code: 'snapshot.schema_differs', entries: 1 }]);
    expect(await get(id)).toMatchObject({
      values: { de: { title: 'a auf Deutsch' } },
      locales_status: { de: 'published', en: 'published' },
      changed_locales: [],
    });
    await live();
  });

  it('brings content back into the files of a collection that has another name by now', async () => {
    const [a, b] = [await create('a'), await create('b')];
    await publish(a);
    await publish(b);
    const { snapshot_id: then } = await pointer();
    const renamed = defineConfig({
      collections: [collection({ key: 'sheets', renamed_from: 'pages', fields: pages.fields })],
    }).schema;
    expect((await api.post(`/projects/${project.id}/schema/sync`, { schema: renamed, base_version: 1 })).status).toBe(
      200,
    );
    expect(Object.keys((await live()).files)).toEqual(['sheets.de', 'sheets.en']);
    expect((await restore(then)).status).toBe(200);
    expect((await live()).files['pages.en']).toHaveLength(2);
    await publish(a);
    const { files } = await live();
    expect([files['pages.en']?.length, files['sheets.en']?.length]).toEqual([1, 1]);
  });
});

describe('comparing snapshots', () => {
  it('lists what differs, entry by entry, field by field', async () => {
    const [a, b] = [await create('a'), await create('b')];
    await publish(a);
    await publish(b);
    const { snapshot_id: from } = await pointer();
    await save(a, { en: { title: 'A' } });
    await publish(a, LOCALES);
    await api.delete(`${entries}/${b}`);
    const { snapshot_id: to } = await pointer();
    const diff = await owner.get(`${snapshots}/${from}/diff/${to}`);
    expect(diff.body.data).toEqual([
      {
        entry_id: a,
        collection_key: 'pages',
        locale: 'de',
        change: 'added',
        fields: [{ field: 'title', before: null, after: 'a auf Deutsch' }],
      },
      {
        entry_id: a,
        collection_key: 'pages',
        locale: 'en',
        change: 'changed',
        fields: [
          { field: 'slug', before: 'a', after: null },
          { field: 'title', before: 'a', after: 'A' },
        ],
      },
      expect.objectContaining({ entry_id: b, locale: 'en', change: 'removed' }),
    ]);
    const first = (await owner.get(`${snapshots}/${from}/diff/${to}?limit=2`)).body;
    const rest = (await owner.get(`${snapshots}/${from}/diff/${to}?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...rest.data]).toEqual(diff.body.data);
    expect((await owner.get(`${snapshots}/${from}/diff/${from}`)).body.data).toEqual([]);
    expect(codeOf(await owner.get(`${snapshots}/${from}/diff/snap_none`))).toEqual([404, 'snapshot.not_found']);
  });
});

/** The content that the site should hold: locale → entry → title. */
type Site = Record<(typeof LOCALES)[number], Map<string, string>>;

describe('a site over a long time', () => {
  it.each([
    ['', 20261121],
    [', with sweeps in between, of which none takes what is kept', 20261122],
  ])(`holds after each of ${STEPS} random steps what a simple model says%s`, async (sweeps, seed) => {
    const ids: string[] = [];
    const drafts = new Map<string, Record<string, string>>();
    const trashed = new Set<string>();
    const kept = new Map<string, Awaited<ReturnType<typeof live>>['files']>();
    let site: Site = { en: new Map(), de: new Map() };
    const known = new Map<string, Site>();
    const ended = new Set<string>();
    /** The snapshots that were live, oldest first. */
    const log: { readonly id: string; readonly at: number }[] = [];
    const random = randomNumbers(seed);
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
    const copy = (from: Site): Site => ({ en: new Map(from.en), de: new Map(from.de) });

    for (let step = 0; step < STEPS; step++) {
      clock.advance(1000);
      const id = pick(ids);
      const kind =
        ids.length < 5
          ? 'create'
          : pick([
              'create',
              'save',
              'save',
              'publish',
              'publish',
              'publish',
              'unpublish',
              'delete',
              'restore entry',
              'order',
              'restore',
              ...(sweeps ? ['sweep'] : []),
            ]);
      if (kind === 'create' && ids.length < 40) {
        const title = `t${step}`;
        const made = await create(title);
        ids.push(made);
        drafts.set(made, { en: title, de: `${title} auf Deutsch` });
      } else if (!id) {
        continue;
      } else if (kind === 'save') {
        const answer = await save(id, { en: { title: `s${step}`, slug: `s${step}` } });
        expect(answer.status).toBe(trashed.has(id) ? 409 : 200);
        if (!trashed.has(id)) drafts.set(id, { ...drafts.get(id), en: `s${step}` });
      } else if (kind === 'publish') {
        const locales = random() < 0.5 ? ['en'] : [...LOCALES];
        const answer = await publish(id, locales);
        expect(answer.status, JSON.stringify(answer.body)).toBe(trashed.has(id) ? 409 : 200);
        if (!trashed.has(id))
          for (const locale of locales) site[locale as 'en'].set(id, drafts.get(id)?.[locale] ?? '');
      } else if (kind === 'unpublish') {
        const answer = await api.post(`${entries}/${id}/unpublish`, { locales: ['en'] });
        expect(answer.status).toBe(trashed.has(id) ? 409 : 200);
        if (!trashed.has(id)) site.en.delete(id);
      } else if (kind === 'delete') {
        expect((await api.delete(`${entries}/${id}`)).status).toBe(200);
        trashed.add(id);
        for (const locale of LOCALES) site[locale].delete(id);
      } else if (kind === 'restore entry') {
        expect((await api.post(`${entries}/${id}/restore`, {})).status).toBe(200);
        trashed.delete(id);
      } else if (kind === 'order') {
        const after = pick(ids);
        const answer = await api.post(`${entries}/order`, {
          collection_key: 'pages',
          entry_ids: [id],
          after: after === id ? null : after,
        });
        const isGone = trashed.has(id) || (after !== id && after !== undefined && trashed.has(after));
        expect(answer.status, JSON.stringify(answer.body)).toBe(isGone ? 400 : 200);
      } else if (kind === 'restore' && known.size > 0) {
        const target = pick([...known.keys()]) ?? '';
        const answer = await restore(target);
        expect(answer.status).toBe(ended.has(target) ? 404 : 200);
        if (ended.has(target)) continue;
        site = copy(known.get(target) ?? site);
        for (const locale of LOCALES) for (const back of site[locale].keys()) trashed.delete(back);
        expect((await live()).files).toEqual(kept.get(target));
      } else if (kind === 'sweep') {
        await app.services.sweeper.sweep(project.id);
        const since = clock.now().getTime() - KEEP_MS;
        const lately = log.filter(({ at }, index) => at >= since || (log[index + 1]?.at ?? Infinity) >= since);
        const stays = new Set([...lately.map((one) => one.id), ...[...known.keys()].slice(-KEEP_LAST)]);
        for (const id of known.keys()) if (!stays.has(id)) ended.add(id);
        for (const [id, files] of kept) {
          if (!ended.has(id)) expect((await readSnapshot(app.storage, project.id, id)).files).toEqual(files);
        }
      }
      const now = await live();
      for (const locale of LOCALES) {
        expect([step, kind, locale, await titlesOnSite(locale)]).toEqual([step, kind, locale, site[locale]]);
      }
      if (now.snapshotId && now.snapshotId !== log.at(-1)?.id) {
        log.push({ id: now.snapshotId, at: clock.now().getTime() });
      }
      if (now.snapshotId && !known.has(now.snapshotId)) {
        known.set(now.snapshotId, copy(site));
        kept.set(now.snapshotId, now.files);
      }
    }
    expect(ended.size > STEPS / 25).toBe(sweeps !== '');
    for (const id of ids) {
      const entry = await get(id);
      expect(entry.status === 'trashed').toBe(trashed.has(id));
      if (!trashed.has(id)) expect(entry.values.en.title).toBe(drafts.get(id)?.en);
    }
  });
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collection, defineConfig, text } from '@stele/schema';
import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tellDue } from '../../src/domains/entries/review/due-reviews.store.ts';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

/** The state of an entry in a language: nothing, a text that was never live or isn't any more, one that is live, or a newer one than that. */
const LOCALE_STATES = ['none', 'new', 'off', 'live', 'edited'] as const;
type LocaleState = (typeof LOCALE_STATES)[number];
const CASES = LOCALE_STATES.flatMap((en) => LOCALE_STATES.map((de) => ({ en, de }))).filter(
  ({ en, de }) => en !== 'none' || de !== 'none',
);

let app: TestApp;
let site: ContentProject;
let member: TestPerson;

const answered = ({ status, body }: ApiAnswer<LooseBody>): LooseBody => {
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};
const titleOf = (states: Record<'en' | 'de', LocaleState>): string => `${states.en}-${states.de}`;
const only = (states: Record<'en' | 'de', LocaleState>, ...some: LocaleState[]): ('en' | 'de')[] =>
  (['en', 'de'] as const).filter((locale) => some.includes(states[locale]));

/** Makes an entry whose languages are in some states, with someone who takes care of it and a day that is over. */
async function made(states: Record<'en' | 'de', LocaleState>): Promise<string> {
  const texts = (locales: readonly string[], title: string) =>
    Object.fromEntries(locales.map((locale) => [locale, { title }]));
  const [fresh, gone, live] = [only(states, 'new'), only(states, 'off'), only(states, 'live', 'edited')];
  const early = [...gone, ...live];
  const id = await site.create(texts(early.length > 0 ? early : fresh, titleOf(states)), 'posts');
  if (early.length > 0) answered(await site.publish(id, early));
  if (gone.length > 0) answered(await site.api.post(`${site.entries}/${id}/unpublish`, { locales: gone }));
  const later = { ...texts(only(states, 'edited'), `${titleOf(states)}, edited`), ...texts(fresh, titleOf(states)) };
  if (early.length > 0 && Object.keys(later).length > 0) {
    answered(await site.save(id, later, (await site.get(id)).version));
  }
  const due = { assignee_id: member.id, due_on: '2020-01-01' };
  answered(await member.api.patch(`${site.entries}/${id}/review`, due));
  return id;
}

/** The ids that a list has with some filters, sorted. */
const listed = async (query: string): Promise<string[]> =>
  answered(await site.api.get(`${site.entries}?collection=posts&limit=100&${query}`))
    .data.map(({ id }: LooseBody) => id)
    .sort();

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  const { id: projectId } = site.project;
  await site.api.patch(`/projects/${projectId}`, { locales: ['en', 'de'] });
  member = await app.person({ projectId, role: 'editor' });
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: { title: text({ localized: true }) },
        workflow: { states: ['draft', 'review', 'done'], publish_needs: null },
      }),
    ],
  });
  const { body: diff } = await site.api.post(`/projects/${projectId}/schema/diff`, { schema });
  const pushed = { schema, base_version: 1, confirm_token: diff.confirm_token };
  answered(await site.api.post(`/projects/${projectId}/schema/sync`, pushed));
});

it('is settled only if all that it has is live, for lists, counts, columns, due dates and the start page', async () => {
  const ids = new Map<string, (typeof CASES)[number]>();
  for (const states of CASES) ids.set(await made(states), states);
  const where = (holds: (states: (typeof CASES)[number]) => boolean): string[] =>
    [...ids].flatMap(([id, states]) => (holds(states) ? [id] : [])).sort();
  const isLive = (states: (typeof CASES)[number]) => only(states, 'live', 'edited').length > 0;
  const isWhole = (states: (typeof CASES)[number]) => only(states, 'new', 'off', 'edited').length === 0;
  const settled = where((states) => isLive(states) && isWhole(states));
  const changed = where((states) => isLive(states) && !isWhole(states));
  const drafts = where((states) => !isLive(states));
  const open = [...changed, ...drafts].sort();

  const check = async () => {
    expect(await listed('status=settled')).toEqual(settled);
    expect(await listed('status=changed')).toEqual(changed);
    expect(await listed('status=published')).toEqual([...settled, ...changed].sort());
    expect(await listed('status=draft')).toEqual(drafts);
    expect(await listed('state=draft')).toEqual(open);
    expect(await listed('status=changed&state=draft')).toEqual(changed);
    expect(await listed('due_by=2026-12-01')).toEqual(open);
    const counts = answered(await site.api.get(`${site.entries}/counts?include=states`)).data;
    expect(counts).toMatchObject([
      {
        live: settled.length + changed.length,
        changed: changed.length,
        draft: drafts.length,
        settled: settled.length,
        states: { draft: open.length, review: 0, done: 0 },
      },
    ]);
    const start = answered(await member.api.get(`/projects/${site.project.id}/start?limit=50`));
    expect(start.assigned.count).toBe(open.length);
  };
  await check();

  // Rows of before, which only knew of newer values of live languages, are made right by the migration.
  const file = '20261130100000_changed_entries/migration.sql';
  const fill = await readFile(path.join(findDatabaseFiles().migrationsDirectory, file), 'utf8');
  const unaware = where((states) => only(states, 'edited').length === 0);
  await app.database.pool.query('UPDATE entries SET changed = false WHERE id = ANY($1)', [unaware]);
  expect(await listed('status=settled')).not.toEqual(settled);
  await app.database.pool.query(fill);
  await check();

  const { prisma } = app.database;
  await tellDue({ database: app.database, clock: { now: () => new Date() } } as never);
  const told = await prisma.entryReview.findMany({ where: { projectId: site.project.id, dueTold: true } });
  expect(told.map(({ entryId }) => entryId).sort()).toEqual(open);
});

const snapshots = (): string => `/projects/${site.project.id}/snapshots`;
const move = async (id: string, state: string) => {
  const { version: base_version } = await site.get(id);
  return answered(await member.api.patch(`${site.entries}/${id}/review`, { state, base_version }));
};
const push = async (fields: object): Promise<void> => {
  const { id: projectId } = site.project;
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: fields as never,
        workflow: { states: ['draft', 'review', 'done'], publish_needs: null },
      }),
    ],
  });
  const { version } = answered(await site.api.get(`/projects/${projectId}/schema`));
  const { confirm_token } = answered(await site.api.post(`/projects/${projectId}/schema/diff`, { schema }));
  const pushed = { schema, base_version: version, ...(confirm_token && { confirm_token }) };
  answered(await site.api.post(`/projects/${projectId}/schema/sync`, pushed));
};

describe('a review ends with what makes everything live', () => {
  it('also when the site is restored', async () => {
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const id = await made({ en: 'live', de: 'none' });
    const { data: history } = answered(await owner.api.get(snapshots()));
    answered(await site.api.post(`${site.entries}/${id}/unpublish`, { locales: ['en'] }));
    await move(id, 'review');
    expect(await listed('state=review')).toEqual([id]);
    answered(await owner.api.post(`${snapshots()}/${history[0].snapshot_id}/restore`, {}));
    expect(await site.get(id)).toMatchObject({ status: 'published', review: { state: null, due_on: '2020-01-01' } });
    expect(await listed('status=settled')).toEqual([id]);
    expect(await listed('state=review')).toEqual([]);
  });

  it('also when a push takes away what was to be reviewed', async () => {
    await push({ title: text({ localized: true }), note: text({ localized: true }) });
    const id = await made({ en: 'live', de: 'live' });
    answered(
      await site.save(id, { en: { title: 'live-live', note: 'Only in the draft' } }, (await site.get(id)).version),
    );
    await move(id, 'review');
    expect(await listed('state=review')).toEqual([id]);
    await push({ title: text({ localized: true }) });
    expect(await site.get(id)).toMatchObject({ changed_locales: [], review: { state: null } });
    expect(await listed('status=settled')).toEqual([id]);
  });

  // The embedded database has one connection.
  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'also when someone asks for it while the last change is taken back',
    async () => {
      const id = await made({ en: 'edited', de: 'live' });
      const { version } = await site.get(id);
      const held = await app.database.pool.connect();
      const waits = async (statement: string): Promise<void> => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;
        const found = async () => (await app.database.pool.query(waiting, [statement])).rowCount;
        await expect.poll(found).toBe(1);
      };
      try {
        await held.query('BEGIN');
        await held.query('SELECT 1 FROM entries WHERE id = $1 FOR UPDATE', [id]);
        const asked = member.api.patch(`${site.entries}/${id}/review`, { state: 'review', base_version: version });
        await waits('%INTO entry_reviews%');
        const saved = site.save(id, { en: { title: 'edited-live' } }, version);
        await waits('%UPDATE entries SET version%');
        await held.query('COMMIT');
        answered(await asked);
        answered(await saved);
      } finally {
        await held.query('ROLLBACK');
        held.release();
      }
      expect(await site.get(id)).toMatchObject({ changed_locales: [], review: { state: null } });
      expect(await listed('status=settled')).toEqual([id]);
    },
  );

  it('but stays where everything was live before: what leaves the site is asked for', async () => {
    await push({ title: text({ localized: true }), note: text({ localized: true }) });
    const id = await made({ en: 'live', de: 'live' });
    await move(id, 'review');
    await push({ title: text({ localized: true }) });
    expect(await listed('state=review')).toEqual([id]);
  });
});

it('is settled or not after the site was restored, too', async () => {
  const id = await made({ en: 'live', de: 'none' });
  const owner = await app.person({ projectId: site.project.id, role: 'owner' });
  const { data: history } = answered(await owner.api.get(`/projects/${site.project.id}/snapshots`));
  answered(await site.save(id, { de: { title: 'Neu' } }, (await site.get(id)).version));
  answered(await site.publish(id, ['de']));
  expect(await listed('status=settled')).toEqual([id]);
  const path = `/projects/${site.project.id}/snapshots/${history[0].snapshot_id}/restore`;
  answered(await owner.api.post(path, {}));
  expect((await site.get(id)).locales_status).toEqual({ de: 'draft', en: 'published' });
  expect(await listed('status=settled')).toEqual([]);
  expect(await listed('status=changed')).toEqual([id]);
});

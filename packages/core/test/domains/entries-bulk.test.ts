import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { checkLive } from '../support/live-state.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});

const bulk = (action: string, ids: readonly string[], more: object = {}, headers: Record<string, string> = {}) =>
  site.api.post(`${site.entries}/bulk`, { action, entry_ids: ids, ...more }, headers);
const live = () => checkLive(app.database, app.storage, site.project.id);
const titlesOf = async (file = 'posts.en') => (await live()).files[file]?.map(({ values }) => values.title) ?? [];

async function createAll(titles: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push(await site.create({ en: { title } }));
  return ids;
}

const resultsOf = (body: LooseBody) =>
  body.data.map((item: LooseBody) => [item.result, item.version, item.entry_status]);

describe('publishing many entries', () => {
  it('puts all of them live in one snapshot, in every locale that they have', async () => {
    const ids = await createAll(['a', 'b', 'c']);
    await site.save(ids[2] ?? '', { de: { title: 'c auf Deutsch' } }, 1);
    const answer = await bulk('publish', ids);
    expect([answer.status, resultsOf(answer.body)]).toEqual([
      200,
      [
        ['changed', 2, 'published'],
        ['changed', 2, 'published'],
        ['changed', 3, 'published'],
      ],
    ]);
    expect(await titlesOf()).toEqual(['a', 'b', 'c']);
    expect(await titlesOf('posts.de')).toEqual(['c auf Deutsch']);
    expect((await live()).sequence).toBe(1);
    const history = (await app.database.prisma.liveSequence.findFirstOrThrow({ where: { projectId: site.project.id } }))
      .changes;
    expect(history).toHaveLength(3);
    const again = await bulk('publish', ids);
    expect(again.body).toMatchObject({ published_at: null, warnings: [] });
    expect(resultsOf(again.body).map(([result]: string[]) => result)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect((await live()).sequence).toBe(1);
  });

  it('publishes none when one is refused, and says of each what is wrong', async () => {
    const [a, b, c] = (await createAll(['a', 'b', 'c'])) as [string, string, string];
    await site.api.delete(`${site.entries}/${b}`);
    const answer = await bulk('publish', [a, b, 'ent_nope', c], { locales: ['de'] });
    expect(codeOf(answer)).toEqual([409, 'entry.bulk_refused']);
    expect(answer.body.error.details).toEqual([
      {
        path: ['entry_ids', 0, 'locales', 0],
        message: 'The entry has no values in de.',
        entry_id: a,
        code: 'validation_failed',
      },
      { path: ['entry_ids', 1], message: expect.any(String), entry_id: b, code: 'entry.trashed' },
      { path: ['entry_ids', 2], message: expect.any(String), entry_id: 'ent_nope', code: 'entry.not_found' },
      {
        path: ['entry_ids', 3, 'locales', 0],
        message: 'The entry has no values in de.',
        entry_id: c,
        code: 'validation_failed',
      },
    ]);
    expect((await live()).sequence).toBe(0);
    expect((await site.get(a)).version).toBe(1);
  });

  it('publishes what can be when that is asked for', async () => {
    const [a, b] = (await createAll(['a', 'b'])) as [string, string];
    await site.api.delete(`${site.entries}/${b}`);
    const answer = await bulk('publish', [a, b, 'ent_nope'], { partial: true });
    expect(answer.status).toBe(200);
    expect(resultsOf(answer.body)).toEqual([
      ['changed', 2, 'published'],
      ['refused', 2, 'trashed'],
      ['refused', null, null],
    ]);
    expect(answer.body.data.map((item: LooseBody) => item.error?.code)).toEqual([
      undefined,
      'entry.trashed',
      'entry.not_found',
    ]);
    expect(await titlesOf()).toEqual(['a']);
  });

  it('publishes each in locales of its own', async () => {
    const [a, b] = (await createAll(['a', 'b'])) as [string, string];
    for (const id of [a, b]) await site.save(id, { de: { title: `${id} de` } }, 1);
    const answer = await bulk('publish', [a, b], { entry_locales: [['en'], ['de']] });
    expect(answer.body.data.map((item: LooseBody) => item.live_changes)).toEqual([['en'], ['de']]);
    expect([(await site.get(a)).locales_status, (await site.get(b)).locales_status]).toEqual([
      { en: 'published', de: 'draft' },
      { en: 'draft', de: 'published' },
    ]);
    await bulk('publish', [a]);
    await bulk('unpublish', [a, b], { entry_locales: [['de'], ['de']] });
    expect(await titlesOf()).toEqual(['a']);
    expect(await titlesOf('posts.de')).toEqual([]);
  });

  it('leaves out entries that changed since they were seen', async () => {
    const [seen, changed] = (await createAll(['seen', 'changed'])) as [string, string];
    await site.save(changed, { en: { title: 'changed since' } }, 1);
    const base_versions = [1, 1];
    const whole = await bulk('publish', [seen, changed], { base_versions });
    expect(codeOf(whole)).toEqual([409, 'entry.bulk_refused']);
    const answer = await bulk('publish', [seen, changed], { base_versions, partial: true });
    expect(answer.body.data).toMatchObject([
      { id: seen, result: 'changed' },
      {
        id: changed,
        result: 'refused',
        error: {
          code: 'entry.version_conflict',
          details: [
            {
              path: ['base_version'],
              message: 'The entry is at version 2; 1 is out of date.',
              current_version: 2,
            },
          ],
        },
      },
    ]);
    expect(whole.body.error.details).toEqual([
      expect.objectContaining({ path: ['entry_ids', 1, 'base_version'], entry_id: changed, current_version: 2 }),
    ]);
    expect(await titlesOf()).toEqual(['seen']);
    const ahead = await bulk('publish', [changed], { base_versions: [9], partial: true });
    expect(ahead.body.data[0].error.code).toBe('validation_failed');
  });

  it('warns of references to what is not live, but not to what goes live with them', async () => {
    const [a, b] = (await createAll(['a', 'b'])) as [string, string];
    const both = await site.create({ en: { title: 'both', related: [a, b] } });
    const answer = await bulk('publish', [both, a]);
    expect(answer.body.warnings).toMatchObject([{ code: 'entry.refers_to_unpublished', entry_id: b }]);
  });

  it('happens once for an Idempotency-Key', async () => {
    const ids = await createAll(['a', 'b']);
    const first = await bulk('publish', ids, {}, { 'idempotency-key': 'all' });
    const again = await bulk('publish', ids, {}, { 'idempotency-key': 'all' });
    expect(again.body).toEqual(first.body);
    expect((await live()).sequence).toBe(1);
  });
});

describe('unpublishing, trashing and restoring many entries', () => {
  it('takes them off the site in one snapshot, and warns of live entries that refer to them', async () => {
    const ids = await createAll(['a', 'b', 'c']);
    const referring = await site.create({ en: { title: 'refers', see: ids[0] } });
    await bulk('publish', [...ids, referring]);
    const answer = await bulk('unpublish', ids.slice(0, 2), { locales: ['en'] });
    expect(answer.body.warnings).toMatchObject([{ code: 'entry.still_referred_to', entry_id: referring }]);
    expect(await titlesOf()).toEqual(['c', 'refers']);
    expect((await live()).sequence).toBe(2);
  });

  it('trashes what is live and what never was in one snapshot, and brings all of it back', async () => {
    const ids = await createAll(['a', 'b', 'c']);
    await bulk('publish', ids.slice(0, 2));
    const trashed = await bulk('trash', ids);
    expect(resultsOf(trashed.body).map(([, , status]: string[]) => status)).toEqual(['trashed', 'trashed', 'trashed']);
    expect(await titlesOf()).toEqual([]);
    expect((await live()).sequence).toBe(2);
    const { data } = (await site.api.get(`${site.entries}?status=trashed`)).body;
    expect(data).toHaveLength(3);
    const restored = await bulk('restore', ids);
    expect(resultsOf(restored.body).map(([, , status]: string[]) => status)).toEqual(['draft', 'draft', 'draft']);
    expect(resultsOf((await bulk('restore', ids)).body).map(([result]: string[]) => result)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
  });

  it('restores none when one does not exist, and gives endings to slugs that were taken, also by each other', async () => {
    const first = await site.create({ en: { title: 'a', slug: 'same' } });
    await site.api.delete(`${site.entries}/${first}`);
    const second = await site.create({ en: { title: 'b', slug: 'same' } });
    await site.api.delete(`${site.entries}/${second}`);
    const refused = await bulk('restore', [first, 'ent_nope', second]);
    expect(codeOf(refused)).toEqual([409, 'entry.bulk_refused']);
    expect((await site.get(first)).status).toBe('trashed');
    const restored = await bulk('restore', [first, second]);
    expect(restored.body.warnings).toMatchObject([{ code: 'entry.value_replaced', entry_id: second }]);
    expect([(await site.get(first)).values.en.slug, (await site.get(second)).values.en.slug]).toEqual([
      'same',
      'same-2',
    ]);
  });
});

describe('many at once', () => {
  it('restores the same entries in whatever order others restore them', { tags: ['full'] }, async () => {
    const ids = await createAll(Array.from({ length: 30 }, (_, n) => `entry ${n}`));
    for (let round = 0; round < 3; round++) {
      expect((await bulk('trash', ids)).status).toBe(200);
      const orders = [ids, ids.toReversed(), ids, ids.toReversed()];
      const answers = await Promise.all(orders.map((order) => bulk('restore', order)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const changed = answers.flatMap(({ body }) => body.data.filter((item: LooseBody) => item.result === 'changed'));
      expect(changed).toHaveLength(ids.length);
    }
  });

  it('names no snapshot when nothing changed on the site', async () => {
    const ids = await createAll(['a', 'b']);
    expect((await bulk('trash', ids)).body).toMatchObject({ published_at: null, data: [{ result: 'changed' }, {}] });
  });

  it('does nothing for entries of another project', async () => {
    const other = await ContentProject.make(app);
    const foreign = await other.create({ en: { title: 'theirs' } });
    for (const action of ['publish', 'unpublish', 'trash', 'restore']) {
      expect(codeOf(await bulk(action, [foreign]))).toEqual([409, 'entry.bulk_refused']);
      expect((await bulk(action, [foreign], { partial: true })).body.data).toMatchObject([{ result: 'refused' }]);
    }
    expect(await other.get(foreign)).toMatchObject({ version: 1, status: 'draft' });
  });

  it('refuses more values than one request may hold in memory', { tags: ['full'] }, async () => {
    const title = 'x'.repeat(1_000_000);
    const ids = await Promise.all(Array.from({ length: 34 }, (_, n) => site.create({ en: { title: `${n}${title}` } })));
    const answer = await bulk('publish', ids);
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, ['entry_ids']]);
    expect((await bulk('publish', ids.slice(0, 3))).status).toBe(200);
  });
});

describe('a dry run', () => {
  const unmoved = async (ids: readonly string[], versions: readonly number[]) => {
    expect(await Promise.all(ids.map(async (id) => (await site.get(id)).version))).toEqual(versions);
  };

  it('says what a publish would change, where and refuse, and changes nothing', async () => {
    const [fresh, live1, broken] = (await createAll(['fresh', 'live', 'broken'])) as [string, string, string];
    await bulk('publish', [live1]);
    const before = await live();
    const ids = [fresh, live1, broken, 'ent_nope'];
    const options = { entry_locales: [['en'], ['en'], ['de'], ['en']], dry_run: true };
    const answer = await bulk('publish', ids, { ...options, partial: true }, { 'idempotency-key': 'dry' });
    expect(answer.status).toBe(200);
    expect(
      answer.body.data.map((item: LooseBody) => [item.result, item.live_changes, item.error?.details[0]?.path]),
    ).toEqual([
      ['changed', ['en'], undefined],
      ['unchanged', [], undefined],
      ['refused', [], ['locales', 0]],
      ['refused', [], undefined],
    ]);
    expect(answer.body.published_at).toBeNull();
    expect(await live()).toEqual(before);
    await unmoved([fresh, live1, broken], [1, 2, 1]);
    expect(codeOf(await bulk('publish', ids, options))).toEqual([409, 'entry.bulk_refused']);
    expect((await bulk('publish', [fresh])).body.data).toMatchObject([{ live_changes: ['en'] }]);
  });

  it('names the live entries outside of the selection that refer to what would leave the site', async () => {
    const ids = await createAll(['a', 'b']);
    const refers = await site.create({ en: { title: 'refers', related: ids } });
    const draft = await site.create({ en: { title: 'draft refers', see: ids[0] } });
    await bulk('publish', [...ids, refers]);
    const answer = await bulk('trash', ids, { dry_run: true });
    expect(answer.body.warnings).toEqual([
      expect.objectContaining({ code: 'entry.still_referred_to', entry_id: refers, title: 'refers' }),
    ]);
    expect(answer.body.data.map((item: LooseBody) => item.live_changes)).toEqual([['en'], ['en']]);
    await unmoved([...ids, draft], [2, 2, 1]);
    expect((await bulk('trash', [...ids, refers], { dry_run: true })).body.warnings).toEqual([]);
  });

  it('does not count as a publish', async () => {
    const [a] = (await createAll(['a'])) as [string];
    for (let n = 0; n < 35; n++) expect((await bulk('publish', [a], { dry_run: true })).status).toBe(200);
    expect((await bulk('publish', [a])).status).toBe(200);
  });
});

describe('a bad request', () => {
  it('is refused with the field', async () => {
    const [a] = (await createAll(['a'])) as [string];
    const paths = async (...args: Parameters<typeof bulk>) => {
      const { status, body } = await bulk(...args);
      return [status, body.error.details[0].path];
    };
    expect(await paths('publish', [a, a])).toEqual([400, ['entry_ids', 1]]);
    expect(await paths('publish', [])).toEqual([400, ['entry_ids']]);
    expect(await paths('publish', Array(101).fill(a))).toEqual([400, ['entry_ids']]);
    expect(await paths('explode', [a])).toEqual([400, ['action']]);
    expect(await paths('trash', [a], { locales: ['en'] })).toEqual([400, ['locales']]);
    expect(await paths('publish', [a], { locales: ['en', 'en'] })).toEqual([400, ['locales', 1]]);
    expect(await paths('trash', [a], { entry_locales: [['en']] })).toEqual([400, ['entry_locales']]);
    expect(await paths('publish', [a], { entry_locales: [['en'], ['en']] })).toEqual([400, ['entry_locales']]);
    expect(await paths('publish', [a], { entry_locales: [['en', 'en']] })).toEqual([400, ['entry_locales', 0]]);
    expect(await paths('publish', [a], { entry_locales: [[]] })).toEqual([400, ['entry_locales', 0]]);
    expect(await paths('publish', [a], { entry_locales: [['en']], locales: ['en'] })).toEqual([400, ['entry_locales']]);
    expect(await paths('publish', [a], { base_versions: [1, 1] })).toEqual([400, ['base_versions']]);
    expect(await paths('unpublish', [a], { base_versions: [1] })).toEqual([400, ['base_versions']]);
  });
});

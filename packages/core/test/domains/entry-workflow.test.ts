import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collection, defineConfig, text } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
let author: TestPerson;
let publisher: TestPerson;

const configOf = (states: readonly string[] | null, more: object = {}) =>
  defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: { title: text({ localized: true }), slug: text({ localized: true }) },
        ...(states && { workflow: { states, ...more } }),
      }),
      collection({ key: 'pages', fields: { title: text({ localized: true }) } }),
    ],
  });
const push = async (states: readonly string[] | null, more: object = {}): Promise<LooseBody> => {
  const { body: now } = await site.api.get(`/projects/${site.project.id}/schema`);
  const { schema } = configOf(states, more);
  const input = { schema, base_version: now.version };
  const { body: diff } = await site.api.post(`/projects/${site.project.id}/schema/diff`, { schema });
  const confirmed = { ...input, ...(diff.confirm_token && { confirm_token: diff.confirm_token }) };
  const answer = await site.api.post(`/projects/${site.project.id}/schema/sync`, confirmed);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return diff;
};
const review = (id: string, change: object, { api } = publisher as Pick<TestPerson, 'api'>) =>
  api.patch(`${site.entries}/${id}/review`, change);
const move = async (id: string, state: string, by: Pick<TestPerson, 'api'> = publisher) =>
  review(id, { state, base_version: (await site.get(id)).version }, by);
const made = async (title: string, by: TestPerson = author): Promise<string> => {
  const values = { en: { title }, de: { title } };
  const answer = await by.api.post(site.entries, { collection_key: 'posts', values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const publishBy = (by: Pick<TestPerson, 'api'>, id: string, locales: readonly string[] = ['en']) =>
  by.api.post(`${site.entries}/${id}/publish`, { locales });
const listed = async (query: string, by: Pick<TestPerson, 'api'> = site) => {
  const { status, body } = await by.api.get(`${site.entries}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map((entry: LooseBody) => entry.title);
};

/** The states in the rows of entries, by title. */
const states = async (): Promise<object> => {
  const where = { projectId: site.project.id };
  const rows = await app.database.prisma.entry.findMany({ where, select: { title: true, reviewState: true } });
  return Object.fromEntries(rows.map(({ title, reviewState }) => [title, reviewState]));
};

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  const { id: projectId } = site.project;
  await site.api.patch(`/projects/${projectId}`, { locales: ['en', 'de'] });
  author = await app.person({ projectId, role: 'author' });
  publisher = await app.person({ projectId, role: 'publisher' });
  await push(['draft', 'review', 'approved'], { approval: 'another_person' });
});

describe('publishing in a collection with a workflow', () => {
  it('needs an approval of what goes live, by whatever way it is published', async () => {
    const id = await made('News');
    const refused = await publishBy(publisher, id);
    expect(codeOf(refused)).toEqual([409, 'entry.not_approved']);
    expect(refused.body.error.details).toMatchObject([
      { path: ['locales', 0], message: expect.stringContaining('Another person has to move the entry to "Approved"') },
    ]);
    expect(codeOf(await publishBy(site, id))).toEqual([409, 'entry.not_approved']);
    const bulk = { action: 'publish', entry_ids: [id] };
    expect((await site.api.post(`${site.entries}/bulk`, bulk)).body.error.details).toMatchObject([
      { entry_id: id, code: 'entry.not_approved' },
      { entry_id: id, code: 'entry.not_approved' },
    ]);
    const external = `${site.entries}/by-external-id/posts/1`;
    expect(codeOf(await site.api.put(external, { values: { en: { title: 'X' } }, publish: true }))).toEqual([
      409,
      'entry.not_approved',
    ]);
    const validated = await publisher.api.post(`${site.entries}/validate`, { entry_id: id, publish: ['en'] });
    expect(validated.body).toMatchObject({ valid: false, errors: [{ code: 'entry.not_approved' }] });
    expect((await site.get(id)).status).toBe('draft');

    expect((await move(id, 'review', author)).body).toMatchObject({ state: 'review', approved_version: null });
    expect(codeOf(await publishBy(publisher, id))).toEqual([409, 'entry.not_approved']);
    expect((await move(id, 'approved')).body).toMatchObject({ state: 'approved', approved_version: 1 });
    expect((await publishBy(publisher, id, ['en', 'de'])).status).toBe(200);
    // There's nothing to review any more.
    expect(await site.get(id)).toMatchObject({ status: 'published', review: { state: null } });
  });

  it('is refused for what changed since the approval, and only for that', async () => {
    const id = await made('News');
    await move(id, 'approved');
    await site.save(id, { en: { title: 'Changed' } }, 1);
    expect((await site.get(id)).review).toMatchObject({ state: null, approved_version: 1 });
    expect(codeOf(await publishBy(publisher, id))).toEqual([409, 'entry.not_approved']);
    expect((await publishBy(publisher, id, ['de'])).status).toBe(200);
    await move(id, 'approved');
    const { version } = (await publishBy(publisher, id)).body;
    await site.save(id, { en: { title: 'Changed again' } }, version);
    // Content that is live already, or was live before, needs no approval.
    expect((await publishBy(publisher, id, ['de'])).body).toMatchObject({ unchanged: true });
    const path = `${site.entries}/${id}`;
    expect((await publisher.api.post(`${path}/undo-publish`, { version })).status).toBe(200);
    // The entry leaves the site when that is approved, too, by someone else than who takes it off.
    const leaving = { locales: ['de'] };
    expect(codeOf(await site.api.post(`${path}/unpublish`, leaving))).toEqual([409, 'entry.leaving_not_approved']);
    const asked = { state: 'approved', base_version: (await site.get(id)).version, ...leaving };
    expect((await review(id, asked)).body).toMatchObject({ state: null, approved_locales: ['de'] });
    expect(codeOf(await publisher.api.post(`${path}/unpublish`, leaving))).toEqual([409, 'entry.leaving_not_approved']);
    expect((await site.api.post(`${path}/unpublish`, leaving)).status).toBe(200);
    expect((await publisher.api.post(`${path}/republish`, { locales: ['de'] })).status).toBe(200);
  });

  it('is refused again once the approval was taken back', async () => {
    const id = await made('News');
    await move(id, 'approved');
    expect((await move(id, 'draft', author)).body).toMatchObject({ state: 'draft', approved_version: null });
    expect(codeOf(await publishBy(publisher, id))).toEqual([409, 'entry.not_approved']);
  });

  it('needs none in other collections, nor where the workflow says so', async () => {
    const page = await site.create({ en: { title: 'Page' } }, 'pages');
    expect((await site.publish(page)).status).toBe(200);
    expect(codeOf(await review(page, { due_on: '2026-12-01' }))).toEqual([409, 'entry.no_workflow']);
    await push(['idea', 'done'], { publish_needs: null });
    expect((await site.publish(await made('Free'))).status).toBe(200);
  });
});

describe('moving an entry', () => {
  it('to the approved state is not for anyone who wrote some of what would go live, nor for authors and tokens', async () => {
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    const id = await made('News', editor);
    expect(codeOf(await move(id, 'approved', editor))).toEqual([409, 'entry.needs_another_person']);
    expect(codeOf(await move(id, 'approved', author))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await move(id, 'approved', site))).toEqual([403, 'auth.insufficient_scope']);
    expect((await move(id, 'review', site)).status).toBe(200);
    expect((await move(id, 'approved')).status).toBe(200);
    // A change by another one, and an approval of before, make it no one else's: the editor wrote English until it's live.
    await site.save(id, { en: { title: 'By a program' } }, 1);
    expect(codeOf(await move(id, 'approved', editor))).toEqual([409, 'entry.needs_another_person']);
    expect((await move(id, 'approved')).status).toBe(200);
    expect((await publishBy(publisher, id, ['en', 'de'])).status).toBe(200);
    await site.save(id, { en: { title: 'By a program again' } }, (await site.get(id)).version);
    expect((await move(id, 'approved', editor)).status).toBe(200);
    const { version } = await site.get(id);
    await site.save(id, { en: { title: 'By the editor' } }, version, {}, editor.api);
    const colleague = await app.person({ projectId: site.project.id, role: 'editor' });
    await site.save(id, { en: { title: 'By the editor.' } }, version + 1, {}, colleague.api);
    for (const one of [editor, colleague]) {
      expect(codeOf(await move(id, 'approved', one))).toEqual([409, 'entry.needs_another_person']);
    }
    expect((await move(id, 'approved')).status).toBe(200);
    await push(['draft', 'review', 'approved']);
    expect((await move(id, 'approved', editor)).status).toBe(200);
  });

  it('to the approved state is not for who rotated the token that changed it', async () => {
    const [maker, rotator] = await Promise.all(
      [0, 1].map(() => app.person({ projectId: site.project.id, role: 'owner' })),
    );
    const tokens = `/projects/${site.project.id}/tokens`;
    const { body: token } = (await maker?.api.post(tokens, { name: 'Shared', scope: 'admin' })) ?? {};
    const { body: rotated } = (await rotator?.api.post(`${tokens}/${token.id}/rotate`)) ?? {};
    const values = { en: { title: 'By a rotated token' } };
    const created = await app.client({ token: rotated.secret }).post(site.entries, { collection_key: 'posts', values });
    const id: string = created.body.id;
    for (const one of [maker, rotator]) {
      expect(codeOf(await move(id, 'approved', one))).toEqual([409, 'entry.needs_another_person']);
    }
    expect((await move(id, 'approved', publisher)).status).toBe(200);
  });

  it('to the approved state is not for who made the token that changed it', async () => {
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const { body: token } = await owner.api.post(`/projects/${site.project.id}/tokens`, {
      name: 'Import',
      scope: 'admin',
    });
    const values = { en: { title: 'By a token' } };
    const created = await app.client({ token: token.secret }).post(site.entries, { collection_key: 'posts', values });
    const id: string = created.body.id;
    expect(codeOf(await move(id, 'approved', owner))).toEqual([409, 'entry.needs_another_person']);
    expect((await owner.api.delete(`/projects/${site.project.id}/tokens/${token.id}`)).status).toBeLessThan(300);
    expect(codeOf(await move(id, 'approved', owner))).toEqual([409, 'entry.needs_another_person']);
    expect((await move(id, 'approved', publisher)).status).toBe(200);
  });

  it('to the approved state is not for who pushed the schema that changed its values', async () => {
    const { id: projectId } = site.project;
    const [pusher, other] = await Promise.all([0, 1].map(() => app.person({ projectId, role: 'owner' })));
    const id = await made('News');
    await move(id, 'approved');
    const { schema } = defineConfig({
      collections: [
        collection({
          key: 'posts',
          fields: { title: text({ localized: true }) },
          workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
        }),
      ],
    });
    await site.save(id, { en: { slug: 'news' } }, 1);
    await move(id, 'approved');
    const { version } = (await site.api.get(`/projects/${projectId}/schema`)).body;
    const { body: diff } = (await pusher?.api.post(`/projects/${projectId}/schema/diff`, { schema })) ?? {};
    const pushed = { schema, base_version: version, confirm_token: diff.confirm_token };
    expect((await pusher?.api.post(`/projects/${projectId}/schema/sync`, pushed))?.status).toBe(200);
    expect(codeOf(await publishBy(publisher, id))).toEqual([409, 'entry.not_approved']);
    expect(codeOf(await move(id, 'approved', pusher))).toEqual([409, 'entry.needs_another_person']);
    expect((await move(id, 'approved', other)).status).toBe(200);
  });

  it('is for the version that was seen, and to states of the workflow', async () => {
    const id = await made('News');
    await site.save(id, { en: { title: 'Newer' } }, 1);
    expect(codeOf(await review(id, { state: 'approved', base_version: 1 }))).toEqual([409, 'entry.version_conflict']);
    for (const [change, path] of [
      [{ state: 'gone', base_version: 2 }, ['state']],
      [{ state: 'review' }, ['base_version']],
      [{ state: 'review', base_version: 9 }, ['base_version']],
      [{ assignee_id: 'usr_nobody' }, ['assignee_id']],
      [{ due_on: 'tomorrow' }, ['due_on']],
      [{ note: 'Look here.', due_on: '2026-12-01' }, ['note']],
      [{ base_version: 2 }, ['state']],
    ] as const) {
      const { status, body } = await review(id, change);
      expect([status, body.error.details[0].path]).toEqual([400, path]);
    }
    await site.api.delete(`${site.entries}/${id}`);
    expect(codeOf(await review(id, { due_on: '2026-12-01' }))).toEqual([409, 'entry.trashed']);
    expect(codeOf(await review(`${id}x`, { due_on: '2026-12-01' }))).toEqual([404, 'entry.not_found']);
  });

  it('is for the roles that the state names, and for owners', async () => {
    const { schema } = defineConfig({
      collections: [
        collection({
          key: 'posts',
          fields: { title: text({ localized: true }) },
          workflow: ['draft', { key: 'approved', moved_by: ['author'] }],
        }),
      ],
    });
    const { version } = (await site.api.get(`/projects/${site.project.id}/schema`)).body;
    const input = { schema, base_version: version };
    const { body: diff } = await site.api.post(`/projects/${site.project.id}/schema/diff`, { schema });
    const pushed = { ...input, confirm_token: diff.confirm_token };
    expect((await site.api.post(`/projects/${site.project.id}/schema/sync`, pushed)).status).toBe(200);
    const id = await made('News');
    expect(codeOf(await move(id, 'approved'))).toEqual([403, 'auth.insufficient_role']);
    expect((await move(id, 'approved', author)).status).toBe(200);
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    expect((await move(id, 'approved', owner)).status).toBe(200);
  });

  it('keeps to the collections and locales of a limited member', async () => {
    const limited = await app.person({ projectId: site.project.id, role: 'editor' });
    const limit = (limits: object) =>
      app.database.prisma.member.updateMany({ where: { userId: limited.id }, data: { limits } });
    const id = await made('News');
    await limit({ collections: ['pages'] });
    expect(codeOf(await move(id, 'review', limited))).toEqual([403, 'auth.insufficient_role']);
    await limit({ locales: ['de'] });
    expect((await move(id, 'review', limited)).status).toBe(200);
    // An approval is for all locales.
    expect(codeOf(await move(id, 'approved', limited))).toEqual([403, 'auth.insufficient_role']);
    await limit({ reads: ['pages'] });
    expect(codeOf(await move(id, 'review', limited))).toEqual([404, 'entry.not_found']);
    expect((await review(id, { assignee_id: limited.id })).body.error.details[0].path).toEqual(['assignee_id']);
  });

  it('is in the audit log, with what was said, and leaves values and version as they are', async () => {
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const id = await made('News');
    const change = { state: 'review', base_version: 1, note: 'Please check the numbers.', assignee_id: publisher.id };
    expect((await review(id, change, author)).body).toMatchObject({
      state: 'review',
      note: 'Please check the numbers.',
      moved_by: { id: author.id },
      assignee: { id: publisher.id, name: 'Person' },
    });
    const { body } = await owner.api.get(`/projects/${site.project.id}/audit?action=entry.review`);
    expect(body.data).toMatchObject([
      {
        target_id: id,
        actor: { id: author.id },
        data: { state: 'review', assignee_id: publisher.id, note: change.note },
      },
    ]);
    expect(await site.get(id)).toMatchObject({ version: 1, review: { state: 'review' } });
    const { rows } = await app.database.pool.query(`SELECT data FROM events WHERE kind = 'entry.reviewed'`);
    expect(rows).toContainEqual({ data: expect.objectContaining({ state: 'review', assignee_id: publisher.id }) });
    // Words of people aren't for receivers of messages.
    expect(JSON.stringify(rows)).not.toContain('numbers');
  });
});

describe('a change of a review', () => {
  it('that changes nothing is written nowhere', async () => {
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const id = await made('News');
    const change = { assignee_id: publisher.id, due_on: '2026-12-01' };
    const { body } = await review(id, change);
    await move(id, 'review');
    const moved = await site.get(id);
    for (const again of [change, { due_on: '2026-12-01' }, { state: 'review', base_version: 1 }]) {
      const answer = await review(id, again, author);
      expect([answer.status, answer.body]).toEqual([200, moved.review]);
    }
    expect(body).toMatchObject({ state: null, due_on: '2026-12-01' });
    const { data } = (await owner.api.get(`/projects/${site.project.id}/audit?action=entry.review`)).body;
    expect(data).toHaveLength(2);
    // Saying something is a change.
    expect((await review(id, { state: 'review', base_version: 1, note: 'Still.' }, author)).body.note).toBe('Still.');
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)('is checked again under rules that changed meanwhile', async () => {
    const id = await made('News');
    const { pool } = app.database;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("UPDATE projects SET locales = '{en,de,fr}' WHERE id = $1", [site.project.id]);
      // A key's lock is all that a review waits for.
      await client.query('SELECT 1 FROM projects WHERE id = $1 FOR UPDATE', [site.project.id]);
      const { rows: own } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const assigning = review(id, { due_on: '2026-12-01' });
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid)) AND query LIKE '%entry_reviews%'`;
      const count = async () => (await pool.query(waiting, [own[0]?.pid])).rows.length;
      await expect.poll(count, { timeout: 20_000 }).toBe(1);
      await client.query('COMMIT');
      const { status, body } = await assigning;
      expect([status, body.due_on]).toEqual([200, '2026-12-01']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('the list of entries', () => {
  it('is filtered by state, assignee and due date, and so are counts', async () => {
    const [first, second, third] = [await made('First'), await made('Second'), await made('Third')];
    await made('Fourth');
    await move(first, 'review', author);
    await move(second, 'approved');
    await move(third, 'approved');
    await site.save(third, { en: { title: 'Third, changed' } }, 1);
    await review(first, { assignee_id: publisher.id, due_on: '2026-12-01' });
    await review(second, { assignee_id: author.id });
    const inState = (state: string) => listed(`collection=posts&state=${state}&sort=title`);
    expect(await inState('review')).toEqual(['First']);
    expect(await inState('approved')).toEqual(['Second']);
    expect(await inState('draft')).toEqual(['Fourth', 'Third, changed']);
    expect(await listed('assignee=me', publisher)).toEqual(['First']);
    expect(await listed(`assignee=${author.id}&collection=posts&state=approved`)).toEqual(['Second']);
    expect(await listed('assignee=me')).toEqual([]);
    const counted = await publisher.api.get(`${site.entries}/counts?assignee=me`);
    expect(counted.body.data).toMatchObject([{ collection_key: 'posts', total: 1 }]);
    const states = async (query: string) => {
      const { data } = (await site.api.get(`${site.entries}/counts?include=states&${query}`)).body;
      return data.map((one: { states?: object }) => one.states);
    };
    expect(await states('collection=posts')).toEqual([{ draft: 2, review: 1, approved: 1 }]);
    await move(third, 'approved');
    expect(await states('collection=posts')).toEqual([{ draft: 1, review: 1, approved: 2 }]);
    expect(await states('collection=posts&search=third')).toEqual([{ draft: 0, review: 0, approved: 1 }]);
    await site.save(third, { en: { title: 'Third, changed again' } }, 2);
    expect(await states('collection=posts&search=third')).toEqual([{ draft: 1, review: 0, approved: 0 }]);
    for (const query of ['state=review', 'collection=posts&state=gone', 'collection=pages&state=review']) {
      expect((await site.api.get(`${site.entries}?${query}`)).status, query).toBe(400);
    }
    const page = await site.api.get(`${site.entries}?collection=posts&assignee=${publisher.id}`);
    expect(page.body.data[0].review).toMatchObject({ assignee: { name: 'Person' }, due_on: '2026-12-01' });
    await review(second, { due_on: '2026-11-30' });
    await review(third, { due_on: '2026-12-02' });
    // The second is approved, and the third was, before it changed.
    expect(await listed('due_by=2026-12-01&sort=title')).toEqual(['First']);
    expect(await listed('due_by=2026-12-02&collection=posts&sort=title')).toEqual(['First', 'Third, changed again']);
    expect(await listed('due_by=2026-11-30')).toEqual([]);
    expect(await listed('due_from=2026-12-02')).toEqual(['Third, changed again']);
    expect(await listed('due_from=2026-12-01&due_by=2026-12-01')).toEqual(['First']);
    expect(await listed('due_from=2026-12-01&sort=title')).toEqual(['First', 'Third, changed again']);
    expect((await site.api.get(`${site.entries}?due_from=soon`)).body.error.details[0].path).toEqual(['due_from']);
    expect((await site.api.get(`${site.entries}?due_by=soon`)).body.error.details[0].path).toEqual(['due_by']);
    // Who leaves the project takes care of nothing.
    await app.database.prisma.member.deleteMany({ where: { userId: publisher.id } });
    expect((await site.get(first)).review).toMatchObject({ assignee: null, state: 'review' });
  });

  it('has copies, and entries that come back from the trash, in their state', async () => {
    const id = await made('News');
    await move(id, 'review', author);
    const copy = await site.api.post(`${site.entries}/${id}/duplicate`, {});
    expect(copy.body.review).toBeNull();
    await site.api.delete(`${site.entries}/${id}`);
    await site.api.post(`${site.entries}/${id}/restore`, {});
    expect((await site.get(id)).review).toMatchObject({ state: 'review' });
  });
});

describe('an entry that is live', () => {
  const counts = async () =>
    (await site.api.get(`${site.entries}/counts?include=states&collection=posts`)).body.data.map(
      ({ states: inState, settled }: LooseBody) => ({ ...inState, settled }),
    );
  const places = async () => {
    const asked = ['state=draft', 'state=review', 'state=approved', 'status=settled'];
    const found = await Promise.all(asked.map((query) => listed(`collection=posts&${query}`)));
    expect(await counts()).toEqual([
      { draft: found[0].length, review: found[1].length, approved: found[2].length, settled: found[3].length },
    ]);
    return found.map((titles) => titles.length).join('');
  };

  it('is in a state only while there is something to review', async () => {
    await push(['draft', 'review', 'approved'], { publish_needs: null });
    const id = await made('Live since before');
    expect((await publishBy(publisher, id, ['en', 'de'])).status).toBe(200);
    await push(['draft', 'review', 'approved'], { approval: 'another_person' });
    await review(id, { assignee_id: publisher.id, due_on: '2020-01-01' });
    expect(await places()).toBe('0001');
    expect(await listed('due_by=2026-12-01')).toEqual([]);

    const { version } = await site.get(id);
    await site.save(id, { en: { title: 'Changed' } }, version, {}, author.api);
    expect(await places()).toBe('1000');
    expect(await listed('due_by=2026-12-01')).toEqual(['Changed']);
    await move(id, 'review', author);
    expect(await places()).toBe('0100');
    await move(id, 'approved');
    expect(await places()).toBe('0010');
    expect((await publishBy(publisher, id)).status).toBe(200);
    expect(await places()).toBe('0001');

    // Who takes a change back has nothing to be reviewed.
    await site.save(id, { en: { title: 'Changed again' } }, version + 2, {}, author.api);
    await move(id, 'review', author);
    await site.save(id, { en: { title: 'Changed' } }, version + 3, {}, author.api);
    expect((await site.get(id)).review.state).toBeNull();
    expect(await places()).toBe('0001');
  });

  it('is in a state while another language of it is reviewed, and after a publish that was undone', async () => {
    const id = await made('News');
    await move(id, 'approved');
    expect((await publishBy(publisher, id, ['en'])).status).toBe(200);
    expect(await places()).toBe('0010');
    const { body } = await publishBy(publisher, id, ['de']);
    expect(await places()).toBe('0001');
    const undone = await publisher.api.post(`${site.entries}/${id}/undo-publish`, { version: body.version });
    expect(undone.status).toBe(200);
    // The approval is still known.
    expect((await publishBy(publisher, id, ['de'])).status).toBe(200);
  });
});

describe('a push that changes a workflow', () => {
  it('says so, and moves entries of lost states to the first one, without their approval', async () => {
    const [first, second, third] = [await made('First'), await made('Second'), await made('Third')];
    await move(first, 'approved');
    await move(second, 'review');
    const { changes } = await push(['draft', 'review', 'done']);
    expect(changes[0].message).toBe(
      'The workflow of posts changes: Draft, Review, Done. Entries of posts in the state "approved" go back to "draft".',
    );
    expect((await site.get(first)).review).toMatchObject({ state: null, approved_version: null });
    expect((await site.get(second)).review).toMatchObject({ state: 'review' });
    await review(third, { assignee_id: publisher.id, due_on: '2026-12-01' });
    expect((await push(null)).changes[0].message).toContain('need no approval from now on');
    // Nobody could change who takes care of it, and until when.
    expect((await site.get(third)).review).toMatchObject({ assignee: null, due_on: null });
    expect((await publishBy(publisher, first)).status).toBe(200);
    expect((await push(['draft', 'approved'])).changes[0].message).toBe(
      'The entries of posts get a workflow: Draft, Approved.',
    );
    expect((await site.get(second)).review).toMatchObject({ state: null });
  });
});

it('stands in the rows of entries, as the migration fills it in for those from before', async () => {
  await made('New');
  await move(await made('In review'), 'review');
  const approved = await made('Approved');
  const changed = await made('Changed since');
  for (const id of [approved, changed]) {
    await move(id, 'review');
    await move(id, 'approved');
  }
  await site.save(changed, { en: { slug: 'changed' } }, (await site.get(changed)).version);
  const kept = { New: null, 'In review': 'review', Approved: 'approved', 'Changed since': null };
  expect(await states()).toEqual(kept);
  const file = '20261127061100_entry_review_states_of_before/migration.sql';
  const fill = await readFile(path.join(findDatabaseFiles().migrationsDirectory, file), 'utf8');
  const { pool } = app.database;
  await pool.query('UPDATE entries SET review_state = NULL WHERE project_id = $1', [site.project.id]);
  await pool.query(fill);
  expect(await states()).toEqual(kept);
});

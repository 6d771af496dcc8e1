import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteClosedPublications } from '../../src/publishing/sweep/ledger.store.ts';
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

const live = () => checkLive(app.database, app.storage, site.project.id);
const undo = (id: string, version: number) => site.api.post(`${site.entries}/${id}/undo-publish`, { version });
const published = async (id: string, locales?: readonly string[]): Promise<number> => {
  const { status, body } = await site.publish(id, locales);
  expect([status, body.unchanged], JSON.stringify(body)).toEqual([200, false]);
  return body.version;
};
const save = async (id: string, values: object): Promise<void> => {
  const { status, body } = await site.save(id, values, (await site.get(id)).version);
  expect(status, JSON.stringify(body)).toBe(200);
};

/** Removes the first snapshots, and the rows of the ledger that only they need, without the grace period. */
const sweep = async (until: number): Promise<void> => {
  const { pool } = app.database;
  await pool.query('UPDATE snapshots SET swept_at = now() WHERE project_id = $1 AND seq <= $2', [
    site.project.id,
    until,
  ]);
  await deleteClosedPublications(pool, site.project.id, new Date(Date.now() + 60_000));
};
const restore = async (snapshotId: string | null): Promise<void> => {
  const owner = await app.person({ projectId: site.project.id, role: 'owner' });
  const path = `/projects/${site.project.id}/snapshots/${snapshotId}/restore`;
  expect((await owner.api.post(path, {})).status).toBe(200);
};
const uniqueRows = async (id: string) => {
  const asked = 'SELECT locale, value, draft, live FROM unique_values WHERE entry_id = $1 ORDER BY 1, 2';
  return (await app.database.pool.query(asked, [id])).rows.map((row) => Object.values(row));
};

describe('undoing a publish', () => {
  it('puts exactly what was live before back, keeps the draft, and leaves what others published since', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const other = await site.create({ en: { title: 'Other', slug: 'other' } });
    await published(id);
    await published(other);
    const before = await live();
    await save(id, { en: { title: 'Second', slug: 'second' } });
    const version = await published(id);
    await save(other, { en: { title: 'Other, newer', slug: 'other' } });
    await published(other);
    const { sequence } = await live();

    const answer = await undo(id, version);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { entry_status: 'published', unchanged: false, locales_status: { en: 'published' }, warnings: [] },
    ]);
    const after = await live();
    const own = ({ files }: typeof before) => files['posts.en']?.filter((entry) => entry.id === id);
    expect(own(after)).toEqual(own(before));
    expect(after.files['posts.en']?.find((entry) => entry.id === other)?.values).toMatchObject({
      title: 'Other, newer',
    });
    expect(after.sequence).toBe(sequence + 1);
    expect(await site.get(id)).toMatchObject({
      status: 'published',
      changed_locales: ['en'],
      values: { en: { title: 'Second', slug: 'second' } },
    });
    expect((await site.versions(id))[0]).toMatchObject({ kind: 'restore', locales: ['en'] });
  });

  it('takes off the site what that publish put there first, and puts the other languages back', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' }, de: { title: 'Erster', slug: 'erster' } });
    await published(id);
    const before = await live();
    await save(id, { en: { title: 'Second', slug: 'first' }, de: { title: 'Erster', slug: 'erster' } });
    const version = await published(id, ['en', 'de']);
    const answer = await undo(id, version);
    expect(answer.body).toMatchObject({ locales_status: { en: 'published', de: 'draft' } });
    expect((await live()).files).toEqual({ ...before.files, 'posts.de': [] });
    const events = await app.database.prisma.event.findMany({
      where: { projectId: site.project.id, subjectId: id },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(events.map(({ kind, data }) => [kind, (data as { locales: string[] }).locales]).sort()).toEqual([
      ['entry.published', ['en']],
      ['entry.unpublished', ['de']],
    ]);
  });

  it('of a first one leaves a draft, reported as an entry that left the site', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const other = await site.create({ en: { title: 'Other', slug: 'other', see: id } });
    const version = await published(id);
    await published(other);
    const answer = await undo(id, version);
    expect(answer.body).toMatchObject({
      entry_status: 'draft',
      warnings: [{ code: 'entry.still_referred_to', entry_id: other }],
    });
    expect((await live()).files['posts.en']).toMatchObject([{ id: other }]);
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const audit = await owner.api.get(`/projects/${site.project.id}/audit?target=${id}&limit=1`);
    expect(audit.body.data).toMatchObject([{ action: 'entry.unpublish', data: { locales: ['en'] } }]);
  });

  it('lets go of unique values that only the undone publish had, also where the entry left the site', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    await published(id);
    await save(id, { en: { title: 'Second', slug: 'second' }, de: { title: 'Zweiter', slug: 'zweiter' } });
    await undo(id, await published(id, ['en', 'de']));
    expect(await uniqueRows(id)).toEqual([
      ['de', 'zweiter', true, false],
      ['en', 'first', false, true],
      ['en', 'second', true, false],
    ]);
    await save(id, { en: { title: 'Third', slug: 'third' }, de: { title: 'Dritter', slug: 'dritter' } });
    const other = { en: { title: 'Other', slug: 'second' }, de: { title: 'Anderer', slug: 'zweiter' } };
    await site.create(other);
  });

  it('is reported in the history and the audit log, with the outcome in each language', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    await published(id);
    await save(id, { en: { title: 'Second', slug: 'first' }, de: { title: 'Zweiter', slug: 'zweiter' } });
    await undo(id, await published(id, ['en', 'de']));
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const [newest] = (await owner.api.get(`/projects/${site.project.id}/snapshots?limit=1`)).body.data;
    expect(newest.changes).toMatchObject([
      { reason: 'republish', entry_id: id, locales: ['en'] },
      { reason: 'unpublish', entry_id: id, locales: ['de'] },
    ]);
    const audit = await owner.api.get(`/projects/${site.project.id}/audit?target=${id}&limit=2`);
    expect(audit.body.data.map(({ action, data }: LooseBody) => [action, data.locales]).sort()).toEqual([
      ['entry.republish', ['en']],
      ['entry.unpublish', ['de']],
    ]);
  });

  it('works after the site was restored, for entries that changed since and for new ones, after a sweep too', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    await published(id);
    const first = await live();
    await save(id, { en: { title: 'Second', slug: 'first' } });
    await published(id);
    await restore(first.snapshotId);
    await save(id, { en: { title: 'Third', slug: 'first' } });
    const third = await published(id);
    const fresh = await site.create({ en: { title: 'New', slug: 'new' } });
    const version = await published(fresh);
    await sweep(0);
    expect((await undo(fresh, version)).status).toBe(200);
    expect((await undo(id, third)).status).toBe(200);
    expect((await live()).files).toEqual(first.files);
  });

  it('can be published again afterwards, and that be undone as well', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    await published(id);
    const { files } = await live();
    await save(id, { en: { title: 'Second', slug: 'second' } });
    await undo(id, await published(id));
    await undo(id, await published(id));
    expect((await live()).files).toEqual(files);
  });

  it('goes through what was rendered again meanwhile', async () => {
    const first = await site.create({ en: { title: 'a' } }, 'pages');
    const second = await site.create({ en: { title: 'b' } }, 'pages');
    await published(first);
    await published(second);
    await save(second, { en: { title: 'c' } });
    const version = await published(second);
    const moved = { collection_key: 'pages', entry_ids: [second], after: null };
    expect((await site.api.post(`${site.entries}/order`, moved)).status).toBe(200);
    expect((await undo(second, version)).status).toBe(200);
    const titles = (await live()).files['pages.en']?.map(({ values }) => values.title);
    expect(titles).toEqual(['b', 'a']);
  });
});

describe('undoing a publish is refused for', () => {
  it('a publish that was followed by another, or undone', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const first = await published(id);
    await save(id, { en: { title: 'Second', slug: 'second' } });
    const second = await published(id);
    const refused = await undo(id, first);
    expect(codeOf(refused)).toEqual([409, 'entry.version_conflict']);
    expect(refused.body.error.details).toMatchObject([{ path: ['version'] }]);
    expect((await undo(id, second)).status).toBe(200);
    expect(codeOf(await undo(id, second))).toEqual([409, 'entry.version_conflict']);
    expect(codeOf(await undo(id, 99))).toEqual([409, 'entry.version_conflict']);
  });

  it('an entry that is in the trash, or that no one knows', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const version = await published(id);
    await site.api.delete(`${site.entries}/${id}`);
    expect(codeOf(await undo(id, version))).toEqual([409, 'entry.trashed']);
    expect(codeOf(await undo('ent_none', 1))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await undo(id, 0))).toEqual([400, 'validation_failed']);
  });

  it('a unique value that another entry has taken since', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    await published(id);
    await save(id, { en: { title: 'First', slug: 'second' } });
    const version = await published(id);
    const thief = await site.create({ en: { title: 'Thief', slug: 'first' } });
    const refused = await undo(id, version);
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refused.body.error.details).toMatchObject([{ path: ['values', 'en', 'slug'], entry_id: thief }]);
  });

  it('what was live before, once that is no longer kept: it takes nothing off the site by mistake', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    await published(id);
    await save(id, { en: { title: 'Second', slug: 'second' } });
    const version = await published(id);
    const { pool } = app.database;
    await pool.query('UPDATE snapshots SET swept_at = now() WHERE project_id = $1 AND seq = 1', [site.project.id]);
    await pool.query('DELETE FROM publications WHERE project_id = $1 AND until_seq IS NOT NULL', [site.project.id]);
    expect(codeOf(await undo(id, version))).toEqual([409, 'entry.never_live']);
    expect((await live()).files['posts.en']).toMatchObject([{ id }]);
  });

  it('a version that came back later, once what it followed at first is no longer kept', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const first = await published(id);
    await save(id, { en: { title: 'Second', slug: 'first' } });
    const second = await published(id);
    await site.api.post(`${site.entries}/${id}/unpublish`, { locales: ['en'] });
    expect((await site.api.post(`${site.entries}/${id}/republish`, {})).status).toBe(200);
    await sweep(2);
    const refused = await undo(id, second);
    expect([...codeOf(refused), refused.body.error.details[0].path]).toEqual([409, 'entry.never_live', ['version']]);
    expect((await live()).files['posts.en']).toMatchObject([{ values: { title: 'Second' } }]);
    expect(codeOf(await undo(id, first))).toEqual([409, 'entry.version_conflict']);
  });

  it('a version that an undo brought back, once what it followed at first is no longer kept', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const first = await published(id);
    await save(id, { en: { title: 'Second', slug: 'first' } });
    expect((await undo(id, await published(id))).status).toBe(200);
    await sweep(1);
    expect(codeOf(await undo(id, first))).toEqual([409, 'entry.never_live']);
    expect((await live()).files['posts.en']).toMatchObject([{ values: { title: 'First' } }]);
  });

  it('who may only read', async () => {
    const id = await site.create({ en: { title: 'First', slug: 'first' } });
    const version = await published(id);
    const viewer = await app.person({ projectId: site.project.id, role: 'viewer' });
    const answer = await viewer.api.post(`${site.entries}/${id}/undo-publish`, { version });
    expect(codeOf(answer)).toEqual([403, 'auth.insufficient_role']);
  });
});

describe('undoing the publishes of many entries', () => {
  const bulk = (action: string, ids: readonly string[], more: object = {}) =>
    site.api.post(`${site.entries}/bulk`, { action, entry_ids: ids, ...more });
  const versionsIn = (answer: { body: { data: { version: number }[] } }) =>
    answer.body.data.map(({ version }) => version);

  it('takes one snapshot: entries that were live are as before, the others leave, each reported as what it is', async () => {
    const known = await site.create({ en: { title: 'Known', slug: 'known' } });
    await published(known);
    const before = await live();
    await save(known, { en: { title: 'Known, newer', slug: 'known' } });
    const fresh = await site.create({ en: { title: 'New', slug: 'new' } });
    const done = await bulk('publish', [known, fresh]);
    const { sequence } = await live();
    const answer = await bulk('undo_publish', [known, fresh], { base_versions: versionsIn(done) });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      [
        { id: known, result: 'changed', entry_status: 'published' },
        { id: fresh, result: 'changed', entry_status: 'draft' },
      ],
    ]);
    expect(await live()).toMatchObject({ files: before.files, sequence: sequence + 1 });
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const [newest] = (await owner.api.get(`/projects/${site.project.id}/snapshots?limit=1`)).body.data;
    expect(newest.changes).toMatchObject([
      { reason: 'republish', entry_id: known },
      { reason: 'unpublish', entry_id: fresh },
    ]);
  });

  it('warns of entries that refer to one where it left the site, and not where it stays', async () => {
    const both = { en: { title: 'A', slug: 'a' }, de: { title: 'A', slug: 'a' } };
    const a = await site.create(both);
    const b = await site.create({ en: { title: 'B', slug: 'b' } });
    const c = await site.create({ en: { title: 'C', slug: 'c', see: a } });
    await published(a);
    await published(c);
    const done = await bulk('publish', [a, b]);
    const answer = await bulk('undo_publish', [a, b], { base_versions: versionsIn(done) });
    expect([answer.status, answer.body.warnings]).toEqual([200, []]);
  });

  it('undoes what it can with `partial`, and nothing without', async () => {
    const one = await site.create({ en: { title: 'One', slug: 'one' } });
    const two = await site.create({ en: { title: 'Two', slug: 'two' } });
    const done = await bulk('publish', [one, two]);
    await save(two, { en: { title: 'Two, newer', slug: 'two' } });
    await published(two);
    const versions = { base_versions: versionsIn(done) };
    const refused = await bulk('undo_publish', [one, two], versions);
    expect(codeOf(refused)).toEqual([409, 'entry.bulk_refused']);
    expect(refused.body.error.details).toMatchObject([{ entry_id: two, code: 'entry.version_conflict' }]);
    const partial = await bulk('undo_publish', [one, two], { ...versions, partial: true });
    expect(partial.body.data).toMatchObject([{ result: 'changed' }, { result: 'refused' }]);
    expect((await live()).files['posts.en']).toMatchObject([{ id: two }]);
  });

  it('is refused without their versions, and with locales', async () => {
    const one = await site.create({ en: { title: 'One', slug: 'one' } });
    const without = await bulk('undo_publish', [one]);
    expect([without.status, without.body.error.details[0].path]).toEqual([400, ['base_versions']]);
    const locales = await bulk('undo_publish', [one], { base_versions: [1], locales: ['en'] });
    expect([locales.status, locales.body.error.details[0].path]).toEqual([400, ['locales']]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collection, defineConfig, number, text } from '@stele/schema';
import { type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { TranslationPeer } from '@stele/testing/translation-peer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { parseLimits } from '../../src/server/registry.ts';
import type { DeliveryChildOptions } from '../delivery/delivery-child.ts';
import { Child } from '../support/child.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { countStatements } from '../support/statements.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: { title: text({ localized: true }), lead: text({ localized: true }), rank: number() },
    }),
    collection({ key: 'pages', title: 'title', fields: { title: text({ localized: true }) } }),
  ],
});
const KIND = 'translate-run';
const serverUrl = process.env.TEST_DATABASE_URL;
const DELIVERY_CHILD = path.join(import.meta.dirname, '..', 'delivery', 'delivery-child.ts');

/** A project with a translation service, and what tests ask of it. */
class Translated {
  readonly peer = new TranslationPeer();
  readonly runs: string;
  readonly app: TestApp;
  readonly project: TestProject;
  readonly base: string;

  constructor(app: TestApp, project: TestProject) {
    this.app = app;
    this.project = project;
    this.base = `/projects/${project.id}`;
    this.runs = `${this.base}/translation-runs`;
  }

  static async make(app: TestApp): Promise<Translated> {
    const made = new Translated(app, await app.project());
    const { api } = made.project;
    expect((await api.post(`${made.base}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
    await made.peer.start();
    const service = { kind: 'deepl', url: made.peer.url, api_key: made.peer.key };
    expect((await api.put(`${made.base}/translations/service`, service)).status).toBe(200);
    return made;
  }

  async create(en: object, de?: object, collection_key = 'posts'): Promise<string> {
    const values = { en, ...(de && { de }) };
    return (await this.project.api.post(`${this.base}/entries`, { collection_key, values })).body.id;
  }

  async createAll(titles: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const title of titles) ids.push(await this.create({ title }));
    return ids;
  }

  async read(id: string): Promise<LooseBody> {
    return (await this.project.api.get(`${this.base}/entries/${id}`)).body;
  }

  async german(ids: readonly string[]): Promise<(string | undefined)[]> {
    const all = await Promise.all(ids.map((id) => this.read(id)));
    return all.map(({ values }) => values.de?.title);
  }

  async save(id: string, values: object): Promise<void> {
    const { version } = await this.read(id);
    const input = { values, base_version: version };
    expect((await this.project.api.patch(`${this.base}/entries/${id}/draft`, input)).status).toBe(200);
  }

  async start(input: object = {}, api: ApiClient = this.project.api): Promise<string> {
    const answer = await api.post(this.runs, { locale: 'de', ...input });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body).toMatchObject({ state: 'running', error: null, ended_at: null });
    return answer.body.id;
  }

  /** Has it carried out. @returns how it is then */
  async finish(id: string, api: ApiClient = this.project.api): Promise<LooseBody> {
    for (;;) {
      await this.app.services.jobs.drain({ kinds: [KIND] });
      const { body } = await api.get(`${this.runs}/${id}`);
      // The database's clock may be a moment behind what was due now.
      if (this.app.clock || (body.state !== 'running' && body.state !== 'undoing')) return body;
    }
  }

  async undo(id: string): Promise<LooseBody> {
    expect((await this.project.api.post(`${this.runs}/${id}/undo`, {})).body.state).toBe('undoing');
    return this.finish(id);
  }

  async results(id: string): Promise<unknown[]> {
    const { body } = await this.project.api.get(`${this.runs}/${id}/entries`);
    return body.data.map((one: LooseBody) => [one.title, one.result, one.error?.code ?? null]);
  }

  marks = async (id: string): Promise<string[]> =>
    (await this.project.api.get(`${this.base}/entries/${id}/translation?locale=de`)).body.machine_fields;
}

let app: TestApp;
let made: Translated;
beforeAll(async () => {
  app = await startTestApp({ delivery: { allowsPrivateTargets: true } });
});
beforeEach(async () => {
  made = await Translated.make(app);
  return () => made.peer.close();
});
afterAll(() => app.close());

describe('a run of translations', () => {
  it('makes marked drafts, keeps what people wrote, and says what became of each entry', async () => {
    const [owl = ''] = await made.createAll(['An owl']);
    const written = await made.create({ title: 'A wren', lead: 'Small' }, { title: 'Zaunkönig' });
    await made.save(written, { en: { title: 'Two wrens' } });
    const done = await made.create({ title: 'One' }, { title: 'Eins' });
    const id = await made.start({ entry_ids: [owl, written, done, 'ent_gone', owl] });
    const run = await made.finish(id);
    expect(run).toMatchObject({ state: 'done', locale: 'de', keep_written: true, error: null });
    expect(run.counts).toEqual({ waiting: 0, translated: 1, partly: 1, unchanged: 1, failed: 1, undone: 0, kept: 0 });
    expect(run.ended_at).not.toBeNull();
    expect(await made.results(id)).toEqual([
      ['An owl', 'translated', null],
      ['Two wrens', 'partly', null],
      ['One', 'unchanged', null],
      [null, 'failed', 'entry.not_found'],
    ]);
    expect(await made.german([owl, written, done])).toEqual(['[An owl]', 'Zaunkönig', 'Eins']);
    expect(await made.read(written)).toMatchObject({ status: 'draft', values: { de: { lead: '[Small]' } } });
    expect([await made.marks(owl), await made.marks(written)]).toEqual([['title'], ['lead']]);
    const entries = `${made.runs}/${id}/entries`;
    const partly = await made.project.api.get(`${entries}?results=partly`);
    expect(partly.body.data).toMatchObject([
      { entry_id: written, version: 3, translated_fields: ['lead'], kept_fields: ['title'], left_fields: [] },
    ]);
    const first = (await made.project.api.get(`${entries}?limit=3`)).body;
    const rest = (await made.project.api.get(`${entries}?limit=3&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, rest.data.length, rest.next_cursor]).toEqual([3, 1, null]);
    const audits = await app.database.prisma.auditRecord.findMany({ where: { targetId: owl, action: 'entry.save' } });
    expect(audits).toMatchObject([{ actor: { type: 'token' } }]);

    await made.save(written, { en: { title: 'Three wrens' } });
    const all = await made.finish(await made.start({ entry_ids: [written], keep_written: false }));
    expect(all.counts).toMatchObject({ translated: 1 });
    expect(await made.german([written])).toEqual(['[Three wrens]']);
  });

  it('takes what has no translation and may be written, when no entries are named', async () => {
    const ids = await made.createAll(['One', 'Two']);
    await made.create({ title: 'Three' }, { title: 'Drei' });
    const page = await made.create({ title: 'Page' }, undefined, 'pages');
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const data = { limits: { collections: ['posts'] } };
    await app.database.prisma.member.updateMany({ where: { userId: lina.id }, data });
    const run = await made.finish(await made.start({}, lina.api), lina.api);
    expect([run.state, run.counts.translated, run.counts.failed]).toEqual(['done', 2, 0]);
    expect(await made.german([...ids, page])).toEqual(['[One]', '[Two]', undefined]);
    const none = await made.finish(await made.start({}, lina.api), lina.api);
    expect([none.state, Object.values(none.counts)]).toEqual(['done', Array(7).fill(0)]);
  });

  it('goes on after single failures, and stops where no other entry would be translated', async () => {
    const ids = await made.createAll(['1', '2', '3', '4', '5']);
    made.peer.failures = [413];
    const run = await made.finish(await made.start({ entry_ids: ids.slice(0, 2) }));
    expect([run.state, run.counts.failed, run.counts.translated]).toEqual(['done', 1, 1]);
    made.peer.failures = [413, 413, 413];
    const failing = await made.start({ entry_ids: [...ids.slice(0, 1), ...ids.slice(2)] });
    const stopped = await made.finish(failing);
    expect([stopped.state, stopped.counts.failed, stopped.counts.waiting]).toEqual(['stopped', 3, 1]);
    expect(stopped.error).toMatchObject({ code: 'translation.service_failed', details: [{ service_status: 413 }] });
    made.peer.failures = [456];
    const closed = await made.finish(await made.start({ entry_ids: ids }));
    expect([closed.state, closed.counts.failed]).toEqual(['stopped', 0]);
    expect(closed.error.message).toContain('quota');
    const waiting = await made.start({ entry_ids: ids });
    await made.project.api.put(`${made.base}/translations/service`, { kind: null });
    expect((await made.finish(waiting)).error.code).toBe('translation.no_service');
    const refused = await made.project.api.post(made.runs, { locale: 'de' });
    expect(codeOf(refused)).toEqual([409, 'translation.no_service']);
  });

  it('waits when the limit of its project is used up, which clicks do not share', async () => {
    const clock = new TestClock();
    const limits = parseLimits('translation.run_entry=1,translation.machine=1');
    const slow = await startTestApp({ delivery: { allowsPrivateTargets: true }, clock, limits });
    const own = await Translated.make(slow);
    const [clicked = '', ...ids] = await own.createAll(['Clicked', 'One', 'Two']);
    const id = await own.start({ entry_ids: ids });
    expect((await own.finish(id)).counts).toMatchObject({ translated: 1, waiting: 1 });
    expect((await own.finish(id)).state).toBe('running');
    // A click has a limit of its own.
    expect((await own.project.api.post(`${own.base}/translations/de/entries/${clicked}`, {})).status).toBe(200);
    clock.advance(3_600_000);
    expect(await own.finish(id)).toMatchObject({ state: 'done', counts: { translated: 2 } });
    expect(own.peer.asked.length).toBe(3);
    own.peer.close();
    await slow.close();
  });

  it('stops when it is cancelled, and leaves the entry that is being translated', async () => {
    const ids = await made.createAll(['One', 'Two', 'Three']);
    const id = await made.start({ entry_ids: ids });
    const cancel = () => made.project.api.post(`${made.runs}/${id}/cancel`, {});
    let asked = 0;
    made.peer.before = async () => void (++asked === 2 && (await cancel()));
    expect(await made.finish(id)).toMatchObject({ state: 'cancelled', counts: { translated: 1, waiting: 2 } });
    expect(await made.german(ids)).toEqual(['[One]', undefined, undefined]);
    expect((await cancel()).body.state).toBe('cancelled');
  });

  it('saves nothing once it is cancelled, also when a save had to wait', async () => {
    const ids = await made.createAll(['One']);
    const id = await made.start({ entry_ids: ids });
    const freeze = async (frozenUntil: Date | null): Promise<void> => {
      await app.database.prisma.project.update({ where: { id: made.project.id }, data: { frozenUntil } });
    };
    made.peer.before = () => freeze(new Date(Date.now() + 3_600_000));
    const { statements, stop } = countStatements(app.database);
    const finished = made.finish(id);
    await expect.poll(() => statements.some((one) => one.includes('rules_held')), { timeout: 30_000 }).toBe(true);
    stop();
    const cancelled = await made.project.api.post(`${made.runs}/${id}/cancel`, {});
    expect(cancelled.body).toMatchObject({ state: 'cancelled', counts: { waiting: 1 } });
    await freeze(null);
    expect(await finished).toEqual(cancelled.body);
    expect(await made.german(ids)).toEqual([undefined]);
  });

  it('is seen by all who may write, page by page, and changed by its own person or a developer', async () => {
    const [one = '', two = ''] = await made.createAll(['One', 'Two']);
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const max = await app.person({ projectId: made.project.id, role: 'editor' });
    const dora = await app.person({ projectId: made.project.id, role: 'developer' });
    const [first, second] = [await made.start({ entry_ids: [one] }, lina.api), await made.start({ entry_ids: [two] })];
    expect((await max.api.get(made.runs)).body).toMatchObject({
      data: [
        { id: second, actor: { type: 'token' } },
        { id: first, state: 'running', actor: { type: 'user', id: lina.id } },
      ],
      next_cursor: null,
    });
    const page = (await max.api.get(`${made.runs}?limit=1`)).body;
    const next = (await max.api.get(`${made.runs}?limit=1&cursor=${page.next_cursor}`)).body;
    expect([page.data[0].id, next.data[0].id, next.next_cursor]).toEqual([second, first, null]);
    expect((await max.api.get(`${made.runs}/${first}`)).status).toBe(200);
    expect((await max.api.get(`${made.runs}/${first}/entries`)).status).toBe(200);
    for (const what of ['cancel', 'undo'] as const) {
      const refused = await max.api.post(`${made.runs}/${first}/${what}`, {});
      expect(codeOf(refused)).toEqual([403, 'auth.insufficient_role']);
    }
    expect((await dora.api.post(`${made.runs}/${second}/cancel`, {})).body.state).toBe('cancelled');
    await made.finish(first);
    // Lina's permissions by then don't matter.
    await app.database.prisma.member.updateMany({ where: { userId: lina.id }, data: { role: 'viewer' } });
    const undoing = (await dora.api.post(`${made.runs}/${first}/undo`, {})).body;
    expect(undoing).toMatchObject({ state: 'undoing', actor: { id: lina.id }, undone_by: { id: dora.id } });
    expect(await made.finish(first)).toMatchObject({ state: 'undone', counts: { undone: 1 } });
    const last = await app.database.prisma.auditRecord.findMany({
      where: { targetId: one },
      orderBy: { id: 'desc' },
    });
    expect(last[0]).toMatchObject({ action: 'entry.save', actor: { id: dora.id } });
    const viewer = await app.person({ projectId: made.project.id, role: 'viewer' });
    expect(codeOf(await viewer.api.get(made.runs))).toEqual([403, 'auth.insufficient_role']);
    const other = await app.project();
    const foreign = `/projects/${other.id}/translation-runs`;
    expect((await other.api.get(foreign)).body.data).toEqual([]);
    for (const answer of [
      await other.api.get(`${foreign}/${first}`),
      await other.api.get(`${foreign}/${first}/entries`),
      await other.api.post(`${foreign}/${first}/cancel`, {}),
      await other.api.post(`${foreign}/${first}/undo`, {}),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'translation.run_not_found']);
    }
  });

  it('is one of three that someone may have under way', async () => {
    const [one = ''] = await made.createAll(['One']);
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const { api } = made.project;
    const id = await made.start({ entry_ids: [one] }, lina.api);
    for (let more = 0; more < 2; more++) await made.start({ entry_ids: [one] }, lina.api);
    const fourth = await lina.api.post(made.runs, { locale: 'de' });
    expect(codeOf(fourth)).toEqual([409, 'translation.run_limit_reached']);
    await made.finish(id, lina.api);
    await made.start({ entry_ids: [one] }, lina.api);
    const viewer = await app.person({ projectId: made.project.id, role: 'viewer' });
    expect(codeOf(await viewer.api.post(made.runs, { locale: 'de' }))).toEqual([403, 'auth.insufficient_role']);
    for (const [field, value] of [
      ['locale', 'en'],
      ['locale', 'fr'],
      ['entry_ids', []],
      ['entry_ids', Array(5001).fill('ent_x')],
    ] as const) {
      const { body } = await api.post(made.runs, { locale: 'de', [field]: value });
      expect(body.error.details).toMatchObject([{ path: [field] }]);
    }
  });

  it('tells others nothing of entries that they may not read but what became of them, and no details of errors', async () => {
    const page = await made.create({ title: 'Secret' }, undefined, 'pages');
    made.peer.failures = [456];
    const stopped = await made.finish(await made.start({ entry_ids: [page] }));
    expect(stopped.error.details).toMatchObject([{ service_status: 456 }]);
    const id = await made.start({ entry_ids: [page] });
    await made.finish(id);
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const data = { limits: { reads: ['posts'] } };
    await app.database.prisma.member.updateMany({ where: { userId: lina.id }, data });
    const nothing = { collection_key: null, title: null, version: null, error: null };
    const lists = { translated_fields: [], left_fields: [], kept_fields: [] };
    expect((await lina.api.get(`${made.runs}/${id}/entries`)).body.data).toEqual([
      { entry_id: page, result: 'translated', ...nothing, ...lists },
    ]);
    const seen = await lina.api.get(`${made.runs}/${stopped.id}`);
    expect(seen.body.error).toEqual({ ...stopped.error, details: [] });
    const listed = (await lina.api.get(made.runs)).body.data;
    expect(listed.find((run: LooseBody) => run.id === stopped.id).error.details).toEqual([]);
  });

  it('neither translates nor names an entry that its person may not read', async () => {
    const page = await made.create({ title: 'Hidden' }, undefined, 'pages');
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const data = { limits: { reads: ['posts'] } };
    await app.database.prisma.member.updateMany({ where: { userId: lina.id }, data });
    const id = await made.start({ entry_ids: [page] }, lina.api);
    await made.finish(id, lina.api);
    const { body } = await lina.api.get(`${made.runs}/${id}/entries`);
    const error = { code: 'entry.not_found' };
    expect(body.data).toMatchObject([{ title: null, collection_key: null, result: 'failed', error }]);
    expect(made.peer.asked).toEqual([]);
  });

  it('has the rights that its person has when an entry is written', async () => {
    const ids = await made.createAll(['One', 'Two', 'Three']);
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const member = { where: { projectId_userId: { projectId: made.project.id, userId: lina.id } } };
    const id = await made.start({ entry_ids: ids }, lina.api);
    let asked = 0;
    // The second one is translated by then, and not saved yet.
    made.peer.before = async () =>
      void (++asked === 2 && (await app.database.prisma.member.update({ ...member, data: { role: 'viewer' } })));
    await made.finish(id);
    await app.database.prisma.member.update({ ...member, data: { role: 'editor' } });
    const run = (await lina.api.get(`${made.runs}/${id}`)).body;
    expect(run).toMatchObject({ state: 'stopped', error: { code: 'auth.insufficient_role' } });
    expect(run.counts).toMatchObject({ translated: 1, failed: 1, waiting: 1 });
    expect([await made.german(ids), asked]).toEqual([['[One]', undefined, undefined], 2]);

    // A language alone may be taken away, a membership, or a token.
    const limited = await made.start({ entry_ids: ids.slice(1) }, lina.api);
    await app.database.prisma.member.update({ ...member, data: { limits: { locales: ['en'] } } });
    expect((await made.finish(limited, lina.api)).counts).toMatchObject({ failed: 2 });
    const another = await lina.api.post(made.runs, { locale: 'de', entry_ids: ids });
    expect(codeOf(another)).toEqual([403, 'auth.insufficient_role']);
    await app.database.prisma.member.update({ ...member, data: { limits: {} } });
    await made.start({ entry_ids: ids.slice(1) });
    await made.start({ entry_ids: ids.slice(1) }, lina.api);
    await app.database.prisma.member.delete(member);
    await app.database.prisma.projectToken.updateMany({
      where: { projectId: made.project.id },
      data: { revokedAt: new Date() },
    });
    await app.services.jobs.drain({ kinds: [KIND] });
    const states = await app.database.prisma.translationRun.findMany({ where: { projectId: made.project.id } });
    expect(states.map(({ state }) => state)).toEqual(['stopped', 'done', 'stopped', 'stopped']);
    expect(asked).toBe(2);
  });

  it('stops when its person is deactivated', async () => {
    const ids = await made.createAll(['One', 'Two']);
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const id = await made.start({ entry_ids: ids }, lina.api);
    const user = (deactivatedAt: Date | null) =>
      app.database.prisma.user.update({ where: { id: lina.id }, data: { deactivatedAt } });
    await user(new Date());
    await app.services.jobs.drain({ kinds: [KIND] });
    await user(null);
    expect(await made.finish(id, lina.api)).toMatchObject({ state: 'stopped', counts: { waiting: 2 } });
    expect(made.peer.asked).toEqual([]);
  });
});

describe('taking a run back', () => {
  it('makes entries what they were, unless someone has changed, checked or published them since', async () => {
    const titles = ['new', 'changed', 'checked', 'more', 'live', 'machine', 'written'];
    const [fresh = '', changed = '', checked = '', more = '', live = ''] = await made.createAll(titles.slice(0, 5));
    const machine = await made.create({ title: 'machine', lead: 'First' });
    const written = await made.create({ title: 'written' }, { title: 'Geschrieben' });
    await made.finish(await made.start({ entry_ids: [machine] }));
    await made.project.api.post(`${made.base}/translations/de/entries/${machine}/confirm`, {
      base_version: 2,
      fields: ['lead'],
    });
    for (const id of [machine, written]) await made.save(id, { en: { title: 'other', lead: 'Second' } });
    const before = await made.read(machine);
    const id = await made.start({
      entry_ids: [fresh, changed, checked, more, live, machine, written],
      keep_written: false,
    });
    expect((await made.finish(id)).counts).toMatchObject({ translated: 7 });
    expect(await made.german([machine, written])).toEqual(['[other]', '[other]']);
    await made.save(changed, { de: { title: 'Von Hand' } });
    const confirm = await made.project.api.post(`${made.base}/translations/de/entries/${checked}/confirm`, {
      base_version: 2,
    });
    expect(confirm.status).toBe(200);
    await made.save(more, { de: { lead: 'Dazu' } });
    await made.project.api.post(`${made.base}/entries/${live}/publish`, { locales: ['de'] });
    // Changes outside the translation don't matter.
    await made.save(fresh, { en: { lead: 'Later', rank: 3 } });

    const run = await made.undo(id);
    expect(run).toMatchObject({ state: 'undone', counts: { undone: 3, kept: 4, translated: 0 } });
    expect(await made.results(id)).toEqual([
      ['new', 'undone', null],
      ['changed', 'kept', 'entry.version_conflict'],
      ['checked', 'kept', 'entry.version_conflict'],
      ['more', 'kept', 'entry.version_conflict'],
      ['live', 'kept', 'entry.locale_live'],
      ['other', 'undone', null],
      ['other', 'undone', null],
    ]);
    expect((await made.read(fresh)).values).toEqual({ en: { title: 'new', lead: 'Later', rank: 3 } });
    expect(await made.german([changed, checked, more, live, written])).toEqual([
      ...['Von Hand', '[checked]', '[more]', '[live]', 'Geschrieben'],
    ]);
    expect((await made.read(machine)).values.de).toEqual(before.values.de);
    expect([await made.marks(machine), await made.marks(written)]).toEqual([['title'], []]);
    expect((await made.undo(id)).counts).toEqual(run.counts);
    expect(await made.finish(await made.start({ entry_ids: [fresh] }))).toMatchObject({ counts: { translated: 1 } });
  });

  it('uses the rights of the last person to ask, and stops without them, so that another can go on', async () => {
    const [one = ''] = await made.createAll(['One']);
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const id = await made.start({ entry_ids: [one] }, lina.api);
    await made.finish(id);
    const boss = await app.person({ projectId: made.project.id, role: 'viewer' });
    const roles = { boss: { name: 'Boss', permissions: ['project.update', 'entry.write_own'] } };
    const owner = await app.person({ projectId: made.project.id, role: 'owner' });
    expect((await owner.api.patch(made.base, { roles })).status).toBe(200);
    expect((await owner.api.patch(`${made.base}/members/${boss.id}`, { role: 'boss' })).status).toBe(200);
    const undo = async (api: ApiClient) => (await api.post(`${made.runs}/${id}/undo`, {})).body;
    expect(await undo(boss.api)).toMatchObject({ state: 'undoing', undone_by: { id: boss.id } });
    expect(await made.finish(id)).toMatchObject({ state: 'stopped', error: { code: 'auth.insufficient_role' } });

    await undo(lina.api);
    await undo(lina.api);
    await app.database.prisma.member.updateMany({ where: { userId: lina.id }, data: { role: 'viewer' } });
    expect(await undo(owner.api)).toMatchObject({ undone_by: { id: owner.id }, actor: { id: lina.id } });
    expect(await made.finish(id)).toMatchObject({ state: 'undone', counts: { undone: 1 } });
    expect(await made.german([one])).toEqual([undefined]);
    const where = { targetId: id, action: 'translation.undo_run' };
    const records = await app.database.prisma.auditRecord.findMany({ where, orderBy: { id: 'asc' } });
    expect(records.map(({ actor }) => (actor as LooseBody).id)).toEqual([boss.id, lina.id, owner.id]);
  });

  it('tries again what a person left who may not read it', async () => {
    const [one = ''] = await made.createAll(['One']);
    const page = await made.create({ title: 'Hidden' }, undefined, 'pages');
    const lina = await app.person({ projectId: made.project.id, role: 'editor' });
    const id = await made.start({ entry_ids: [one, page] }, lina.api);
    await made.finish(id);
    const data = { limits: { reads: ['posts'] } };
    await app.database.prisma.member.updateMany({ where: { userId: lina.id }, data });
    await lina.api.post(`${made.runs}/${id}/undo`, {});
    expect(await made.finish(id)).toMatchObject({ state: 'undone', counts: { undone: 1, kept: 1 } });
    expect(await made.german([one, page])).toEqual([undefined, '[Hidden]']);

    expect(await made.undo(id)).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 0 } });
    expect(await made.german([one, page])).toEqual([undefined, undefined]);
  });

  it('also stops one that is under way', async () => {
    const ids = await made.createAll(['One', 'Two', 'Three']);
    const id = await made.start({ entry_ids: ids });
    let asked = 0;
    made.peer.before = async () => void (++asked === 2 && (await made.project.api.post(`${made.runs}/${id}/undo`, {})));
    expect(await made.finish(id)).toMatchObject({ state: 'undone', counts: { undone: 1, waiting: 2 } });
    expect(await made.german(ids)).toEqual([undefined, undefined, undefined]);
  });

  // The embedded database has one connection.
  it.skipIf(!serverUrl)('leaves a text that is checked in the same instant', async () => {
    const [one = ''] = await made.createAll(['One']);
    const id = await made.start({ entry_ids: [one] });
    await made.finish(id);
    const { pool } = app.database;
    const waits = async (): Promise<number> => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await pool.query(waiting)).rows.length;
    };
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM entries WHERE id = $1 FOR UPDATE', [one]);
    const undone = made.undo(id);
    try {
      await expect.poll(waits, { timeout: 30_000 }).toBe(1);
      const input = { base_version: 2 };
      const confirm = await made.project.api.post(`${made.base}/translations/de/entries/${one}/confirm`, input);
      expect(confirm.body.confirmed_fields).toEqual(['title']);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    expect(await undone).toMatchObject({ state: 'undone', counts: { kept: 1, undone: 0 } });
    expect(await made.german([one])).toEqual(['[One]']);
  });
});

it.skipIf(!serverUrl)(
  'a run survives the processes that carry it out, and sends no entry again that is translated',
  { tags: ['full'] },
  async () => {
    const { url, drop } = await createServerDatabase(serverUrl ?? '', findDatabaseFiles().migrationsDirectory);
    const directory = await mkdtemp(path.join(tmpdir(), 'stele-runs-'));
    const database = await openDatabase({ kind: 'postgres', url, poolSize: 4 }, { log: silentLog });
    const own = await Translated.make(
      await startTestApp({
        database,
        directory,
        clock: new TestClock(Date.now() * 10),
        delivery: { allowsPrivateTargets: true },
      }),
    );
    const ids = await own.createAll(Array.from({ length: 30 }, (_, n) => `entry ${n}`));
    const options: DeliveryChildOptions = {
      databaseUrl: url,
      directory,
      projectId: own.project.id,
      origins: {},
    };
    const spawn = async (): Promise<Child> => {
      const child = await Child.start(DELIVERY_CHILD, [JSON.stringify(options)]);
      await child.next();
      return child;
    };
    const id = await own.start({ entry_ids: ids });
    let child = await spawn();
    const kills = rounds({ short: 2, long: 20 });
    let due: (() => void) | undefined;
    own.peer.before = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (own.peer.asked.length % 5 === 0) due?.();
    };
    for (let kill = 0; kill < kills; kill++) {
      await Promise.race([new Promise<void>((resolve) => (due = resolve)), ended(own, id)]);
      await child.kill();
      child = await spawn();
    }
    await ended(own, id);
    await child.kill();
    const run = (await own.project.api.get(`${own.runs}/${id}`)).body;
    expect(run).toMatchObject({ state: 'done', counts: { translated: 30, unchanged: 0, failed: 0 } });
    expect(await own.german(ids)).toEqual(ids.map((_, n) => `[entry ${n}]`));
    // At most the one that was under way when a process was killed.
    expect(own.peer.asked.length).toBeLessThanOrEqual(30 + kills);
    const versions = await Promise.all(ids.map(async (one) => (await own.read(one)).version));
    expect(versions).toEqual(ids.map(() => 2));
    own.peer.close();
    await own.app.close();
    await database.close();
    await drop();
    await rm(directory, { recursive: true, force: true });
  },
);

async function ended(own: Translated, id: string): Promise<void> {
  for (;;) {
    const { body } = await own.project.api.get(`${own.runs}/${id}`);
    if (body.state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQuotas } from '../../src/access/limits/quotas.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
let at: string;

beforeAll(async () => {
  const quotas = parseQuotas('entries=3, people=2');
  app = await startTestApp({ quotas, storageLimit: 1000, limits: parseLimits('project.request=40') });
  project = await app.project();
  owner = await app.person({ projectId: project.id, role: 'owner' });
  at = `/projects/${project.id}`;
});
afterAll(() => app.close());

const usage = async () => (await owner.api.get(`${at}/usage`)).body;

const values = { en: { title: 'A' } };
const entry = { collection_key: 'posts', values };

describe('a quota of entries', () => {
  const full = [409, 'entry.limit_reached'];

  it('refuses new ones and copies, and nothing that is done with those that are there', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await project.api.post(`${at}/entries`, entry)).body.id);
    const refused = await project.api.post(`${at}/entries`, entry);
    expect(codeOf(refused)).toEqual(full);
    expect(refused.body.error.message).toBe('A project has at most 3 entries.');
    expect(codeOf(await owner.api.post(`${at}/entries`, entry))).toEqual(full);
    expect(codeOf(await project.api.post(`${at}/entries/${ids[0]}/duplicate`, {}))).toEqual(full);
    const byId = `${at}/entries/by-external-id/posts/mine`;
    expect(codeOf(await project.api.put(byId, { values }))).toEqual(full);
    expect((await usage()).entries).toEqual({ used: 3, limit: 3 });

    const published = await project.api.post(`${at}/entries/${ids[0]}/publish`, { locales: ['en'] });
    expect(published.status).toBe(200);
    const saved = await project.api.put(`${at}/entries/${ids[1]}/draft`, { values, base_version: 1 });
    expect(saved.status).toBe(200);
    expect((await project.api.delete(`${at}/entries/${ids[2]}`)).status).toBe(200);
    expect((await usage()).entries).toEqual({ used: 2, limit: 3 });
    expect((await project.api.post(`${at}/entries`, entry)).status).toBe(201);
    // Entries in the trash may always come back.
    expect((await project.api.post(`${at}/entries/${ids[2]}/restore`)).status).toBe(200);
    expect((await usage()).entries).toEqual({ used: 4, limit: 3 });
  });

  it('is that of each project', async () => {
    const other = await app.project();
    expect((await other.api.post(`/projects/${other.id}/entries`, entry)).status).toBe(201);
  });
});

describe('a quota of entries, at the same moment', () => {
  it('lets in as many as there is room for', async () => {
    const busy = await app.project();
    const { api } = await app.person({ projectId: busy.id, role: 'owner' });
    const entries = `/projects/${busy.id}/entries`;
    const [first] = await Promise.all([1, 2].map(() => api.post(entries, entry)));
    const more = [
      () => api.post(entries, entry),
      () => busy.api.post(`${entries}/${first?.body.id}/duplicate`, {}),
      () => busy.api.put(`${entries}/by-external-id/posts/mine`, { values: entry.values }),
      () => api.post(entries, entry),
    ];
    const answers = await Promise.all(more.map((send) => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await api.get(`/projects/${busy.id}/usage`)).body.entries).toEqual({ used: 3, limit: 3 });
  });
});

describe('a quota of people', () => {
  const full = [409, 'member.limit_reached'];
  const invite = (email: string) => owner.api.post(`${at}/invitations`, { email, role: 'editor' });
  const accept = (url: string, more: object) =>
    app.api.post('/invitations/accept', { secret: url.split('#')[1], password: 'correct horse battery', ...more });

  it('counts members and open invitations', async () => {
    const first = await invite('first@example.org');
    expect(first.status).toBe(201);
    expect((await usage()).people).toEqual({ used: 2, limit: 2 });
    expect(codeOf(await invite('second@example.org'))).toEqual(full);
    expect((await owner.api.delete(`${at}/invitations/${first.body.id}`)).status).toBe(200);
    const second = await invite('second@example.org');
    expect(second.status).toBe(201);
    // Meanwhile, the place is taken.
    const { id } = await app.person({ projectId: project.id, role: 'viewer' });
    expect(codeOf(await accept(second.body.accept_url, { name: 'Second' }))).toEqual(full);
    expect(await app.database.prisma.user.count({ where: { email: 'second@example.org' } })).toBe(0);
    expect((await owner.api.delete(`${at}/members/${id}`)).status).toBe(200);
    // A link that was lost is made again, which adds no one.
    const again = await invite('second@example.org');
    expect(again.status).toBe(201);
    expect((await accept(second.body.accept_url, { name: 'Second' })).status).toBe(200);
    expect((await usage()).people).toEqual({ used: 2, limit: 2 });
  });

  it('lets in one of two who are invited at the same moment', async () => {
    const { id } = await app.project();
    const host = await app.person({ projectId: id, role: 'owner' });
    const emails = ['third@example.org', 'fourth@example.org'];
    const answers = await Promise.all(
      emails.map((email) => host.api.post(`/projects/${id}/invitations`, { email, role: 'editor' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('a quota of people that is used up', () => {
  it('lets a member open another link of theirs', async () => {
    const full = await app.project();
    const host = await app.person({ projectId: full.id, role: 'owner' });
    const guest = await app.person();
    const invitation = { email: guest.email, role: 'editor' };
    const links = [1, 2].map(() => host.api.post(`/projects/${full.id}/invitations`, invitation));
    for (const { body } of await Promise.all(links)) {
      const secret = body.accept_url.split('#')[1];
      expect((await guest.api.post('/invitations/accept', { secret })).status).toBe(200);
    }
    expect((await host.api.get(`/projects/${full.id}/usage`)).body.people).toEqual({ used: 2, limit: 2 });
  });
});

describe('a quota of requests', () => {
  it('counts those of tokens; people and builds go on', async () => {
    const { used } = (await usage()).requests;
    expect(used).toBeGreaterThan(5);
    for (let n = used; n < 40; n++) expect((await project.api.get(`${at}/entries`)).status).toBe(200);
    expect((await usage()).requests).toEqual({ used: 40, limit: 40 });
    const refused = await project.api.get(`${at}/entries`);
    expect(codeOf(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
    expect(codeOf(await app.client({ token: project.tokens.read_draft }).get(`${at}/drafts/posts.en.json`))).toEqual([
      429,
      'rate_limited',
    ]);
    expect((await project.api.get(`${at}/snapshot/latest`)).status).toBe(200);
    const { data } = (await owner.api.get(`${at}/entries`)).body;
    expect((await owner.api.post(`${at}/entries/${data[0].id}/publish`, { locales: ['en'] })).status).toBe(200);
    expect((await owner.api.delete(`${at}/entries/${data[1].id}`)).status).toBe(200);
  });
});

describe('quotas of a single project', () => {
  it('are set by the operator, in place of those of the instance', async () => {
    const own = await app.project();
    const path = `/projects/${own.id}`;
    const host = await app.person({ projectId: own.id, role: 'owner' });
    const operator = await app.person();
    await app.makeOperator(operator.id);
    const set = (quotas: object) => operator.api.put(`/instance${path}/quotas`, quotas);
    const file = (bytes: number) =>
      host.api.post(`${path}/assets/uploads`, { files: [{ filename: 'a.jpg', mime: 'image/jpeg', bytes }] });

    expect((await set({ entries: 1, people: 3, bytes: 5000, requests: 2 })).body).toEqual({
      own: { entries: 1, people: 3, bytes: 5000, requests: 2 },
      limits: { entries: 1, people: 3, bytes: 5000, requests: 2 },
    });
    expect((await host.api.post(`${path}/entries`, entry)).status).toBe(201);
    expect(codeOf(await host.api.post(`${path}/entries`, entry))).toEqual([409, 'entry.limit_reached']);
    for (const email of ['a@example.org', 'b@example.org']) {
      expect((await host.api.post(`${path}/invitations`, { email, role: 'viewer' })).status).toBe(201);
    }
    const third = await host.api.post(`${path}/invitations`, { email: 'c@example.org', role: 'viewer' });
    expect(codeOf(third)).toEqual([409, 'member.limit_reached']);
    expect((await file(4000)).status).toBe(201);
    expect(codeOf(await file(1001))).toEqual([413, 'media.quota_exceeded']);
    expect((await host.api.get(`${path}/storage`)).body.limit_bytes).toBe(5000);
    for (let n = 0; n < 2; n++) expect((await own.api.get(path)).status).toBe(200);
    expect(codeOf(await own.api.get(path))).toEqual([429, 'rate_limited']);
    expect((await host.api.get(`${path}/usage`)).body).toEqual({
      entries: { used: 1, limit: 1 },
      people: { used: 3, limit: 3 },
      bytes: { used: 4000, limit: 5000 },
      requests: { used: 2, limit: 2 },
    });

    // Null lifts one; those that are left out are the instance's again.
    expect((await set({ entries: null, bytes: null })).body).toEqual({
      own: { entries: null, bytes: null },
      limits: { entries: null, people: 2, bytes: null, requests: 40 },
    });
    for (let n = 0; n < 4; n++) expect((await host.api.post(`${path}/entries`, entry)).status).toBe(201);
    expect((await file(100_000)).status).toBe(201);
    expect((await own.api.get(path)).status).toBe(200);
    const { projects } = (await operator.api.get('/instance/operating')).body;
    expect(projects.find(({ id }: { readonly id: string }) => id === own.id).quotas.own).toEqual({
      entries: null,
      bytes: null,
    });
    const { data } = (await host.api.get(`${path}/audit?action=project.change_quotas`)).body;
    expect(data.map((record: { data: object }) => record.data)).toMatchObject([
      { quotas: { entries: null, bytes: null }, from: { entries: 1, people: 3, bytes: 5000, requests: 2 } },
      { quotas: { entries: 1 }, from: {} },
    ]);
  });

  it('are not for their owners, and for projects only', async () => {
    const operator = await app.person();
    await app.makeOperator(operator.id);
    const set = (api: TestPerson['api'], id: string) => api.put(`/instance/projects/${id}/quotas`, { entries: 9 });
    expect(codeOf(await set(owner.api, project.id))).toEqual([403, 'auth.insufficient_role']);
    const missing = `prj_${'0'.repeat(26)}`;
    expect(codeOf(await set(operator.api, missing))).toEqual([404, 'project.not_found']);
    const refused = await operator.api.put(`/instance/projects/${project.id}/quotas`, { people: 0 });
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
  });
});

describe('what a project uses', () => {
  it('says nothing of entries that a member may not read', async () => {
    const limited = await app.person({ projectId: project.id, role: 'editor' });
    await owner.api.patch(`${at}/members/${limited.id}`, { limits: { reads: ['posts'] } });
    expect((await limited.api.get(`${at}/usage`)).body.entries).toEqual({ used: null, limit: 3 });
    await owner.api.delete(`${at}/members/${limited.id}`);
  });

  it('is there without quotas, for all members, and counts no requests then', async () => {
    const free = await startTestApp({ database: app.database });
    const viewer = await free.person({ projectId: project.id, role: 'viewer' });
    expect((await viewer.api.get(`${at}/usage`)).body).toEqual({
      entries: { used: 3, limit: null },
      people: { used: 3, limit: null },
      bytes: { used: 0, limit: null },
      requests: { used: null, limit: null },
    });
    await free.close();
  });
});

describe('STELE_QUOTAS', () => {
  it('is read, and says what is wrong', () => {
    expect(parseQuotas(undefined)).toEqual({ entries: null, people: null, projects: 100 });
    expect(parseQuotas(' people = 5 ,')).toEqual({ entries: null, people: 5, projects: 100 });
    for (const wrong of ['entries=0', 'entries', 'bytes=5', 'people=1.5']) {
      expect(() => parseQuotas(wrong)).toThrow(
        `STELE_QUOTAS holds "${wrong}". Give entries=COUNT, people=COUNT, projects=COUNT or several.`,
      );
    }
  });
});

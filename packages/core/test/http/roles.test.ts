import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/access/permissions.ts';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
const REFUSED = [403, 'auth.insufficient_role'];

beforeAll(async () => {
  app = await sharedTestApp();
  site = await ContentProject.make(app);
});

const as = async (role: Role): Promise<ApiClient> => (await app.person({ projectId: site.project.id, role })).api;
const at = (id: string): string => `${site.entries}/${id}`;
const start = async (api: ApiClient): Promise<string> =>
  (await api.post(site.entries, { collection_key: 'posts', values: { en: { title: 'a' } } })).body.id;
const save = (api: ApiClient, id: string, title = 'b') =>
  api.put(`${at(id)}/draft`, { values: { en: { title } }, base_version: 1 });
const views = (): string => `/projects/${site.project.id}/views`;
const saveView = async (api: ApiClient): Promise<string> =>
  (await api.post(views(), { name: 'Mine', collection_key: 'posts', query: {} })).body.id;

describe('an author', () => {
  it('changes entries that they created, and no others', async () => {
    const [author, other] = [await as('author'), await as('author')];
    const own = await start(author);
    expect((await save(author, own)).status).toBe(200);
    const foreign = [await start(other), await start(site.api)];
    for (const id of foreign) {
      expect(codeOf(await save(author, id))).toEqual(REFUSED);
      expect(codeOf(await author.delete(at(id)))).toEqual(REFUSED);
      expect((await author.get(at(id))).body.version).toBe(1);
    }
    const copy = await author.post(`${at(foreign[0] ?? '')}/duplicate`, {});
    expect((await save(author, copy.body.id)).status).toBe(200);
    expect((await author.delete(at(own))).status).toBe(200);
    expect((await author.post(`${at(own)}/restore`)).status).toBe(200);
  });

  it('cannot publish any entry, including their own, and cannot trash a live one', async () => {
    const author = await as('author');
    const id = await start(author);
    const bulk = (action: string) => author.post(`${site.entries}/bulk`, { action, entry_ids: [id] });
    expect(codeOf(await author.post(`${at(id)}/publish`, { locales: ['en'] }))).toEqual(REFUSED);
    expect(codeOf(await bulk('publish'))).toEqual(REFUSED);
    await site.publish(id);
    expect(codeOf(await author.delete(at(id)))).toEqual(REFUSED);
    expect(codeOf(await bulk('trash'))).toEqual([409, 'entry.bulk_refused']);
    expect((await site.get(id)).status).toBe('published');
  });
});

describe('a saved view', () => {
  it('is changed by its author, and by people who may change all that it is about', async () => {
    const [author, editor] = [await as('author'), await as('editor')];
    const [own, shared] = [await saveView(author), await saveView(site.api)];
    expect((await author.patch(`${views()}/${own}`, { name: 'Renamed' })).status).toBe(200);
    expect(codeOf(await author.patch(`${views()}/${shared}`, { name: 'x' }))).toEqual(REFUSED);
    expect(codeOf(await author.delete(`${views()}/${shared}`))).toEqual(REFUSED);
    expect((await editor.delete(`${views()}/${own}`)).status).toBe(200);
  });
});

describe('a publisher', () => {
  it('publishes what others wrote, and changes no draft', async () => {
    const publisher = await as('publisher');
    const id = await start(site.api);
    expect(codeOf(await save(publisher, id))).toEqual(REFUSED);
    expect((await publisher.post(`${at(id)}/publish`, { locales: ['en'] })).status).toBe(200);
    expect((await publisher.post(`${at(id)}/unpublish`, { locales: ['en'] })).status).toBe(200);
  });
});

describe('a developer', () => {
  it('makes tokens, and cannot make people owners', async () => {
    const developer = await as('developer');
    const { id: projectId } = site.project;
    const made = await developer.post(`/projects/${projectId}/tokens`, { name: 'CI', scope: 'admin' });
    expect(made.status).toBe(201);
    const invited = await developer.post(`/projects/${projectId}/invitations`, {
      email: 'a@example.org',
      role: 'owner',
    });
    expect(codeOf(invited)).toEqual(REFUSED);
  });
});

describe('a member who is limited', () => {
  /** The role and limits are set by an owner over HTTP, as the admin does it. */
  async function limited(role: Role, limits: object): Promise<ApiClient> {
    const [owner, person] = [await as('owner'), await app.person({ projectId: site.project.id, role: 'viewer' })];
    const answer = await owner.patch(`/projects/${site.project.id}/members/${person.id}`, { role, limits });
    expect(answer.body).toMatchObject({ role, limits });
    return person.api;
  }

  it('changes and publishes what the limits name, and nothing else', async () => {
    const translator = await limited('editor', { locales: ['de'], collections: ['posts'] });
    const id = await site.create({ en: { title: 'a' }, de: { title: 'a' } }, 'posts');
    const page = await site.create({ de: { title: 'a' } }, 'pages');
    const patch = (entry: string, values: object, base_version = 1) =>
      translator.patch(`${at(entry)}/draft`, { values, base_version });
    expect((await patch(id, { de: { title: 'b' } })).status).toBe(200);
    expect((await translator.post(`${at(id)}/publish`, { locales: ['de'] })).status).toBe(200);
    const refused = [
      await patch(id, { en: { title: 'b' } }, 3),
      await patch(page, { de: { title: 'b' } }),
      await translator.post(`${at(id)}/publish`, { locales: ['en'] }),
      await translator.delete(at(id)),
      await translator.post(site.entries, { collection_key: 'posts', values: { en: { title: 'a' } } }),
    ];
    for (const answer of refused) expect(codeOf(answer)).toEqual(REFUSED);
    // A file is shown in other collections and locales too.
    const files = `/projects/${site.project.id}/assets/${'ast_01kah4y2v8n6t4s1xj0p9g3hqa'}`;
    expect(codeOf(await translator.patch(files, { alt_text: { en: 'a' } }))).toEqual(REFUSED);
    // Translators can take back content that they published, to the content before.
    await patch(id, { de: { title: 'c' } }, 3);
    const { version } = (await translator.post(`${at(id)}/publish`, { locales: ['de'] })).body;
    const undone = await translator.post(`${at(id)}/undo-publish`, { version });
    expect(undone.body, JSON.stringify(undone.body)).toMatchObject({ entry_status: 'published' });
    const { body } = await translator.get(`/projects/${site.project.id}`);
    expect(body).toMatchObject({ role: 'editor', limits: { locales: ['de'], collections: ['posts'] } });
  });

  it('changes its own saved views, and those of what the limits name', async () => {
    const member = await limited('editor', { collections: ['pages'] });
    const [own, shared] = [await saveView(member), await saveView(site.api)];
    expect((await member.delete(`${views()}/${own}`)).status).toBe(200);
    expect(codeOf(await member.delete(`${views()}/${shared}`))).toEqual(REFUSED);
  });

  it('keeps its limits, invitation and views when a collection gets another key', async () => {
    const own = await ContentProject.make(app);
    const project = `/projects/${own.project.id}`;
    const owner = (await app.person({ projectId: own.project.id, role: 'owner' })).api;
    const { id, api } = await app.person({ projectId: own.project.id, role: 'viewer' });
    const limits = { collections: ['pages', 'posts'], locales: ['en'], reads: ['posts', 'pages'] };
    await owner.patch(`${project}/members/${id}`, { role: 'editor', limits });
    await owner.post(`${project}/invitations`, {
      email: 'next@example.org',
      role: 'editor',
      limits: { ...limits, reads: [] },
    });
    await own.api.post(`${project}/views`, { name: 'Pages', collection_key: 'pages', query: {} });
    const webhook = { name: 'Pages', url: 'https://example.org', events: ['entry.published'], collections: ['pages'] };
    expect((await owner.post(`${project}/webhooks`, webhook)).status).toBe(201);
    const { schema } = (await own.api.get(`${project}/schema`)).body;
    const collections = schema.collections.map((one: { key: string }) =>
      one.key === 'pages' ? { ...one, key: 'sheets' } : one,
    );
    const push = { schema: { ...schema, collections }, base_version: 1 };
    const renames = [{ kind: 'collection', from: 'pages', to: 'sheets' }];
    const pushed = await own.api.post(`${project}/schema/sync`, { ...push, renames });
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
    const renamed = { collections: ['sheets', 'posts'], locales: ['en'], reads: ['posts', 'sheets'] };
    const members = (await owner.get(`${project}/members`)).body.data as { user_id: string; limits: object }[];
    expect(members.find((one) => one.user_id === id)?.limits).toEqual(renamed);
    expect((await owner.get(`${project}/invitations`)).body.data[0].limits).toEqual({ ...renamed, reads: [] });
    expect((await own.api.get(`${project}/views`)).body.data[0].collection_key).toBe('sheets');
    expect((await owner.get(`${project}/webhooks`)).body.data[0].collections).toEqual(['sheets']);
    const made = await api.post(own.entries, { collection_key: 'sheets', values: { en: { title: 'a' } } });
    expect(made.status).toBe(201);
  });

  it('keeps the limits of an author to their own entries', async () => {
    const author = await limited('author', { collections: ['posts'] });
    expect((await save(author, await start(author))).status).toBe(200);
    expect(codeOf(await save(author, await start(site.api)))).toEqual(REFUSED);
  });

  it('joins with the limits of the invitation', async () => {
    const [owner, guest] = [await as('owner'), await app.person()];
    const limits = { locales: ['de'] };
    const invited = await owner.post(`/projects/${site.project.id}/invitations`, {
      email: guest.email,
      role: 'editor',
      limits,
    });
    expect(invited.body.limits).toEqual(limits);
    const secret = invited.body.accept_url.split('#')[1];
    expect((await guest.api.post('/invitations/accept', { secret })).status).toBe(200);
    expect((await guest.api.get('/projects')).body.data).toMatchObject([{ role: 'editor', limits }]);
    const made = await guest.api.post(site.entries, { collection_key: 'posts', values: { en: { title: 'a' } } });
    expect(codeOf(made)).toEqual(REFUSED);
  });

  it('cannot have a role with rights over the whole project, nor limits that name nothing', async () => {
    const { id: projectId } = site.project;
    const [owner, member] = [await as('owner'), await app.person({ projectId, role: 'editor' })];
    const set = (change: object) => owner.patch(`/projects/${projectId}/members/${member.id}`, change);
    const refusals = [
      [await set({ role: 'developer', limits: { locales: ['de'] } }), ['limits']],
      [await set({ limits: { locales: ['de', 'xx'] } }), ['limits', 'locales', 1]],
    ] as const;
    for (const [answer, path] of refusals) {
      expect(codeOf(answer)).toEqual([400, 'validation_failed']);
      expect(answer.body.error.details[0].path).toEqual(path);
    }
    expect((await set({ limits: { locales: ['de'] } })).status).toBe(200);
    expect(codeOf(await set({ role: 'owner' }))).toEqual([400, 'validation_failed']);
    expect((await set({ role: 'owner', limits: {} })).body).toMatchObject({ role: 'owner', limits: {} });
  });
});

describe('a member whom two owners change at once', () => {
  it('gets the first change; the second says so, unless it does not say what it is based on', async () => {
    const { id: projectId } = site.project;
    const [one, other] = [await as('owner'), await as('owner')];
    const person = await app.person({ projectId, role: 'viewer' });
    const at = `/projects/${projectId}/members/${person.id}`;
    const base = { role: 'viewer', limits: {} };
    const answers = await Promise.all([
      one.patch(at, { role: 'editor', limits: { locales: ['de'], collections: ['posts'] }, base }),
      other.patch(at, { role: 'author', base }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(codeOf(refused as (typeof answers)[0])).toEqual([409, 'member.changed']);
    expect((await one.patch(at, { role: 'editor', limits: { locales: ['de'] } })).status).toBe(200);
    const seen = { role: 'editor', limits: { locales: ['de'] } };
    expect(codeOf(await other.patch(at, { limits: {}, base: { ...seen, limits: {} } }))).toEqual([
      409,
      'member.changed',
    ]);
    expect((await other.patch(at, { limits: {}, base: seen })).body).toMatchObject({ role: 'editor', limits: {} });
    expect(codeOf(await other.patch(at, { role: 'viewer', base: { role: 'editor' } }))).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

describe('a role that the project defines', () => {
  const set = async (roles: object, api?: ApiClient) =>
    (api ?? (await as('owner'))).patch(`/projects/${site.project.id}`, { roles });

  it('gives its members what it consists of, at once, and viewers’ rights', async () => {
    const { id: projectId } = site.project;
    const owner = await as('owner');
    expect((await set({ writer: { name: 'Writer', permissions: ['entry.write'] } }, owner)).status).toBe(200);
    const person = await app.person({ projectId, role: 'viewer' });
    const to = (change: object) => owner.patch(`/projects/${projectId}/members/${person.id}`, change);
    expect((await to({ role: 'writer', limits: { collections: ['posts'] } })).body.role).toBe('writer');
    const id = await start(person.api);
    expect((await save(person.api, id)).status).toBe(200);
    const publish = () => person.api.post(`${at(id)}/publish`, { locales: ['en'] });
    expect(codeOf(await publish())).toEqual(REFUSED);
    await set({ writer: { name: 'Writer', permissions: ['entry.write', 'entry.publish'] } }, owner);
    expect((await publish()).status).toBe(200);
    const page = await person.api.post(site.entries, { collection_key: 'pages', values: {} });
    expect(codeOf(page)).toEqual(REFUSED);
    const mine = (await person.api.get('/projects')).body.data;
    expect(mine).toMatchObject([
      { role: 'writer', permissions: expect.arrayContaining(['entry.read', 'entry.write']) },
    ]);
    const { roles } = (await person.api.get(`/projects/${projectId}/members`)).body;
    expect(roles.at(-1)).toMatchObject({ role: 'writer', name: 'Writer' });
    // A role in use stays.
    expect(codeOf(await set({}, owner))).toEqual([400, 'validation_failed']);
    await to({ role: 'viewer', limits: {} });
    expect((await set({}, owner)).status).toBe(200);
    expect(codeOf(await to({ role: 'writer' }))).toEqual([400, 'validation_failed']);
  });

  it('is not changed on the base of roles that someone else has changed, whatever their order', async () => {
    const { id: projectId } = site.project;
    const owner = await as('owner');
    const roles = { a: { name: 'A', permissions: ['entry.write'] }, b: { name: 'B', permissions: ['entry.publish'] } };
    expect((await set(roles, owner)).status).toBe(200);
    const listed = (await owner.get(`/projects/${projectId}/members`)).body.roles;
    const own = listed.filter(({ name }: { name: string | null }) => name !== null);
    const seen = own
      .reverse()
      .map(({ role, permissions, ...one }: { role: string; permissions: string[] }) => [
        role,
        { ...one, permissions: permissions.toReversed() },
      ]);
    const base_roles = Object.fromEntries(seen);
    const change = (more: object) => owner.patch(`/projects/${projectId}`, { base_roles, ...more });
    expect((await change({ roles: { ...roles, c: { name: 'C', permissions: [] } } })).status).toBe(200);
    const answer = await change({ roles: {} });
    expect(codeOf(answer)).toEqual([409, 'project.changed']);
    expect(answer.body.error.details[0].path).toEqual(['base_roles']);
    expect(
      (await owner.get(`/projects/${projectId}/members`)).body.roles.map(({ name }: { name: string }) => name),
    ).toContain('C');
    expect((await set({}, owner)).status).toBe(200);
  });

  it('cannot make owners, replace a role of every project, or be made by anyone but owners', async () => {
    const developer = await as('developer');
    expect(codeOf(await set({}, developer))).toEqual(REFUSED);
    expect(codeOf(await set({}, site.api))).toEqual([403, 'auth.insufficient_scope']);
    for (const [roles, path] of [
      [{ boss: { name: 'Boss', permissions: ['member.manage'] } }, ['roles', 'boss', 'permissions', 0]],
      [{ owner: { name: 'Boss', permissions: [] } }, ['roles', 'owner']],
      [{ Boss: { name: 'Boss', permissions: [] } }, ['roles', 'Boss']],
    ] as const) {
      const answer = await set(roles);
      expect(codeOf(answer)).toEqual([400, 'validation_failed']);
      expect(answer.body.error.details[0].path).toEqual(path);
    }
  });

  it('that manages tokens makes none that may do more', async () => {
    const { id: projectId } = site.project;
    await set({ tokens: { name: 'Tokens', permissions: ['token.manage'] } });
    const [owner, person] = [await as('owner'), await app.person({ projectId, role: 'viewer' })];
    await owner.patch(`/projects/${projectId}/members/${person.id}`, { role: 'tokens' });
    const admin = (await owner.post(`/projects/${projectId}/tokens`, { name: 'a', scope: 'admin' })).body;
    const tokens = `/projects/${projectId}/tokens`;
    expect(codeOf(await person.api.post(tokens, { name: 'a', scope: 'admin' }))).toEqual(REFUSED);
    expect(codeOf(await person.api.post(`${tokens}/${admin.id}/rotate`))).toEqual(REFUSED);
    expect((await app.client({ token: admin.secret }).get('/tokens/me')).status).toBe(200);
    expect((await person.api.delete(`${tokens}/${admin.id}`)).status).toBe(200);
    await owner.patch(`/projects/${projectId}/members/${person.id}`, { role: 'viewer' });
  });

  it('no longer gives anything when it is gone, whatever its key', async () => {
    const { id: projectId } = site.project;
    const person = await app.person({ projectId, role: 'viewer' });
    await app.database.prisma.member.updateMany({ where: { userId: person.id }, data: { role: 'constructor' } });
    expect(codeOf(await person.api.get(`/projects/${projectId}`))).toEqual(REFUSED);
  });
});

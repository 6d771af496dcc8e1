import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/access/permissions.ts';
import { type ApiClient, codeOf } from '../support/api-client.ts';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
const REFUSED = [403, 'auth.insufficient_role'];

beforeAll(async () => {
  app = await startTestApp();
  site = await ContentProject.make(app);
});
afterAll(() => app.close());

const as = async (role: Role): Promise<ApiClient> => (await app.person({ projectId: site.project.id, role })).api;
const at = (id: string): string => `${site.entries}/${id}`;
const start = async (api: ApiClient): Promise<string> =>
  (await api.post(site.entries, { collection_key: 'posts', values: { en: { title: 'a' } } })).body.id;
const save = (api: ApiClient, id: string, title = 'b') =>
  api.put(`${at(id)}/draft`, { values: { en: { title } }, base_version: 1 });

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

  it('cannot publish, not even their own, nor trash what is live', async () => {
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
    const { body } = await translator.get(`/projects/${site.project.id}`);
    expect(body).toMatchObject({ role: 'editor', limits: { locales: ['de'], collections: ['posts'] } });
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

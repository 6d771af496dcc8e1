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

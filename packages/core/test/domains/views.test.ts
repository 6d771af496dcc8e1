import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let views: string;

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('view.change=120') });
});
beforeEach(async () => {
  project = await app.project();
  views = `/projects/${project.id}/views`;
});
afterAll(() => app.close());

const query = { status: 'changed', columns: ['title', 'date'] };
const make = async (name: string, more: object = {}): Promise<LooseBody> => {
  const answer = await project.api.post(views, { name, query, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const names = async (): Promise<string[]> =>
  (await project.api.get(views)).body.data.map(({ name }: LooseBody) => name);

describe('saved views', () => {
  it('are made by editors, and shared with everybody in the project', async () => {
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    const viewer = await app.person({ projectId: project.id, role: 'viewer' });
    const made = await editor.api.post(views, { name: ' To publish ', collection_key: 'posts', query });
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'To publish', collection_key: 'posts', query, position: 0, created_by: { id: editor.id } },
    ]);
    expect((await viewer.api.get(views)).body).toEqual({ data: [made.body], next_cursor: null });
    expect(codeOf(await viewer.api.post(views, { name: 'x', query }))).toEqual([403, 'auth.insufficient_role']);
    const path = `${views}/${made.body.id}`;
    expect(codeOf(await viewer.api.delete(path))).toEqual([403, 'auth.insufficient_role']);
    const changed = await editor.api.patch(path, { name: 'Ready', collection_key: null, query: {} });
    expect(changed.body).toMatchObject({ name: 'Ready', collection_key: null, query: {}, position: 0 });
    expect((await editor.api.delete(path)).body).toMatchObject({ name: 'Ready' });
    expect(await names()).toEqual([]);
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const { data } = (await owner.api.get(`/projects/${project.id}/audit?action=view.`)).body;
    expect(data.map(({ action, data: told }: LooseBody) => [action, told.name])).toEqual([
      ['view.delete', 'Ready'],
      ['view.update', 'Ready'],
      ['view.create', 'To publish'],
    ]);
  });

  it('are seen by their maker alone while they are private, also by owners not', async () => {
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const seen = async (person: typeof editor) =>
      (await person.api.get(views)).body.data.map(({ name, is_private }: LooseBody) => [name, is_private]);
    const made = (await editor.api.post(views, { name: 'Mine', query, is_private: true })).body;
    const path = `${views}/${made.id}`;
    expect([await seen(editor), await seen(owner)]).toEqual([[['Mine', true]], []]);
    for (const refused of [await owner.api.patch(path, { name: 'x' }), await owner.api.delete(path)]) {
      expect(codeOf(refused)).toEqual([404, 'view.not_found']);
    }
    expect((await editor.api.patch(path, { is_private: false })).body).toMatchObject({
      name: 'Mine',
      is_private: false,
    });
    expect(await seen(owner)).toEqual([['Mine', false]]);
    expect((await owner.api.patch(path, { name: 'Ours', is_private: false })).status).toBe(200);
    expect(codeOf(await owner.api.patch(path, { is_private: true }))).toEqual([403, 'auth.insufficient_role']);
    expect((await editor.api.patch(path, { is_private: true })).status).toBe(200);
    expect(await seen(owner)).toEqual([]);
    // Nor by their names in the audit log, and they go with their maker.
    const { data } = (await owner.api.get(`/projects/${project.id}/audit?action=view.`)).body;
    expect(data.map(({ data: told }: LooseBody) => told.name)).toEqual(['', 'Ours', 'Mine', '']);
    expect((await owner.api.delete(`/projects/${project.id}/members/${editor.id}`)).status).toBe(200);
    expect(await app.database.prisma.savedView.count({ where: { projectId: project.id } })).toBe(0);
    const ofToken = await project.api.post(views, { name: 'x', query, is_private: true });
    expect([codeOf(ofToken), ofToken.body.error.details[0].path]).toEqual([[400, 'validation_failed'], ['is_private']]);
  });

  it('are kept by viewers for themselves, also those of a time when they could write', async () => {
    const person = await app.person({ projectId: project.id, role: 'editor' });
    const save = async (name: string, is_private: boolean): Promise<LooseBody> =>
      person.api.post(views, { name, query, is_private });
    const [own, shared] = [(await save('Own', true)).body, (await save('Shared', false)).body];
    const role = { where: { projectId: project.id, userId: person.id }, data: { role: 'viewer' } };
    await app.database.prisma.member.updateMany(role);
    const path = `${views}/${own.id}`;
    expect((await person.api.patch(path, { name: 'Mine' })).body).toMatchObject({ name: 'Mine', is_private: true });
    expect((await save('Another', true)).status).toBe(201);
    for (const refused of [
      await person.api.patch(path, { is_private: false }),
      await person.api.patch(`${views}/${shared.id}`, { name: 'x' }),
      await person.api.patch(`${views}/${shared.id}`, { is_private: true }),
      await person.api.delete(`${views}/${shared.id}`),
      await save('For all', false),
    ]) {
      expect(codeOf(refused)).toEqual([403, 'auth.insufficient_role']);
    }
    expect((await person.api.delete(path)).status).toBe(200);
    expect(await names()).toEqual(['Shared']);
  });

  it('come in the order that their positions say', async () => {
    const a = await make('a');
    await make('b');
    await make('c', { position: 1 });
    expect(await names()).toEqual(['a', 'b', 'c']);
    await project.api.patch(`${views}/${a.id}`, { position: 7 });
    expect(await names()).toEqual(['b', 'c', 'a']);
    expect((await make('d')).position).toBe(8);
    // Positions don't reveal the private views of others.
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    const own = { name: 'own', query, is_private: true };
    expect((await editor.api.post(views, { ...own, position: 1_000_000 })).status).toBe(201);
    expect((await make('e')).position).toBe(9);
    expect((await editor.api.post(views, own)).body.position).toBe(1_000_000);
  });

  it('are of collections that their maker may read', async () => {
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    const limits = { reads: ['posts'] };
    expect((await owner.api.patch(`/projects/${project.id}/members/${editor.id}`, { limits })).status).toBe(200);
    const save = (more: object) => editor.api.post(views, { name: 'x', query, is_private: true, ...more });
    const own = await save({ collection_key: 'posts' });
    const all = await save({});
    expect([own.status, all.status]).toEqual([201, 201]);
    for (const refused of [
      await save({ collection_key: 'secrets' }),
      await save({ collection_key: 'secrets', is_private: false }),
      await editor.api.patch(`${views}/${own.body.id}`, { collection_key: 'secrets' }),
    ]) {
      expect(codeOf(refused)).toEqual([400, 'validation_failed']);
      expect(refused.body.error.details[0].path).toEqual(['collection_key']);
    }
    const kept = await editor.api.patch(`${views}/${own.body.id}`, { name: 'Mine' });
    expect(kept.body).toMatchObject({ name: 'Mine', collection_key: 'posts' });
    expect(await app.database.prisma.savedView.count({ where: { projectId: project.id } })).toBe(2);
  });

  it('are a hundred at the most, in each project', { tags: ['full'] }, async () => {
    for (let index = 0; index < 100; index++) await make(`view ${index}`);
    expect(codeOf(await project.api.post(views, { name: 'one more', query }))).toEqual([409, 'view.limit_reached']);
    // Each member has a hundred of their own beside.
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    const own = (await editor.api.post(views, { name: 'own', query, is_private: true })).body;
    const share = await editor.api.patch(`${views}/${own.id}`, { is_private: false });
    expect(codeOf(share)).toEqual([409, 'view.limit_reached']);
    const other = await app.project();
    expect((await other.api.post(`/projects/${other.id}/views`, { name: 'x', query })).status).toBe(201);
  });

  it.each([
    ['a name of spaces', { name: '  ' }, ['name']],
    ['a long name', { name: 'n'.repeat(81) }, ['name']],
    ['numbers in the query', { query: { page: 1 } }, ['query', 'page']],
    ['objects in the query', { query: { filter: { a: 'b' } } }, ['query', 'filter']],
    ['a long text', { query: { search: 'x'.repeat(1001) } }, ['query', 'search']],
    ['a large query', { query: { a: Array.from({ length: 20 }, () => 'x'.repeat(500)) } }, ['query']],
    ['too many names', { query: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) }, ['query']],
    ['no key of a collection', { collection_key: 'No Key' }, ['collection_key']],
    ['a place below the first', { position: -1 }, ['position']],
  ])('refuse %s', async (_what, wrong, path) => {
    const answer = await project.api.post(views, { name: 'x', query: {}, ...wrong });
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.error.details[0].path).toEqual(path);
  });

  it('belong to their project, and to who may see it', async () => {
    const { id } = await make('mine');
    const other = await app.project();
    for (const path of [`/projects/${other.id}/views/${id}`, `/projects/${other.id}/views/viw_none`]) {
      expect(codeOf(await other.api.patch(path, { name: 'x' }))).toEqual([404, 'view.not_found']);
      expect(codeOf(await other.api.delete(path))).toEqual([404, 'view.not_found']);
    }
    expect(codeOf(await app.api.get(views))).toEqual([401, 'auth.missing_token']);
    expect(codeOf(await other.api.get(views))).toEqual([404, 'project.not_found']);
    const reading = app.client({ token: project.tokens.read_draft });
    expect(codeOf(await reading.get(views))).toEqual([403, 'auth.insufficient_scope']);
    expect(await names()).toEqual(['mine']);
  });

  it('are changed only so often', { tags: ['full'] }, async () => {
    const { id } = await make('often');
    const path = `${views}/${id}`;
    for (let index = 0; index < 119; index++) {
      expect((await project.api.patch(path, { name: `often ${index}` })).status).toBe(200);
    }
    expect(codeOf(await project.api.patch(path, { name: 'once more' }))).toEqual([429, 'rate_limited']);
  });
});

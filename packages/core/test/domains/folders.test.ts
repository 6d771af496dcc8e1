import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let folders: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  project = await app.project();
  folders = `/projects/${project.id}/asset-folders`;
});

const make = async (name: string, parent: string | null = null): Promise<string> => {
  const answer = await project.api.post(folders, { name, parent_id: parent });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const move = (id: string, parent: string | null) => project.api.patch(`${folders}/${id}`, { parent_id: parent });
const tree = async (): Promise<Record<string, string | null>> => {
  const { data } = (await project.api.get(folders)).body;
  return Object.fromEntries(data.map((folder: LooseBody) => [folder.id, folder.parent_id]));
};

describe('folders', () => {
  it('are made, listed by name, renamed and moved, with an audit record for each', async () => {
    const press = await make('Press');
    const logos = await make(' Logos ', press);
    const renamed = await project.api.patch(`${folders}/${logos}`, { name: 'Brand', parent_id: null });
    expect([renamed.status, renamed.body]).toMatchObject([200, { id: logos, name: 'Brand', parent_id: null }]);
    const { data, next_cursor } = (await project.api.get(folders)).body;
    expect([data.map(({ name }: LooseBody) => name), next_cursor]).toEqual([['Brand', 'Press'], null]);
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const audit = (await owner.api.get(`/projects/${project.id}/audit?action=asset_folder.`)).body.data;
    expect(audit.map(({ action, target_id }: LooseBody) => [action, target_id])).toEqual([
      ['asset_folder.update', logos],
      ['asset_folder.create', logos],
      ['asset_folder.create', press],
    ]);
  });

  it('have names that are unique in their place', async () => {
    const press = await make('Press');
    await make('Press', press);
    const again = await project.api.post(folders, { name: 'Press' });
    expect([...codeOf(again), again.body.error.details[0].path]).toEqual([409, 'media.folder_name_taken', ['name']]);
    await make('Caf\u00e9');
    expect(codeOf(await project.api.post(folders, { name: 'Cafe\u0301' }))).toEqual([409, 'media.folder_name_taken']);
    const other = await make('Other');
    expect(codeOf(await project.api.patch(`${folders}/${other}`, { name: 'Press' }))).toEqual([
      409,
      'media.folder_name_taken',
    ]);
    expect((await project.api.patch(`${folders}/${other}`, { name: 'Other' })).status).toBe(200);
  });

  it('cannot be moved into themselves or into their subfolders', async () => {
    const a = await make('a');
    const b = await make('b', a);
    const c = await make('c', b);
    for (const parent of [a, b, c]) {
      const answer = await move(a, parent);
      expect([...codeOf(answer), answer.body.error.details[0].path]).toEqual([400, 'validation_failed', ['parent_id']]);
    }
    expect((await move(c, a)).status).toBe(200);
    expect(await tree()).toEqual({ [a]: null, [b]: a, [c]: a });
  });

  it('never form a circle, however many are moved at once', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = [await make(`a${round}`), await make(`b${round}`), await make(`c${round}`)];
      const moves = ids.map((id, n) => move(id, ids[(n + 1) % 3] ?? null));
      const statuses = (await Promise.all(moves)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 200, 400]);
    }
  });

  it('are deleted when they are empty', async () => {
    const outer = await make('outer');
    const inner = await make('inner', outer);
    expect(codeOf(await project.api.delete(`${folders}/${outer}`))).toEqual([409, 'media.folder_not_empty']);
    expect((await project.api.delete(`${folders}/${inner}`)).body).toMatchObject({ id: inner, name: 'inner' });
    expect((await project.api.delete(`${folders}/${outer}`)).status).toBe(200);
    expect(await tree()).toEqual({});
    expect(codeOf(await project.api.delete(`${folders}/${outer}`))).toEqual([404, 'media.folder_not_found']);
  });

  it('are those of one project', async () => {
    const own = await make('own');
    const other = await app.project();
    const theirs = (await other.api.post(`/projects/${other.id}/asset-folders`, { name: 'theirs' })).body.id;
    expect(codeOf(await project.api.patch(`${folders}/${theirs}`, { name: 'x' }))).toEqual([
      404,
      'media.folder_not_found',
    ]);
    expect(codeOf(await project.api.delete(`${folders}/${theirs}`))).toEqual([404, 'media.folder_not_found']);
    expect(codeOf(await move(own, theirs))).toEqual([400, 'validation_failed']);
    expect(codeOf(await project.api.post(folders, { name: 'x', parent_id: theirs }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await tree()).toEqual({ [own]: null });
  });

  it('are a thousand at most', { tags: ['full'] }, async () => {
    const row = { projectId: project.id, parentId: null, createdAt: new Date(), updatedAt: new Date() };
    await app.database.prisma.assetFolder.createMany({
      data: Array.from({ length: 999 }, (_, n) => ({ ...row, id: `fld_${project.id}_${n}`, name: `${n}` })),
    });
    const answers = await Promise.all(['x', 'y'].map((name) => project.api.post(folders, { name })));
    expect(answers.map(codeOf).sort()).toEqual([
      [201, undefined],
      [409, 'media.folder_limit_reached'],
    ]);
    expect((await project.api.get(folders)).body.data).toHaveLength(1000);
  });

  it('are refused with the field that is wrong', async () => {
    const paths = async (body: object) => {
      const answer = await project.api.post(folders, body);
      return [answer.status, answer.body.error.details[0].path];
    };
    expect(await paths({})).toEqual([400, ['name']]);
    expect(await paths({ name: '  ' })).toEqual([400, ['name']]);
    expect(await paths({ name: 'a/b' })).toEqual([400, ['name']]);
    expect(await paths({ name: 'a\nb' })).toEqual([400, ['name']]);
    expect(await paths({ name: 'x'.repeat(101) })).toEqual([400, ['name']]);
    expect(await paths({ name: 'x', parent_id: 5 })).toEqual([400, ['parent_id']]);
    expect(await paths({ name: 'x', color: 'red' })).toEqual([400, ['color']]);
  });

  it('are made once for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await project.api.post(folders, { name: 'once' }, key);
    const again = await project.api.post(folders, { name: 'once' }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('are changed so often a minute', async () => {
    const strict = await startTestApp({ limits: parseLimits('asset.change=1') });
    const { id, api } = await strict.project();
    const create = (name: string) => api.post(`/projects/${id}/asset-folders`, { name });
    expect([(await create('a')).status, (await create('b')).status]).toEqual([201, 429]);
    await strict.close();
  });
});

import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const clock = new TestClock(Date.now());
let app: TestApp;
let project: TestProject;
let assets: string;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('asset.change=100000') });
});
beforeEach(async () => {
  project = await app.project();
  assets = `/projects/${project.id}/assets`;
  ids = await fillAssets(app.database.pool, project.id, 3, (n) => ({ filename: `photo ${n}.jpg` }));
});
afterAll(() => app.close());

const get = async (id = ids[0]): Promise<LooseBody> => (await project.api.get(`${assets}/${id}`)).body;
const patch = (body: object, id = ids[0]) => project.api.patch(`${assets}/${id}`, body);
const makeFolder = async (name: string, of: TestProject = project): Promise<string> =>
  (await of.api.post(`/projects/${of.id}/asset-folders`, { name })).body.id;
const audited = async (action: string): Promise<LooseBody[]> => {
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  return (await owner.api.get(`/projects/${project.id}/audit?action=${action}`)).body.data;
};

describe('PATCH', () => {
  it('changes name, folder and what the picture shows, and leaves the rest', async () => {
    const folder_id = await makeFolder('Press');
    clock.advance(1000);
    const answer = await patch({ filename: ' Lighthouse.jpg', folder_id, alt_text: 'A lighthouse', decorative: true });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { filename: 'Lighthouse.jpg', folder_id, alt_text: { en: 'A lighthouse' }, decorative: true, focal_point: null },
    ]);
    expect(answer.body).toEqual(await get());
    expect(answer.body.updated_at).toBe(clock.now().toISOString());
    expect((await patch({ folder_id: null })).body).toMatchObject({ folder_id: null, filename: 'Lighthouse.jpg' });
    const [second, first] = await audited('asset.update');
    expect([first.target_id, first.data.changed]).toEqual([
      ids[0],
      ['filename', 'folder_id', 'alt_text', 'decorative'],
    ]);
    expect(second.data.changed).toEqual(['folder_id']);
    expect((await project.api.get(`${assets}?search=lighthouse`)).body.data).toHaveLength(1);
    expect((await project.api.get(`${assets}?search=photo`)).body.data).toHaveLength(2);
  });

  it('keeps alternative texts of locales that are not named', async () => {
    await patch({ alt_text: { en: ' One ', de: 'Eins' } });
    expect((await patch({ alt_text: { de: 'Zwei' } })).body.alt_text).toEqual({ de: 'Zwei', en: 'One' });
    expect((await patch({ alt_text: 'Two' })).body.alt_text).toEqual({ de: 'Zwei', en: 'Two' });
    expect((await patch({ alt_text: { de: null } })).body.alt_text).toEqual({ en: 'Two' });
    expect((await patch({ alt_text: '  ' })).body.alt_text).toEqual({});
    expect((await patch({ alt_text: {} })).body.alt_text).toEqual({});
  });

  it('that changes nothing leaves no trace', async () => {
    await patch({ alt_text: { en: 'One' }, focal_point: { x: 0.25, y: 1 } });
    const before = await get();
    clock.advance(1000);
    const { filename, alt_text, focal_point } = before;
    expect((await patch({ filename, alt_text, focal_point })).body).toEqual(before);
    expect((await patch({})).body).toEqual(before);
    expect(await audited('asset.update')).toHaveLength(1);
  });

  it('that moves the focal point has the picture made again, and nothing else does', async () => {
    const state = async () => {
      const { revision } = await app.database.prisma.asset.findUniqueOrThrow({ where: { id: ids[0] ?? '' } });
      return [revision, await app.database.prisma.job.count({ where: { key: ids[0] ?? '' } })];
    };
    await patch({ filename: 'x.jpg', alt_text: 'x', decorative: true });
    expect(await state()).toEqual([1, 0]);
    const { status, focal_point } = (await patch({ focal_point: { x: 0.2, y: 0.3 } })).body;
    expect([status, focal_point]).toEqual(['ready', { x: 0.2, y: 0.3 }]);
    expect(await state()).toEqual([2, 1]);
    await patch({ focal_point: { y: 0.3, x: 0.2 } });
    expect((await state())[0]).toBe(2);
    expect((await patch({ focal_point: null })).body.focal_point).toBeNull();
    expect((await state())[0]).toBe(3);
    const [pdf = ''] = await fillAssets(app.database.pool, project.id, 1, () => ({
      filename: 'a.pdf',
      mime: 'application/pdf',
    }));
    await patch({ focal_point: { x: 0, y: 0 } }, pdf);
    const { revision } = await app.database.prisma.asset.findUniqueOrThrow({ where: { id: pdf } });
    expect(revision).toBe(1);
  });

  it('is refused with the field that is wrong', async () => {
    const foreign = await makeFolder('theirs', await app.project());
    const wrong: [object, (string | number)[]][] = [
      [{ filename: '' }, ['filename']],
      [{ filename: 'a/b' }, ['filename']],
      [{ alt_text: { fr: 'x' } }, ['alt_text', 'fr']],
      [{ alt_text: { en: 'x'.repeat(1001) } }, ['alt_text']],
      [{ alt_text: 5 }, ['alt_text']],
      [{ focal_point: { x: 1.1, y: 0 } }, ['focal_point', 'x']],
      [{ focal_point: { x: 0 } }, ['focal_point', 'y']],
      [{ folder_id: 'fld_none' }, ['folder_id']],
      [{ folder_id: foreign }, ['folder_id']],
      [{ status: 'ready' }, ['status']],
    ];
    for (const [body, path] of wrong) {
      const answer = await patch(body);
      expect([body, answer.status, answer.body.error.details[0].path.slice(0, path.length)]).toEqual([body, 400, path]);
    }
  });
});

describe('the trash', () => {
  it('takes assets and gives them back, as often as one asks', async () => {
    const trashed = await project.api.delete(`${assets}/${ids[0]}`);
    expect([trashed.status, trashed.body]).toMatchObject([
      200,
      { id: ids[0], status: 'trashed', trashed_at: clock.now().toISOString() },
    ]);
    clock.advance(1000);
    expect((await project.api.delete(`${assets}/${ids[0]}`)).body).toEqual(trashed.body);
    expect((await project.api.get(assets)).body.data).toHaveLength(2);
    expect(codeOf(await patch({ filename: 'x' }))).toEqual([409, 'media.asset_trashed']);
    const restored = await project.api.post(`${assets}/${ids[0]}/restore`);
    expect(restored.body).toMatchObject({ status: 'ready', trashed_at: null });
    expect((await project.api.post(`${assets}/${ids[0]}/restore`)).body).toEqual(restored.body);
    expect((await audited('asset.')).map(({ action }) => action)).toEqual(['asset.restore', 'asset.delete']);
  });

  it('does not prevent the deletion of its folder; after a restore it is in no folder', async () => {
    const folder = await makeFolder('Press');
    await patch({ folder_id: folder });
    const gone = () => project.api.delete(`/projects/${project.id}/asset-folders/${folder}`);
    expect(codeOf(await gone())).toEqual([409, 'media.folder_not_empty']);
    await project.api.delete(`${assets}/${ids[0]}`);
    expect((await gone()).status).toBe(200);
    expect((await project.api.post(`${assets}/${ids[0]}/restore`)).body.folder_id).toBeNull();
  });

  it('never leaves an asset in a folder that is deleted at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const folder = await makeFolder(`Press ${round}`);
      const [moved, deleted] = await Promise.all([
        patch({ folder_id: folder }),
        project.api.delete(`/projects/${project.id}/asset-folders/${folder}`),
      ]);
      const outcome = [moved.status, deleted.status];
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual(outcome);
      expect((await get()).folder_id === folder).toBe(deleted.status === 409);
      await patch({ folder_id: null });
    }
  });

  it('is that of one project', async () => {
    const other = await app.project();
    const theirs = `/projects/${other.id}/assets/${ids[0]}`;
    for (const answer of [
      await other.api.delete(theirs),
      await other.api.post(`${theirs}/restore`),
      await other.api.patch(theirs, { filename: 'x' }),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'media.asset_not_found']);
    }
    expect((await get()).status).toBe('ready');
  });
});

describe('many at once', () => {
  const bulk = (action: string, more: object = {}, of: readonly string[] = ids, headers: Record<string, string> = {}) =>
    project.api.post(`${assets}/bulk`, { action, asset_ids: of, ...more }, headers);
  const results = (answer: { body: LooseBody }) =>
    answer.body.data.map(({ result, status }: LooseBody) => [result, status]);

  it('are moved, changed, trashed and restored', async () => {
    const folder_id = await makeFolder('Press');
    await patch({ folder_id });
    expect(results(await bulk('move', { folder_id }))).toEqual([
      ['unchanged', 'ready'],
      ['changed', 'ready'],
      ['changed', 'ready'],
    ]);
    await bulk('patch', { patch: { alt_text: { de: 'Foto' }, decorative: true, focal_point: { x: 0, y: 1 } } });
    for (const id of ids) {
      expect(await get(id)).toMatchObject({
        folder_id,
        alt_text: { de: 'Foto' },
        decorative: true,
        focal_point: { x: 0, y: 1 },
      });
    }
    expect(results(await bulk('trash'))).toEqual(ids.map(() => ['changed', 'trashed']));
    expect(results(await bulk('trash'))).toEqual(ids.map(() => ['unchanged', 'trashed']));
    expect(results(await bulk('restore'))).toEqual(ids.map(() => ['changed', 'ready']));
    const actions = (await audited('asset.')).map(({ action }) => action);
    expect(actions.filter((action) => action === 'asset.update')).toHaveLength(6);
    expect(actions.filter((action) => action === 'asset.restore')).toHaveLength(3);
  });

  it('are all changed or none, unless those that can be are asked for', async () => {
    await project.api.delete(`${assets}/${ids[1]}`);
    const of = [ids[0] ?? '', ids[1] ?? '', 'ast_none'];
    const refused = await bulk('patch', { patch: { alt_text: 'x' } }, of);
    expect(codeOf(refused)).toEqual([409, 'media.bulk_refused']);
    expect(refused.body.error.details).toMatchObject([
      { path: ['asset_ids', 1], asset_id: ids[1], code: 'media.asset_trashed' },
      { path: ['asset_ids', 2], asset_id: 'ast_none', code: 'media.asset_not_found' },
    ]);
    expect((await get()).alt_text).toEqual({});
    const partial = await bulk('patch', { patch: { alt_text: 'x' }, partial: true }, of);
    expect(results(partial)).toEqual([
      ['changed', 'ready'],
      ['refused', null],
      ['refused', null],
    ]);
    expect(partial.body.data[2].error.code).toBe('media.asset_not_found');
    expect((await get()).alt_text).toEqual({ en: 'x' });
  });

  it('are changed once for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'all' };
    const first = await bulk('trash', {}, ids, key);
    await bulk('restore');
    expect((await bulk('trash', {}, ids, key)).body).toEqual(first.body);
    expect((await get()).status).toBe('ready');
  });

  it('are changed in whatever order others change them', async () => {
    const many = await fillAssets(app.database.pool, project.id, 40, (n) => ({ filename: `${n}` }));
    const orders = [many, many.toReversed(), many, many.toReversed()];
    const answers = await Promise.all(orders.map((of, n) => bulk('patch', { patch: { alt_text: `text ${n}` } }, of)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const texts = await Promise.all(many.map(async (id) => (await get(id)).alt_text.en));
    expect(new Set(texts).size).toBe(1);
  });

  it('are refused with the field that is wrong', async () => {
    const [id = ''] = ids;
    const wrong: [string, object, readonly string[], (string | number)[]][] = [
      ['move', {}, ids, ['folder_id']],
      ['move', { folder_id: 'fld_none' }, ids, ['folder_id']],
      ['patch', {}, ids, ['patch']],
      ['patch', { patch: { filename: 'x' } }, ids, ['patch', 'filename']],
      ['patch', { patch: { alt_text: { fr: 'x' } } }, ids, ['patch', 'alt_text', 'fr']],
      ['patch', { patch: { folder_id: 'fld_none' } }, ids, ['patch', 'folder_id']],
      ['trash', { folder_id: null }, ids, ['folder_id']],
      ['restore', { patch: {} }, ids, ['patch']],
      ['explode', {}, ids, ['action']],
      ['trash', {}, [], ['asset_ids']],
      ['trash', {}, [id, id], ['asset_ids', 1]],
      ['trash', {}, Array(101).fill(id), ['asset_ids']],
    ];
    for (const [action, more, of, path] of wrong) {
      const answer = await bulk(action, more, of);
      expect([action, more, answer.status, answer.body.error.details[0].path]).toEqual([action, more, 400, path]);
    }
  });
});

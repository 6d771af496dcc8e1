import { collection, defineConfig, text } from '@stele/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('has a record of every change, with who, when and the request, for owners only', async () => {
  const project = await app.project();
  const other = await app.project();
  const base = `/projects/${project.id}`;
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const schema = defineConfig({ collections: [collection({ key: 'posts', fields: { title: text() } })] }).schema;
  await owner.api.patch(base, { name: 'Renamed' });
  await owner.api.post(`${base}/schema/sync`, { schema, base_version: 0 });
  const { id } = (await owner.api.post(`${base}/entries`, { collection_key: 'posts', values: { en: { title: 'A' } } }))
    .body;
  await owner.api.put(`${base}/entries/${id}/draft`, { values: { en: { title: 'B' } }, base_version: 1 });
  const published = await owner.api.post(`${base}/entries/${id}/publish`, { locales: ['en'] });
  const { snapshot_id } = (await owner.api.get(`${base}/snapshot/latest`)).body;
  await owner.api.delete(`${base}/entries/${id}`);
  await owner.api.post(`${base}/snapshots/${snapshot_id}/restore`, {});
  await owner.api.post(`${base}/entries/${id}/unpublish`, { locales: ['en'] });
  const token = (await owner.api.post(`${base}/tokens`, { name: 'CI', scope: 'read_published' })).body;
  await owner.api.delete(`${base}/tokens/${token.id}`);
  await other.api.post(`/projects/${other.id}/entries`, { collection_key: 'posts' });

  const { data } = (await owner.api.get(`${base}/audit?actor=${owner.id}`)).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    'token.revoke',
    'token.create',
    'entry.unpublish',
    'snapshot.restore',
    'entry.delete',
    'entry.publish',
    'entry.save',
    'entry.create',
    'schema.sync',
    'project.update',
  ]);
  expect(data.every((record: { actor: { id: string } }) => record.actor.id === owner.id)).toBe(true);
  expect(data[5]).toMatchObject({
    target_id: id,
    request_id: published.headers.get('x-request-id'),
    data: { locales: ['en'] },
  });
  expect(JSON.stringify(data)).not.toContain(token.secret);

  const ofEntry = (await owner.api.get(`${base}/audit?target=${id}&action=entry.&limit=3`)).body;
  expect(ofEntry.data).toHaveLength(3);
  const rest = (await owner.api.get(`${base}/audit?target=${id}&action=entry.&limit=3&cursor=${ofEntry.next_cursor}`))
    .body;
  expect(rest.data.map(({ action }: { action: string }) => action)).toEqual(['entry.save', 'entry.create']);
  const editor = await app.person({ projectId: project.id, role: 'editor' });
  expect((await editor.api.get(`${base}/audit`)).status).toBe(403);
  expect((await project.api.get(`${base}/audit`)).status).toBe(403);
  expect((await owner.api.get(`${base}/audit?cursor=x`)).status).toBe(400);
});

import { collection, defineConfig, text } from '@stele/schema';
import { beforeAll, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

interface Told {
  readonly action: string;
  readonly data: Record<string, unknown>;
}

it('says what everything was called then, and what it was before', async () => {
  const project = await app.project({ name: 'Notes' });
  const base = `/projects/${project.id}`;
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const schema = defineConfig({
    collections: [collection({ key: 'posts', fields: { title: text({ localized: true }) } })],
  }).schema;
  await owner.api.post(`${base}/schema/sync`, { schema, base_version: 0 });
  const entries = `${base}/entries`;
  const { id } = (await owner.api.post(entries, { collection_key: 'posts', values: { en: { title: 'Hello' } } })).body;
  await owner.api.post(`${entries}/${id}/publish`, { locales: ['en'] });
  await owner.api.put(`${entries}/${id}/draft`, { values: { de: { title: 'Hallo' } }, base_version: 2 });
  await owner.api.put(`${entries}/${id}/draft`, { values: { en: { title: 'Goodbye' } }, base_version: 3 });
  await owner.api.delete(`${entries}/${id}`);
  await owner.api.post(`${entries}/${id}/restore`, {});
  const { snapshot_id } = (await owner.api.get(`${base}/snapshots?limit=2`)).body.data[1];
  await owner.api.post(`${base}/snapshots/${snapshot_id}/restore`, {});
  await owner.api.patch(base, { name: 'Field notes' });
  const person = await app.person({ projectId: project.id, role: 'viewer' });
  await owner.api.patch(`${base}/members/${person.id}`, { role: 'editor' });
  await owner.api.delete(`${base}/members/${person.id}`);
  const invited = (await owner.api.post(`${base}/invitations`, { email: 'a@example.org', role: 'viewer' })).body;
  await owner.api.delete(`${base}/invitations/${invited.id}`);
  const token = (await owner.api.post(`${base}/tokens`, { name: 'CI', scope: 'read_published' })).body;
  await owner.api.post(`${base}/tokens/${token.id}/rotate`);
  const folder = (await owner.api.post(`${base}/asset-folders`, { name: 'Old' })).body;
  await owner.api.patch(`${base}/asset-folders/${folder.id}`, { name: 'New' });

  const { data } = (await owner.api.get(`${base}/audit?actor=${owner.id}`)).body;
  const told = data.map(({ action, data: what }: Told) => [action, what]).reverse();
  const post = { collection_key: 'posts' };
  expect(told).toMatchObject([
    ['schema.sync', {}],
    ['entry.create', { ...post, title: 'Hello', locales: ['en'] }],
    ['entry.publish', { ...post, title: 'Hello', locales: ['en'] }],
    ['entry.save', { ...post, title: 'Hello', locales: ['de'] }],
    ['entry.save', { ...post, title: 'Goodbye', locales: ['en'] }],
    ['entry.delete', { ...post, title: 'Goodbye', locales: ['en'] }],
    ['entry.restore', { ...post, title: 'Goodbye' }],
    ['snapshot.restore', { snapshot_id, published_at: expect.any(String) }],
    ['project.update', { name: 'Field notes', from: { name: 'Notes', locales: ['en', 'de'] } }],
    ['member.update', { name: 'Person', email: person.email, from: 'viewer', to: 'editor' }],
    ['member.remove', { name: 'Person', email: person.email, role: 'editor' }],
    ['invitation.create', { email: 'a@example.org', role: 'viewer' }],
    ['invitation.revoke', { email: 'a@example.org', role: 'viewer' }],
    ['token.create', { name: 'CI', scope: 'read_published' }],
    ['token.rotate', { name: 'CI', scope: 'read_published' }],
    ['asset_folder.create', { name: 'Old' }],
    ['asset_folder.update', { name: 'New', from: { name: 'Old' } }],
  ]);
});

it('lists the records of a time', async () => {
  const project = await app.project();
  const base = `/projects/${project.id}`;
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const made: Date[] = [];
  for (const name of ['a', 'b', 'c']) {
    await owner.api.patch(base, { name });
    const [record] = (await owner.api.get(`${base}/audit?limit=1`)).body.data;
    made.push(new Date(record.created_at));
  }
  const names = async (query: string) =>
    (await owner.api.get(`${base}/audit?action=project.update&${query}`)).body.data.map(({ data }: Told) => data.name);
  const [, second = new Date()] = made;
  const at = second.toISOString();
  expect(await names(`from=${at}`)).toEqual(['c', 'b']);
  expect(await names(`to=${at}`)).toEqual(['a']);
  expect(await names(`from=${at}&to=${new Date(second.getTime() + 1).toISOString()}`)).toEqual(['b']);
  expect(await names(`from=${at}&actor=${owner.id}&limit=1`)).toEqual(['c']);
  expect(await names('from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).toEqual([]);
  expect((await owner.api.get(`${base}/audit?from=${at}&to=${at}`)).status).toBe(400);
  expect((await owner.api.get(`${base}/audit?from=yesterday`)).status).toBe(400);
});

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

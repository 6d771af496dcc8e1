import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

const eventsOf = async (projectId: string) =>
  (await app.database.prisma.event.findMany({ where: { projectId }, orderBy: { id: 'asc' } })).map(
    ({ kind, subjectId, data }) => ({ kind, subjectId, data }),
  );

it('leaves an event for each change of published content, and for each snapshot that goes live', async () => {
  const site = await ContentProject.make(app);
  const owner = (await app.person({ projectId: site.project.id, role: 'owner' })).api;
  const snapshotNow = async () => (await site.api.get(`/projects/${site.project.id}/snapshot/latest`)).body.snapshot_id;
  const entry = await site.create({ en: { title: 'one' } }, 'pages');
  const other = await site.create({ en: { title: 'two' } }, 'pages');
  const before = (await eventsOf(site.project.id)).length;
  const snapshots: string[] = [];
  const change = async (send: () => Promise<{ status: number }>) => {
    expect((await send()).status).toBe(200);
    snapshots.push(await snapshotNow());
  };
  await change(() => site.publish(entry));
  await change(() => site.publish(other));
  await change(() => site.api.post(`${site.entries}/order`, { collection_key: 'pages', entry_ids: [other] }));
  await change(() => site.api.post(`${site.entries}/${entry}/unpublish`, { locales: ['en'] }));
  await change(() => site.api.delete(`${site.entries}/${other}`));
  await change(() => owner.post(`/projects/${site.project.id}/snapshots/${snapshots[1]}/restore`, {}));
  await site.publish(entry);
  const found = (await eventsOf(site.project.id)).slice(before);
  expect(found.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
    ['snapshot.live', snapshots[0]],
    ['entry.published', entry],
    ['snapshot.live', snapshots[1]],
    ['entry.published', other],
    ['snapshot.live', snapshots[2]],
    ['entry.moved', other],
    ['snapshot.live', snapshots[3]],
    ['entry.unpublished', entry],
    ['snapshot.live', snapshots[4]],
    ['entry.unpublished', other],
    ['entry.trashed', other],
    ['snapshot.live', snapshots[5]],
  ]);
  expect(found[0]?.data).toEqual({ sequence: 1, reasons: ['publish'] });
  expect(found[1]?.data).toEqual({
    collection_key: 'pages',
    version: 2,
    locales: ['en'],
    actor: expect.objectContaining({ type: 'token' }),
    snapshot_id: snapshots[0],
    sequence: 1,
  });
  expect(found.at(-1)?.data).toEqual({ sequence: 6, reasons: ['restore'] });
});

it('leaves one for each schema, and one for what goes live with it', async () => {
  const site = await ContentProject.make(app);
  await site.publish(await site.create({ en: { title: 'one' } }));
  const { body } = await site.api.get(`/projects/${site.project.id}/schema`);
  const push = (schema: unknown, base_version: number) =>
    site.api.post(`/projects/${site.project.id}/schema/sync`, { schema, base_version });
  const before = (await eventsOf(site.project.id)).length;
  const relabelled = structuredClone(body.schema);
  relabelled.collections[0].label = 'Articles';
  expect((await push(relabelled, 1)).body.snapshot_id).toBeNull();
  expect((await eventsOf(site.project.id)).slice(before).map(({ kind }) => kind)).toEqual(['schema.synced']);
  const more = structuredClone(relabelled);
  more.collections.push({ ...structuredClone(body.schema.collections[1]), key: 'news', label: 'News' });
  const pushed = await push(more, 2);
  const synced = { version: 3, snapshot_id: pushed.body.snapshot_id, actor: expect.anything() };
  expect((await eventsOf(site.project.id)).slice(before + 1)).toEqual([
    { kind: 'snapshot.live', subjectId: pushed.body.snapshot_id, data: { sequence: 2, reasons: ['schema'] } },
    { kind: 'schema.synced', subjectId: site.project.id, data: synced },
  ]);
});

it('forgets events after 30 days', async () => {
  const site = await ContentProject.make(app);
  await site.publish(await site.create({ en: { title: 'one' } }));
  clock.advance(31 * 24 * 60 * 60 * 1000);
  await app.services.jobs.runAll();
  expect(await eventsOf(site.project.id)).toEqual([]);
});

import { collection, defineConfig, text } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredRows } from '../../src/platform/database/expired-rows.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let person: TestPerson;
let entries: string;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('entry.create=100000,entry.publish=100000') });
  project = await app.project();
  person = await app.person({ projectId: project.id, role: 'owner' });
  entries = `/projects/${project.id}/entries`;
});
afterAll(() => app.close());

const create = (key: string, body: object = {}) =>
  project.api.post(entries, { collection_key: 'posts', values: { en: { a: 1 } }, ...body }, { 'idempotency-key': key });

describe('an Idempotency-Key', () => {
  it('makes a create happen once and answers again with the same', async () => {
    const first = await create('one');
    const again = await create('one');
    expect([again.status, again.body, again.headers.get('location')]).toEqual([
      201,
      first.body,
      first.headers.get('location'),
    ]);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(1);
  });

  it('makes a publish happen once, and keeps the answer that it got', async () => {
    const { body } = await create('to-publish');
    const publish = () =>
      project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] }, { 'idempotency-key': 'p' });
    const first = await publish();
    expect((await publish()).body).toEqual(first.body);
    expect(first.body.unchanged).toBe(false);
  });

  it('with another body is refused with 422', async () => {
    await create('same-key');
    const other = await create('same-key', { collection_key: 'pages' });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency.key_reused']);
  });

  it('in flight is refused with 409, and one of many at once is carried out', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create('race', { collection_key: 'races' })));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.error.code]).toEqual([409, 'idempotency.in_flight']);
    expect(await app.database.prisma.entry.count({ where: { collectionKey: 'races' } })).toBe(1);
  });

  it('of a request that failed can be used again', async () => {
    expect((await create('failing', { values: { fr: {} } })).status).toBe(400);
    expect((await create('failing', { values: { fr: {} } })).status).toBe(400);
    expect((await create('failing')).status).toBe(201);
  });

  it('of a process that died can be used again after five minutes', async () => {
    await create('lost');
    await app.database.pool.query('UPDATE idempotency_records SET answer = NULL WHERE key = $1', ['lost']);
    expect((await create('lost')).status).toBe(409);
    clock.advance(301_000);
    expect((await create('lost')).status).toBe(201);
  });

  describe('that a slow request lost to the same one, sent again after five minutes,', () => {
    /** Sends a request twice while it can't go on, the second time after its lease; then lets both go on. */
    async function sendTwice(
      key: string,
      release: () => unknown,
      send: () => Promise<{ status: number; body: LooseBody }>,
    ) {
      const holder = async (): Promise<string | undefined> =>
        (await app.database.prisma.idempotencyRecord.findFirst({ where: { key } }))?.owner;
      const first = send();
      await expect.poll(holder).toBeDefined();
      const loser = await holder();
      clock.advance(301_000);
      const second = send();
      await expect.poll(holder).not.toBe(loser);
      await release();
      const [lost, kept] = [await first, await second];
      expect([lost.status, lost.body.error?.code]).toEqual([409, 'idempotency.in_flight']);
      expect((await send()).body).toEqual(kept.body);
      return kept;
    }

    /** Holds up publishing in a project. @returns the function that ends the wait, once it has begun */
    function holdPublishing(projectId = project.id): Promise<() => void> {
      return new Promise((begun) => {
        void app.services.publisher.exclusively(projectId, () => new Promise<void>((release) => begun(release)));
      });
    }

    it('publishes once', async () => {
      const { body } = await create('to-publish-slowly');
      const path = `${entries}/${body.id}/publish`;
      const kept = await sendTwice('slow-publish', await holdPublishing(), () =>
        project.api.post(path, { locales: ['en'] }, { 'idempotency-key': 'slow-publish' }),
      );
      expect([kept.status, kept.body.version]).toEqual([200, 2]);
      expect((await project.api.get(`${entries}/${body.id}`)).body.version).toBe(2);
    });

    it('creates once', async () => {
      const { pool } = app.database;
      await pool.query("UPDATE projects SET frozen_until = now() + interval '1 hour' WHERE id = $1", [project.id]);
      const release = () => pool.query('UPDATE projects SET frozen_until = NULL WHERE id = $1', [project.id]);
      const kept = await sendTwice('slow-create', release, () => create('slow-create', { collection_key: 'slow' }));
      expect(kept.status).toBe(201);
      expect(await app.database.prisma.entry.count({ where: { collectionKey: 'slow' } })).toBe(1);
    });

    it('restores from the trash once', async () => {
      const { body } = await create('to-trash');
      await project.api.delete(`${entries}/${body.id}`);
      const restore = () =>
        project.api.post(`${entries}/${body.id}/restore`, undefined, { 'idempotency-key': 'slow-restore' });
      const kept = await sendTwice('slow-restore', await holdPublishing(), restore);
      expect([kept.status, kept.body.status]).toEqual([200, 'draft']);
      const { data } = (await person.api.get(`/projects/${project.id}/audit?action=entry.restore`)).body;
      expect(data).toHaveLength(1);
    });

    it('pushes a schema once', async () => {
      const other = await app.project();
      const { schema } = defineConfig({ collections: [collection({ key: 'posts', fields: { title: text() } })] });
      const kept = await sendTwice('slow-sync', await holdPublishing(other.id), () =>
        other.api.post(
          `/projects/${other.id}/schema/sync`,
          { schema, base_version: 0 },
          { 'idempotency-key': 'slow-sync' },
        ),
      );
      expect([kept.status, kept.body.version, kept.body.unchanged]).toEqual([200, 1, false]);
      const active = await other.api.get(`/projects/${other.id}/schema`);
      expect(active.body).toEqual({
        version: 1,
        hash: kept.body.hash,
        schema: kept.body.schema,
        created_at: kept.body.created_at,
        created_by: kept.body.created_by,
      });
    });
  });

  it('is kept for 24 hours, and belongs to who sent it', async () => {
    const first = await create('day');
    clock.advance(23 * 3_600_000);
    expect((await create('day')).body.id).toBe(first.body.id);
    clock.advance(3_600_000 + 1);
    await deleteExpiredRows(app.database.pool, app.services.tables, clock.now());
    const later = await create('day');
    expect(later.body.id).not.toBe(first.body.id);
    const person = await app.person({ projectId: project.id, role: 'editor' });
    const other = await person.api.post(
      entries,
      { collection_key: 'posts', values: { en: { a: 1 } } },
      { 'idempotency-key': 'day' },
    );
    expect(other.body.id).not.toBe(later.body.id);
  });

  it('must be of visible ASCII characters, at most 255', async () => {
    for (const key of ['x'.repeat(256), 'with space']) expect((await create(key)).status).toBe(400);
  });
});

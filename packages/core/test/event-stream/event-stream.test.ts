import { FaultyStorage } from '@stele/storage/testing';
import { codeOf } from '@stele/testing/api-client';
import { type Gate, gate } from '@stele/testing/gate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { StreamListener } from '../support/stream-listener.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
let held: Gate | null = null;
const open: StreamListener[] = [];

beforeAll(async () => {
  app = await startTestApp({
    wrapStorage: (storage) =>
      new FaultyStorage(storage, async (point, key) => {
        if (point === 'put:before' && key.endsWith('manifest.json')) await held?.begin();
      }),
  });
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(() => app.close());

const openStream = (headers: Record<string, string>, query = ''): Promise<StreamListener> =>
  StreamListener.open(app, site.project.id, { headers, query, open });

const asToken = (scope: 'admin' | 'read_draft' = 'admin') => ({
  authorization: `Bearer ${site.project.tokens[scope]}`,
});
const asViewer = async () => ({ cookie: (await app.person({ projectId: site.project.id, role: 'viewer' })).cookie });

describe('a stream of events', () => {
  it('shows people what others save and publish, who did it, and what went live, without values', async () => {
    const listener = await openStream(await asViewer());
    expect(listener.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(listener.response.headers.get('cache-control')).toContain('no-transform');
    const id = await site.create({ en: { title: 'secret words' } });
    await site.save(id, { en: { title: 'other words' } }, 1);
    await site.publish(id);
    const created = await listener.heard('entry.created');
    expect(created.data).toMatchObject({ type: 'entry.created', subject_id: id, actor: { type: 'token' } });
    const saved = await listener.heard('entry.saved');
    expect(saved.data).toMatchObject({ subject_id: id, data: { version: 2, changed_paths: [['en', 'title']] } });
    const published = await listener.heard('entry.published');
    const live = await listener.heard('snapshot.live');
    expect(published.data.data.snapshot_id).toBe(live.data.subject_id);
    expect(JSON.stringify(listener.told)).not.toContain('words');
  });

  it('has nothing of other projects, and nothing from before it began', async () => {
    await site.create({ en: { title: 'before' } });
    const listener = await openStream(asToken());
    const other = await ContentProject.make(app);
    await other.create({ en: { title: 'other' } });
    const id = await site.create({ en: { title: 'after' } });
    await listener.heard('entry.created');
    expect(listener.told.map(({ data }) => data.subject_id)).toEqual([id]);
  });

  it('continues where it broke off: nothing is missed, and an event that is sent twice has the same id', async () => {
    const first = await openStream(asToken());
    await site.create({ en: { title: 'one' } });
    const { id: last } = await first.heard('entry.created');
    first.close();
    const missed = [];
    for (let n = 0; n < 5; n++) missed.push(await site.create({ en: { title: `missed ${n}` } }));
    const second = await openStream({ ...asToken(), 'last-event-id': last });
    await expect
      .poll(() => second.told.map(({ data }) => data.subject_id), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(missed));
    const ids = second.told.map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(ids.length);
    const third = await openStream(asToken(), `?after=${last}`);
    await expect.poll(() => third.told.length, { timeout: 30_000 }).toBe(second.told.length);
  });

  it('says where it begins, so that one that breaks before its first event continues there', async () => {
    const first = await openStream(asToken());
    const position = await first.begun();
    first.close();
    const missed = await site.create({ en: { title: 'missed' } });
    const second = await openStream({ ...asToken(), 'last-event-id': position });
    expect((await second.heard('entry.created')).data.subject_id).toBe(missed);
    // Missed events come before the new position: a reader that continues there misses nothing either.
    await second.begun();
    expect(second.toldBefore).toBe(second.told.length);
  });

  it('begins where an answer to the admin began, with all that the answer may not hold yet', async () => {
    const input = encodeURIComponent(JSON.stringify({ projectId: site.project.id }));
    const answer = await fetch(`${app.url}/trpc/entries.list?input=${input}`, { headers: await asViewer() });
    expect(answer.status).toBe(200);
    const id = await site.create({ en: { title: 'after the answer' } });
    const listener = await openStream(await asViewer(), `?after=${answer.headers.get('stele-events-after')}`);
    expect((await listener.heard('entry.created')).data.subject_id).toBe(id);
  });

  it('has events of transactions that were running when it was opened', async () => {
    const id = await site.create({ en: { title: 'one' } });
    held = gate();
    const publishing = site.publish(id);
    await held.begun;
    const listener = await openStream(asToken());
    held.goOn();
    held = null;
    expect((await publishing).status).toBe(200);
    await listener.heard('entry.published');
    await listener.heard('snapshot.live');
  });

  it('says so when there was more than it can tell', { tags: ['full'] }, async () => {
    const listener = await openStream(asToken());
    await expect.poll(() => app.services.events.size).toBeGreaterThan(0);
    await app.database.pool.query(
      `INSERT INTO events (project_id, kind, subject_id, data, created_at)
        SELECT $1, 'asset.ready', 'ast_' || n, '{}', now() FROM generate_series(1, 1200) n`,
      [site.project.id],
    );
    await listener.heard('reset');
    expect(listener.told.filter(({ event }) => event === 'reset')).toHaveLength(1);
  });

  it('takes a time that is still to come for now', async () => {
    const listener = await openStream(asToken(), '?after=281474976710655');
    await site.create({ en: { title: 'one' } });
    await listener.heard('entry.created');
  });

  it('has no deployments for project tokens', async () => {
    const [person, token] = [await openStream(await asViewer()), await openStream(asToken())];
    const now = app.services.clock.now();
    for (const kind of ['deployment.failed', 'asset.ready']) {
      const row = { projectId: site.project.id, kind, subjectId: 'x', data: {}, createdAt: now };
      await app.database.prisma.event.create({ data: row });
    }
    await person.heard('deployment.failed');
    await token.heard('asset.ready');
    expect(token.told.map(({ event }) => event)).toEqual(['asset.ready']);
  });

  it('is refused to those who may not read, and for what is no event', async () => {
    const refused = async (headers: Record<string, string>, query = '') => {
      const { response } = await openStream(headers, query);
      return response.status;
    };
    expect(await refused(asToken('read_draft'))).toBe(403);
    expect(await refused({})).toBe(401);
    expect(await refused(asToken(), '?after=x')).toBe(400);
    expect(await refused({ ...asToken(), 'last-event-id': 'x' })).toBe(400);
    expect(codeOf(await site.api.get('/projects/prj_none/events'))).toEqual([404, 'project.not_found']);
  });

  it('is one of at most twenty of a token or a session, and tokens leave room for the owner', {
    tags: ['full'],
  }, async () => {
    const before = app.services.events.size;
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    const statuses = async (headers: Record<string, string>, count: number): Promise<number[]> => {
      const opened = [];
      for (let n = 0; n < count; n++) opened.push((await openStream(headers)).response.status);
      return opened;
    };
    const twenty = Array.from({ length: 20 }, () => 200);
    expect(await statuses(asToken(), 21)).toEqual([...twenty, 429]);
    const { response } = await openStream(asToken());
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    for (let n = 0; n < 4; n++) {
      const { body } = await owner.api.post(`/projects/${site.project.id}/tokens`, { name: `${n}`, scope: 'admin' });
      expect(await statuses({ authorization: `Bearer ${body.secret}` }, 20)).toEqual(twenty);
    }
    const { body } = await owner.api.post(`/projects/${site.project.id}/tokens`, { name: 'five', scope: 'admin' });
    expect(await statuses({ authorization: `Bearer ${body.secret}` }, 1)).toEqual([429]);
    expect(await statuses({ cookie: owner.cookie }, 21)).toEqual([...twenty, 429]);
    for (const listener of open.splice(0)) listener.close();
    await expect.poll(() => app.services.events.size, { timeout: 10_000 }).toBe(before);
  });

  it.each(['token revoked', 'token rotated', 'signed out', 'member removed'])(
    'ends when its reader is gone: %s',
    async (how) => {
      const owner = await app.person({ projectId: site.project.id, role: 'owner' });
      const person = await app.person({ projectId: site.project.id, role: 'viewer' });
      const base = `/projects/${site.project.id}`;
      const { body: token } = await owner.api.post(`${base}/tokens`, { name: 'stream', scope: 'admin' });
      const bearer = { authorization: `Bearer ${token.secret}` };
      const gone = await openStream(how.startsWith('token') ? bearer : { cookie: person.cookie });
      const stays = await openStream({ cookie: owner.cookie });
      // Another process than the one that has the streams open.
      const other = await startTestApp({ database: app.database, directory: app.directory });
      const api = other.client({ cookie: owner.cookie });
      if (how === 'token revoked') await api.delete(`${base}/tokens/${token.id}`);
      if (how === 'token rotated') await api.post(`${base}/tokens/${token.id}/rotate`);
      if (how === 'member removed') await api.delete(`${base}/members/${person.id}`);
      if (how === 'signed out') {
        const headers = { cookie: person.cookie, origin: other.url };
        expect((await fetch(`${other.url}/auth/sign-out`, { method: 'POST', headers })).status).toBe(200);
      }
      await other.close();
      await gone.ended;
      await site.create({ en: { title: 'afterwards' } });
      await stays.heard('entry.created');
      expect(gone.told.map(({ event }) => event)).not.toContain('entry.created');
    },
  );

  it('costs the database four statements a second however many listen, and none when no one does', {
    tags: ['full'],
  }, async () => {
    for (let n = 0; n < 20; n++) await openStream(asToken());
    await expect.poll(() => app.services.events.size).toBe(20);
    const looks = async (): Promise<number> => {
      let count = 0;
      const counted = (): void => {
        count += 1;
      };
      app.database.pool.on('acquire', counted);
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      app.database.pool.off('acquire', counted);
      return count;
    };
    expect(await looks()).toBeLessThanOrEqual(18);
    for (const listener of open.splice(0)) listener.close();
    await expect.poll(() => app.services.events.size, { timeout: 10_000 }).toBe(0);
    // A look that had begun may still end.
    await expect.poll(looks, { timeout: 30_000 }).toBeLessThanOrEqual(1);
  });
});

it('streams end with the process, so that it can stop', async () => {
  const other = await startTestApp({ database: app.database, directory: app.directory });
  const url = `${other.url}/v1/projects/${site.project.id}/events`;
  const response = await fetch(url, { headers: asToken() });
  const reading = response.text().catch(() => 'cut off');
  await expect.poll(() => other.services.events.size).toBe(1);
  other.services.events.close();
  expect(await reading).toMatch(/^retry: 2000\n\n(id: \d+\nevent: ready\n.*\n\n)?$/);
  await other.close();
});

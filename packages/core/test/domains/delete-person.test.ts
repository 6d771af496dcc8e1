import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registry } from '../../src/server/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { NETLIFY_HOOK } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

/** A name that JSON and regular expressions have to escape. */
const NAME = 'Ünal "Q" \\ {x} (y';
const MARK = 'Ünal';

let app: TestApp;
let site: ContentProject;
let path: string;
let operator: TestPerson;
let person: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  app = await startTestApp({ clock: new TestClock(Date.now()) });
  site = await ContentProject.make(app);
  path = `/projects/${site.project.id}`;
  operator = await app.person();
  await app.makeOperator(operator.id);
  other = await app.person({ projectId: site.project.id, role: 'owner' });
  person = await named();
});
afterAll(() => app.close());

async function named(): Promise<TestPerson> {
  const someone = await app.person({ projectId: site.project.id, role: 'owner' });
  await app.database.prisma.user.update({ where: { id: someone.id }, data: { name: NAME } });
  return someone;
}

let made = 0;

/** Does something of everything as a person. @returns ids of what was made */
async function doEverything(by: TestPerson): Promise<{ readonly entry: string; readonly token: string }> {
  const { api } = by;
  const done = async (sent: ReturnType<typeof api.post>) => {
    const { status, body } = await sent;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  await done(
    api.post(`${path}/webhooks`, { name: 'w', url: 'https://hooks.example.org/', events: ['entry.published'] }),
  );
  const slug = `of-${++made}`;
  const target = { name: 't', kind: 'netlify', config: { hook_url: NETLIFY_HOOK } };
  await done(api.post(`${path}/deploy-targets`, target));
  const { id } = await done(
    api.post(
      `${path}/entries`,
      { collection_key: 'posts', values: { en: { title: 'A', slug } } },
      { 'idempotency-key': slug },
    ),
  );
  const entry = `${path}/entries/${id}`;
  await done(api.put(`${entry}/draft`, { values: { en: { title: 'B', slug } }, base_version: 1 }));
  await done(api.post(`${entry}/publish`, { locales: ['en'] }));
  const thread = await done(api.post(`${entry}/comments`, { body: `Look, @[${other.id}]` }));
  await done(other.api.post(`${entry}/comments`, { body: `I do, @[${by.id}]`, thread_id: thread.id }));
  await done(api.post(`${entry}/comments/${thread.id}/resolve`, {}));
  const files = [{ filename: 'a.jpg', mime: 'image/jpeg', bytes: 5 }];
  await done(api.post(`${path}/assets/uploads`, { files }));
  await done(api.post(`${path}/views`, { name: 'v', query: {} }));
  await done(api.post(`${path}/views`, { name: 'private', query: {}, is_private: true }));
  await done(api.post(`${path}/preview-links`, {}));
  const token = await done(api.post(`${path}/tokens`, { name: 'site', scope: 'read_published' }));
  await done(api.post(`${path}/invitations`, { email: 'new@example.org', role: 'viewer' }));
  await done(other.api.patch(`${path}/members/${by.id}`, { role: 'owner' }));
  await app.services.jobs.drain({ kinds: ['fan-out-events'] });
  return { entry: id, token: token.secret };
}

/** Rows that name a person, by table. */
async function traces(of: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name } of registry.tables) {
    const { rows } = await app.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${name}" t WHERE EXISTS (
        SELECT 1 FROM unnest($1::text[]) w WHERE position(w IN to_jsonb(t)::text) > 0)`,
      [of],
    );
    if (rows[0]?.count) found[name] = rows[0].count;
  }
  return found;
}

const erase = () => app.services.jobs.drain({ kinds: ['forget-person'] });

describe('deleting a person for good', () => {
  it('says first what it means', async () => {
    await doEverything(person);
    const { status, body } = await operator.api.get(`/instance/people/${person.id}/deletion`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: person.id,
      name: NAME,
      names: { entries: 1, comments: 1, files: 1 },
      ends: { memberships: 1, sessions: 1, passkeys: 0, invitations: 1, preview_links: 1 },
      stays: { tokens: 1 },
      only_owner_of: [],
    });
    expect(body.names.versions).toBeGreaterThan(1);
    expect(body.names.records).toBeGreaterThan(10);
  });

  it('needs their address, another owner, and someone else', async () => {
    const at = `/instance/people/${person.id}`;
    const wrong = await operator.api.send('DELETE', at, { confirm_email: 'x@example.org' });
    expect(codeOf(wrong)).toEqual([400, 'validation_failed']);
    const self = { confirm_email: operator.email };
    const own = await operator.api.send('DELETE', `/instance/people/${operator.id}`, self);
    expect(codeOf(own)).toEqual([400, 'validation_failed']);
    const alone = await app.project({ name: 'Alone' });
    await app.database.prisma.member.create({ data: { projectId: alone.id, userId: person.id, role: 'owner' } });
    expect((await operator.api.get(`${at}/deletion`)).body.only_owner_of).toEqual([{ id: alone.id, name: 'Alone' }]);
    const refused = await operator.api.send('DELETE', at, { confirm_email: person.email });
    expect(codeOf(refused)).toEqual([409, 'member.last_owner']);
    expect(refused.body.error.details).toMatchObject([{ message: 'No one else owns “Alone”.' }]);
    await app.database.prisma.member.deleteMany({ where: { projectId: alone.id } });
    for (const answer of [
      await other.api.get('/instance/people'),
      await other.api.get(`${at}/deletion`),
      await other.api.send('DELETE', at, { confirm_email: person.email }),
    ]) {
      expect(codeOf(answer)).toEqual([403, 'auth.insufficient_role']);
    }
    expect((await person.api.get(path)).status).toBe(200);
  });

  it('ends their access at once, and replaces their name everywhere', async () => {
    const { entry, token } = await doEverything(person);
    const before = await traces([person.email, MARK]);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        ...['users', 'project_tokens', 'preview_links', 'webhook_deliveries', 'webhooks', 'deploy_targets'],
        ...['notifications', 'comments', 'entries', 'entry_versions', 'live_sequences', 'assets', 'events'],
        ...['saved_views', 'audit_records', 'idempotency_records', 'invitations'],
      ]),
    );
    const meant = (await operator.api.get(`/instance/people/${person.id}/deletion`)).body;
    const deleted = await operator.api.send('DELETE', `/instance/people/${person.id}`, {
      confirm_email: person.email,
    });
    expect([deleted.status, deleted.body]).toEqual([200, meant]);
    const views = await app.database.prisma.savedView.findMany({ where: { projectId: site.project.id } });
    expect(views.map(({ name }) => name)).not.toContain('private');
    expect(codeOf(await person.api.get(path))).toEqual([401, 'auth.missing_token']);
    expect(codeOf(await operator.api.get(`/instance/people/${person.id}/deletion`))).toEqual([404, 'member.not_found']);
    const again = await operator.api.send('DELETE', `/instance/people/${person.id}`, { confirm_email: person.email });
    expect(codeOf(again)).toEqual([404, 'member.not_found']);
    await erase();
    // The job that looks again in an hour knows the address until then.
    const jobs = await app.database.prisma.job.findMany({ where: { kind: 'forget-person' } });
    expect(jobs.map(({ key }) => key)).toEqual([`${person.id} late`]);
    expect(await traces([person.email, MARK])).toEqual({ jobs: 1 });
    app.clock?.advance(61 * 60_000);
    await erase();
    expect(await traces([person.email, MARK])).toEqual({});

    const read = (await other.api.get(`${path}/entries/${entry}`)).body;
    const gone = { type: 'user', id: person.id, name: 'Deleted person' };
    expect([read.created_by, read.updated_by]).toEqual([gone, gone]);
    const { data } = (await other.api.get(`${path}/audit?actor=${person.id}`)).body;
    expect(data.length).toBeGreaterThan(5);
    for (const { actor } of data) expect(actor).toEqual(gone);
    expect((await app.client({ token }).get(`${path}/snapshot/latest`)).status).toBe(200);
    const [record] = await app.database.prisma.auditRecord.findMany({ where: { action: 'instance.delete_person' } });
    expect(record?.data).toMatchObject({ names: meant.names });
  });

  it('leaves records of the next person with their address', async () => {
    const again = await named();
    await operator.api.send('DELETE', `/instance/people/${again.id}`, { confirm_email: again.email });
    app.clock?.advance(2 * 60_000);
    expect((await other.api.post(`${path}/invitations`, { email: again.email, role: 'viewer' })).status).toBe(201);
    app.clock?.advance(61 * 60_000);
    await erase();
    const data = { path: ['email'], equals: again.email };
    expect(await app.database.prisma.auditRecord.count({ where: { data } })).toBe(1);
  });

  it('waits for who makes them the only owner of a project', async () => {
    if (app.database.kind !== 'postgres') return;
    const again = await app.person();
    const alone = await app.project({ name: 'Alone' });
    const client = await app.database.pool.connect();
    try {
      await client.query('BEGIN');
      const make = "INSERT INTO members (project_id, user_id, role, created_at) VALUES ($1, $2, 'owner', now())";
      await client.query(make, [alone.id, again.id]);
      const sent = operator.api.send('DELETE', `/instance/people/${again.id}`, { confirm_email: again.email });
      await vi.waitFor(async () => {
        const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        expect((await app.database.pool.query(waiting)).rowCount).toBe(1);
      }, 10_000);
      await client.query('COMMIT');
      expect(codeOf(await sent)).toEqual([409, 'member.last_owner']);
    } finally {
      client.release();
    }
  });

  it('goes on after it was interrupted, and waits for rows that others write', async () => {
    const again = await named();
    const { entry } = await doEverything(again);
    await operator.api.send('DELETE', `/instance/people/${again.id}`, { confirm_email: again.email });
    const client = await app.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM entries WHERE id = $1 FOR UPDATE', [entry]);
      if (app.database.kind === 'postgres') {
        await erase();
        expect(await traces([again.email, MARK])).toMatchObject({ entries: 1 });
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    app.clock?.advance(61 * 60_000);
    await erase();
    expect(await traces([again.email, MARK])).toEqual({});
  });
});

describe('the list of accounts', () => {
  it('is searched by name and address, in pages', async () => {
    const found = await operator.api.get(`/instance/people?search=${other.email.slice(0, 14).toUpperCase()}`);
    expect(found.body).toMatchObject({ data: [{ id: other.id, email: other.email, projects: 1 }], next_cursor: null });
    const first = (await operator.api.get('/instance/people?limit=1')).body;
    const second = (await operator.api.get(`/instance/people?limit=1&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, second.data.length]).toEqual([1, 1]);
    expect(first.data[0].id < second.data[0].id).toBe(true);
  });
});

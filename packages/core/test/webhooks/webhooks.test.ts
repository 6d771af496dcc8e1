import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { type Received, Receiver } from '@stele/testing/receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';
import { WebhookProject } from '../support/webhook-project.ts';

const HOUR = 60 * 60_000;

let app: TestApp;
let receiver: Receiver;
let project: WebhookProject;

beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startTestApp({
    clock: new TestClock(Date.now()),
    delivery: { mayRequest: (address) => address === '127.0.0.1' },
  });
});
beforeEach(async () => {
  receiver.reset();
  project = await WebhookProject.make(app);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const url = (path = '/hook'): string => `${receiver.url}${path}`;
const bodies = (): LooseBody[] => receiver.requests.map(({ body }) => JSON.parse(body));
const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

describe('a message', () => {
  it('says who did what to which version in which snapshot, without values', async () => {
    const { id } = await project.create({ url: url() });
    const entry = await project.publish();
    await project.after(0);
    const [message] = bodies();
    const live = (await project.site.api.get(`/projects/${project.site.project.id}/snapshot/latest`)).body;
    expect(message).toEqual({
      type: 'entry.published',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        project_id: project.site.project.id,
        entry_id: entry,
        collection_key: 'posts',
        version: 2,
        locales: ['en'],
        snapshot_id: live.snapshot_id,
        sequence: 1,
        actor: expect.objectContaining({ type: 'token' }),
      },
    });
    const [delivery] = await project.deliveries(id);
    expect(delivery).toMatchObject({ kind: 'entry.published', status: 'delivered', body: receiver.requests[0]?.body });
    expect(delivery.attempts).toMatchObject([{ url: url(), status: 200, answer: '{}', error: null }]);
  });

  it('is signed so that the reference library takes it, and takes it neither altered nor late', async () => {
    const clock = app.clock?.now().getTime() ?? 0;
    const { secret } = await project.create({ url: url() });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await project.publish();
    await project.after(0);
    const [request] = receiver.requests;
    if (!request) throw new Error('Nothing was received.');
    expect(request.headers['webhook-id']).toMatch(/^msg_[a-z0-9]+$/);
    expect(Math.abs(Number(request.headers['webhook-timestamp']) * 1000 - clock)).toBeLessThan(5 * 60_000);
    expect(verify(secret, request)).toEqual(JSON.parse(request.body));
    expect(() => verify(secret, { ...request, body: `${request.body} ` })).toThrow();
    expect(() => verify(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, request)).toThrow();
  });

  it('holds published values for those who asked, in their locales, unless they are too long', async () => {
    await project.create({ url: url(), include_values: true, locales: ['en'] });
    const id = await project.site.create({ en: { title: 'One' }, de: { title: 'Eins' } });
    await project.site.publish(id, ['en', 'de']);
    await project.publish('x'.repeat(20_000));
    await project.after(0);
    const all = bodies().map(({ data }) => data);
    const short = all.find(({ entry_id: entry }) => entry === id);
    const long = all.find(({ entry_id: entry }) => entry !== id);
    expect(short.values).toMatchObject({ en: { title: 'One' } });
    expect(Object.keys(short.values)).toEqual(['en']);
    expect([long.values, long.values_omitted]).toEqual([null, 'too_long']);
  });
});

describe('a webhook', () => {
  it('gets each kind of event that it wants, once, and no other', async () => {
    await project.create({ url: url('/all'), events: [...registry.eventRules.webhookKinds] });
    await project.create({ url: url('/trash'), events: ['entry.trashed'] });
    const { api, entries } = project.site;
    const published = await project.publish();
    await api.post(`${entries}/${published}/unpublish`, { locales: ['en'] });
    const draft = await project.site.create({ en: { title: 'Draft' } });
    await api.delete(`${entries}/${draft}`);
    await api.post(`${entries}/${draft}/restore`);
    const live = await project.publish();
    await api.delete(`${entries}/${live}`);
    await project.after(0);
    const kinds = (path: string): string[] =>
      receiver.requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).type);
    expect(kinds('/all').sort()).toEqual(
      [
        ...['snapshot.live', 'entry.published'],
        ...['snapshot.live', 'entry.unpublished'],
        ...['entry.trashed', 'entry.restored'],
        ...['snapshot.live', 'entry.published'],
        ...['snapshot.live', 'entry.unpublished', 'entry.trashed'],
      ].sort(),
    );
    expect(kinds('/trash')).toEqual(['entry.trashed', 'entry.trashed']);
    // None is looked at again.
    const where = { projectId: project.site.project.id, fannedOut: false };
    expect(await app.database.prisma.event.count({ where })).toBe(0);
  });

  it('gets events about pushed schemas', async () => {
    await project.create({ url: url(), events: ['schema.synced'] });
    const path = `/projects/${project.site.project.id}/schema`;
    const { schema, version } = (await project.site.api.get(path)).body;
    const [posts, ...others] = schema.collections;
    const changed = { ...schema, collections: [{ ...posts, label: 'All posts' }, ...others] };
    const answer = await project.site.api.post(`${path}/sync`, { schema: changed, base_version: version });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await project.after(0);
    expect(bodies().map(({ type, data }) => [type, data.version])).toEqual([['schema.synced', version + 1]]);
  });

  it('only gets events about entries in its collections and locales', async () => {
    await project.create({ url: url(), collections: ['pages'], locales: ['de'] });
    await project.publish();
    const page = await project.site.create({ en: { title: 'Home' }, de: { title: 'Start' } }, 'pages');
    await project.site.publish(page, ['en']);
    await project.site.publish(page, ['de']);
    await project.after(0);
    expect(bodies().map(({ data }) => [data.entry_id, data.locales])).toEqual([[page, ['de']]]);
  });

  it('gets no events from before it was created, and none of other projects', async () => {
    await project.publish();
    app.clock?.advance(10);
    await project.create({ url: url() });
    const other = await WebhookProject.make(app);
    await other.publish();
    await project.after(0);
    expect(receiver.requests).toEqual([]);
  });

  it('gets an event in the end whose job was lost', async () => {
    await project.create({ url: url() });
    await project.publish();
    await app.database.prisma.job.deleteMany({ where: { kind: 'fan-out-events' } });
    await project.after(2 * 60_000);
    expect(receiver.requests).toEqual([]);
    await app.services.jobs.runAll(['catch-up-webhooks']);
    await project.after(0);
    expect(receiver.requests).toHaveLength(1);
  });

  it('never shows its secret again, nor is it stored or recorded as it is', async () => {
    const { id, secret } = await project.create({ url: url() });
    const answers = [await project.get(id), await project.owner.get(project.webhooks)];
    expect(JSON.stringify(answers)).not.toContain(secret.slice(6));
    const row = await app.database.prisma.webhook.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      secret.slice(6),
    );
    const audit = await project.owner.get(`/projects/${project.site.project.id}/audit?action=webhook.create`);
    expect(audit.body.data).toHaveLength(1);
    expect(JSON.stringify(audit.body)).not.toContain(secret.slice(6));
  });

  it('that gets a new secret signs with both for a day, then with the new one alone', async () => {
    const { id, secret } = await project.create({ url: url() });
    const rotated = await project.owner.post(`${project.webhooks}/${id}/rotate`);
    expect([rotated.status, rotated.body.secret === secret]).toEqual([200, false]);
    expect(Date.parse(rotated.body.old_secret_until) - (app.clock?.now().getTime() ?? 0)).toBe(24 * HOUR);
    await project.publish();
    await project.after(0);
    const [both] = receiver.requests;
    if (!both) throw new Error('Nothing was received.');
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    const at = Number(both.headers['webhook-timestamp']) * 1000;
    expect(Math.abs(at - Date.now())).toBeLessThan(5 * 60_000);
    for (const one of [secret, rotated.body.secret]) expect(verify(one, both)).toEqual(JSON.parse(both.body));
    app.clock?.advance(24 * HOUR);
    await project.publish();
    await project.after(0);
    expect(String(receiver.requests[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    const previous = async () => (await app.database.prisma.webhook.findUnique({ where: { id } }))?.previousSecret;
    expect(await previous()).toEqual(expect.any(String));
    await app.services.jobs.runAll(['expire-rows']);
    expect(await previous()).toBeNull();
  });

  it('can be tested: it is sent one message, and the answer says what came of it', async () => {
    const { id, secret } = await project.create({ url: url() });
    app.clock?.advance(Date.now() - (app.clock?.now().getTime() ?? 0));
    const taken = await project.owner.post(`${project.webhooks}/${id}/test`);
    expect([taken.status, taken.body.status, taken.body.kind]).toEqual([200, 'delivered', 'webhook.test']);
    const [request] = receiver.requests;
    if (request) expect(verify(secret, request)).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
    receiver.answer = (_request, response) => response.writeHead(500).end('broken');
    const refused = await project.owner.post(`${project.webhooks}/${id}/test`);
    expect(refused.body).toMatchObject({ status: 'failed', attempts: [{ status: 500, answer: 'broken' }] });
    await project.after(HOUR);
    expect(receiver.requests).toHaveLength(2);
    expect((await project.get(id)).failing_since).toBeNull();
  });

  it('can be changed and deleted, and there are at most twenty', async () => {
    const { id } = await project.create({ url: url() });
    const changed = await project.update(id, { name: 'Other', events: ['snapshot.live'], include_values: true });
    expect(changed.body).toMatchObject({ name: 'Other', events: ['snapshot.live'], include_values: true, url: url() });
    for (let n = 1; n < 20; n++) await project.create({ url: url() });
    const input = { name: 'x', url: url(), events: ['snapshot.live'] };
    expect(codeOf(await project.owner.post(project.webhooks, input))).toEqual([409, 'webhook.limit_reached']);
    expect((await project.owner.delete(`${project.webhooks}/${id}`)).status).toBe(200);
    expect((await project.owner.get(project.webhooks)).body.data).toHaveLength(19);
    for (const answer of [
      await project.owner.get(`${project.webhooks}/${id}`),
      await project.update(id, { name: 'x' }),
      await project.owner.delete(`${project.webhooks}/${id}`),
      await project.owner.post(`${project.webhooks}/${id}/rotate`),
      await project.owner.post(`${project.webhooks}/${id}/test`),
      await project.owner.get(`${project.webhooks}/${id}/deliveries`),
      await project.owner.post(`${project.webhooks}/${id}/redeliver`, { from: '2026-01-01T00:00:00Z' }),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'webhook.not_found']);
    }
  });

  it('is refused with the field that is wrong', async () => {
    const good = { name: 'Search', url: 'https://example.com/', events: ['snapshot.live'] };
    const wrong: [object, (string | number)[]][] = [
      [{ ...good, name: ' ' }, ['name']],
      [{ ...good, url: 'ftp://example.com' }, ['url']],
      [{ ...good, url: 'http://10.0.0.1/' }, ['url']],
      [{ ...good, url: 'https://user:secret@example.com/' }, ['url']],
      [{ ...good, events: [] }, ['events']],
      [{ ...good, events: ['entry.moved'] }, ['events', 0]],
      [{ ...good, collections: ['Posts!'] }, ['collections', 0]],
      [{ ...good, locales: ['?'] }, ['locales', 0]],
      [{ ...good, secret: 'mine' }, ['secret']],
    ];
    for (const [input, path] of wrong) {
      const answer = await project.owner.post(project.webhooks, input);
      expect([codeOf(answer), answer.body.error.details[0].path]).toEqual([[400, 'validation_failed'], path]);
    }
    expect((await project.owner.get(project.webhooks)).body.data).toEqual([]);
    expect(codeOf(await project.site.api.get(project.webhooks))).toEqual([403, 'auth.insufficient_scope']);
  });
});

import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';
import { WebhookProject } from '../support/webhook-project.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: TestApp;
let receiver: Receiver;
let project: WebhookProject;
let hook: LooseBody;

beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startTestApp({
    clock: new TestClock(Date.now()),
    delivery: { mayRequest: (address) => address === '127.0.0.1' },
  });
});
beforeEach(async () => {
  receiver.reset();
  // Messages that await delivery from other tests would be sent too.
  await app.database.prisma.webhook.deleteMany();
  project = await WebhookProject.make(app);
  hook = await project.create({ url: `${receiver.url}/hook` });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const now = (): number => app.clock?.now().getTime() ?? 0;
const only = async (): Promise<LooseBody> => (await project.deliveries(hook.id))[0];
/** Lets the time pass until the first message is due. @returns how long that took */
async function passUntilDue(): Promise<number> {
  const wait = Date.parse((await only()).due_at) - now();
  // A webhook that fails is left alone for up to five minutes beyond that.
  await project.after(wait);
  for (let n = 0; n < 12 && (await pendingBehind()); n++) await project.after(MINUTE);
  return wait;
}
async function pendingBehind(): Promise<boolean> {
  const delivery = await only();
  return delivery.status === 'pending' && Date.parse(delivery.due_at) <= now();
}

describe('a message that is not taken', () => {
  it('is sent ten times over three days, under one id, and then has failed', async () => {
    receiver.answer = json({ no: true }, 500);
    await project.publish();
    await project.after(0);
    const waits: number[] = [];
    while ((await only()).status === 'pending') waits.push(await passUntilDue());
    const expected = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ];
    expect(waits).toHaveLength(expected.length);
    for (const [n, wait] of waits.entries()) expect(wait / (expected[n] ?? 0)).toBeCloseTo(1, 0);
    const { status, attempts } = await only();
    expect([status, attempts.length]).toEqual(['failed', 10]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(attempts[0]).toMatchObject({ status: 500, answer: '{"no":true}', error: null });
  });

  it('is not followed elsewhere, and is distinguished from a missing answer', async () => {
    receiver.turns.push(
      (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (_request, _response, raw) => raw.socket.destroy(),
    );
    await project.publish();
    await project.after(0);
    await passUntilDue();
    await passUntilDue();
    const { attempts, status } = await only();
    expect(attempts.map((one: LooseBody) => one.status)).toEqual([302, null, 200]);
    expect(attempts[1].error).toMatch(/can't be reached/);
    expect([status, receiver.requests.map(({ path }) => path)]).toEqual(['delivered', ['/hook', '/hook', '/hook']]);
  });

  it('waits for as long as Retry-After says', async () => {
    receiver.turns.push(json({}, 429, { 'retry-after': '3600' }));
    await project.publish();
    await project.after(0);
    expect(Date.parse((await only()).due_at) - now()).toBeGreaterThan(HOUR - MINUTE);
    await project.after(HOUR - 2 * MINUTE);
    expect(receiver.requests).toHaveLength(1);
    await project.after(10 * MINUTE);
    expect((await only()).status).toBe('delivered');
  });

  it('is taken whatever the answer holds: gigabytes, garbage, nothing', async () => {
    const block = Buffer.alloc(64 * 1024, 0);
    receiver.turns.push((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    receiver.turns.push((_request, response) => response.writeHead(204).end());
    // The end of this answer never comes.
    receiver.turns.push((_request, response) => response.writeHead(200).write('o'));
    await project.publish();
    await project.publish();
    await project.publish();
    await project.after(0);
    const deliveries = await project.deliveries(hook.id);
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    for (const { attempts } of deliveries) expect(attempts[0].answer.length).toBeLessThanOrEqual(1000);
  });
});

describe('a webhook that fails', () => {
  it('is not hammered with all that waits for it, and gets everything once it is back', {
    tags: ['full'],
  }, async () => {
    receiver.answer = json({}, 503);
    for (let n = 0; n < 30; n++) await project.publish(`post ${n}`);
    await project.after(0);
    expect(receiver.requests.length).toBeLessThanOrEqual(4);
    const before = receiver.requests.length;
    for (let n = 0; n < 10; n++) await project.after(30 * SECOND);
    expect(receiver.requests.length - before).toBeLessThanOrEqual(10);
    expect((await project.get(hook.id)).failing_since).not.toBeNull();
    receiver.answer = json({});
    await project.after(HOUR);
    await project.after(HOUR);
    expect((await project.deliveries(hook.id, '?status=delivered')).length).toBe(30);
    expect(await project.get(hook.id)).toMatchObject({ failing_since: null, pending: 0 });
  });

  it('is left alone for as long as it asks, whatever happens meanwhile', { tags: ['full'] }, async () => {
    receiver.answer = json({}, 429, { 'retry-after': '3600' });
    await project.publish();
    await project.after(0);
    for (let n = 0; n < 5; n++) {
      await project.publish();
      await project.after(10 * MINUTE);
    }
    expect(receiver.requests).toHaveLength(1);
    await project.after(11 * MINUTE);
    expect(receiver.requests).toHaveLength(2);
  });

  it('is disabled by the answer 410, which is put on record; what waits is sent when it is active again', async () => {
    receiver.answer = json({}, 410);
    await project.publish();
    await project.after(0);
    expect(await project.get(hook.id)).toMatchObject({ status: 'disabled', disabled: { reason: 'gone' }, pending: 1 });
    const audit = await project.owner.get(`/projects/${project.site.project.id}/audit?action=webhook.disable`);
    expect(audit.body.data).toMatchObject([
      { target_id: hook.id, actor: { type: 'system' }, data: { reason: 'gone' } },
    ]);
    await project.publish();
    await project.after(DAY);
    expect([receiver.requests.length, (await project.get(hook.id)).pending]).toEqual([1, 2]);
    receiver.answer = json({});
    const { status, body } = await project.update(hook.id, { status: 'active' });
    expect([status, body.disabled]).toEqual([200, null]);
    await project.after(0);
    expect((await project.deliveries(hook.id)).map((one) => one.status)).toEqual(['delivered', 'delivered']);
  });

  it('is disabled when it took nothing for five days', { tags: ['full'] }, async () => {
    receiver.answer = json({}, 500);
    for (let day = 0; day < 6; day++) {
      await project.publish();
      await project.after(0);
      await project.after(DAY);
    }
    await project.after(HOUR);
    expect(await project.get(hook.id)).toMatchObject({ status: 'disabled', disabled: { reason: 'failing' } });
  });

  it('keeps no other webhook waiting', async () => {
    receiver.answer = (request, response) => {
      if (request.path === '/hook') response.writeHead(500).end();
      else response.writeHead(200).end();
    };
    const well = await project.create({ url: `${receiver.url}/well` });
    await project.publish();
    await project.after(0);
    expect((await project.deliveries(well.id))[0].status).toBe('delivered');
  });
});

describe('sending again', () => {
  it('sends one message under its id, with all attempts', async () => {
    await project.publish();
    await project.after(0);
    const { id } = await only();
    const again = await project.owner.post(`${project.webhooks}/${hook.id}/deliveries/${id}/redeliver`);
    expect([again.status, again.body.status]).toEqual([200, 'pending']);
    await project.after(0);
    const one = (await project.owner.get(`${project.webhooks}/${hook.id}/deliveries/${id}`)).body;
    expect([one.status, one.attempts.length]).toEqual(['delivered', 2]);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    const missing = `${project.webhooks}/${hook.id}/deliveries/msg_none`;
    expect(codeOf(await project.owner.get(missing))).toEqual([404, 'webhook.delivery_not_found']);
    expect(codeOf(await project.owner.post(`${missing}/redeliver`))).toEqual([404, 'webhook.delivery_not_found']);
  });

  it('sends a range, with what happened before the webhook was made', async () => {
    const before = await project.publish('before');
    await project.after(HOUR);
    const from = new Date(now()).toISOString();
    const taken = await project.publish('taken');
    await project.after(0);
    await project.after(1);
    const late = await project.create({ url: `${receiver.url}/late` });
    expect(receiver.requests.map(({ body }) => JSON.parse(body).data.entry_id)).toEqual([before, taken]);
    receiver.reset();
    const old = await project.owner.post(`${project.webhooks}/${late.id}/redeliver`, { from });
    expect(old.body).toEqual({ count: 1 });
    const answer = await project.owner.post(`${project.webhooks}/${hook.id}/redeliver`, { from });
    expect([answer.status, answer.body]).toEqual([200, { count: 1 }]);
    await project.after(0);
    expect(receiver.requests.map(({ path, body }) => [path, JSON.parse(body).data.entry_id]).sort()).toEqual([
      ['/hook', taken],
      ['/late', taken],
    ]);
    const wrong = await project.owner.post(`${project.webhooks}/${hook.id}/redeliver`, {
      from,
      to: '2020-01-01T00:00:00Z',
    });
    expect([codeOf(wrong), wrong.body.error.details[0].path]).toEqual([[400, 'validation_failed'], ['to']]);
  });

  it('is possible for 30 days', async () => {
    await project.publish();
    await project.after(0);
    app.clock?.advance(30 * DAY + 1);
    await app.services.jobs.runAll(['expire-rows']);
    expect(await project.deliveries(hook.id)).toEqual([]);
  });
});

it('messages are listed newest first, a page at a time, by status', async () => {
  for (let n = 0; n < 3; n++) await project.publish();
  await project.after(0);
  const path = `${project.webhooks}/${hook.id}/deliveries`;
  const first = (await project.owner.get(`${path}?limit=2`)).body;
  const second = (await project.owner.get(`${path}?limit=2&cursor=${first.next_cursor}`)).body;
  const ids = [...first.data, ...second.data].map(({ id }: LooseBody) => id);
  expect([ids.length, ids, second.next_cursor]).toEqual([3, ids.toSorted().reverse(), null]);
  expect((await project.owner.get(`${path}?status=failed`)).body.data).toEqual([]);
  expect(codeOf(await project.owner.get(`${path}?cursor=x`))).toEqual([400, 'validation_failed']);
});

import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForNext, askToSend, type OutgoingQueue } from '../../src/delivery/queue/outgoing-queue.store.ts';
import { deploymentQueue } from '../../src/features/deployments/sending/claims.store.ts';
import { messageQueue } from '../../src/features/webhooks/sending/deliveries.store.ts';
import { execute, type Queryable, sql } from '../../src/platform/database/sql.ts';
import { DeliveryProject } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';
import { WebhookProject } from '../support/webhook-project.ts';

const MINUTE = 60_000;

let app: TestApp;
let receiver: Receiver;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startTestApp({ clock, delivery: { allowsPrivateTargets: true, origins: receiver.origins } });
});
beforeEach(() => receiver.reset());
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const jobOf = (key: string) => app.database.prisma.job.findFirstOrThrow({ where: { key } });

/** A webhook whose message is due later, since the first attempt failed. */
async function waitingWebhook() {
  receiver.answer = json({}, 500);
  const made = await WebhookProject.make(app);
  const { id } = await made.create({ url: `${receiver.url}/hook` });
  await made.publish();
  await made.after(0);
  return { made, id };
}

/** A target with a deployment that is due later, since its quiet time isn't over. */
async function waitingTarget() {
  const made = await DeliveryProject.make(app);
  const id = await made.target({ quiet_seconds: 60 });
  await made.publish();
  return { made, id };
}

/** The database, with something that another process does just before the first request for a job. */
function busy(pool: Queryable, before: () => Promise<unknown>): Queryable {
  let isFirst = true;
  const query = async (statement: { readonly text: string }) => {
    if (isFirst && statement.text.startsWith('INSERT INTO jobs')) {
      isFirst = false;
      await before();
    }
    return pool.query(statement);
  };
  return { query } as Queryable;
}

describe('what is queued while the job of its receiver ends', () => {
  const cases: [string, OutgoingQueue, () => Promise<{ readonly id: string }>, (id: string) => Promise<unknown>][] = [
    [
      'a message',
      messageQueue,
      waitingWebhook,
      (id) =>
        execute(app.database.pool, sql`UPDATE webhook_deliveries SET due_at = created_at WHERE webhook_id = ${id}`),
    ],
    [
      'a deployment',
      deploymentQueue,
      waitingTarget,
      (id) => execute(app.database.pool, sql`UPDATE deployments SET due_at = created_at WHERE target_id = ${id}`),
    ],
  ];

  it.each(cases)('is sent when it is due: %s', async (_name, queue, make, makeDue) => {
    const { pool } = app.database;
    const { id } = await make();
    const { projectId } = await jobOf(id);
    if (projectId === null) throw new Error('The job belongs to no project.');
    await app.database.prisma.job.updateMany({ where: { key: id }, data: { owner: 'this process' } });
    const now = clock.now();
    await execute(pool, sql`UPDATE webhooks SET not_before = NULL WHERE id = ${id}`);
    const arrival = busy(pool, async () => {
      await makeDue(id);
      await askToSend(pool, queue, [{ id, projectId }], now, now);
    });
    await askForNext(arrival, queue, id, now);
    const { runAt } = await jobOf(id);
    await app.database.prisma.job.deleteMany({ where: { key: id } });
    expect(runAt).toEqual(now);
  });
});

describe('a job that is lost', () => {
  it('is asked for again, also of a webhook that fails', async () => {
    const { made, id } = await waitingWebhook();
    await app.database.prisma.job.deleteMany({ where: { key: id } });
    await app.services.jobs.runAll(['catch-up-webhooks']);
    expect(await app.database.prisma.job.count({ where: { key: id } })).toBe(0);
    receiver.answer = json({});
    await made.after(2 * MINUTE);
    await app.services.jobs.runAll(['catch-up-webhooks']);
    await made.after(0);
    expect((await made.deliveries(id)).map(({ status }) => status)).toEqual(['delivered']);
  });

  it('is asked for again for a target', async () => {
    const { made, id } = await waitingTarget();
    await app.database.prisma.job.deleteMany({ where: { key: id } });
    clock.advance(2 * MINUTE);
    await app.services.jobs.runAll(['catch-up-deployments']);
    await made.after(0);
    expect((await made.deployments()).map(({ status }) => status)).toEqual(['triggered']);
  });
});

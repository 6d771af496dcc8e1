import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryProject } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
let receiver: Receiver;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  receiver = await Receiver.start();
  const delivery = { allowsPrivateTargets: true, origins: receiver.origins };
  app = await startTestApp({ clock, delivery });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
afterEach(() => receiver.reset());

const statuses = async (made: DeliveryProject) => (await made.deployments()).map(({ status }) => status);

describe('an attempt that fails while people publish', () => {
  it('counts for what goes live meanwhile: that waits as long, and has the attempts that are left', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    receiver.answer = json({}, 503);
    await made.publish('one');
    for (const seconds of [1, 3, 13, 38]) await made.after(seconds);
    expect(receiver.triggers).toHaveLength(4);
    await made.publish('two');
    await made.after(30);
    expect(receiver.triggers).toHaveLength(4);
    expect(await statuses(made)).toEqual(['queued', 'superseded']);
    await made.after(90);
    const [failed, superseded] = await made.deployments();
    expect([failed.status, failed.attempts.length, superseded.attempts.length]).toEqual(['failed', 1, 4]);
    expect(receiver.deployments.at(-1)).toBe(failed.id);
    expect(await made.read(id)).toMatchObject({ status: 'active', consecutive_failures: 1 });
    const events = await app.database.prisma.event.findMany({ where: { subjectId: failed.id } });
    expect(events).toMatchObject([{ kind: 'deployment.failed', data: { target_id: id, stage: 'trigger' } }]);
    // Later deployments begin with all their attempts.
    await made.publish('three');
    await made.after(1);
    expect((await made.deployments())[0]).toMatchObject({ status: 'queued', attempts: [{ status: 503 }] });
    receiver.reset();
    await made.publish('four');
    await made.after(3);
    const [sent] = await made.deployments();
    expect([sent.status, sent.sequence, receiver.deployments]).toEqual(['triggered', 4, [sent.id]]);
    expect(await made.read(id)).toMatchObject({ status: 'active', consecutive_failures: 0 });
  });

  it('pauses a target in the end, however often people publish meanwhile', { tags: ['full'] }, async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target();
    receiver.answer = json({}, 503);
    for (let minute = 0; minute < 25; minute++) {
      await made.publish(`${minute}`);
      for (let quarter = 0; quarter < 4; quarter++) await made.after(15);
    }
    expect(receiver.triggers).toHaveLength(25);
    expect(await made.read(id)).toMatchObject({ status: 'paused', consecutive_failures: 5 });
    const failed = await made.deployments('?status=failed');
    expect(failed).toHaveLength(5);
    const subjects = [id, ...failed.map((one) => one.id)];
    const events = await app.database.prisma.event.findMany({ where: { subjectId: { in: subjects } } });
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'deployment.failed'),
      'target.paused',
    ]);
    receiver.reset();
    expect((await made.owner.post(`${made.path}/deploy-targets/${id}/resume`)).status).toBe(200);
    await made.after(1);
    const [sent] = await made.deployments();
    expect(sent).toMatchObject({ reason: 'resume', status: 'triggered', snapshot_id: await made.live() });
    expect(receiver.deployments).toEqual([sent.id]);
  });

  it('leaves the platform alone as long as its last answer asked for', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    receiver.answer = json({}, 503);
    await made.publish('one');
    for (const seconds of [1, 3, 13, 38]) await made.after(seconds);
    receiver.turns.push(json({}, 503, { 'retry-after': '600' }));
    await made.after(113);
    expect((await made.deployments())[0].status).toBe('failed');
    receiver.reset();
    await made.publish('two');
    await made.after(590);
    expect(receiver.triggers).toEqual([]);
    await made.after(11);
    expect(receiver.triggers).toHaveLength(1);
    // Tests neither wait nor make others wait.
    receiver.turns.push(json({}, 429, { 'retry-after': '600' }));
    await made.owner.post(`${made.path}/deploy-targets/${id}/test`);
    await made.publish('three');
    await made.after(1);
    expect(receiver.triggers).toHaveLength(3);
  });

  it('after a resumption begins with all its attempts', { tags: ['full'] }, async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    receiver.answer = json({}, 503);
    for (let count = 0; count < 5; count++) {
      await made.publish(`${count}`);
      for (const seconds of [1, 3, 13, 38]) await made.after(seconds);
      await made.publish(`${count}, newer`);
      await made.after(113);
    }
    expect(await made.read(id)).toMatchObject({ status: 'paused' });
    expect(receiver.triggers).toHaveLength(25);
    await made.owner.post(`${made.path}/deploy-targets/${id}/resume`);
    for (const seconds of [1, 3, 13, 38]) await made.after(seconds);
    expect(receiver.triggers).toHaveLength(29);
    expect((await made.deployments())[0]).toMatchObject({ reason: 'resume', status: 'queued' });
    await made.publish('newest');
    receiver.reset();
    await made.after(113);
    const [sent] = await made.deployments();
    expect([sent.status, sent.snapshot_id, receiver.deployments]).toEqual(['triggered', await made.live(), [sent.id]]);
  });
});

import { codeOf } from '@stele/testing/api-client';
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

describe('what goes live', () => {
  it('is sent when the quiet time is over, once for all that came meanwhile', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target();
    await made.publish('one');
    await made.after(6);
    await made.publish('two');
    await made.after(6);
    expect(receiver.requests).toEqual([]);
    expect(await statuses(made)).toEqual(['queued', 'superseded']);
    await made.after(5);
    const [sent, superseded] = await made.deployments();
    expect(receiver.deployments).toEqual([sent.id]);
    expect(sent).toMatchObject({
      target_id: id,
      snapshot_id: await made.live(),
      sequence: 2,
      reason: 'publish',
      status: 'triggered',
      attempts: [{ status: 200, error: null }],
      due_at: null,
    });
    expect([sent.triggered_at !== null, sent.published_at]).toEqual([true, sent.created_at]);
    expect(superseded).toMatchObject({ status: 'superseded', attempts: [], triggered_at: null });
    expect(superseded.finished_at).toBe(sent.created_at);
    await made.after(3600);
    expect(receiver.triggers).toHaveLength(1);
    expect(await made.read(id)).toMatchObject({ consecutive_failures: 0, last_deployment: { id: sent.id } });
  });

  it('is not put off for ever by changes that never end', async () => {
    const made = await DeliveryProject.make(app);
    await made.target();
    for (let count = 0; count < 8; count++) {
      await made.publish(`number ${count}`);
      await made.after(8);
    }
    expect(receiver.triggers).toHaveLength(1);
  });

  it('is sent to each active target after its own quiet time', async () => {
    const made = await DeliveryProject.make(app);
    const [quick, slow] = [await made.target({ quiet_seconds: 0 }), await made.target({ quiet_seconds: 60 })];
    await made.publish();
    await made.after(1);
    expect((await made.deployments('?status=triggered')).map(({ target_id }) => target_id)).toEqual([quick]);
    expect((await made.deployments(`?target_id=${slow}`)).map(({ status }) => status)).toEqual(['queued']);
    await made.after(61);
    expect(await statuses(made)).toEqual(['triggered', 'triggered']);
  });

  it('sends the platform the id of the deployment', async () => {
    const made = await DeliveryProject.make(app);
    await made.target({ quiet_seconds: 0, config: { hook_url: HOOK, branch: 'next', clear_cache: true } });
    await made.publish();
    await made.after(1);
    const [sent] = await made.deployments();
    const [request] = receiver.requests;
    const url = new URL(request?.path ?? '', receiver.url);
    expect(url.pathname).toBe('/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      trigger_title: `Stele ${sent.id}`,
      trigger_branch: 'next',
      clear_cache: 'true',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      stele: {
        deployment_id: sent.id,
        project_id: made.site.project.id,
        snapshot_id: sent.snapshot_id,
        sequence: 1,
        reason: 'publish',
      },
    });
  });
});

const HOOK = 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2';

describe('an attempt that fails', () => {
  it('is made again after waits that grow, five times in all', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    receiver.answer = json({ message: 'We are down.' }, 503);
    await made.publish();
    const waits = [0, 3, 13, 38, 113];
    for (const [attempt, seconds] of waits.entries()) {
      if (attempt > 0) {
        await made.after(seconds / 5);
        expect(receiver.triggers).toHaveLength(attempt);
      }
      await made.after(seconds);
      expect(receiver.triggers).toHaveLength(attempt + 1);
    }
    const [failed] = await made.deployments();
    expect(failed.status).toBe('failed');
    expect(failed.attempts).toHaveLength(5);
    expect(failed.attempts[0]).toMatchObject({ status: 503, error: 'The platform answered 503: We are down.' });
    expect(new Set(receiver.deployments)).toEqual(new Set([failed.id]));
    await made.after(3600);
    expect(receiver.triggers).toHaveLength(5);
    expect(await made.read(id)).toMatchObject({ status: 'active', consecutive_failures: 1 });
    const events = await app.database.prisma.event.findMany({
      where: { subjectId: failed.id },
      orderBy: { id: 'asc' },
    });
    const retried = { kind: 'deployment.updated', data: { target_id: id } };
    expect(events).toMatchObject([
      ...Array.from({ length: 4 }, () => retried),
      { kind: 'deployment.failed', data: { target_id: id, stage: 'trigger', error: failed.attempts[4].error } },
    ]);
  });

  it('waits as long as Retry-After says, and so does what goes live meanwhile', async () => {
    const made = await DeliveryProject.make(app);
    await made.target({ quiet_seconds: 0 });
    receiver.turns.push(json({}, 429, { 'retry-after': '120' }));
    await made.publish();
    await made.after(1);
    await made.publish('two');
    await made.after(60);
    expect(receiver.triggers).toHaveLength(1);
    await made.after(61);
    expect(receiver.triggers).toHaveLength(2);
    expect(await statuses(made)).toEqual(['triggered', 'superseded']);
    expect((await made.deployments())[1].attempts).toMatchObject([{ status: 429 }]);
  });

  it('is not made again when the platform refuses it', async () => {
    const made = await DeliveryProject.make(app);
    await made.target({ quiet_seconds: 0 });
    for (const status of [400, 401, 404, 410]) {
      receiver.reset();
      receiver.turns.push(json({}, status));
      await made.publish(`${status}`);
      await made.after(1);
      await made.after(600);
      expect(receiver.triggers).toHaveLength(1);
      expect((await made.deployments())[0]).toMatchObject({ status: 'failed', attempts: [{ status }] });
    }
  });

  it('counts until the target is paused; then nothing is sent until someone resumes it', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    receiver.answer = json({}, 404);
    for (let count = 1; count <= 5; count++) {
      expect(await made.read(id)).toMatchObject({ status: 'active', consecutive_failures: count - 1 });
      await made.publish(`${count}`);
      await made.after(1);
    }
    expect(await made.read(id)).toMatchObject({ status: 'paused', consecutive_failures: 5 });
    const events = await app.database.prisma.event.findMany({ where: { subjectId: id } });
    expect(events).toMatchObject([{ kind: 'target.paused', data: { target_name: 'Website' } }]);
    await made.publish('while paused');
    await made.after(60);
    expect(receiver.triggers).toHaveLength(5);
    receiver.reset();
    const resume = () => made.owner.post(`${made.path}/deploy-targets/${id}/resume`);
    expect((await resume()).body).toMatchObject({ status: 'active', consecutive_failures: 0 });
    expect((await resume()).body).toMatchObject({ status: 'active' });
    await made.after(1);
    const [sent] = await made.deployments();
    expect(sent).toMatchObject({ reason: 'resume', status: 'triggered', snapshot_id: await made.live() });
    expect(receiver.deployments).toEqual([sent.id]);
    const audit = (await made.owner.get(`${made.path}/audit?action=deploy_target.resume`)).body.data;
    expect(audit).toHaveLength(1);
  });

  it('sends nothing while someone has it paused, and then what is live', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    const pause = await made.owner.patch(`${made.path}/deploy-targets/${id}`, { status: 'paused' });
    expect([pause.status, pause.body.status, pause.body.consecutive_failures]).toEqual([200, 'paused', 0]);
    await made.publish('while paused');
    await made.after(60);
    expect(receiver.triggers).toEqual([]);
    expect((await made.owner.patch(`${made.path}/deploy-targets/${id}`, { status: 'active' })).status).toBe(400);
    await made.owner.post(`${made.path}/deploy-targets/${id}/resume`);
    await made.after(1);
    const [sent] = await made.deployments();
    expect(sent).toMatchObject({ status: 'triggered', snapshot_id: await made.live() });
    expect(receiver.deployments).toEqual([sent.id]);
  });

  it('no longer counts once one goes through', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target({ quiet_seconds: 0 });
    receiver.turns.push(...Array.from({ length: 4 }, () => json({}, 404)));
    for (let count = 1; count <= 5; count++) {
      await made.publish(`${count}`);
      await made.after(1);
    }
    receiver.turns.push(json({}, 404));
    await made.publish('six');
    await made.after(1);
    expect(await made.read(id)).toMatchObject({ status: 'active', consecutive_failures: 1 });
  });
});

describe('a test', () => {
  it('really triggers, is on record as one, and answers with what became of it', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target();
    const test = () => made.owner.post(`${made.path}/deploy-targets/${id}/test`);
    const before = await test();
    expect(before.body).toMatchObject({ reason: 'test', status: 'triggered', snapshot_id: null, sequence: 0 });
    await made.publish();
    const snapshotId = await made.live();
    const { status, body } = await test();
    expect([status, body.reason, body.status, body.snapshot_id]).toEqual([200, 'test', 'triggered', snapshotId]);
    expect(receiver.deployments).toEqual([before.body.id, body.id]);
    receiver.turns.push(json({ message: 'No such hook: 66f2c1d0a9b8e7f6a5b4c3d2' }, 404));
    const failed = (await test()).body;
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: [{ status: 404, error: 'The platform answered 404: No such hook: …' }],
    });
    receiver.turns.push(json({}, 500));
    expect((await test()).body).toMatchObject({ status: 'failed', attempts: [{ status: 500 }] });
    expect(await made.read(id)).toMatchObject({ status: 'active', consecutive_failures: 0 });
    expect(await statuses(made)).toEqual(['failed', 'failed', 'triggered', 'queued', 'triggered']);
    await made.after(11);
    expect((await made.deployments('?status=triggered')).map(({ reason }) => reason)).toContain('publish');
  });

  it('of which a killed process left nothing but the row ends as failed', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target();
    const { body } = await made.owner.post(`${made.path}/deploy-targets/${id}/test`);
    await app.database.prisma.deployment.update({ where: { id: body.id }, data: { status: 'sending', attempts: [] } });
    clock.advance(3 * 60_000);
    await app.services.jobs.runAll(['catch-up-deployments']);
    expect((await made.deployments())[0]).toMatchObject({ status: 'failed', attempts: [{ status: null }] });
  });

  it('can be asked for so often', { tags: ['full'] }, async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target();
    const test = () => made.owner.post(`${made.path}/deploy-targets/${id}/test`);
    for (let count = 0; count < 30; count++) expect((await test()).status).toBe(200);
    expect(codeOf(await test())).toEqual([429, 'rate_limited']);
  });
});

describe('deployments', () => {
  it('are listed newest first, page by page, and read one by one', async () => {
    const made = await DeliveryProject.make(app);
    const id = await made.target();
    for (const title of ['one', 'two', 'three']) await made.publish(title);
    const list = `${made.path}/deployments?limit=2`;
    const first = (await made.owner.get(list)).body;
    const rest = (await made.owner.get(`${list}&cursor=${first.next_cursor}`)).body;
    const all = [...first.data, ...rest.data];
    expect(all.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect(rest.next_cursor).toBeNull();
    expect((await made.owner.get(`${made.path}/deployments/${all[1].id}`)).body).toEqual(all[1]);
    expect((await made.deployments(`?target_id=${id}&status=queued`)).map(({ sequence }) => sequence)).toEqual([3]);
    expect(await made.deployments('?target_id=dpt_unknown')).toEqual([]);
    expect(codeOf(await made.owner.get(`${made.path}/deployments/dep_x`))).toEqual([404, 'deployment.not_found']);
    expect(codeOf(await made.owner.get(`${list}&status=lost`))).toEqual([400, 'validation_failed']);
    const foreign = `${made.path}/deployments?status=queued&cursor=${first.next_cursor}`;
    expect(codeOf(await made.owner.get(foreign))).toEqual([400, 'validation_failed']);
  });

  it('go away after 90 days, but for the newest of each target', { tags: ['full'] }, async () => {
    const made = await DeliveryProject.make(app);
    await made.target({ quiet_seconds: 0 });
    for (let count = 0; count < 25; count++) await made.publish(`${count}`);
    await made.after(1);
    clock.advance(91 * 24 * 60 * 60 * 1000);
    await app.services.jobs.runAll(['expire-rows']);
    expect((await made.deployments()).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 21 }, (_, place) => 25 - place),
    );
  });

  it('are sent though their job was given up', async () => {
    const made = await DeliveryProject.make(app);
    await made.target({ quiet_seconds: 0 });
    await made.publish();
    await app.database.prisma.job.deleteMany({ where: { projectId: made.site.project.id } });
    clock.advance(60_000);
    await app.services.jobs.runAll(['catch-up-deployments']);
    await made.after(1);
    expect(await statuses(made)).toEqual(['triggered']);
  });
});

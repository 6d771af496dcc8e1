import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, signIn, startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

it('what has expired goes away: challenges, sessions, codes of programs, invitations, and jobs that were given up', async () => {
  const { prisma } = app.database;
  const project = await app.project();
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  // A session that lasts as long as those of users do; a test person's own never ends.
  await signIn(app.url, owner.email, PASSWORD);
  const post = (path: string) =>
    fetch(`${app.url}/auth/${path}`, {
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await post('passkeys/sign-in-options')).status).toBe(200);
  expect((await post('device/request')).status).toBe(200);
  const invited = await owner.api.post(`/projects/${project.id}/invitations`, {
    email: 'new@example.org',
    role: 'editor',
  });
  expect(invited.status).toBe(201);
  const now = clock.now();
  const job = { kind: 'none', payload: {}, runAt: now, createdAt: now, projectId: project.id };
  await prisma.job.create({ data: { ...job, id: 'job_dead', key: 'dead', deadAt: now } });
  await prisma.job.create({ data: { ...job, id: 'job_waits', key: 'waits', runAt: new Date(now.getTime() * 2) } });
  const counts = async () => ({
    verifications: await prisma.verification.count(),
    sessions: await prisma.session.count({ where: { expiresAt: { lt: new Date('9999-01-01') } } }),
    codes: await prisma.deviceCode.count(),
    invitations: await prisma.invitation.count(),
    jobs: (await prisma.job.findMany({ where: { kind: 'none' } })).map(({ id }) => id).sort(),
  });
  const expire = () => app.services.jobs.runAll(['expire-rows']);
  await expire();
  const before = await counts();
  expect(before).toEqual({ verifications: 1, sessions: 1, codes: 1, invitations: 1, jobs: ['job_dead', 'job_waits'] });
  clock.advance(24 * 3_600_000);
  await expire();
  expect(await counts()).toEqual({ ...before, verifications: 0, codes: 0 });
  clock.advance(14 * 24 * 3_600_000);
  await expire();
  expect(await counts()).toEqual({ ...before, verifications: 0, codes: 0, sessions: 0 });
  clock.advance(23 * 24 * 3_600_000);
  await expire();
  expect(await counts()).toEqual({ verifications: 0, sessions: 0, codes: 0, invitations: 0, jobs: ['job_waits'] });
});

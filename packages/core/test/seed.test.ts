import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSetup } from '../src/domains/instance/instance.store.ts';
import { type SeededInstance, seedDemo } from '../src/server/seed/seed-demo.ts';
import { checkLive } from './support/live-state.ts';
import { signIn, startTestApp, type TestApp } from './support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('makes a demo that works, also after a start that was interrupted before its login was kept', async () => {
  const { prisma } = app.database;
  expect(await prepareSetup(prisma, { secret: 'secret' })).not.toBeNull();
  await expect(seedDemo(app.services, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expect(await prepareSetup(prisma, { secret: 'secret' })).not.toBeNull();
  let kept: SeededInstance | undefined;
  await seedDemo(app.services, async (seeded) => {
    kept = seeded;
  });
  expect(await prepareSetup(prisma, { secret: 'secret' })).toBeNull();
  expect([await prisma.project.count(), await prisma.user.count()]).toEqual([1, 1]);
  expect(await signIn(app.url, kept?.login.email ?? '', kept?.login.password ?? '')).toContain('stele.session_token');
  const me = await app.client({ token: kept?.tokens.read_published ?? '' }).get('/tokens/me');
  expect(me.body.project.id).toBe(kept?.projectId);
  const { files } = await checkLive(app.database, app.storage, kept?.projectId ?? '');
  expect(Object.keys(files).sort()).toEqual(['pages.de', 'pages.en', 'posts.de', 'posts.en']);
});

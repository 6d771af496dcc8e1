import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareSetup } from '../src/domains/instance/instance.store.ts';
import { type SeededInstance, seedInstance } from '../src/server/seed/seed-instance.ts';
import { checkLive } from './support/live-state.ts';
import { signIn, startTestApp, type TestApp } from './support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

it('makes a demo that works, also after a start that was interrupted before its login was kept', async () => {
  const { prisma } = app.database;
  expect(await prepareSetup(app.database.pool, { secret: 'secret' })).not.toBeNull();
  await expect(seedInstance(app.services, 'demo', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expect(await prepareSetup(app.database.pool, { secret: 'secret' })).not.toBeNull();
  let kept: SeededInstance | undefined;
  await seedInstance(app.services, 'demo', async (seeded) => {
    kept = seeded;
  });
  expect(await prepareSetup(app.database.pool, { secret: 'secret' })).toBeNull();
  expect([await prisma.project.count(), await prisma.user.count()]).toEqual([1, 1]);
  expect(await signIn(app.url, kept?.login.email ?? '', kept?.login.password ?? '')).toContain('stele.session_token');
  const me = await app.client({ token: kept?.tokens.read_published ?? '' }).get('/tokens/me');
  expect(me.body.project.id).toBe(kept?.projectId);
  const { files } = await checkLive(app.database, app.storage, kept?.projectId ?? '');
  expect(Object.keys(files).sort()).toEqual(['pages.de', 'pages.en', 'posts.de', 'posts.en']);
});

it('makes a project without schema and content, for a site that brings its own', async () => {
  let kept: SeededInstance | undefined;
  await prepareSetup(app.database.pool, { secret: 'secret' });
  await seedInstance(app.services, 'empty', async (seeded) => {
    kept = seeded;
  });
  const client = app.client({ token: kept?.tokens.admin ?? '' });
  expect((await client.get('/tokens/me')).body.project).toMatchObject({ id: kept?.projectId, locales: ['en'] });
  expect((await client.get(`/projects/${kept?.projectId}/schema`)).body.error.code).toBe('schema.none_pushed');
  expect((await client.get(`/projects/${kept?.projectId}/entries`)).body.data).toEqual([]);
});

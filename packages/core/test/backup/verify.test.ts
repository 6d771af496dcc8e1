import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { quiet } from './backup-support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('an instance agrees with its files, until a row of what is live says something else', async () => {
  const { id: projectId, api } = await app.project();
  const entries = `/projects/${projectId}/entries`;
  const { body } = await api.post(entries, { collection_key: 'posts', values: { en: { title: 'Live' } } });
  expect((await api.post(`${entries}/${body.id}/publish`, { locales: ['en'] })).status).toBe(200);
  expect((await verifyInstance(app, quiet)).faults).toEqual([]);
  await app.database.pool.query('UPDATE publications SET version = version + 1');
  expect((await verifyInstance(app, quiet)).faults.join('\n')).toContain('differs from the ledger');
});

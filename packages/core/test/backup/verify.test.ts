import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { REPATH_PAGES } from '../../src/publishing/paths/repath-pages.ts';
import { flatSchema, PagesProject } from '../support/pages-project.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { quiet } from './backup-support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('pages are where published content says', async () => {
  const { pool } = app.database;
  const site = await PagesProject.make(app);
  const page = await site.live(await site.page('one'));
  await site.live(await site.page('two', page));
  const faults = async () => (await verifyInstance(app, quiet)).faults;
  expect(await faults()).toEqual([]);
  for (const change of ["UPDATE live_pages SET path = path || '-'", 'DELETE FROM live_pages']) {
    await pool.query(change);
    expect((await faults()).join('\n')).toContain(`elsewhere than published content says: ${page}`);
  }
  await site.push(flatSchema, 1);
  await app.services.jobs.drain({ kinds: [REPATH_PAGES] });
  expect(await faults()).toEqual([]);
});

it('an instance agrees with its files, until a row of what is live says something else', async () => {
  const { id: projectId, api } = await app.project();
  const entries = `/projects/${projectId}/entries`;
  const { body } = await api.post(entries, { collection_key: 'posts', values: { en: { title: 'Live' } } });
  expect((await api.post(`${entries}/${body.id}/publish`, { locales: ['en'] })).status).toBe(200);
  expect((await verifyInstance(app, quiet)).faults).toEqual([]);
  await app.database.pool.query('UPDATE publications SET version = version + 1');
  expect((await verifyInstance(app, quiet)).faults.join('\n')).toContain('differs from the ledger');
});

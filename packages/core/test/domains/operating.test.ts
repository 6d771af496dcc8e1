import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../src/features/backup/manifest.ts';
import { noteBackup } from '../../src/features/operating/last-backup.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let operator: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
  operator = await app.person();
  await app.makeOperator(operator.id);
  owner = await app.person({ projectId: project.id, role: 'owner' });
  const of = (key: string) => ({ kind: 'unknown', key, projectId: project.id, runAt: new Date(0) });
  await enqueueJobs(app.database.pool, [of('a'), of('b'), of('c')], new Date());
  const dead = { deadAt: new Date(), attempts: 10, lastError: 'The storage is out of reach.' };
  await app.database.prisma.job.updateMany({ where: { kind: 'unknown', key: { in: ['a', 'b'] } }, data: dead });
});
afterAll(() => app.close());

const state = async () => (await operator.api.get('/instance/operating')).body;
const unknown = async () => (await state()).job_kinds.find(({ kind }: { readonly kind: string }) => kind === 'unknown');

describe('what the operator sees', () => {
  it('is versions, jobs, and projects with their sizes, and nothing of their content', async () => {
    const { body } = await operator.api.get('/instance/operating');
    expect(body).toMatchObject({ node_version: process.versions.node, storage_works: true });
    expect(body.migration).toMatch(/^\d{14}_/);
    expect(body.database_bytes).toBeGreaterThan(1_000_000);
    expect(body.dead_jobs).toMatchObject([
      { kind: 'unknown', state: 'dead', project_id: project.id, error: 'The storage is out of reach.' },
      { kind: 'unknown' },
    ]);
    const before = body.projects.find(({ id }: { readonly id: string }) => id === project.id);
    expect(before).toMatchObject({ entries: 0, members: 1, files: 0, file_bytes: 0 });
    const values = { en: { title: 'A secret' } };
    await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
    const after = await state();
    expect(after.projects).toContainEqual({ ...before, entries: 1 });
    expect(JSON.stringify(after)).not.toContain('A secret');
  });

  it('are Redis, and the newest backup once one was made', async () => {
    expect(await state()).toMatchObject({ redis_works: null, last_backup: null });
    const made = { readAt: '2026-11-26T03:30:00.000Z', damaged: ['a'], kept: ['b'] };
    for (const id of ['first', 'second']) await noteBackup(app.storage, { ...made, id } as unknown as Backup);
    expect((await state()).last_backup).toEqual({ id: 'second', at: made.readAt, faults: 2 });
  });

  it('are the last requests that failed, by their ids', async () => {
    const broken = await startTestApp({ database: app.database });
    try {
      const { pool } = broken.services.database;
      const query = pool.query;
      const client = broken.client({ token: project.tokens.admin });
      Object.assign(pool, { query: () => Promise.reject(new Error('the secret cause')) });
      const failed = await client.get(`/projects/${project.id}/entries`);
      Object.assign(pool, { query });
      const { body } = await broken.client({ cookie: operator.cookie }).get('/instance/operating');
      const route = `GET /projects/${project.id}/entries`;
      const id = failed.headers.get('x-request-id');
      expect(body.recent_errors).toMatchObject([{ request_id: id, route, code: 'internal' }]);
      expect(JSON.stringify(body)).not.toContain('the secret cause');
    } finally {
      await broken.close();
    }
  });
});

describe('a job of any project', () => {
  it('is run again, or dropped once it was given up', async () => {
    expect(await unknown()).toMatchObject({ waiting: 1, dead: 2 });
    const [first, second] = (await state()).dead_jobs;
    const retried = await operator.api.post(`/instance/jobs/${first.id}/retry`, {});
    expect([retried.status, retried.body.state]).toEqual([200, 'waiting']);
    expect(codeOf(await operator.api.delete(`/instance/jobs/${first.id}`))).toEqual([404, 'job.not_found']);
    expect((await operator.api.delete(`/instance/jobs/${second.id}`)).body).toMatchObject({ id: second.id });
    expect(await unknown()).toMatchObject({ waiting: 2, dead: 0 });
    expect(codeOf(await operator.api.post('/instance/jobs/nope/retry', {}))).toEqual([404, 'job.not_found']);
    const records = await app.database.prisma.auditRecord.findMany({ where: { action: { startsWith: 'instance.' } } });
    expect(records.map(({ action, actor }) => [action, (actor as { id: string }).id]).sort()).toEqual([
      ['instance.drop_job', operator.id],
      ['instance.retry_job', operator.id],
    ]);
  });

  it('is not for owners of projects', async () => {
    const refused = [403, 'auth.insufficient_role'];
    expect(codeOf(await owner.api.get('/instance/operating'))).toEqual(refused);
    expect(codeOf(await owner.api.post('/instance/jobs/x/retry', {}))).toEqual(refused);
    expect(codeOf(await owner.api.delete('/instance/jobs/x'))).toEqual(refused);
  });
});

import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
let jobs: string;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
  owner = await app.person({ projectId: project.id, role: 'owner' });
  jobs = `/projects/${project.id}/jobs`;
  const of = (projectId: string, key: string) => ({ kind: 'unknown', key, projectId, runAt: new Date(0) });
  const other = await app.project();
  await enqueueJobs(
    app.database.pool,
    [of(project.id, 'a'), of(project.id, 'b'), of(project.id, 'c'), of(other.id, 'd')],
    new Date(),
  );
  await app.database.prisma.job.updateMany({
    where: { kind: 'unknown', key: 'b' },
    data: { deadAt: new Date(), attempts: 10, lastError: 'The storage is out of reach.' },
  });
});
afterAll(() => app.close());

const codeOf = ({ status, body }: ApiAnswer<LooseBody>) => [status, body.error?.code];

describe("a project's jobs", () => {
  it('are listed for its owners, page by page and by state', async () => {
    const first = (await owner.api.get(`${jobs}?limit=2`)).body;
    expect(first.data).toHaveLength(2);
    const rest = (await owner.api.get(`${jobs}?limit=2&cursor=${first.next_cursor}`)).body;
    expect([rest.data.length, rest.next_cursor]).toEqual([1, null]);
    const dead = (await owner.api.get(`${jobs}?state=dead`)).body.data;
    expect(dead).toMatchObject([
      { kind: 'unknown', state: 'dead', attempts: 10, error: 'The storage is out of reach.' },
    ]);
    expect((await owner.api.get(`${jobs}?state=waiting`)).body.data).toHaveLength(2);
    expect((await owner.api.get(`${jobs}?state=running`)).body.data).toEqual([]);
  });

  it('are tried again when an owner says so', async () => {
    const [dead] = (await owner.api.get(`${jobs}?state=dead`)).body.data;
    const answer = await owner.api.post(`${jobs}/${dead.id}/retry`, {});
    expect([answer.status, answer.body.state, answer.body.attempts]).toEqual([200, 'waiting', 0]);
    expect((await owner.api.get(`${jobs}?state=dead`)).body.data).toEqual([]);
    const [record] = (await owner.api.get(`/projects/${project.id}/audit?action=job.retry`)).body.data;
    expect(record).toMatchObject({ target_id: dead.id, data: { kind: 'unknown' } });
  });

  it('are only those of the project', async () => {
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    expect(codeOf(await editor.api.get(jobs))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await project.api.get(jobs))).toEqual([403, 'auth.insufficient_scope']);
    expect(codeOf(await app.api.get(jobs))).toEqual([401, 'auth.missing_session']);
    const stranger = await app.person();
    expect(codeOf(await stranger.api.get(jobs))).toEqual([404, 'project.not_found']);
    const elsewhere = await app.project();
    const theirs = await app.person({ projectId: elsewhere.id, role: 'owner' });
    const [one] = (await owner.api.get(jobs)).body.data;
    const path = `/projects/${elsewhere.id}/jobs/${one.id}/retry`;
    expect(codeOf(await theirs.api.post(path, {}))).toEqual([404, 'job.not_found']);
  });

  it('are asked for by valid states and cursors only', async () => {
    expect(codeOf(await owner.api.get(`${jobs}?state=lost`))).toEqual([400, 'validation_failed']);
    expect(codeOf(await owner.api.get(`${jobs}?cursor=x`))).toEqual([400, 'validation_failed']);
  });
});

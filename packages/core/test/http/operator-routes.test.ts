import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { OPERATOR_SECRET, startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (method: string, path: string, secret?: string): Promise<Response> =>
  fetch(`${app.url}${path}`, { method, headers: secret ? { authorization: `Bearer ${secret}` } : {} });

describe('what operators’ machines call', () => {
  it('has metrics of the process, and the number of jobs of each kind', async () => {
    const read = async (): Promise<string> => {
      const response = await ask('GET', '/metrics', OPERATOR_SECRET);
      expect(response.status).toBe(200);
      return response.text();
    };
    expect(await read()).toContain('process_resident_memory_bytes');
    // The database's clock may be some milliseconds behind that of the app.
    await expect.poll(read).toMatch(/stele_jobs\{kind="sweep-snapshots",state="due"\} 1/);
  });

  it.each(['POST', 'GET'])('does the jobs that are due when a timer sends %s', async (method) => {
    const project = await app.project();
    const now = new Date();
    await enqueueJobs(app.database.pool, [{ kind: 'unknown', projectId: project.id, runAt: now }], now);
    expect((await ask(method, '/internal/jobs/run', OPERATOR_SECRET)).status).toBe(200);
    const text = await (await ask('GET', '/metrics', OPERATOR_SECRET)).text();
    expect(text).toMatch(/stele_jobs\{kind="sweep-snapshots",state="waiting"\} 1/);
    // Of a kind that only a newer release knows.
    expect(text).toMatch(/stele_jobs\{kind="unknown",state="due"\} [12]/);
  });

  it('opens to no one else', async () => {
    for (const [method, path] of [
      ['GET', '/metrics'],
      ['POST', '/internal/jobs/run'],
    ] as const) {
      for (const secret of [undefined, 'x', OPERATOR_SECRET.slice(1), `${OPERATOR_SECRET}o`]) {
        const response = await ask(method, path, secret);
        expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
          401,
          'auth.invalid_token',
        ]);
      }
    }
    const wrong = await ask('DELETE', '/metrics', OPERATOR_SECRET);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
    const put = await ask('PUT', '/internal/jobs/run', OPERATOR_SECRET);
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET']);
  });
});

import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ delivery: { allowsPrivateTargets: true } });
});
afterAll(() => app.close());

it('an upload whose Idempotency-Key another request still holds is refused', async () => {
  const { api, id } = await app.project();
  const here = `/projects/${id}/assets`;
  const requests = {
    uploads: { files: [{ filename: 'a.txt', mime: 'text/plain', bytes: 1 }] },
    'uploads/from-url': { url: 'http://127.0.0.1:9/a.txt' },
  };
  for (const [route, body] of Object.entries(requests)) {
    const send = () => api.post(`${here}/${route}`, body, { 'idempotency-key': route });
    expect((await send()).status).toBeLessThan(300);
    await app.database.pool.query(
      "UPDATE idempotency_records SET answer = NULL, lease_until = now() + interval '1 hour' WHERE key = $1",
      [route],
    );
    expect(codeOf(await send())).toEqual([409, 'idempotency.in_flight']);
  }
});

it('an invitation is accepted with a session by pages of this site only', async () => {
  const project = await app.project();
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const guest = await app.person();
  const invited = await owner.api.post(`/projects/${project.id}/invitations`, { email: guest.email, role: 'viewer' });
  const secret = new URL(invited.body.accept_url).hash.slice(1);
  const accept = (headers: Record<string, string> = {}) => guest.api.post('/invitations/accept', { secret }, headers);
  expect(codeOf(await accept({ origin: 'https://evil.example' }))).toEqual([403, 'auth.origin_not_allowed']);
  expect((await accept()).status).toBe(200);
});

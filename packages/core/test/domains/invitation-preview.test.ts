import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('invitation.preview=5') });
  project = await app.project({ name: 'Field notes' });
  owner = await app.person({ projectId: project.id, role: 'owner' });
});
afterAll(() => app.close());

const preview = (secret: string) => app.api.post('/invitations/preview', { secret });
async function invite(email: string): Promise<{ id: string; secret: string; expires_at: string }> {
  const { body } = await owner.api.post(`/projects/${project.id}/invitations`, { email, role: 'editor' });
  return { ...body, secret: new URL(body.accept_url).hash.slice(1) };
}

it('shows the holder of the link the project, the role, the inviter and the expiry', async () => {
  const { secret, expires_at } = await invite('new@example.org');
  const expected = {
    project_name: 'Field notes',
    role: 'editor',
    email: 'new@example.org',
    invited_by: 'Person',
    has_account: null,
    expires_at,
  };
  // Previews of an open invitation don't count towards the limit.
  for (let index = 0; index < 8; index++) expect((await preview(secret)).body).toEqual(expected);
  // Who is signed in with the address learns that it has an account; nobody else does.
  const { email, api } = await app.person();
  const known = await invite(email);
  for (const [caller, told] of [
    [app.api, null],
    [owner.api, null],
    [api, true],
  ] as const) {
    const { body } = await caller.post('/invitations/preview', { secret: known.secret });
    expect(body).toMatchObject({ email, has_account: told });
  }
});

it('shows nothing of one that was accepted, revoked or has expired', async () => {
  const accepted = await invite('accepted@example.org');
  const account = { name: 'A', password: 'correct horse battery' };
  expect((await app.api.post('/invitations/accept', { secret: accepted.secret, ...account })).status).toBe(200);
  expect(codeOf(await preview(accepted.secret))).toEqual([404, 'invitation.not_found']);
  const revoked = await invite('revoked@example.org');
  await owner.api.delete(`/projects/${project.id}/invitations/${revoked.id}`);
  expect(codeOf(await preview(revoked.secret))).toEqual([404, 'invitation.not_found']);
  const old = await invite('old@example.org');
  clock.advance(8 * 24 * 60 * 60 * 1000);
  expect(codeOf(await preview(old.secret))).toEqual([404, 'invitation.not_found']);
});

it('is refused to a client that tries many links', async () => {
  clock.advance(60_000);
  for (let index = 0; index < 5; index++) {
    expect(codeOf(await preview(`wrong ${index}`))).toEqual([404, 'invitation.not_found']);
  }
  expect(codeOf(await preview('wrong again'))).toEqual([429, 'rate_limited']);
  expect(codeOf(await app.api.post('/invitations/preview', {}))).toEqual([400, 'validation_failed']);
});

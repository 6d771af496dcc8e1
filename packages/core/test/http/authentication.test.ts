import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTokenSecret } from '../../src/access/token-secret.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let clock: TestClock;
let own: TestProject;
let foreign: TestProject;
let owner: TestPerson;
let editor: TestPerson;
let viewer: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  // Sessions are judged by better-auth on the real clock; tokens on this one.
  clock = new TestClock(Date.now());
  app = await startTestApp({ clock });
  own = await app.project();
  foreign = await app.project();
  owner = await app.person({ projectId: own.id, role: 'owner' });
  editor = await app.person({ projectId: own.id, role: 'editor' });
  viewer = await app.person({ projectId: own.id, role: 'viewer' });
  stranger = await app.person();
});
afterAll(() => app.close());

const entries = (projectId: string) => `/projects/${projectId}/entries`;

/** An answer as a client sees it, without headers that differ from request to request. */
function visible(answer: { status: number; headers: Headers; body: unknown }) {
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, body: answer.body, headers };
}

describe('a request with a token', () => {
  it('without a Bearer header gets 401 auth.missing_token', async () => {
    for (const authorization of ['', 'Basic abc', 'Bearer', 'Bearer ']) {
      const answer = await app.api.get(entries(own.id), authorization ? { authorization } : {});
      expect(codeOf(answer)).toEqual([401, 'auth.missing_token']);
    }
  });

  it('gets one and the same 401 for an unknown, a revoked and an expired token', async () => {
    const tokens = `/projects/${own.id}/tokens`;
    const soon = new Date(clock.now().getTime() + 60_000).toISOString();
    const revoked = await owner.api.post(tokens, { name: 'revoked', scope: 'admin' });
    const expiring = await owner.api.post(tokens, { name: 'expiring', scope: 'admin', expires_at: soon });
    const works = await app.client({ token: expiring.body.secret }).get(entries(own.id));
    expect(works.status).toBe(200);
    await owner.api.delete(`${tokens}/${revoked.body.id}`);
    clock.advance(60_000);
    const answers = await Promise.all(
      [newTokenSecret('admin'), 'nonsense', revoked.body.secret, expiring.body.secret].map((token) =>
        app.client({ token }).get(entries(own.id)),
      ),
    );
    const [first, ...others] = answers.map(visible);
    expect(first).toMatchObject({ status: 401, body: { error: { code: 'auth.invalid_token' } } });
    expect(others).toEqual(others.map(() => first));
  });

  it('gets 404 project.not_found for a project that is not its own, whether or not there is one', async () => {
    for (const id of [foreign.id, 'prj_00000000000000000000000000', 'nonsense', '%00']) {
      expect(codeOf(await own.api.get(entries(id)))).toEqual([404, 'project.not_found']);
      expect(codeOf(await own.api.post(entries(id), 'not even JSON'))).toEqual([404, 'project.not_found']);
    }
    const reader = app.client({ token: own.tokens.read_published });
    expect(codeOf(await reader.get(entries(foreign.id)))).toEqual([404, 'project.not_found']);
  });

  it('gets 403 auth.insufficient_scope for entries below the admin scope, reads included', async () => {
    for (const scope of ['read_published', 'read_draft'] as const) {
      const client = app.client({ token: own.tokens[scope] });
      expect(codeOf(await client.get(entries(own.id)))).toEqual([403, 'auth.insufficient_scope']);
      expect(codeOf(await client.get(`${entries(own.id)}/ent_x`))).toEqual([403, 'auth.insufficient_scope']);
      expect(codeOf(await client.post(entries(own.id), '{broken'))).toEqual([403, 'auth.insufficient_scope']);
      expect(codeOf(await client.put(`${entries(own.id)}/ent_x/draft`, {}))).toEqual([403, 'auth.insufficient_scope']);
    }
  });

  it('reads the snapshot pointer and its own identity with every scope', async () => {
    for (const [scope, token] of Object.entries(own.tokens)) {
      const client = app.client({ token });
      expect(codeOf(await client.get(`/projects/${own.id}/snapshot/latest`))).toEqual([404, 'snapshot.none_published']);
      const me = await client.get('/tokens/me');
      expect([me.status, me.body.scope, me.body.project.id]).toEqual([200, scope, own.id]);
    }
  });

  it('gets 403 on routes for people, with every scope', async () => {
    for (const token of Object.values(own.tokens)) {
      const client = app.client({ token });
      for (const path of ['tokens', 'members', 'invitations']) {
        expect(codeOf(await client.get(`/projects/${own.id}/${path}`))).toEqual([403, 'auth.insufficient_scope']);
      }
      expect(codeOf(await client.get('/projects'))).toEqual([403, 'auth.insufficient_scope']);
    }
  });

  it('is judged by its Bearer header even when a session is sent too', async () => {
    const answer = await owner.api.get(entries(own.id), { authorization: 'Bearer nonsense' });
    expect(codeOf(answer)).toEqual([401, 'auth.invalid_token']);
  });

  it('cannot use a token whose project is gone from its path', async () => {
    expect(codeOf(await app.client({ token: foreign.tokens.admin }).get(`/projects/${own.id}`))).toEqual([
      404,
      'project.not_found',
    ]);
  });
});

describe('a request with a session', () => {
  it('gets 404 project.not_found for a project that the person is not a member of', async () => {
    expect(codeOf(await stranger.api.get(entries(own.id)))).toEqual([404, 'project.not_found']);
    expect(codeOf(await owner.api.get(entries(foreign.id)))).toEqual([404, 'project.not_found']);
    expect(codeOf(await owner.api.get(entries("prj_'; --")))).toEqual([404, 'project.not_found']);
  });

  it('gets 403 auth.insufficient_role when the role is too small', async () => {
    expect((await viewer.api.get(entries(own.id))).status).toBe(200);
    expect(codeOf(await viewer.api.post(entries(own.id), { collection_key: 'posts' }))).toEqual([
      403,
      'auth.insufficient_role',
    ]);
    expect((await editor.api.post(entries(own.id), { collection_key: 'posts' })).status).toBe(201);
    expect(codeOf(await editor.api.get(`/projects/${own.id}/tokens`))).toEqual([403, 'auth.insufficient_role']);
    expect((await owner.api.get(`/projects/${own.id}/tokens`)).status).toBe(200);
  });

  it('gets 401 auth.missing_session on routes for people when no one is signed in', async () => {
    expect(codeOf(await app.api.get(`/projects/${own.id}/tokens`))).toEqual([401, 'auth.missing_session']);
    expect(codeOf(await app.api.get('/projects'))).toEqual([401, 'auth.missing_session']);
    const forged = app.client({ cookie: 'stele.session_token=forged.signature' });
    expect(codeOf(await forged.get('/projects'))).toEqual([401, 'auth.missing_session']);
  });

  it('writes from its own origins only', async () => {
    const body = { collection_key: 'posts' };
    const write = (origin: string) => editor.api.post(entries(own.id), body, { origin });
    expect((await write(app.url)).status).toBe(201);
    expect((await write('http://admin.test')).status).toBe(201);
    expect(codeOf(await write('https://evil.example'))).toEqual([403, 'auth.origin_not_allowed']);
    expect(codeOf(await write('null'))).toEqual([403, 'auth.origin_not_allowed']);
  });

  it('ends with sign-out', async () => {
    const person = await app.person({ projectId: own.id, role: 'viewer' });
    expect((await person.api.get(entries(own.id))).status).toBe(200);
    const headers = { cookie: person.cookie, origin: app.url, 'content-type': 'application/json' };
    await fetch(`${app.url}/auth/sign-out`, { method: 'POST', headers, body: '{}' });
    expect(codeOf(await person.api.get(entries(own.id)))).toEqual([401, 'auth.missing_token']);
  });
});

describe('/auth', () => {
  it('lets no one sign up by themselves', async () => {
    const response = await fetch(`${app.url}/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ name: 'Eve', email: 'eve@example.org', password: 'correct horse battery' }),
    });
    expect(response.status).toBe(404);
    expect(await app.database.prisma.user.count({ where: { email: 'eve@example.org' } })).toBe(0);
  });

  it('stores no password and no token in the clear', async () => {
    const dump = JSON.stringify([
      await app.database.prisma.account.findMany(),
      await app.database.prisma.projectToken.findMany(),
      await app.database.prisma.auditRecord.findMany(),
    ]);
    expect(dump).not.toContain('correct horse battery');
    for (const token of Object.values(own.tokens)) expect(dump).not.toContain(token);
  });
});

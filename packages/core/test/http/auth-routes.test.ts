import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, signIn, startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

let app: TestApp;
const clock = new TestClock(Date.now());
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

interface AuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  readonly body: any;
}

/** Sends something below /auth, as a person when one is given. */
async function auth(method: string, path: string, body?: unknown, person?: TestPerson): Promise<AuthAnswer> {
  const response = await fetch(`${app.url}/auth/${path}`, {
    method,
    headers: {
      origin: app.url,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(person && { cookie: person.cookie }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const nameOf = async ({ id }: TestPerson) => (await app.database.prisma.user.findUniqueOrThrow({ where: { id } })).name;

describe('addresses below /auth', () => {
  it('are those in use; all others are not found, in the envelope, before the sign-in library sees them', async () => {
    const person = await app.person();
    const strangers: [string, string][] = [
      ['GET', '/'.repeat(15_500)],
      ['POST', `sign-in/email${'/'.repeat(15_400)}`],
      ['POST', 'sign-in/email/'],
      ['POST', 'sign-in//email'],
      ['POST', 'sign-in%2Femail'],
      ['POST', 'sign-up/email'],
      ['POST', 'sign-in/social'],
      ['POST', 'request-password-reset'],
      ['POST', 'delete-user'],
      ['POST', 'change-email'],
      ['GET', 'list-sessions'],
      ['GET', 'ok'],
      ['GET', 'error'],
      ['GET', 'sign-in/email'],
      ['DELETE', 'sign-out'],
      ['POST', 'get-session'],
    ];
    for (const [method, path] of strangers) {
      const answer = await auth(method, path, method === 'POST' ? {} : undefined, person);
      expect([path.slice(0, 30), ...codeOf(answer)]).toEqual([path.slice(0, 30), 404, 'not_found']);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
    expect((await auth('GET', 'get-session?disableCookieCache=true', undefined, person)).body.user.id).toBe(person.id);
  });

  it('take bodies of 16 KiB, and JSON only', async () => {
    const person = await app.person();
    const long = { email: person.email, password: PASSWORD, more: 'x'.repeat(17_000) };
    expect(codeOf(await auth('POST', 'sign-in/email', long))).toEqual([413, 'payload_too_large']);
    const endless = await fetch(`${app.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
      body: new Blob([JSON.stringify(long)]).stream(),
    } as RequestInit);
    expect(endless.status).toBe(413);
    expect(codeOf(await auth('POST', 'sign-in/email', '{"email":'))).toEqual([400, 'validation_failed']);
    const form = await fetch(`${app.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    expect(form.status).toBe(415);
  });

  it('report what is wrong in the envelope', async () => {
    const person = await app.person();
    const wrong = await auth('POST', 'sign-in/email', { email: person.email, password: 'a wrong password' });
    const unknown = await auth('POST', 'sign-in/email', { email: 'nobody@example.org', password: 'a wrong password' });
    expect(codeOf(wrong)).toEqual([401, 'auth.invalid_credentials']);
    expect(unknown.body).toEqual(wrong.body);
    const malformed = await auth('POST', 'sign-in/email', { email: 'no address' });
    expect(malformed.body.error.details.map(({ path }: { path: string[] }) => path[0])).toEqual(['email', 'password']);
    expect(codeOf(await auth('POST', 'update-user', { name: 'X' }))).toEqual([401, 'auth.missing_session']);
    const foreign = await fetch(`${app.url}/auth/update-user`, {
      method: 'POST',
      headers: { cookie: person.cookie, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mallory' }),
    });
    expect([foreign.status, ((await foreign.json()) as AuthAnswer['body']).error.code]).toEqual([
      403,
      'auth.origin_not_allowed',
    ]);
  });
});

describe('the name that a person goes by', () => {
  const wrong = {
    empty: '   ',
    'without anything to see': '\u200b\u2060\u3164',
    long: 'x'.repeat(101),
    'very long': 'x'.repeat(15_000),
    'with a line break': 'Ada\nLovelace',
    'with an escape character': 'Ada\u001b[31m',
    'with a bidirectional override': 'Ada\u202eecalevoL',
    'with a lone surrogate': 'Ada \ud800',
    'of the system': 'System',
    'of the system in capitals': 'SYSTEM',
    'of the system, spaced': ' s y s t e m ',
    'of the system with invisible characters': 'Sys\u200btem',
    'of the system with a no-break space': 'Sys\u00a0tem',
    'of the system, full width': 'Ｓｙｓｔｅｍ',
    'of the system in letters that look alike': '\u0405y\u0455tem',
  };

  it('is changed to what set-up takes, trimmed, and to nothing else', async () => {
    const person = await app.person();
    expect((await auth('POST', 'update-user', { name: '  Grace Hopper ' }, person)).status).toBe(200);
    expect(await nameOf(person)).toBe('Grace Hopper');
    for (const [kind, name] of Object.entries(wrong)) {
      const answer = await auth('POST', 'update-user', { name }, person);
      expect([kind, answer.body?.error?.details?.[0]?.path]).toEqual([kind, ['name']]);
    }
    expect(codeOf(await auth('POST', 'update-user', {}, person))).toEqual([400, 'validation_failed']);
    expect(await nameOf(person)).toBe('Grace Hopper');
    const { status } = await auth('POST', 'update-user', { name: 'Grace', image: 'x'.repeat(9_000) }, person);
    expect(status).toBe(200);
    expect(await app.database.prisma.user.findUnique({ where: { id: person.id } })).toMatchObject({
      name: 'Grace',
      image: null,
    });
  });

  it('is held against the same rules when an instance is set up and when an invitation is accepted', async () => {
    const person = { email: 'ada@example.org', password: PASSWORD };
    for (const [kind, name] of Object.entries(wrong)) {
      // Half a pair can't be stored at all, which another check says, in its own words.
      if (kind.startsWith('with half')) continue;
      const setUp = await app.api.post('/instance/setup', { ...person, name, code: 'x' });
      expect([kind, setUp.body.error.details?.[0]?.path]).toEqual([kind, ['name']]);
      const accept = await app.api.post('/invitations/accept', { secret: 'x', name, password: PASSWORD });
      expect([kind, accept.body.error.details?.[0]?.path]).toEqual([kind, ['name']]);
    }
  });

  it.each(['Ada', 'Łukasz Żółć', '山田 太郎', 'Systema Naturae', 'علی\u200cرضا', "O'Brien, Jr.", 'Ada 👩🏽‍🚀'])(
    'may be %s',
    async (name) => {
      const person = await app.person();
      expect((await auth('POST', 'update-user', { name }, person)).status).toBe(200);
      expect(await nameOf(person)).toBe(name);
    },
  );
});

describe('what identifies people', () => {
  it('is on record beside the name that they chose, in the audit log, entries, versions and history', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const base = `/projects/${project.id}`;
    const { body: entry } = await owner.api.post(`${base}/entries`, {
      collection_key: 'posts',
      values: { en: { title: 'A' } },
    });
    await owner.api.post(`${base}/entries/${entry.id}/publish`, { locales: ['en'] });
    const actor = { type: 'user', id: owner.id, name: 'Person', email: owner.email };
    expect([entry.created_by, entry.updated_by]).toEqual([actor, actor]);
    const [list, versions, audit, history] = await Promise.all([
      owner.api.get(`${base}/entries`),
      owner.api.get(`${base}/entries/${entry.id}/versions`),
      owner.api.get(`${base}/audit?target=${entry.id}`),
      owner.api.get(`${base}/snapshots`),
    ]);
    expect(list.body.data[0].created_by).toEqual(actor);
    expect(versions.body.data.map((one: { created_by: unknown }) => one.created_by)).toEqual([actor, actor]);
    expect(audit.body.data.map((one: { actor: unknown }) => one.actor)).toEqual([actor, actor]);
    expect(history.body.data[0].changes[0].actor).toEqual(actor);
  });

  it('is left out for tokens, the system, and older records', async () => {
    const project = await app.project();
    const base = `/projects/${project.id}`;
    const { body: entry } = await project.api.post(`${base}/entries`, { collection_key: 'posts' });
    expect(Object.keys(entry.created_by)).toEqual(['type', 'id', 'name']);
    const old = { type: 'user', id: 'usr_before', name: 'Before' };
    await app.database.prisma.entry.update({ where: { id: entry.id }, data: { createdBy: old } });
    expect((await project.api.get(`${base}/entries/${entry.id}`)).body.created_by).toEqual(old);
  });
});

describe('a changed password', () => {
  const other = 'another long password';

  it('ends all other sessions, whatever the client asks for', async () => {
    const person = await app.person();
    const elsewhere = await signIn(app.url, person.email, PASSWORD);
    const body = { currentPassword: PASSWORD, newPassword: other, revokeOtherSessions: false };
    const changed = await auth('POST', 'change-password', body, person);
    expect(changed.status).toBe(200);
    const cookie = changed.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const statuses = await Promise.all(
      [elsewhere, person.cookie, cookie].map(
        async (one) => (await app.client({ cookie: one }).get('/projects')).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 200]);
    expect(await signIn(app.url, person.email, other)).toContain('session_token');
  });

  it('needs the current one, and bounds the new one', async () => {
    const person = await app.person();
    const change = (body: object) => auth('POST', 'change-password', body, person);
    const wrong = await change({ currentPassword: 'not this one', newPassword: other });
    expect(wrong.body.error).toMatchObject({ code: 'validation_failed', details: [{ path: ['currentPassword'] }] });
    for (const newPassword of ['short', 'x'.repeat(129)]) {
      const answer = await change({ currentPassword: PASSWORD, newPassword });
      expect(answer.body.error.details[0].path).toEqual(['newPassword']);
    }
    expect((await person.api.get('/projects')).status).toBe(200);
  });
});

import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { PASSWORD, startTestApp, type TestApp, type TestPerson } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminUrl: 'http://localhost:4001', limits: parseLimits('auth.device_code=3') });
});
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly body: LooseBody;
}

/** Posts as the command does, or as a signed-in person's browser. */
async function auth(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${app.url}/auth/device/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'stele-cli/9.9 (Linux)', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const as = ({ cookie }: TestPerson) => ({ cookie, origin: app.url });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const begin = async (): Promise<LooseBody> => (await auth('request', {})).body;
const fetchToken = ({ device_code }: LooseBody) => auth('token', { device_code });

/** A program that polls too soon must slow down. This makes the last poll long ago. */
const waitLong = () => app.database.prisma.deviceCode.updateMany({ data: { lastPolledAt: new Date(0) } });

async function signedInDevice(person: TestPerson): Promise<string> {
  const device = await begin();
  expect((await auth('preview', { code: device.user_code }, as(person))).status).toBe(200);
  expect((await auth('allow', { code: device.user_code }, as(person))).status).toBe(200);
  const answer = await fetchToken(device);
  expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id, email: person.email } } });
  return answer.body.token;
}

describe('signing in on a device', () => {
  it('shows a short code and where to enter it', async () => {
    const device = await begin();
    expect(device).toMatchObject({ verification_uri: 'http://localhost:4001/device', expires_in: 600, interval: 2 });
    expect(device.user_code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(device.verification_uri_complete).toBe(`http://localhost:4001/device?code=${device.user_code}`);
  });

  it('waits until someone lets it in, then gives its token once', async () => {
    const person = await app.person();
    const device = await begin();
    expect(codeOf(await fetchToken(device))).toEqual([400, 'auth.device_pending']);
    expect(codeOf(await fetchToken(device))).toEqual([400, 'auth.device_slow_down']);
    const typed = device.user_code.toLowerCase().replace('-', ' ');
    const shown = await auth('preview', { code: typed }, as(person));
    expect(shown).toMatchObject({ status: 200, body: { user_agent: 'stele-cli/9.9 (Linux)' } });
    expect((await auth('allow', { code: typed }, as(person))).status).toBe(200);
    await waitLong();
    const answer = await fetchToken(device);
    expect(answer.body.token).toMatch(/^stl_person_/);
    expect(codeOf(await fetchToken(device))).toEqual([404, 'auth.device_code_over']);
  });

  it('gets an error when it is refused', async () => {
    const person = await app.person();
    const device = await begin();
    await auth('preview', { code: device.user_code }, as(person));
    expect((await auth('deny', { code: device.user_code }, as(person))).status).toBe(200);
    expect(codeOf(await fetchToken(device))).toEqual([403, 'auth.device_denied']);
  });

  it('is over when its code is too old', async () => {
    const person = await app.person();
    const device = await begin();
    await app.database.prisma.deviceCode.updateMany({ data: { expiresAt: new Date(0) } });
    expect(codeOf(await auth('preview', { code: device.user_code }, as(person)))).toEqual([
      404,
      'auth.device_code_over',
    ]);
    expect(codeOf(await fetchToken(device))).toEqual([404, 'auth.device_code_over']);
  });

  it('belongs to the first person who saw its code', async () => {
    const [first, second] = [await app.person(), await app.person()];
    const { user_code: code } = await begin();
    expect((await auth('preview', { code }, as(first))).status).toBe(200);
    for (const path of ['preview', 'allow', 'deny']) {
      expect(codeOf(await auth(path, { code }, as(second)))).toEqual([404, 'auth.device_code_over']);
    }
    expect((await auth('allow', { code }, as(first))).status).toBe(200);
  });

  it('is allowed by a signed-in person on the own pages only', async () => {
    const person = await app.person();
    const { user_code: code } = await begin();
    expect(codeOf(await auth('allow', { code }))).toEqual([401, 'auth.missing_session']);
    const elsewhere = { cookie: person.cookie, origin: 'https://elsewhere.example' };
    expect(codeOf(await auth('allow', { code }, elsewhere))).toEqual([403, 'auth.origin_not_allowed']);
    const token = await signedInDevice(person);
    expect(codeOf(await auth('allow', { code }, bearer(token)))).toEqual([401, 'auth.missing_session']);
  });

  it('stops people who guess codes', async () => {
    const person = await app.person();
    const guess = () => auth('preview', { code: 'AAAA-AAAA' }, as(person));
    for (const _ of [1, 2, 3]) expect(codeOf(await guess())).toEqual([404, 'auth.device_code_over']);
    expect(codeOf(await guess())).toEqual([429, 'rate_limited']);
  });

  it("isn't possible with what the database holds", async () => {
    const person = await app.person();
    const device = await begin();
    await auth('preview', { code: device.user_code }, as(person));
    await auth('allow', { code: device.user_code }, as(person));
    const [row] = await app.database.prisma.deviceCode.findMany({ where: { userId: person.id } });
    expect(codeOf(await auth('token', { device_code: row?.deviceCode }))).toEqual([404, 'auth.device_code_over']);
    const session = await app.database.prisma.session.findFirstOrThrow({ where: { userId: person.id } });
    for (const token of [`stl_person_${session.token}`, `stl_person_${session.token}.AAAA`]) {
      expect(codeOf(await app.client({ token }).get('/projects'))).toEqual([401, 'auth.invalid_token']);
    }
  });
});

describe('a personal token', () => {
  it('does what its person may do, and needs no origin', async () => {
    const person = await app.person();
    const api = app.client({ token: await signedInDevice(person) });
    const made = await api.post('/projects', { name: 'By command', locales: ['en'] });
    expect(made.status).toBe(201);
    expect((await api.get('/projects')).body.data).toMatchObject([{ id: made.body.id, role: 'owner' }]);
    const token = await api.post(`/projects/${made.body.id}/tokens`, { name: 'Site', scope: 'read_published' });
    expect(token).toMatchObject({ status: 201, body: { created_by: { type: 'user', id: person.id } } });
  });

  it("reaches no more than its person's role", async () => {
    const project = await app.project();
    const viewer = app.client({
      token: await signedInDevice(await app.person({ projectId: project.id, role: 'viewer' })),
    });
    const body = { name: 'Site', scope: 'admin' };
    expect(codeOf(await viewer.post(`/projects/${project.id}/tokens`, body))).toEqual([403, 'auth.insufficient_role']);
    const stranger = app.client({ token: await signedInDevice(await app.person()) });
    expect(codeOf(await stranger.get(`/projects/${project.id}`))).toEqual([404, 'project.not_found']);
  });

  it('stands in the list of sessions, and opens nothing once it is ended there', async () => {
    const person = await app.person();
    const api = app.client({ token: await signedInDevice(person) });
    const list = await fetch(`${app.url}/auth/sessions`, { headers: { cookie: person.cookie } });
    const { data } = (await list.json()) as LooseBody;
    const [session] = data.filter((one: LooseBody) => one.user_agent === 'stele-cli/9.9 (Linux)');
    await fetch(`${app.url}/auth/sessions/end`, {
      method: 'POST',
      headers: { ...as(person), 'content-type': 'application/json' },
      body: JSON.stringify({ id: session.id }),
    });
    expect(codeOf(await api.get('/projects'))).toEqual([401, 'auth.invalid_token']);
  });

  it('ends itself when its person signs out on the device', async () => {
    const token = await signedInDevice(await app.person());
    expect((await auth('end', {}, bearer(token))).status).toBe(200);
    expect(codeOf(await app.client({ token }).get('/projects'))).toEqual([401, 'auth.invalid_token']);
    expect(codeOf(await auth('end', {}, bearer(token)))).toEqual([401, 'auth.invalid_token']);
  });

  it('makes no link that resets a password', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const member = await app.person({ projectId: project.id, role: 'editor' });
    const device = app.client({ token: await signedInDevice(owner) });
    for (const { id } of [owner, member]) {
      const made = await device.post(`/projects/${project.id}/members/${id}/reset-link`);
      expect(codeOf(made)).toEqual([403, 'auth.insufficient_scope']);
    }
  });

  it('changes nothing of the account itself', async () => {
    const token = await signedInDevice(await app.person());
    const answer = await fetch(`${app.url}/auth/update-user`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Somebody' }),
    });
    expect(answer.status).toBe(401);
  });
});

describe('a device that was let in, but has not fetched its token', () => {
  const allowed = async (person: TestPerson): Promise<LooseBody> => {
    const device = await begin();
    await auth('preview', { code: device.user_code }, as(person));
    expect((await auth('allow', { code: device.user_code }, as(person))).status).toBe(200);
    return device;
  };
  const account = (person: TestPerson, path: string, body: object): Promise<Response> =>
    fetch(`${app.url}/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...as(person) },
      body: JSON.stringify(body),
    });

  it('gets none once its person ended all other sessions', async () => {
    const person = await app.person();
    const device = await allowed(person);
    expect((await account(person, 'sessions/end-others', {})).status).toBe(200);
    expect(codeOf(await fetchToken(device))).toEqual([404, 'auth.device_code_over']);
  });

  it('gets none once its person changed the password', async () => {
    const person = await app.person();
    const device = await allowed(person);
    const change = { currentPassword: PASSWORD, newPassword: 'another good password' };
    expect((await account(person, 'change-password', change)).status).toBe(200);
    expect(codeOf(await fetchToken(device))).toEqual([404, 'auth.device_code_over']);
  });

  it('gets its token though someone mistyped a password that was to be changed', async () => {
    const person = await app.person();
    const device = await allowed(person);
    const change = { currentPassword: 'not the password', newPassword: 'another good password' };
    expect((await account(person, 'change-password', change)).status).toBe(400);
    expect((await fetchToken(device)).status).toBe(200);
  });

  // The embedded database has one connection: no one can stand in between.
  it.skipIf(!process.env.TEST_DATABASE_URL)('gets none while a change of the password is running', async () => {
    const person = await app.person();
    const device = await allowed(person);
    const { pool } = app.database;
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query('LOCK TABLE verifications IN SHARE ROW EXCLUSIVE MODE');
    const changing = account(person, 'change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another good password',
    });
    const waits = async (): Promise<number> => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await pool.query(waiting)).rows.length;
    };
    try {
      await expect.poll(waits, { timeout: 30_000 }).toBe(1);
      expect(codeOf(await fetchToken(device))).toEqual([404, 'auth.device_code_over']);
    } finally {
      await other.query('COMMIT');
      other.release();
    }
    expect((await changing).status).toBe(200);
  });

  it('gets none once its person reset the password', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const person = await app.invited({ projectId: project.id, role: 'editor' });
    const device = await allowed(person);
    const made = await owner.api.post(`/projects/${project.id}/members/${person.id}/reset-link`);
    const secret = made.body.reset_url.split('#')[1];
    expect((await account(person, 'password-reset/complete', { secret, password: 'a new password' })).status).toBe(200);
    expect(codeOf(await fetchToken(device))).toEqual([404, 'auth.device_code_over']);
  });
});

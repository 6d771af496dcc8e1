import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { codeOfApp } from '@stele/testing/authenticator';
import type { OidcPeer } from '@stele/testing/oidc-peer';
import type { ScimClient } from '@stele/testing/scim-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/accounts.ts';
import { appointOperator } from '../../src/domains/people/appoint-operator.ts';
import { newId } from '../../src/platform/ids.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { DeviceKey } from '../support/device-key.ts';
import { createByScim, enterByProvider, ON, SCIM_ADMIN, startScim, userOfOkta } from '../support/scim-directory.ts';
import { PASSWORD, signIn, type TestApp, type TestPerson } from '../support/test-app.ts';

/** Failures to sign in to one account that are recorded. */
const MOST_FAILURES = 3;

let app: TestApp;
let peer: OidcPeer;
let acme: ScimClient;
let close: () => Promise<void>;
let operator: TestPerson;
beforeAll(async () => {
  const limits = `auth.record_failure=${MOST_FAILURES},auth.provider=100000,auth.directory=100000,auth.sign_in_address=100000,project.change=100000`;
  ({ app, peer, acme, close } = await startScim({ limits: parseLimits(limits) }));
});
afterAll(() => close());
beforeEach(async () => {
  operator = await app.person();
  await app.makeOperator(operator.id);
});

async function auth(path: string, body: object, cookie?: string): Promise<{ status: number; body: LooseBody }> {
  const answer = await fetch(`${app.url}/auth/${path}`, {
    method: 'POST',
    headers: {
      origin: SCIM_ADMIN,
      'content-type': 'application/json',
      'user-agent': 'Test/1.0',
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as LooseBody };
}

const withPassword = (email: string, password = PASSWORD) => auth('sign-in/email', { email, password });
const change = (id: string, body: object, by = operator) => by.api.patch(`/instance/people/${id}`, body);
const isSignedIn = async ({ api }: TestPerson): Promise<boolean> => (await api.get('/projects')).status === 200;
const records = async (query: string): Promise<LooseBody[]> =>
  (await operator.api.get(`/instance/audit?limit=100&${query}`)).body.data;

async function withKey(key: DeviceKey): Promise<string[]> {
  const begun = await fetch(`${app.url}/auth/passkeys/sign-in-options`, {
    method: 'POST',
    headers: { origin: SCIM_ADMIN, 'content-type': 'application/json' },
    body: '{}',
  });
  const { challenge } = (await begun.json()) as { challenge: string };
  const cookie = begun.headers.getSetCookie().map((one) => one.split(';')[0]);
  const answer = await auth('passkeys/sign-in', { response: key.answer(challenge, SCIM_ADMIN) }, cookie.join('; '));
  return answer.status === 200 ? [] : codeOf(answer).map(String);
}

describe('operators', () => {
  it('make others operators, and one always stays', async () => {
    const other = await app.person();
    expect(codeOf(await other.api.get('/instance/people'))).toEqual([403, 'auth.insufficient_role']);
    expect((await change(other.id, { operator: true })).body).toMatchObject({ id: other.id, operator: true });
    expect((await other.api.get('/instance/people')).status).toBe(200);
    expect((await change(operator.id, { operator: false }, other)).body.operator).toBe(false);
    expect(codeOf(await operator.api.get('/instance/people'))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await change(other.id, { operator: false }, other))).toEqual([409, 'instance.last_operator']);
    const actions = (await other.api.get(`/instance/audit?target=${other.id}`)).body.data;
    expect(actions[0]).toMatchObject({ action: 'account.make_operator', actor: { id: operator.id } });
  });

  it('are appointed by whoever runs the instance, by address', async () => {
    const person = await app.person();
    expect(await appointOperator(app.database, ` ${person.email.toUpperCase()}`)).toBeNull();
    expect((await person.api.get('/instance/people')).status).toBe(200);
    const [record] = await records(`target=${person.id}&action=account.make_operator`);
    expect(record).toMatchObject({ actor: { type: 'system' }, data: { email: person.email } });
    await expect(appointOperator(app.database, 'nobody@example.org')).rejects.toThrow('No account has the address');
    // Someone else may have begun this one.
    const begun = await app.invited();
    const secret = await appointOperator(app.database, begun.email);
    expect([await isSignedIn(begun), (await withPassword(begun.email)).status]).toEqual([false, 401]);
    expect((await auth('password-reset/complete', { secret, password: 'a new password' })).status).toBe(200);
    const out = await app.person();
    await app.makeOperator(operator.id);
    await change(out.id, { blocked: true });
    await expect(appointOperator(app.database, out.email)).rejects.toThrow('is kept out');
  });

  it('stay at least one when two give it up at the same moment', async () => {
    const other = await app.person();
    await change(other.id, { operator: true });
    const both = [change(operator.id, { operator: false }), change(other.id, { operator: false }, other)];
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await app.database.prisma.user.count({ where: { operatorSince: { not: null } } })).toBe(1);
  });

  it.each([
    ['PATCH', '', { blocked: true }],
    ['POST', '/sign-out', undefined],
    ['POST', '/reset-two-factor', undefined],
    ['POST', '/reset-link', undefined],
  ] as const)('only may %s /instance/people/{userId}%s', async (method, path, body) => {
    const [person, owner] = [await app.person(), await app.person()];
    const at = (id: string) => `/instance/people/${id}${path}`;
    expect(codeOf(await owner.api.send(method, at(person.id), body))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await app.api.send(method, at(person.id), body))).toEqual([401, 'auth.missing_session']);
    expect(codeOf(await operator.api.send(method, at(newId('user')), body))).toEqual([404, 'member.not_found']);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('need the browser: a stolen personal token changes no account', async () => {
    const asked = (await auth('device/request', {})).body;
    await auth('device/preview', { code: asked.user_code }, operator.cookie);
    await auth('device/allow', { code: asked.user_code }, operator.cookie);
    const { token } = (await auth('device/token', { device_code: asked.device_code })).body;
    const { id } = await app.person();
    const program = app.client({ token });
    expect((await program.get('/instance/people')).status).toBe(200);
    for (const [method, path, body] of [
      ['PATCH', '', { operator: true }],
      ['POST', '/sign-out', undefined],
      ['POST', '/reset-two-factor', undefined],
      ['POST', '/reset-link', undefined],
    ] as const) {
      const answer = await program.send(method, `/instance/people/${id}${path}`, body);
      expect([path, ...codeOf(answer)]).toEqual([path, 403, 'auth.insufficient_scope']);
    }
  });

  it('take over neither each other nor an account that someone else may have begun', async () => {
    const [other, begun] = [await app.person(), await app.invited()];
    await change(other.id, { operator: true });
    for (const path of ['reset-link', 'reset-two-factor']) {
      const answer = await operator.api.post(`/instance/people/${other.id}/${path}`);
      expect([path, answer.status >= 400]).toEqual([path, true]);
    }
    const project = await app.project();
    for (const { id: userId } of [operator, other]) {
      await app.database.prisma.member.create({ data: { projectId: project.id, userId, role: 'owner' } });
    }
    const link = await operator.api.post(`/projects/${project.id}/members/${other.id}/reset-link`);
    expect(codeOf(link)).toEqual([403, 'member.reset_not_allowed']);
    expect(codeOf(await change(begun.id, { operator: true }))).toEqual([400, 'validation_failed']);
  });

  it('leave with their company, but for the last one', async () => {
    const { id } = await createByScim(acme, userOfOkta());
    await change(id, { operator: true });
    const off = { op: 'replace', value: { active: false } };
    expect((await acme.patch(`/Users/${id}`, off)).status).toBe(200);
    const { data } = (await operator.api.get('/instance/people?limit=100')).body;
    expect(data.find((one: LooseBody) => one.id === id)).toMatchObject({ operator: false, deactivated: true });
    const { id: last } = await createByScim(acme, userOfOkta());
    await app.makeOperator(last);
    expect((await acme.patch(`/Users/${last}`, off)).status).toBe(409);
  });

  it('say one thing at a time', async () => {
    const { id } = await app.person();
    for (const body of [{}, { operator: true, blocked: true }]) {
      expect(codeOf(await change(id, body))).toEqual([400, 'validation_failed']);
    }
  });
});

describe('someone whom an operator keeps out', () => {
  it('loses all sessions and comes in by no way, until they are let in again', async () => {
    const person = await app.person();
    expect((await enterByProvider(app, peer, person.email)).to).toBe('/');
    await setPassword(app.database.prisma, person.id, await hashPassword(app.services, PASSWORD));
    await signIn(app.url, person.email, PASSWORD);
    const [key, later] = [new DeviceKey(), new DeviceKey()];
    await key.add(app.database.prisma, person.id);
    await later.add(app.database.prisma, person.id);
    expect((await change(person.id, { blocked: true })).body).toMatchObject({ blocked: true, deactivated: true });
    expect(await isSignedIn(person)).toBe(false);
    expect(codeOf(await withPassword(person.email))).toEqual([403, 'auth.deactivated']);
    expect(await withKey(key)).toEqual(['403', 'auth.deactivated']);
    expect((await enterByProvider(app, peer, person.email)).to).toContain('problem=deactivated');
    const ways = async () =>
      (await records(`target=${person.id}&action=account.fail_sign_in`)).map(({ data }) => data.way).sort();
    await expect.poll(ways).toEqual(['passkey', 'password', 'provider']);
    const [record] = await records(`target=${person.id}&action=account.block`);
    expect(record).toMatchObject({ actor: { id: operator.id }, data: { email: person.email, ended: { sessions: 2 } } });
    await change(person.id, { blocked: false });
    expect((await withPassword(person.email)).status).toBe(200);
    expect(await withKey(later)).toEqual([]);
  });

  it('is not let in by a directory, and not by an operator where a directory keeps them out', async () => {
    const { id } = await createByScim(acme, userOfOkta());
    await change(id, { blocked: true });
    await acme.patch(`/Users/${id}`, ON);
    expect((await change(id, { blocked: true })).body).toMatchObject({ blocked: true, deactivated: true });
    await acme.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect((await change(id, { blocked: false })).body).toMatchObject({ blocked: false, deactivated: true });
  });

  it('is neither an operator nor becomes one', async () => {
    const [other, person] = [await app.person(), await app.person()];
    await change(other.id, { operator: true });
    expect(codeOf(await change(other.id, { blocked: true }))).toEqual([400, 'validation_failed']);
    await change(person.id, { blocked: true });
    expect(codeOf(await change(person.id, { operator: true }))).toEqual([400, 'validation_failed']);
  });
});

describe('an account that an operator helps with', () => {
  it('is signed out everywhere', async () => {
    const person = await app.person();
    await signIn(app.url, person.email, PASSWORD);
    expect((await operator.api.post(`/instance/people/${person.id}/sign-out`)).body).toEqual({ ended: 2 });
    expect(await isSignedIn(person)).toBe(false);
    expect((await withPassword(person.email)).status).toBe(200);
  });

  it('is asked for no code any more once they are reset, which the log tells', async () => {
    const person = await app.person();
    const { totp_uri: uri } = (await auth('two-factor/enable', { password: PASSWORD }, person.cookie)).body;
    expect((await auth('two-factor/confirm', { code: codeOfApp(uri) }, person.cookie)).status).toBe(200);
    const path = `/instance/people/${person.id}/reset-two-factor`;
    expect((await operator.api.post(path)).body.two_factor).toBe(false);
    expect((await withPassword(person.email)).body.twoFactorRedirect).toBeUndefined();
    expect(codeOf(await operator.api.post(path))).toEqual([409, 'auth.two_factor_disabled']);
    expect(await records(`target=${person.id}&action=account.reset_two_factor`)).toHaveLength(1);
  });

  it('gets a link for a new password, which verifies the address, also in a project of others', async () => {
    const project = await app.project();
    const person = await app.invited({ projectId: project.id, role: 'editor' });
    const made = await operator.api.post(`/instance/people/${person.id}/reset-link`);
    const secret = made.body.reset_url.split('#')[1];
    expect((await auth('password-reset/complete', { secret, password: 'a new password' })).status).toBe(200);
    const { data } = (await operator.api.get(`/instance/people?search=${person.email}`)).body;
    expect(data).toMatchObject([{ id: person.id, email_verified: true }]);
    expect((await withPassword(person.email, 'a new password')).status).toBe(200);
    const own = await operator.api.post(`/instance/people/${operator.id}/reset-link`);
    expect(codeOf(own)).toEqual([403, 'member.reset_not_allowed']);
  });
});

describe('the audit log of the instance', () => {
  it('tells who signed in with what and from where, and who failed to', async () => {
    const person = await app.person();
    const key = new DeviceKey();
    await key.add(app.database.prisma, person.id);
    await withPassword(person.email, 'a wrong password');
    await withPassword('nobody@example.org', 'a wrong password');
    await withKey(key);
    await enterByProvider(app, peer, person.email);
    const told = async () =>
      (await records(`target=${person.id}`)).map(({ action, data }) => [action, data.way ?? null].join(' '));
    await expect.poll(told).toContain('account.fail_sign_in password');
    expect((await told()).filter((one) => one.startsWith('account.sign_in'))).toEqual([
      'account.sign_in provider',
      'account.sign_in passkey',
      'account.sign_in password',
    ]);
    const [failure] = await records(`target=${person.id}&action=account.fail_sign_in`);
    expect(failure).toMatchObject({
      data: { ip_address: '127.0.0.1', user_agent: 'Test/1.0' },
      actor: { type: 'system' },
    });
    expect(JSON.stringify(failure)).not.toContain('wrong password');
    const { data: others } = (await operator.api.get('/instance/audit?action=account.&limit=100')).body;
    expect(JSON.stringify(others)).not.toContain('nobody@example.org');
  });

  it('has some of very many failures', async () => {
    const person = await app.person();
    const failures = async () => (await records(`target=${person.id}&action=account.fail_sign_in`)).length;
    for (let attempt = 0; attempt < 8; attempt++) await withPassword(person.email, 'a wrong password');
    await expect.poll(failures).toBe(MOST_FAILURES);
    // Records that are written beside the answers are there by now.
    await withPassword((await app.person()).email, 'a wrong password');
    expect(await failures()).toBe(MOST_FAILURES);
  });

  it('tells of wrong codes, and of codes that are turned on by confirming one only', async () => {
    const person = await app.person();
    const { totp_uri: uri } = (await auth('two-factor/enable', { password: PASSWORD }, person.cookie)).body;
    const code = codeOfApp(uri);
    expect(codeOf(await auth('two-factor/verify-totp', { code }, person.cookie))).toEqual([401, 'auth.sign_in_over']);
    expect((await auth('two-factor/confirm', { code }, person.cookie)).status).toBe(200);
    const half = await fetch(`${app.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: SCIM_ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    const pending = half.headers.getSetCookie().map((one) => one.split(';')[0]);
    await auth('two-factor/verify-totp', { code: '000000' }, pending.join('; '));
    const ways = async () =>
      (await records(`target=${person.id}&action=account.fail_sign_in`)).map(({ data }) => data.way);
    await expect.poll(ways).toEqual(['code']);
    expect(await records(`target=${person.id}&action=account.enable_two_factor`)).toHaveLength(1);
  });

  it('is read in pages by operators only, and holds nothing of projects', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    await owner.api.patch(`/projects/${project.id}`, { name: 'Another' });
    expect(codeOf(await owner.api.get('/instance/audit'))).toEqual([403, 'auth.insufficient_role']);
    const first = (await operator.api.get('/instance/audit?limit=2')).body;
    expect(first.data).toHaveLength(2);
    const second = (await operator.api.get(`/instance/audit?limit=2&cursor=${first.next_cursor}`)).body;
    expect(second.data[0].id < first.data[1].id).toBe(true);
    const actions = (await records('')).map(({ action }) => String(action).split('.')[0]);
    expect(new Set(actions)).not.toContain('project');
    expect(codeOf(await operator.api.get('/instance/audit?cursor=nonsense'))).toEqual([400, 'validation_failed']);
  });

  it('forgets address and browser of someone who is deleted for good', async () => {
    const person = await app.person();
    await withPassword(person.email);
    const path = `/instance/people/${person.id}`;
    expect((await operator.api.send('DELETE', path, { confirm_email: person.email })).status).toBe(200);
    await app.services.jobs.runAll();
    const left = JSON.stringify(await records(`target=${person.id}`));
    expect(left).toContain('account.sign_in');
    for (const said of ['127.0.0.1', 'Test/1.0', person.email]) expect(left).not.toContain(said);
  });
});

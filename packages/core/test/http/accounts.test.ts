import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { codeOfApp } from '@stele/testing/authenticator';
import { type MailPeer, startMailPeer } from '@stele/testing/mail-peer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { PASSWORD, signIn, startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

let app: TestApp;
let peer: MailPeer;
const clock = new TestClock(Date.now());
beforeAll(async () => {
  peer = await startMailPeer();
  app = await startTestApp({
    clock,
    adminUrl: 'http://localhost:4001',
    limits: parseLimits('auth.reset_request_address=8'),
    mail: { smtpUrl: peer.url, from: 'Stele <stele@example.org>' },
  });
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: LooseBody;
}

async function auth(path: string, body?: unknown, cookie?: string, at = app): Promise<Answer> {
  const response = await fetch(`${at.url}/auth/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin: at.url,
      'user-agent': 'Test/1.0',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const cookiesOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const isSignedIn = async (cookie: string): Promise<boolean> =>
  Boolean((await auth('get-session', undefined, cookie)).body?.user);

/** The audit actions on record of a person, except sign-ins. */
const actionsOf = async ({ id }: TestPerson): Promise<string[]> =>
  (await app.database.prisma.auditRecord.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } }))
    .map(({ action }) => action)
    .filter((action) => !['account.sign_in', 'account.fail_sign_in'].includes(action));

/** The code that an app shows. */
const appCode = (uri: string): string => codeOfApp(uri, clock.now().getTime());

/** A person who is asked for codes, signed in, half a minute after their first code. */
async function withTwoFactor() {
  const person = await app.person();
  const begun = await auth('two-factor/enable', { password: PASSWORD }, person.cookie);
  expect(begun.status).toBe(200);
  const code = appCode(begun.body.totp_uri);
  const confirmed = await auth('two-factor/confirm', { code }, person.cookie);
  expect([confirmed.status, confirmed.body]).toEqual([200, { enabled: true }]);
  clock.advance(30_000);
  return { person, cookie: cookiesOf(confirmed), begun: begun.body };
}

const passwordOf = (person: TestPerson, cookie?: string) =>
  auth('sign-in/email', { email: person.email, password: PASSWORD }, cookie);

describe('codes of an authenticator app', () => {
  it('are asked for once a first one was right, and let in after the password only', async () => {
    const { person, begun } = await withTwoFactor();
    expect(begun.totp_uri).toMatch(/^otpauth:\/\/totp\/Stele/);
    const half = await passwordOf(person);
    expect(half.body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    const pending = cookiesOf(half);
    expect(await isSignedIn(pending)).toBe(false);
    const wrong = await auth('two-factor/verify-totp', { code: '000000' }, pending);
    expect([...codeOf(wrong), wrong.body.error.details[0].path]).toEqual([400, 'validation_failed', ['code']]);
    const code = appCode(begun.totp_uri);
    const done = await auth('two-factor/verify-totp', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` }, pending);
    expect([done.status, done.body]).toEqual([200, { signed_in: true }]);
    expect(await isSignedIn(cookiesOf(done))).toBe(true);
    expect(codeOf(await auth('two-factor/verify-totp', { code }))).toEqual([401, 'auth.sign_in_over']);
    expect(await actionsOf(person)).toContain('account.enable_two_factor');
  });

  it('keep nothing readable in the database', async () => {
    const { person, begun } = await withTwoFactor();
    const row = await app.database.prisma.twoFactor.findFirstOrThrow({ where: { userId: person.id } });
    expect(JSON.stringify(row)).not.toContain(new URL(begun.totp_uri).searchParams.get('secret'));
    for (const code of begun.recovery_codes) expect(JSON.stringify(row)).not.toContain(code);
  });

  it('can be replaced by a recovery code, once each, and by new ones', async () => {
    const { person, cookie, begun } = await withTwoFactor();
    expect(begun.recovery_codes).toHaveLength(10);
    const [first, second] = begun.recovery_codes;
    const pending = cookiesOf(await passwordOf(person));
    const done = await auth('two-factor/verify-backup-code', { code: first }, pending);
    expect(done.status).toBe(200);
    const again = await auth('two-factor/verify-backup-code', { code: first }, cookiesOf(await passwordOf(person)));
    expect(codeOf(again)).toEqual([400, 'validation_failed']);
    expect(codeOf(await auth('two-factor/renew-codes', { password: 'wrong password' }, cookie))).toEqual([
      400,
      'validation_failed',
    ]);
    const renewed = await auth('two-factor/renew-codes', { password: PASSWORD }, cookie);
    expect(renewed.body.recovery_codes).toHaveLength(10);
    const old = await auth('two-factor/verify-backup-code', { code: second }, cookiesOf(await passwordOf(person)));
    expect(codeOf(old)).toEqual([400, 'validation_failed']);
    expect(await actionsOf(person)).toEqual(
      expect.arrayContaining(['account.use_recovery_code', 'account.renew_recovery_codes']),
    );
  });

  it("aren't asked for in a browser that is remembered, until the password changes", async () => {
    const { person, begun } = await withTwoFactor();
    const pending = cookiesOf(await passwordOf(person));
    const code = appCode(begun.totp_uri);
    const done = await auth('two-factor/verify-totp', { code, trustDevice: true }, pending);
    const device = cookiesOf(done);
    const known = await passwordOf(person, device);
    expect(known.body.twoFactorRedirect).toBeUndefined();
    const session = cookiesOf(known);
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` };
    expect((await auth('change-password', change, session)).status).toBe(200);
    const after = await auth('sign-in/email', { email: person.email, password: `${PASSWORD}!` }, cookiesOf(known));
    expect(after.body.twoFactorRedirect).toBe(true);
  });

  it('are no longer asked for once they are switched off, with the password', async () => {
    const { person, cookie } = await withTwoFactor();
    expect(codeOf(await auth('two-factor/enable', { password: PASSWORD }, cookie))).toEqual([
      409,
      'auth.two_factor_enabled',
    ]);
    expect(codeOf(await auth('two-factor/disable', { password: 'wrong password' }, cookie))).toEqual([
      400,
      'validation_failed',
    ]);
    expect((await auth('two-factor/disable', { password: PASSWORD }, cookie)).body).toEqual({ enabled: false });
    expect((await passwordOf(person)).body.twoFactorRedirect).toBeUndefined();
    expect(await actionsOf(person)).toContain('account.disable_two_factor');
  });

  it('are limited, and belong to people who are signed in', async () => {
    for (const path of ['enable', 'confirm', 'disable', 'renew-codes']) {
      const answer = await auth(`two-factor/${path}`, { password: PASSWORD, code: '1' });
      expect([path, ...codeOf(answer)]).toEqual([path, 401, 'auth.missing_session']);
    }
    const person = await app.person();
    expect(codeOf(await auth('two-factor/renew-codes', { password: PASSWORD }, person.cookie))).toEqual([
      409,
      'auth.two_factor_disabled',
    ]);
    const answers: number[] = [];
    for (let attempt = 0; attempt < 21; attempt++) {
      answers.push((await auth('two-factor/confirm', { code: '000000' }, person.cookie)).status);
    }
    expect(answers).toEqual([...new Array(20).fill(400), 429]);
  });
});

describe('sessions', () => {
  it('are listed without their tokens, and ended one by one or all others at once', async () => {
    const person = await app.person();
    const cookies = [person.cookie];
    for (let more = 0; more < 3; more++) cookies.push(await signIn(app.url, person.email, PASSWORD));
    const [own = '', second = '', third = ''] = cookies;
    const stranger = await app.person();
    const listed = (await auth('sessions', undefined, own)).body.data;
    expect(listed).toHaveLength(4);
    expect(listed.map(({ current }: LooseBody) => current)).toEqual([true, false, false, false]);
    for (const cookie of cookies) {
      const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
      expect(token.length).toBeGreaterThan(10);
      expect(JSON.stringify(listed)).not.toContain(token);
    }
    const seenBySecond = (await auth('sessions', undefined, second)).body.data;
    const { id } = seenBySecond.find(({ current }: LooseBody) => current);
    expect((await auth('sessions/end', { id }, stranger.cookie)).body).toEqual({ ended: 0 });
    expect((await auth('sessions/end', { id }, own)).body).toEqual({ ended: 1 });
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(third)).toBe(true);
    expect((await auth('sessions/end', { id: listed[0].id }, own)).status).toBe(400);
    expect((await auth('sessions/end-others', {}, own)).body).toEqual({ ended: 2 });
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([true, false, false, false]);
    expect(await isSignedIn(stranger.cookie)).toBe(true);
    expect(await actionsOf(person)).toEqual(['account.end_session', 'account.end_sessions']);
    expect(codeOf(await auth('sessions'))).toEqual([401, 'auth.missing_session']);
    expect(codeOf(await auth('sessions/end', { id }))).toEqual([401, 'auth.missing_session']);
    expect(codeOf(await auth('sessions/end-others', {}))).toEqual([401, 'auth.missing_session']);
  });
});

describe('passkeys', () => {
  it('are created for this admin, by someone who knows the password, and verify the owner of the device', async () => {
    const person = await app.person();
    expect(codeOf(await auth('passkeys/register-options', { password: 'wrong password' }, person.cookie))).toEqual([
      400,
      'validation_failed',
    ]);
    const options = await auth('passkeys/register-options', { password: PASSWORD }, person.cookie);
    expect(options.body).toMatchObject({
      rp: { id: 'localhost', name: 'Stele' },
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    });
    const forged = { name: 'Key', response: { id: 'x', response: {} } };
    expect(codeOf(await auth('passkeys/register', forged, person.cookie))).toEqual([400, 'auth.passkey_refused']);
    expect((await auth('passkeys', undefined, person.cookie)).body).toEqual({ data: [] });
  });

  it("belong to one person: others neither see, rename nor remove them, and a forged one doesn't sign in", async () => {
    const [person, stranger] = [await app.person(), await app.person()];
    const { id } = await app.database.prisma.passkey.create({
      data: {
        id: 'pky_test',
        userId: person.id,
        name: 'Laptop',
        credentialID: 'credential',
        publicKey: 'AAAA',
        counter: 0,
        deviceType: 'singleDevice',
        backedUp: false,
        createdAt: clock.now(),
      },
    });
    expect((await auth('passkeys', undefined, stranger.cookie)).body.data).toEqual([]);
    expect(codeOf(await auth('passkeys/rename', { id, name: 'Mine' }, stranger.cookie))).toEqual([
      404,
      'auth.passkey_not_found',
    ]);
    expect((await auth('passkeys/remove', { id }, stranger.cookie)).body).toEqual({ removed: 0 });
    expect((await auth('passkeys/rename', { id, name: 'Work laptop' }, person.cookie)).body.name).toBe('Work laptop');
    const options = await auth('passkeys/sign-in-options', {});
    expect(options.body.allowCredentials ?? []).toEqual([]);
    const forged = { response: { id: 'credential', rawId: 'credential', type: 'public-key', response: {} } };
    expect(codeOf(await auth('passkeys/sign-in', forged, cookiesOf(options)))).toEqual([401, 'auth.invalid_passkey']);
    expect(codeOf(await auth('passkeys/sign-in', forged))).toEqual([401, 'auth.invalid_passkey']);
    expect((await auth('passkeys/remove', { id }, person.cookie)).body).toEqual({ removed: 1 });
    expect(await actionsOf(person)).toEqual(['account.remove_passkey']);
    for (const path of ['register-options', 'register', 'rename', 'remove']) {
      expect(codeOf(await auth(`passkeys/${path}`, {}))).toEqual([401, 'auth.missing_session']);
    }
    expect(codeOf(await auth('passkeys'))).toEqual([401, 'auth.missing_session']);
  });
});

describe('a forgotten password', () => {
  it('is reset by a link that comes by mail, once, which ends all sessions', async () => {
    const person = await app.person();
    const known = await auth('password-reset/request', { email: person.email.toUpperCase(), language: 'de' });
    expect([known.status, known.body]).toEqual([200, { sent: true }]);
    const mail = await peer.next();
    expect(mail.to).toBe(person.email);
    const secret = /reset-password#([\w-]+)/.exec(mail.text)?.[1] ?? '';
    expect(mail.text).toContain('http://localhost:4001/reset-password#');
    expect(mail.text).toContain('neues Passwort');
    const row = await app.database.prisma.passwordReset.findFirstOrThrow({ where: { userId: person.id } });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await auth('password-reset/preview', { secret })).body).toEqual({ email: person.email });
    const short = await auth('password-reset/complete', { secret, password: 'short' });
    expect([...codeOf(short), short.body.error.details[0].path]).toEqual([400, 'validation_failed', ['password']]);
    const both = await Promise.all(
      ['first new password', 'second new password'].map((password) =>
        auth('password-reset/complete', { secret, password }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await passwordOf(person)).status).toBe(401);
    expect(codeOf(await auth('password-reset/preview', { secret }))).toEqual([404, 'auth.reset_over']);
    expect(await actionsOf(person)).toEqual(['account.request_password_reset', 'account.reset_password']);
  });

  it('answers the same for addresses that no one has, and sends nothing there', async () => {
    const person = await app.person();
    const unknown = await auth('password-reset/request', { email: 'nobody@example.org' });
    const known = await auth('password-reset/request', { email: person.email });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect((await peer.next()).to).toBe(person.email);
    expect(peer.waiting()).toBe(0);
  });

  it('works for an hour, with the newest two links only', async () => {
    const person = await app.person();
    const secrets: string[] = [];
    for (let mails = 0; mails < 3; mails++) {
      await auth('password-reset/request', { email: person.email });
      secrets.push(/#([\w-]+)/.exec((await peer.next()).text)?.[1] ?? '');
    }
    const [first = '', second = '', third = ''] = secrets;
    expect(codeOf(await auth('password-reset/preview', { secret: first }))).toEqual([404, 'auth.reset_over']);
    expect((await auth('password-reset/preview', { secret: second })).status).toBe(200);
    expect((await auth('password-reset/preview', { secret: third })).status).toBe(200);
    clock.advance(61 * 60_000);
    expect(codeOf(await auth('password-reset/complete', { secret: second, password: 'a new password' }))).toEqual([
      404,
      'auth.reset_over',
    ]);
  });

  it('is limited: mails to one address and from one client, and links that open nothing', async () => {
    clock.advance(2 * 3_600_000);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      statuses.push((await auth('password-reset/request', { email: 'victim@example.org' })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const others: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      others.push((await auth('password-reset/request', { email: `other-${attempt}@example.org` })).status);
    }
    expect(others).toEqual([200, 200, 429, 429]);
    const guesses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt++) {
      guesses.push((await auth('password-reset/preview', { secret: `guess-${attempt}` })).status);
    }
    expect(guesses).toEqual([...new Array(20).fill(404), 429]);
  });

  it('can still be asked for in a known browser, and elsewhere, when strangers have asked for it', async () => {
    clock.advance(2 * 3_600_000);
    const person = await app.person();
    const proxied = await startTestApp({
      clock,
      database: app.database,
      directory: app.directory,
      trustedProxies: 1,
      mail: { smtpUrl: peer.url, from: 'Stele <stele@example.org>' },
    });
    const ask = async (address: string, cookie?: string): Promise<number> => {
      const response = await fetch(`${proxied.url}/auth/password-reset/request`, {
        method: 'POST',
        headers: {
          origin: proxied.url,
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(cookie && { cookie }),
        },
        body: JSON.stringify({ email: person.email }),
      });
      return response.status;
    };
    for (let attempt = 0; attempt < 5; attempt++) expect(await ask('192.0.2.1')).toBe(200);
    expect(await ask('192.0.2.1')).toBe(429);
    expect(await ask('192.0.2.2')).toBe(200);
    for (let other = 3; (await ask(`192.0.2.${other}`)) === 200; other++) expect(other).toBeLessThan(25);
    const signedIn = await auth('sign-in/email', { email: person.email, password: PASSWORD });
    expect(await ask('192.0.2.1', cookiesOf(signedIn))).toBe(200);
    await proxied.close();
  });

  it('is said to need a link where no mail is sent', async () => {
    const silent = await startTestApp({ clock });
    try {
      expect((await silent.api.get('/instance')).body.sends_mail).toBe(false);
      const answer = await auth('password-reset/request', { email: 'a@example.org' }, undefined, silent);
      expect(codeOf(answer)).toEqual([409, 'auth.no_mail']);
    } finally {
      await silent.close();
    }
    expect((await app.api.get('/instance')).body.sends_mail).toBe(true);
  });
});

describe('a link that an owner makes', () => {
  it('resets the password of a member, keeps the codes, and is on record', async () => {
    clock.advance(3_600_000);
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const member = await app.invited({ projectId: project.id, role: 'editor' });
    const path = (id: string) => `/projects/${project.id}/members/${id}/reset-link`;
    const made = await owner.api.post(path(member.id));
    expect(made.status).toBe(201);
    const secret = made.body.reset_url.split('#')[1];
    expect((await auth('password-reset/complete', { secret, password: 'a new password' })).body.email).toBe(
      member.email,
    );
    expect(await signIn(app.url, member.email, 'a new password')).toContain('session_token');
    const records = (await owner.api.get(`/projects/${project.id}/audit?action=member.`)).body.data;
    expect(records[0]).toMatchObject({ action: 'member.reset_link', data: { email: member.email } });
    expect(JSON.stringify(records)).not.toContain(secret);
    expect(codeOf(await member.api.post(path(owner.id)))[0]).toBe(401);
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    expect(codeOf(await editor.api.post(path(member.id)))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await project.api.post(path(member.id)))).toEqual([403, 'auth.insufficient_scope']);
    const stranger = await app.person();
    expect(codeOf(await owner.api.post(path(stranger.id)))).toEqual([404, 'member.not_found']);
    expect(codeOf(await owner.api.post(path(owner.id)))).toEqual([403, 'member.reset_not_allowed']);
    const verified = await app.person({ projectId: project.id, role: 'editor' });
    expect(codeOf(await owner.api.post(path(verified.id)))).toEqual([403, 'member.reset_not_allowed']);
  });

  it("is refused for someone who is in projects that the owner doesn't own, and for the person who set up the instance", async () => {
    const [project, other] = [await app.project(), await app.project()];
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const member = await app.invited({ projectId: project.id, role: 'viewer' });
    await app.database.prisma.member.create({ data: { projectId: other.id, userId: member.id, role: 'viewer' } });
    const path = `/projects/${project.id}/members/${member.id}/reset-link`;
    expect(codeOf(await owner.api.post(path))).toEqual([403, 'member.reset_not_allowed']);
    await app.database.prisma.member.create({ data: { projectId: other.id, userId: owner.id, role: 'owner' } });
    expect((await owner.api.post(path)).status).toBe(201);
    await app.makeOperator(member.id);
    expect(codeOf(await owner.api.post(path))).toEqual([403, 'member.reset_not_allowed']);
    await app.makeOperator(owner.id);
    await app.database.prisma.member.deleteMany({ where: { projectId: other.id, userId: owner.id } });
    expect((await owner.api.post(path)).status).toBe(201);
  });
});

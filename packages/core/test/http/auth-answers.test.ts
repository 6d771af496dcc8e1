import { isDeepStrictEqual } from 'node:util';
import { codeOfApp } from '@stele/testing/authenticator';
import { startMailPeer } from '@stele/testing/mail-peer';
import { OidcPeer } from '@stele/testing/oidc-peer';
import { expect, it } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/accounts.ts';
import { createPasswordReset } from '../../src/access/password-resets.ts';
import { parseSingleSignOn } from '../../src/access/providers/provider-settings.ts';
import { Browse } from '../support/browse.ts';
import { DeviceKey } from '../support/device-key.ts';
import { PASSWORD, startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const ADMIN = 'http://admin.test';
const SECURE_ADMIN = 'https://admin.test';
const NEW_PASSWORD = 'another long password';
const PROVIDER = 'acme';
/** Headers that are no route's own, besides those of security and of errors. */
const OF_ALL = ['connection', 'content-length', 'date', 'keep-alive', 'x-request-id', 'transfer-encoding'];
const OF_ERRORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, Location, Allow, Idempotency-Replayed',
  'cache-control': 'private, no-store',
  'content-type': 'application/json; charset=utf-8',
};
const SECURITY = /^(?:content-security-policy|cross-origin|permissions-policy|referrer-policy|strict-transport|x-)/;

// biome-ignore lint/suspicious/noExplicitAny: the test looks into answers
type Body = any;

/** The shape of a body: keys in their order, types of values. Errors and truth values are kept as they are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object') return typeof value;
  if ('error' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}

/** A cookie with its attributes. Of its value, only whether there is one. */
function cookieOf(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split('; ');
  const at = pair.indexOf('=');
  const value = pair.slice(at + 1);
  return [`${pair.slice(0, at)}=${value === '' ? '' : '…'}`, ...attributes].join('; ');
}

/** Sends requests below /auth as one browser or program, and notes the answers. */
class Recorder {
  readonly lines: string[] = [];
  readonly browse: Browse;
  readonly #admin: string;

  constructor(app: TestApp, admin: string) {
    this.#admin = admin;
    this.browse = new Browse({ [admin]: app.url });
  }

  title(text: string): void {
    this.lines.push(`# ${text}`, '');
  }

  async send(key: string, body?: unknown, headers: Record<string, string> = {}, shown = key): Promise<Body> {
    const [method = '', path = ''] = key.split(' ');
    const json = body !== undefined && { 'content-type': 'application/json' };
    const sent = { origin: this.#admin, ...json, ...headers };
    const answer = await this.browse.send(`${this.#admin}/auth/${path}`, {
      method,
      headers: Object.entries(sent).filter(([, value]) => value !== ''),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const own = [...answer.headers].filter(
      ([name]) => name !== 'set-cookie' && !OF_ALL.includes(name) && !SECURITY.test(name),
    );
    const isUsual = answer.status >= 400 && isDeepStrictEqual(Object.fromEntries(own), OF_ERRORS);
    const given = text === '' ? undefined : JSON.parse(text);
    this.lines.push(
      `${shown}${typeof body === 'object' && body !== null ? ` {${Object.keys(body).join(', ')}}` : ''}`,
      `  ${answer.status}${given === undefined ? '' : ` ${JSON.stringify(shapeOf(given))}`}`,
      ...(isUsual ? [] : own).map(([name, value]) => `  ${name}: ${value}`),
      ...answer.headers.getSetCookie().map((cookie) => `  set-cookie: ${cookieOf(cookie)}`),
      '',
    );
    return given;
  }
}

async function newPerson(app: TestApp): Promise<{ id: string; email: string }> {
  const { id, email } = await app.person();
  return { id, email };
}

async function withPassword(to: Recorder, app: TestApp): Promise<void> {
  const { email } = await newPerson(app);
  to.title('Without a session');
  await to.send('GET get-session');
  await to.send('POST sign-out', {});
  for (const key of ['GET sessions', 'GET passkeys', 'GET provider/links']) await to.send(key);
  for (const path of ['update-user', 'change-password', 'sessions/end', 'sessions/end-others']) {
    await to.send(`POST ${path}`, {});
  }
  to.title('Requests that are not valid');
  await to.send('GET nothing');
  await to.send('GET sign-in/email');
  await to.send('POST sign-in/email', '{"email":');
  await to.send('POST sign-in/email', {}, { 'content-type': 'text/plain' });
  await to.send('POST sign-in/email', { email: 'no address', password: 1, rememberMe: 'no' });
  await to.send('POST sign-in/email', { email: 'x'.repeat(17_000) }, {}, 'POST sign-in/email with a large body');
  await to.send('POST sign-in/email', { email, password: PASSWORD }, { origin: 'https://evil.example' });
  const fromNowhere = { origin: '', cookie: '' };
  await to.send('POST sign-in/email', { email, password: PASSWORD }, fromNowhere, 'POST sign-in/email of no origin');
  to.title('Sign-in with a password, and the account');
  await to.send('POST sign-in/email', { email, password: 'a wrong password' });
  await to.send('POST sign-in/email', { email, password: PASSWORD, rememberMe: false });
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('GET get-session');
  await to.send('POST update-user', {});
  await to.send('POST update-user', { name: 'Grace', language: 'de', mailDigest: 'daily' });
  const { data } = await to.send('GET sessions');
  const current = data.find(({ current }: Body) => current);
  const other = data.find(({ current }: Body) => !current);
  await to.send('POST sessions/end', { id: current.id });
  await to.send('POST sessions/end', { id: other.id });
  await to.send('POST sessions/end', { id: other.id });
  await to.send('POST sessions/end-others', {});
  await to.send('POST change-password', { currentPassword: 'a wrong one', newPassword: NEW_PASSWORD });
  await to.send('POST change-password', { currentPassword: PASSWORD, newPassword: 'short' });
  await to.send('POST change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  await to.send('POST sign-out', {});
}

async function withCodes(to: Recorder, app: TestApp, clock: TestClock): Promise<void> {
  const { email } = await newPerson(app);
  const code = (): string => {
    clock.advance(60_000);
    return codeOfApp(uri, clock.now().getTime());
  };
  to.title('Codes of an app');
  await to.send('POST two-factor/verify-totp', { code: '123456' });
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('POST two-factor/enable', { password: 'a wrong password' });
  await to.send('POST two-factor/renew-codes', { password: PASSWORD });
  const { totp_uri: uri } = await to.send('POST two-factor/enable', { password: PASSWORD });
  await to.send('POST two-factor/confirm', { code: 'abcdef' });
  await to.send('POST two-factor/confirm', { code: code() });
  await to.send('POST two-factor/confirm', { code: code() });
  await to.send('POST two-factor/enable', { password: PASSWORD });
  const { recovery_codes: codes } = await to.send('POST two-factor/renew-codes', { password: PASSWORD });
  await to.send('POST two-factor/verify-totp', { code: code() });
  await to.send('POST sign-out', {});
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('POST two-factor/verify-totp', { code: 'abcdef' });
  await to.send('POST two-factor/verify-backup-code', { code: 'abcdef' });
  await to.send('POST two-factor/verify-totp', { code: code(), trustDevice: true });
  await to.send('POST sign-out', {});
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('POST two-factor/disable', { password: PASSWORD });
  const { totp_uri: again } = await to.send('POST two-factor/enable', { password: PASSWORD });
  clock.advance(60_000);
  await to.send('POST two-factor/confirm', { code: codeOfApp(again, clock.now().getTime()) });
  const renewed = await to.send('POST two-factor/renew-codes', { password: PASSWORD });
  await to.send('POST sign-out', {});
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('POST two-factor/verify-backup-code', { code: renewed.recovery_codes[0] });
  expect(codes).toHaveLength(renewed.recovery_codes.length);
}

async function withPasskeys(to: Recorder, app: TestApp): Promise<void> {
  const { email } = await newPerson(app);
  const key = new DeviceKey();
  to.title('Passkeys');
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('POST passkeys/register-options', { password: 'a wrong password' });
  const { challenge } = await to.send('POST passkeys/register-options', { password: PASSWORD });
  await to.send('POST passkeys/register', { name: 'Key', response: { id: 'x', response: {} } });
  await to.send('POST passkeys/register-options', { password: PASSWORD });
  const options = await to.send('POST passkeys/register-options', { password: PASSWORD });
  expect(challenge).not.toBe(options.challenge);
  const { id } = await to.send('POST passkeys/register', {
    name: 'Key',
    response: key.registration(options.challenge, ADMIN),
  });
  await to.send('GET passkeys');
  await to.send('POST passkeys/rename', { id, name: 'Other' });
  await to.send('POST passkeys/rename', { id: 'no passkey', name: 'Other' });
  await to.send('POST passkeys/rename', { id });
  await to.send('POST sign-out', {});
  await to.send('POST passkeys/sign-in', { response: { id: 'x', response: {} } });
  const asked = await to.send('POST passkeys/sign-in-options', {});
  await to.send('POST passkeys/sign-in', { response: key.answer(asked.challenge, ADMIN) });
  await to.send('POST passkeys/remove', { id });
  await to.send('POST passkeys/remove', { id });
}

async function withPrograms(to: Recorder, app: TestApp): Promise<void> {
  const { email } = await newPerson(app);
  to.title('Programs');
  await to.send('POST device/preview', { code: 'AAAA-AAAA' });
  await to.send('POST sign-in/email', { email, password: PASSWORD });
  await to.send('POST device/request', undefined);
  const refused = await to.send('POST device/request', {});
  await to.send('POST device/preview', { code: 'AAAA' });
  await to.send('POST device/preview', { code: 'AAAA-AAAA' });
  await to.send('POST device/preview', { code: refused.user_code });
  await to.send('POST device/deny', { code: refused.user_code });
  await to.send('POST device/token', { device_code: refused.device_code });
  await to.send('POST device/token', { device_code: 'x' });
  const { device_code, user_code } = await to.send('POST device/request', {});
  await to.send('POST device/token', { device_code });
  await to.send('POST device/token', { device_code });
  await to.send('POST device/preview', { code: user_code });
  await to.send('POST device/allow', { code: user_code });
  await to.send('POST device/allow', { code: user_code });
  await app.database.prisma.deviceCode.updateMany({ data: { lastPolledAt: new Date(0) } });
  const { token } = await to.send('POST device/token', { device_code });
  await to.send('POST device/end', {});
  await to.send(
    'POST device/end',
    {},
    { authorization: 'Bearer stl_person_wrong' },
    'POST device/end with a wrong token',
  );
  await to.send('POST device/end', {}, { authorization: `Bearer ${token}` }, 'POST device/end with its token');
}

async function withLinks(to: Recorder, app: TestApp): Promise<void> {
  const { id: userId, email } = await newPerson(app);
  to.title('Links for new passwords');
  await to.send('POST password-reset/request', { email, language: 'fr' });
  await to.send('POST password-reset/request', { email });
  const lost = { userId, madeById: null, now: app.services.clock.now(), lifetimeMs: 60_000 };
  const { secret } = await app.database.prisma.$transaction((tx) => createPasswordReset(tx, lost));
  await to.send('POST password-reset/preview', { secret: 'wrong' });
  await to.send('POST password-reset/preview', { secret });
  await to.send('POST password-reset/complete', { secret, password: 'short' });
  await to.send('POST password-reset/complete', { secret, password: NEW_PASSWORD });
  await to.send('POST password-reset/complete', { secret, password: NEW_PASSWORD });
}

async function withProvider(to: Recorder, app: TestApp, peer: OidcPeer): Promise<void> {
  const { id, email } = await newPerson(app);
  peer.person = { sub: 'grace', email, email_verified: true, name: 'Grace Hopper' };
  to.title('Providers');
  await to.send('GET providers');
  await to.send('POST provider/begin', { provider: 'other' });
  await to.send('POST provider/begin', { provider: PROVIDER, next: '//elsewhere' });
  await to.send('GET provider/callback/other');
  await to.send(`GET provider/callback/${PROVIDER}`);
  const { url } = await to.send('POST provider/begin', { provider: PROVIDER, next: '/projects' });
  const { search } = await to.browse.follow(url, `${ADMIN}/auth/provider/callback/${PROVIDER}`);
  await to.send(`GET provider/callback/${PROVIDER}${search}`, undefined, {}, `GET provider/callback/${PROVIDER}?…`);
  const { data } = await to.send('GET provider/links');
  await setPassword(app.database.prisma, id, await hashPassword(app.services, PASSWORD));
  await to.send('POST provider/unlink', { id: data[0].id, password: 'a wrong password' });
  await to.send('POST provider/unlink', { id: data[0].id, password: PASSWORD });
  await to.send('POST provider/unlink', { id: data[0].id, password: PASSWORD });
}

it('answers below /auth with the same status, body, cookies and audit records as ever', async () => {
  const [peer, mail] = [new OidcPeer(), await startMailPeer()];
  await peer.start([`${ADMIN}/auth/provider/callback/${PROVIDER}`]);
  const clock = new TestClock(Date.now());
  const settings = {
    clock,
    adminUrl: ADMIN,
    mail: { smtpUrl: mail.url, from: 'Stele <stele@example.org>' },
    singleSignOn: parseSingleSignOn(peer.settings(PROVIDER)),
  };
  const app = await startTestApp(settings);
  const plain = await startTestApp({ adminUrl: ADMIN, database: app.database });
  const secure = await startTestApp({ adminUrl: SECURE_ADMIN, database: app.database });
  const lines: string[] = [];
  let known = 0;
  // Both are written after the answer.
  const late = ['account.fail_sign_in', 'account.request_password_reset'];
  const records = async (): Promise<string[]> => {
    const where = { projectId: null, action: { notIn: late } };
    const all = await app.database.prisma.auditRecord.findMany({ where, orderBy: { id: 'asc' } });
    return all.map(({ action, actor, data }) => {
      const keys = Object.keys(data as object).sort();
      return `  ${action} {${keys.join(', ')}} by a ${(actor as { type: string }).type}`;
    });
  };
  const record = async (to: Recorder, work: (to: Recorder) => Promise<void>): Promise<void> => {
    await work(to);
    lines.push(...to.lines);
    lines.push('In the audit log:', ...(await records()).slice(known).sort(), '');
    known = (await records()).length;
  };
  await record(new Recorder(app, ADMIN), (to) => withPassword(to, app));
  await record(new Recorder(app, ADMIN), (to) => withCodes(to, app, clock));
  await record(new Recorder(app, ADMIN), (to) => withPasskeys(to, app));
  await record(new Recorder(app, ADMIN), (to) => withPrograms(to, app));
  await record(new Recorder(app, ADMIN), (to) => withLinks(to, app));
  await record(new Recorder(app, ADMIN), (to) => withProvider(to, app, peer));
  await record(new Recorder(plain, ADMIN), async (to) => {
    to.title('Without mail and providers');
    await to.send('POST password-reset/request', { email: 'ada@example.org' });
    await to.send('GET providers');
    await to.send('POST provider/begin', { provider: PROVIDER });
    await to.send(`GET provider/callback/${PROVIDER}`);
  });
  await record(new Recorder(secure, SECURE_ADMIN), async (to) => {
    const { email } = await newPerson(app);
    to.title('Over HTTPS');
    await to.send('POST sign-in/email', { email, password: PASSWORD });
    await to.send('POST passkeys/sign-in-options', {});
    await to.send('POST change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await to.send('POST sign-out', {});
  });
  const origin = new RegExp(`${app.url}|http://127\\.0\\.0\\.1:\\d+`, 'g');
  await expect(lines.join('\n').replaceAll(origin, 'ORIGIN')).toMatchFileSnapshot('auth-answers.txt');
  for (const one of [plain, secure, app]) await one.close();
  await Promise.all([peer.close(), mail.close()]);
});

import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { codeOfApp } from '@stele/testing/authenticator';
import { type MailPeer, startMailPeer } from '@stele/testing/mail-peer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordReset, MAILED_LINK_LIFETIME_MS } from '../../src/access/password-resets.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { PASSWORD, startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

const STEP_MS = 30_000;
const AT_ONCE = 6;

let app: TestApp;
let mail: MailPeer;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  mail = await startMailPeer();
  app = await startTestApp({ clock, mail: { smtpUrl: mail.url, from: 'Stele <stele@example.org>' } });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

interface Answer {
  readonly status: number;
  readonly body: LooseBody;
  readonly cookie: string;
}

async function auth(path: string, body: object, cookie?: string): Promise<Answer> {
  const response = await fetch(`${app.url}/auth/${path}`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { status: response.status, body: await response.json(), cookie: cookies.join('; ') };
}

/** Someone who is asked for codes, half a minute after the first one. */
async function withCodes(): Promise<{ person: TestPerson; uri: string; recovery: string[] }> {
  const person = await app.person();
  const { body } = await auth('two-factor/enable', { password: PASSWORD }, person.cookie);
  const confirmed = await auth('two-factor/confirm', { code: appCode(body.totp_uri) }, person.cookie);
  expect(confirmed.body).toEqual({ enabled: true });
  clock.advance(STEP_MS);
  return { person, uri: body.totp_uri, recovery: body.recovery_codes };
}

/** The code that an app shows, some half minutes ahead. */
const appCode = (uri: string, ahead = 0): string => codeOfApp(uri, clock.now().getTime() + ahead * STEP_MS);
/** A browser in which the password was given, and no code yet. */
const pending = async ({ email }: TestPerson): Promise<string> =>
  (await auth('sign-in/email', { email, password: PASSWORD })).cookie;
const enter = async (person: TestPerson, code: string) =>
  auth('two-factor/verify-totp', { code }, await pending(person));
const REFUSED = [400, 'validation_failed'];

describe('a code of an authenticator app', () => {
  it('lets in once', async () => {
    const { person, uri } = await withCodes();
    const code = appCode(uri);
    expect((await enter(person, code)).status).toBe(200);
    expect(codeOf(await enter(person, code))).toEqual(REFUSED);
    clock.advance(STEP_MS);
    expect(codeOf(await enter(person, code))).toEqual(REFUSED);
    expect((await enter(person, appCode(uri))).status).toBe(200);
  });

  it('does not let in any more once it has turned codes on', async () => {
    const { person, uri } = await withCodes();
    expect(codeOf(await enter(person, appCode(uri, -1)))).toEqual(REFUSED);
  });

  it('ends those before it', async () => {
    const { person, uri } = await withCodes();
    clock.advance(STEP_MS);
    expect((await enter(person, appCode(uri, 1))).status).toBe(200);
    for (const older of [-1, 0]) expect(codeOf(await enter(person, appCode(uri, older)))).toEqual(REFUSED);
  });

  it('can be followed by the next one in the same browser', async () => {
    const { person, uri } = await withCodes();
    const code = appCode(uri);
    expect((await enter(person, code)).status).toBe(200);
    const browser = await pending(person);
    expect(codeOf(await auth('two-factor/verify-totp', { code }, browser))).toEqual(REFUSED);
    expect((await auth('two-factor/verify-totp', { code: appCode(uri, 1) }, browser)).status).toBe(200);
  });
});

it('a code ends no sign-in with a password that its owner has changed since', async () => {
  const { person, uri } = await withCodes();
  const { cookie } = await enter(person, appCode(uri));
  clock.advance(STEP_MS);
  const browser = await pending(person);
  const change = { currentPassword: PASSWORD, newPassword: 'another of the owner' };
  expect((await auth('change-password', change, cookie)).status).toBe(200);
  expect(codeOf(await auth('two-factor/verify-totp', { code: appCode(uri) }, browser))).toEqual([
    401,
    'auth.sign_in_over',
  ]);
});

// The embedded database has one connection: nothing happens at the same moment there.
it.skipIf(!process.env.TEST_DATABASE_URL)('a code ends no sign-in whose password was replaced meanwhile', async () => {
  const { pool, prisma } = app.database;
  const { person, uri } = await withCodes();
  const browser = await pending(person);
  const reset = { userId: person.id, madeById: null, now: clock.now(), lifetimeMs: MAILED_LINK_LIFETIME_MS };
  const { secret } = await createPasswordReset(prisma, reset);
  // The new session waits for the person's row.
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [person.id]);
  const entered = auth('two-factor/verify-totp', { code: appCode(uri) }, browser);
  await expect.poll(() => lockWaits(app), { timeout: 30_000 }).toBe(1);
  expect((await auth('password-reset/complete', { secret, password: 'another of the owner' })).status).toBe(200);
  await holder.query('COMMIT');
  holder.release();
  expect(codeOf(await entered)).toEqual([401, 'auth.sign_in_over']);
  expect(await prisma.session.count({ where: { userId: person.id } })).toBe(0);
});

/** Sends the request that uses something up, from one of several browsers. */
type Use = (browser: number) => Promise<{ readonly status: number }>;
const browsers = [...new Array(AT_ONCE).keys()];

async function ofInvitation(): Promise<Use> {
  const project = await app.project();
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const email = `guest-${project.id.slice(-6)}@example.org`;
  const { body } = await owner.api.post(`/projects/${project.id}/invitations`, { email, role: 'editor' });
  const secret = new URL(body.accept_url).hash.slice(1);
  return () => app.api.post('/invitations/accept', { secret, name: 'Guest', password: PASSWORD });
}

async function ofReset(): Promise<Use> {
  const { email } = await app.person();
  await auth('password-reset/request', { email });
  const secret = /#([\w-]+)/.exec((await mail.next()).text)?.[1] ?? '';
  return (browser) => auth('password-reset/complete', { secret, password: `${PASSWORD} ${browser}` });
}

async function ofDevice(): Promise<Use> {
  const { cookie } = await app.person();
  const { body } = await auth('device/request', {});
  await auth('device/preview', { code: body.user_code }, cookie);
  await auth('device/allow', { code: body.user_code }, cookie);
  return () => auth('device/token', { device_code: body.device_code });
}

async function ofCode(): Promise<Use> {
  const { person, uri } = await withCodes();
  const cookies = await Promise.all(browsers.map(() => pending(person)));
  const code = appCode(uri);
  return (browser) => auth('two-factor/verify-totp', { code }, cookies[browser]);
}

async function ofRecoveryCode(): Promise<Use> {
  const { person, recovery } = await withCodes();
  const cookies = await Promise.all(browsers.map(() => pending(person)));
  return (browser) => auth('two-factor/verify-backup-code', { code: recovery[0] }, cookies[browser]);
}

/** The cookie of someone who has given their password; its code is used up by the first request already. */
async function ofPendingSignIn(): Promise<Use> {
  const { person, recovery } = await withCodes();
  const cookie = await pending(person);
  return (browser) => auth('two-factor/verify-backup-code', { code: recovery[browser] }, cookie);
}

describe('what lets someone in once', () => {
  it.each<[string, () => Promise<Use>]>([
    ['a code of an authenticator app', ofCode],
    ['a recovery code', ofRecoveryCode],
    ['a password that waits for a code', ofPendingSignIn],
    ['a link to reset a password', ofReset],
    ['an invitation', ofInvitation],
    ['the code of a program', ofDevice],
  ])('lets in one of many who come at once: %s', { tags: ['full'] }, async (_, prepare) => {
    const use = await prepare();
    const statuses = (await Promise.all(browsers.map(use))).map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect((await use(0)).status).toBeGreaterThanOrEqual(400);
  });
});

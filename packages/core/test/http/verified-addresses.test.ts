import { type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { codeOfApp } from '@stele/testing/authenticator';
import { type MailPeer, startMailPeer } from '@stele/testing/mail-peer';
import type { OidcPeer } from '@stele/testing/oidc-peer';
import type { ScimClient } from '@stele/testing/scim-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasswordReset, HANDED_LINK_LIFETIME_MS } from '../../src/access/password-resets.ts';
import { newId } from '../../src/platform/ids.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { DeviceKey } from '../support/device-key.ts';
import { createByScim, enterByProvider, SCIM_ADMIN, startScim, userOfOkta } from '../support/scim-directory.ts';
import { PASSWORD, signIn, type TestApp, type TestPerson } from '../support/test-app.ts';

let app: TestApp;
let peer: OidcPeer;
let mails: MailPeer;
let acme: ScimClient;
let close: () => Promise<void>;
let operator: TestPerson;
/** Owns the only project of whoever they invite. */
let stranger: TestPerson;
let base: string;
beforeAll(async () => {
  mails = await startMailPeer();
  const limits = parseLimits(
    ['auth.provider', 'auth.directory', 'auth.sign_in_address', 'auth.reset_request_address', 'member.reset_link']
      .map((name) => `${name}=100000`)
      .join(','),
  );
  ({ app, peer, acme, close } = await startScim({ limits, mail: { smtpUrl: mails.url, from: 'stele@example.org' } }));
  operator = await app.person();
  await app.makeOperator(operator.id);
});
afterAll(async () => {
  await close();
  await mails.close();
});
beforeEach(async () => {
  const { id } = await app.project();
  stranger = await app.person({ projectId: id, role: 'owner' });
  await app.database.prisma.member.create({ data: { projectId: id, userId: operator.id, role: 'owner' } });
  base = `/projects/${id}`;
});

async function auth(path: string, body: object, cookie?: string): Promise<{ status: number; body: LooseBody }> {
  const answer = await fetch(`${app.url}/auth/${path}`, {
    method: 'POST',
    headers: { origin: SCIM_ADMIN, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as LooseBody };
}

const idOf = async (email: string): Promise<string> =>
  (await app.database.prisma.user.findUniqueOrThrow({ where: { email } })).id;

const newEmail = (): string => `${newId('user')}@example.org`;

/** An account, and the password that whoever began it knows. */
interface Begun {
  readonly email: string;
  readonly password: string | null;
}

async function byInvitation(): Promise<Begun> {
  const email = newEmail();
  const made = await stranger.api.post(`${base}/invitations`, { email, role: 'editor' });
  const secret = made.body.accept_url.split('#')[1];
  const accepted = await app.api.post('/invitations/accept', { secret, name: 'Victim', password: PASSWORD });
  expect(accepted.status).toBe(200);
  return { email, password: PASSWORD };
}

const resetLink = async (by: ApiClient, email: string): Promise<string> => {
  const made = await by.post(`${base}/members/${await idOf(email)}/reset-link`);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.reset_url.split('#')[1];
};

const BEGINNINGS: Record<string, { isVerified: boolean; begin: () => Promise<Begun> }> = {
  'an invitation that its maker opens': { isVerified: false, begin: byInvitation },
  'a link that the owner of the only project opens': {
    isVerified: false,
    begin: async () => {
      const { email } = await byInvitation();
      const password = 'the password of a stranger';
      const used = await auth('password-reset/complete', { secret: await resetLink(stranger.api, email), password });
      expect(used.status).toBe(200);
      return { email, password };
    },
  },
  'a provider': {
    isVerified: true,
    begin: async () => {
      const email = newEmail();
      await stranger.api.post(`${base}/invitations`, { email, role: 'editor' });
      expect((await enterByProvider(app, peer, email)).to).toBe('/');
      return { email, password: null };
    },
  },
  'a directory': {
    isVerified: true,
    begin: async () => {
      const user = userOfOkta();
      await stranger.api.post(`${base}/invitations`, { email: user.userName, role: 'editor' });
      await createByScim(acme, user);
      return { email: user.userName, password: null };
    },
  },
};

/** Each way to prove an address. @returns the password that the owner has then, if it's one */
const PROOFS: Record<string, (email: string) => Promise<string | null>> = {
  'a link in a mail': async (email) => {
    await auth('password-reset/request', { email });
    const secret = /#([\w-]+)/.exec((await mails.next()).text)?.[1] ?? '';
    const password = 'the password of the owner';
    expect((await auth('password-reset/complete', { secret, password })).status).toBe(200);
    return password;
  },
  "the operator's link": async (email) => {
    const password = 'the password of the owner';
    const used = await auth('password-reset/complete', { secret: await resetLink(operator.api, email), password });
    expect(used.status).toBe(200);
    return password;
  },
  'a provider': async (email) => {
    expect((await enterByProvider(app, peer, email)).to).toBe('/');
    return null;
  },
  'a directory': async (email) => {
    await createByScim(acme, { ...userOfOkta(), emails: [{ value: email }] });
    return null;
  },
};

const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await auth('sign-in/email', { email, password })).body.user !== undefined;

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await app.client({ cookie }).get('/projects')).status === 200;

async function signsInWithKey(key: DeviceKey): Promise<boolean> {
  const begun = await fetch(`${app.url}/auth/passkeys/sign-in-options`, {
    method: 'POST',
    headers: { origin: SCIM_ADMIN, 'content-type': 'application/json' },
    body: '{}',
  });
  const { challenge } = (await begun.json()) as { challenge: string };
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return (await auth('passkeys/sign-in', { response: key.answer(challenge, SCIM_ADMIN) }, cookie)).status === 200;
}

/** Adds a passkey to an account, as a browser does. */
async function addKey(password: string, session: string): Promise<void> {
  const begun = await fetch(`${app.url}/auth/passkeys/register-options`, {
    method: 'POST',
    headers: { origin: SCIM_ADMIN, 'content-type': 'application/json', cookie: session },
    body: JSON.stringify({ password }),
  });
  const { challenge } = (await begun.json()) as { challenge: string };
  const [kept] = begun.headers.getSetCookie().map((one) => one.split(';')[0]);
  const response = new DeviceKey().registration(challenge, SCIM_ADMIN);
  const added = await auth('passkeys/register', { name: 'Key', response }, `${session}; ${kept}`);
  expect(added.status, JSON.stringify(added.body)).toBe(200);
}

/** The access that whoever began an account has to it, or had before addresses were verified. */
async function takeHold({ email, password }: Begun) {
  const { prisma } = app.database;
  const userId = await idOf(email);
  const cookie = password === null ? null : await signIn(app.url, email, password);
  const device = cookie === null ? null : await signInDevice(cookie);
  const waiting = cookie === null ? null : await allowDevice(cookie);
  const key = new DeviceKey();
  await key.add(prisma, userId);
  const lifetimeMs = HANDED_LINK_LIFETIME_MS;
  const reset = { userId, madeById: stranger.id, now: app.services.clock.now(), lifetimeMs };
  const { secret } = await createPasswordReset(prisma, reset);
  const codes = { id: newId('session'), userId, secret: 'not of the owner', backupCodes: '[]' };
  await prisma.twoFactor.create({ data: codes });
  await prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
  return {
    cookie,
    works: async () => ({
      codes: (await prisma.twoFactor.count({ where: { userId } })) > 0,
      password: password !== null && (await signsIn(email, password)),
      session: cookie !== null && (await isSignedIn(cookie)),
      device: device !== null && (await app.client({ token: device }).get('/projects')).status === 200,
      waiting: waiting !== null && (await auth('device/token', { device_code: waiting })).status === 200,
      link: (await auth('password-reset/complete', { secret, password: 'of the link' })).status === 200,
      passkey: await signsInWithKey(key),
    }),
  };
}

async function allowDevice(cookie: string): Promise<string> {
  const asked = (await auth('device/request', {})).body;
  expect((await auth('device/preview', { code: asked.user_code }, cookie)).status).toBe(200);
  expect((await auth('device/allow', { code: asked.user_code }, cookie)).status).toBe(200);
  return asked.device_code;
}

async function signInDevice(cookie: string): Promise<string> {
  return (await auth('device/token', { device_code: await allowDevice(cookie) })).body.token;
}

const NOTHING = {
  codes: false,
  password: false,
  session: false,
  device: false,
  waiting: false,
  link: false,
  passkey: false,
};

describe.each(Object.entries(BEGINNINGS))('an account that began by %s', (way, { isVerified, begin }) => {
  it(`takes ${isVerified ? 'any credential' : 'no credential but a password'}`, async () => {
    const { email, password } = await begin();
    const { emailVerified } = await app.database.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(emailVerified).toBe(isVerified);
    if (password === null) return;
    const cookie = await signIn(app.url, email, password);
    for (const [path, body] of [
      ['passkeys/register-options', { password }],
      ['passkeys/register', { name: 'Key', response: { id: 'x', response: {} } }],
      ['two-factor/enable', { password }],
      ['two-factor/confirm', { code: '000000' }],
    ] as const) {
      expect([path, ...codeOf(await auth(path, body, cookie))]).toEqual([path, 409, 'auth.email_not_verified']);
    }
  });

  it.each(Object.keys(PROOFS))('belongs to whoever proves its address by %s', { tags: ['full'] }, async (proof) => {
    const begun = await begin();
    if (!isVerified) {
      const { works } = await takeHold(begun);
      const password = await PROOFS[proof]?.(begun.email);
      expect(await works()).toEqual(NOTHING);
      // Codes don't hide that the earlier password is there still.
      const credential = { user: { email: begun.email }, providerId: 'credential', password: { not: null } };
      expect(await app.database.prisma.account.count({ where: credential })).toBe(typeof password === 'string' ? 1 : 0);
      if (typeof password === 'string') expect(await signsIn(begun.email, password)).toBe(true);
      return;
    }
    // Credentials that the owner has set stay, except those that every new password ends. A directory has each account once.
    if (way === proof && proof === 'a directory') return;
    const key = new DeviceKey();
    await key.add(app.database.prisma, await idOf(begun.email));
    await PROOFS[proof]?.(begun.email);
    expect(await signsInWithKey(key)).toBe(true);
  });
});

it('belongs to the operator who set it up: what they have stays when a provider knows them', async () => {
  const key = new DeviceKey();
  await key.add(app.database.prisma, operator.id);
  expect((await enterByProvider(app, peer, operator.email)).to).toBe('/');
  expect([await signsInWithKey(key), await signsIn(operator.email, PASSWORD)]).toEqual([true, true]);
});

it('opens by no link of an owner whose only member joined another project meanwhile, or proved the address', async () => {
  const { email } = await byInvitation();
  const secret = await resetLink(stranger.api, email);
  const { id: projectId } = await app.project();
  await app.database.prisma.member.create({ data: { projectId, userId: await idOf(email), role: 'editor' } });
  const complete = { secret, password: 'a stranger’s password' };
  expect(codeOf(await auth('password-reset/complete', complete))).toEqual([404, 'auth.reset_over']);
  expect(await signsIn(email, PASSWORD)).toBe(true);
});

it('ends what the account sent: invitations and preview links', async () => {
  const { email } = await byInvitation();
  const { id: projectId } = await app.project();
  const userId = await idOf(email);
  await app.database.prisma.member.create({ data: { projectId, userId, role: 'owner' } });
  const cookie = await signIn(app.url, email, PASSWORD);
  const api = app.client({ cookie });
  const invited = await api.post(`/projects/${projectId}/invitations`, { email: newEmail(), role: 'owner' });
  expect((await api.post(`/projects/${projectId}/preview-links`, {})).status).toBe(201);
  await PROOFS['a link in a mail']?.(email);
  const accept = { secret: invited.body.accept_url.split('#')[1], name: 'New', password: PASSWORD };
  expect(codeOf(await app.api.post('/invitations/accept', accept))).toEqual([404, 'invitation.not_found']);
  expect(await app.database.prisma.previewLink.count({ where: { projectId, revokedAt: null } })).toBe(0);
});

it('makes no project before its address is verified, where mail is sent', async () => {
  const { email, password } = await byInvitation();
  const before = app.client({ cookie: await signIn(app.url, email, password ?? '') });
  const project = { name: 'Mine', locales: ['en'] };
  expect(codeOf(await before.post('/projects', project))).toEqual([409, 'auth.email_not_verified']);
});

it('ends what a leaver set when a provider gives the address to someone else', async () => {
  const leaver = await app.person();
  const key = new DeviceKey();
  await key.add(app.database.prisma, leaver.id);
  expect((await enterByProvider(app, peer, leaver.email)).to).toBe('/');
  expect([await signsInWithKey(key), await signsIn(leaver.email, PASSWORD)]).toEqual([false, false]);
});

it('ends what was set before when its directory gives it another address', async () => {
  const user = userOfOkta();
  const { id } = await createByScim(acme, user);
  const { browse } = await enterByProvider(app, peer, user.userName);
  const key = new DeviceKey();
  await key.add(app.database.prisma, id);
  const cookie = browse.cookies(SCIM_ADMIN);
  expect(await isSignedIn(cookie)).toBe(true);
  const value = [{ value: newEmail(), primary: true, type: 'work' }];
  await acme.patch(`/Users/${id}`, { op: 'replace', path: 'emails', value });
  expect([await signsInWithKey(key), await isSignedIn(cookie)]).toEqual([false, false]);
  expect((await enterByProvider(app, peer, user.userName)).to).toBe('/');
  const record = await app.database.prisma.auditRecord.findFirstOrThrow({
    where: { action: 'account.update_by_directory', targetId: id },
  });
  expect(record.data).toMatchObject({ removed: { passkeys: 1 } });
});

it('joins no other project before its address is verified', async () => {
  const { email, password } = await byInvitation();
  const payroll = await app.project();
  const boss = await app.person({ projectId: payroll.id, role: 'owner' });
  const made = await boss.api.post(`/projects/${payroll.id}/invitations`, { email, role: 'editor' });
  const accept = { secret: made.body.accept_url.split('#')[1] };
  const before = app.client({ cookie: await signIn(app.url, email, password ?? '') });
  expect(codeOf(await before.post('/invitations/accept', accept))).toEqual([409, 'auth.email_not_verified']);
  const own = (await PROOFS['a link in a mail']?.(email)) ?? '';
  const after = app.client({ cookie: await signIn(app.url, email, own) });
  expect((await after.post('/invitations/accept', accept)).status).toBe(200);
});

it('keeps the password of a link when a change with the old one is under way', async () => {
  const { email, password } = await byInvitation();
  const cookie = await signIn(app.url, email, password ?? '');
  const secrets = await Promise.all(
    Array.from({ length: 3 }, async () => {
      await auth('password-reset/request', { email });
      return /#([\w-]+)/.exec((await mails.next()).text)?.[1] ?? '';
    }),
  );
  const reset = { secret: secrets.at(-1), password: 'the password of the owner' };
  const change = { currentPassword: password, newPassword: 'the password of a stranger' };
  const results = await Promise.all([
    ...Array.from({ length: 6 }, () => auth('change-password', change, cookie)),
    auth('password-reset/complete', reset),
  ]);
  expect(results.at(-1)?.status).toBe(200);
  expect(await app.database.prisma.session.count({ where: { user: { email } } })).toBe(0);
  expect(await signsIn(email, 'the password of a stranger')).toBe(false);
  expect(await signsIn(email, reset.password)).toBe(true);
});

describe('a mail', () => {
  it('tells of each new account, password, passkey, code, device and provider, in the language of its owner', async () => {
    const told = async (): Promise<string[]> => {
      await app.services.jobs.runAll();
      const texts: string[] = [];
      while (mails.waiting() > 0) texts.push((await mails.next()).text);
      return texts.map((text) => /,\s+(.*?)\. /s.exec(text)?.[1] ?? text);
    };
    await told();
    const { email } = await byInvitation();
    expect(await told()).toEqual(['A Stele account was created with your address']);
    await PROOFS['a link in a mail']?.(email);
    expect(await told()).toEqual(['The password of your Stele account was reset with a link']);
    const password = 'another of the owner';
    const first = await signIn(app.url, email, 'the password of the owner');
    const changed = { currentPassword: 'the password of the owner', newPassword: password };
    expect((await auth('change-password', changed, first)).status).toBe(200);
    expect(await told()).toEqual(['The password of your Stele account was changed']);
    const cookie = await signIn(app.url, email, password);
    await signInDevice(cookie);
    expect(await told()).toEqual(['The stele command was signed in to your Stele account']);
    await addKey(password, cookie);
    expect(await told()).toEqual(['A passkey was added to your Stele account']);
    const { totp_uri: uri } = (await auth('two-factor/enable', { password }, cookie)).body;
    await auth('two-factor/confirm', { code: codeOfApp(uri) }, cookie);
    expect(await told()).toEqual(['Two-factor codes were turned on for your Stele account']);
    await app.database.prisma.user.update({ where: { email }, data: { language: 'de' } });
    expect((await enterByProvider(app, peer, email)).to).toBe('/');
    expect(await told()).toEqual(['Mit deinem Stele-Konto wurde ein Anbieter zum Anmelden verknüpft']);
  });

  it('goes to the address that a directory takes from an account', async () => {
    await app.services.jobs.runAll();
    while (mails.waiting() > 0) await mails.next();
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    const value = [{ value: newEmail(), primary: true, type: 'work' }];
    await acme.patch(`/Users/${id}`, { op: 'replace', path: 'emails', value });
    await app.services.jobs.runAll();
    expect((await mails.next()).to).toBe(user.userName);
  });
});

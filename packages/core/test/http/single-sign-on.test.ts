import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { codeOfApp } from '@stele/testing/authenticator';
import { startMailPeer } from '@stele/testing/mail-peer';
import { OidcPeer, type PersonAtProvider } from '@stele/testing/oidc-peer';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, findPasswordHash, hashPassword, setPassword } from '../../src/access/accounts.ts';
import { endedWithPassword } from '../../src/access/clear-credentials.store.ts';
import { createPasswordReset } from '../../src/access/password-resets.ts';
import { parseSingleSignOn } from '../../src/access/providers/provider-settings.ts';
import { newId } from '../../src/platform/ids.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { Browse } from '../support/browse.ts';
import { DeviceKey } from '../support/device-key.ts';
import {
  PASSWORD,
  signIn,
  startTestApp,
  type TestApp,
  TestClock,
  type TestPerson,
  type TestProject,
} from '../support/test-app.ts';

const ADMIN = 'http://admin.test';
const CALLBACK = `${ADMIN}/auth/provider/callback/acme`;
const MICROSOFT = `${ADMIN}/auth/provider/callback/microsoft`;
const GOOGLE = `${ADMIN}/auth/provider/callback/google`;

let peer: OidcPeer;
let app: TestApp;
let project: TestProject;
let owner: TestPerson;
let base: string;
let browse: Browse;
let count = 0;

const startApp = (settings: Record<string, string> = {}): Promise<TestApp> =>
  startTestApp({
    adminUrl: ADMIN,
    singleSignOn: parseSingleSignOn({ ...peer.settings('acme'), ...settings }),
    limits: parseLimits('auth.provider=100000'),
  });

beforeAll(async () => {
  peer = new OidcPeer();
  await peer.start([CALLBACK, MICROSOFT, GOOGLE]);
  app = await startApp();
});
beforeEach(async () => {
  project = await app.project();
  base = `/projects/${project.id}`;
  owner = await app.person({ projectId: project.id, role: 'owner' });
  browse = new Browse({ [ADMIN]: app.url });
});
afterEach(() => {
  peer.spoiled.clear();
  peer.amr = ['pwd'];
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

/** Someone at the provider whom nothing here knows. */
const someone = (facts: Partial<PersonAtProvider> = {}): PersonAtProvider => {
  const sub = `person-${++count}`;
  return { sub, email: `${sub}@example.org`, email_verified: true, name: 'Grace Hopper', ...facts };
};

const bodyOf = async (answer: Response): Promise<LooseBody> => (await answer.json()) as LooseBody;

const begin = (body: object = {}, by = browse): Promise<Response> =>
  by.send(`${ADMIN}/auth/provider/begin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ADMIN },
    body: JSON.stringify({ provider: 'acme', ...body }),
  });

/** Goes to the provider and comes back. @returns the address of the callback */
const comeBack = async (person: PersonAtProvider | null, body: object = {}, by = browse): Promise<URL> => {
  peer.person = person;
  by.forget(peer.url);
  const { url } = await bodyOf(await begin(body, by));
  return by.follow(url, CALLBACK);
};

/** Signs in. @returns where in the admin it ends */
const enter = async (person: PersonAtProvider | null, body: object = {}, by = browse): Promise<string> => {
  const answer = await by.send((await comeBack(person, body, by)).href);
  expect(answer.status).toBe(303);
  return (answer.headers.get('location') ?? '').slice(ADMIN.length);
};
const refusal = (problem: string): string => `/sign-in?problem=${problem}&provider=acme&next=%2F`;

const post = async (path: string, body: object, by = browse): Promise<Response> =>
  by.send(`${ADMIN}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ADMIN },
    body: JSON.stringify(body),
  });
/** Gives someone a password, as a reset by mail does. */
const givePassword = async (userId: string): Promise<void> =>
  setPassword(app.database.prisma, userId, await hashPassword(app.services, PASSWORD));
const linksOf = ({ id: userId }: Pick<TestPerson, 'id'>) =>
  app.database.prisma.account.findMany({ where: { userId, providerId: { not: 'credential' } } });
const sessionOf = async (by = browse) => (await bodyOf(await by.send(`${ADMIN}/auth/get-session`)))?.user ?? null;
const clientOf = (by = browse) => app.client({ cookie: by.cookies(ADMIN) });
/** The code after the one that turned codes on: each works once. */
const nextCode = (uri: string): string => codeOfApp(uri, Date.now() + 30_000);
const turnOnCodes = async (cookie: string, { url } = app): Promise<string> => {
  const ask = (path: string, body: object) =>
    fetch(`${url}/auth/two-factor/${path}`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { totp_uri: uri } = await bodyOf(await ask('enable', { password: PASSWORD }));
  expect((await ask('confirm', { code: codeOfApp(uri) })).status).toBe(200);
  return uri;
};
/** Names groups as an owner who signs in through the provider, for that moment. */
const map = async (...groups: [group: string, role: string][]) => {
  const { account } = app.database.prisma;
  const id = newId('account');
  const own = groups.map(([group]) => group);
  await account.create({ data: { id, accountId: id, providerId: `acme ${peer.url}`, userId: owner.id, groups: own } });
  const answer = await owner.api.patch(base, {
    group_roles: groups.map(([group, role]) => ({ provider: 'acme', group, role })),
  });
  await account.delete({ where: { id } });
  return answer;
};
const members = async () => (await owner.api.get(`${base}/members`)).body.data as { user_id: string; email: string }[];
const memberOf = async ({ email }: PersonAtProvider) => (await members()).find((one) => one.email === email);
const actions = async (): Promise<string[]> =>
  (await owner.api.get(`${base}/audit`)).body.data.map(({ action }: { action: string }) => action);

describe('signing in through a provider', () => {
  it('is listed, and begins with PKCE, a state and a nonce', async () => {
    const listed = await (await browse.send(`${ADMIN}/auth/providers`)).json();
    expect(listed).toEqual({ data: [{ id: 'acme', name: 'Acme' }], replaces_passwords: false });
    const answer = await begin();
    const asked = new URL((await bodyOf(answer)).url);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: 'stele',
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^stele\.provider_sign_in=v1\..*; Path=\/auth\/provider; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(cookie).not.toContain(asked.searchParams.get('state'));
  });

  it('links an account whose address the provider has verified, and finds it by its subject afterwards', async () => {
    const person = someone({ email: owner.email.toUpperCase() });
    expect(await enter(person, { next: '/account' })).toBe('/account');
    expect(await sessionOf()).toMatchObject({ id: owner.id, email: owner.email });
    // The person's address at the provider may change.
    const again = new Browse({ [ADMIN]: app.url });
    expect(await enter({ ...person, email: 'other@example.org', email_verified: false }, {}, again)).toBe('/');
    expect((await sessionOf(again)).id).toBe(owner.id);
    const links = { where: { action: 'account.link_provider', targetId: owner.id } };
    expect(await app.database.prisma.auditRecord.findMany(links)).toMatchObject([{ data: { provider: 'acme' } }]);
    expect(await linksOf(owner)).toMatchObject([
      { providerId: `acme ${peer.url}`, accountId: person.sub, accessToken: null, refreshToken: null, idToken: null },
    ]);
  });

  it.each([false, undefined])('links no account when email_verified is %s', async (email_verified) => {
    const { email_verified: _, ...person } = someone({ email: owner.email });
    const unverified = email_verified === undefined ? person : { ...person, email_verified };
    expect(await enter(unverified)).toBe(refusal('unverified'));
    expect(await sessionOf()).toBeNull();
    expect(await linksOf(owner)).toEqual([]);
  });

  it('links no second person of a provider: an address may have been given to someone else', async () => {
    await enter(someone({ email: owner.email }));
    const other = new Browse({ [ADMIN]: app.url });
    expect(await enter(someone({ email: owner.email }), {}, other)).toBe(refusal('taken'));
    expect(await sessionOf(other)).toBeNull();
  });

  it('links only one of two people who come at once', async () => {
    const two = [new Browse({ [ADMIN]: app.url }), new Browse({ [ADMIN]: app.url })];
    const callbacks: URL[] = [];
    for (const by of two) callbacks.push(await comeBack(someone({ email: owner.email }), {}, by));
    const answers = await Promise.all(two.map((by, n) => by.send(callbacks[n]?.href ?? '')));
    const ends = answers.map((answer) => answer.headers.get('location')?.slice(ADMIN.length));
    expect(ends.toSorted()).toEqual(['/', refusal('taken')]);
    expect(await linksOf(owner)).toHaveLength(1);
  });

  it('finds no one by the subject of another issuer with the same name', async () => {
    const person = someone({ email: owner.email });
    await enter(person);
    await app.database.prisma.account.updateMany({
      where: { accountId: person.sub },
      data: { providerId: 'acme https://before.example.org' },
    });
    const stranger = { ...someone(), sub: person.sub, email_verified: false };
    expect(await enter(stranger, {}, new Browse({ [ADMIN]: app.url }))).toBe(refusal('unverified'));
  });

  it('removes what could let others in when an account is linked for the first time', async () => {
    const { prisma } = app.database;
    const key = new DeviceKey();
    await key.add(prisma, owner.id);
    await turnOnCodes(owner.cookie);
    await prisma.user.update({ where: { id: owner.id }, data: { emailVerified: false } });
    const now = new Date();
    const { secret } = await createPasswordReset(prisma, { userId: owner.id, madeById: null, now, lifetimeMs: 60_000 });
    await prisma.deviceCode.create({
      data: { id: 'code', deviceCode: 'd', userCode: 'u', userId: owner.id, status: 'approved', expiresAt: now },
    });
    const person = someone({ email: owner.email });
    expect(await enter(person)).toBe('/');
    expect(await sessionOf()).toMatchObject({ id: owner.id });
    expect((await owner.api.get(base)).status).toBe(401);
    await expect(signIn(app.url, owner.email, PASSWORD)).rejects.toThrow('auth.invalid_credentials');
    expect((await post('password-reset/preview', { secret })).status).toBe(404);
    const where = { userId: owner.id };
    expect([
      await prisma.passkey.count({ where }),
      await prisma.twoFactor.count({ where }),
      await prisma.deviceCode.count({ where }),
      await prisma.session.count({ where }),
    ]).toEqual([0, 0, 0, 1]);
    const links = { where: { action: 'account.link_provider', targetId: owner.id } };
    expect(await prisma.auditRecord.findMany(links)).toMatchObject([
      { data: { provider: 'acme', removed: { passwords: 1, passkeys: 1, codes: 1, sessions: 1 } } },
    ]);
    // Later on, it's the person who sets a password.
    await givePassword(owner.id);
    await enter(person);
    expect(await signIn(app.url, owner.email, PASSWORD)).toContain('session');
  });

  it('ends a session that began with a password which was removed just then', async () => {
    const { prisma } = app.database;
    const signedIn = await bodyOf(await post('sign-in/email', { email: owner.email, password: PASSWORD }));
    const used = await findPasswordHash(prisma, owner.id);
    expect(await endedWithPassword(prisma, signedIn, used)).toBe(false);
    expect((await sessionOf()).id).toBe(owner.id);
    await prisma.account.deleteMany({ where: { userId: owner.id } });
    expect(await endedWithPassword(prisma, signedIn, used)).toBe(true);
    expect(await sessionOf()).toBeNull();
  });

  it('leaves the account of the operator as it is', async () => {
    await app.makeOperator(owner.id);
    expect(await enter(someone({ email: owner.email }))).toBe('/');
    expect(await signIn(app.url, owner.email, PASSWORD)).toContain('session');
    expect((await owner.api.get(base)).status).toBe(200);
  });

  it('gives no account to someone who is neither invited nor in a group with a role', async () => {
    const person = someone({ groups: ['others'] });
    expect(await enter(person)).toBe(refusal('not_invited'));
    expect(await app.database.prisma.user.count({ where: { email: person.email ?? '' } })).toBe(0);
  });

  it('makes an invited person a member, and the invitation is used', async () => {
    const person = someone();
    await owner.api.post(`${base}/invitations`, { email: person.email, role: 'author', limits: { locales: ['de'] } });
    expect(await enter(person)).toBe('/');
    expect(await sessionOf()).toMatchObject({ email: person.email, name: 'Grace Hopper' });
    expect(await memberOf(person)).toMatchObject({ role: 'author', limits: { locales: ['de'] }, by_group: null });
    expect((await owner.api.get(`${base}/invitations`)).body.data).toEqual([]);
    expect(await actions()).toContain('invitation.accept');
  });

  it('gives a fit name to someone whose name at the provider is none', async () => {
    const person = someone({ name: 'System' });
    await owner.api.post(`${base}/invitations`, { email: person.email, role: 'viewer' });
    await enter(person);
    expect((await sessionOf()).name).toBe(person.sub);
  });

  it('leaves someone new without a password until a link sets one', async () => {
    const person = someone();
    await owner.api.post(`${base}/invitations`, { email: person.email, role: 'viewer' });
    await enter(person);
    const { email } = await sessionOf();
    await expect(signIn(app.url, email, PASSWORD)).rejects.toThrow('auth.invalid_credentials');
    const id = (await memberOf(person))?.user_id ?? '';
    const makeLink = () => owner.api.post(`${base}/members/${id}/reset-link`, {});
    expect(codeOf(await makeLink())).toEqual([403, 'member.reset_not_allowed']);
    await app.makeOperator(owner.id);
    const link = (await makeLink()).body.reset_url;
    const answer = await browse.send(`${ADMIN}/auth/password-reset/complete`, {
      method: 'POST',
      headers: { origin: ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ secret: new URL(link).hash.slice(1), password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    expect(await sessionOf()).toBeNull();
    expect(await signIn(app.url, email, PASSWORD)).toContain('session');
    expect(await enter(person)).toBe('/');
  });

  it('has sessions that end like others', async () => {
    const person = someone({ email: owner.email });
    await enter(person);
    await givePassword(owner.id);
    const { data } = await bodyOf(await browse.send(`${ADMIN}/auth/sessions`));
    const other = await signIn(app.url, owner.email, PASSWORD);
    const own = data.find(({ current }: { current: boolean }) => current);
    await fetch(`${app.url}/auth/sessions/end`, {
      method: 'POST',
      headers: { cookie: other, origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ id: own.id }),
    });
    expect(await sessionOf()).toBeNull();
    await enter(person);
    const headers = { origin: ADMIN, 'content-type': 'application/json' };
    await browse.send(`${ADMIN}/auth/sign-out`, { method: 'POST', headers, body: '{}' });
    expect(await sessionOf()).toBeNull();
  });
});

describe('a sign-in that does not hold', () => {
  it('is refused in a browser that did not begin it, and a second time', async () => {
    const person = someone({ email: owner.email });
    const callback = (await comeBack(person)).href;
    const other = new Browse({ [ADMIN]: app.url });
    expect((await other.send(callback)).headers.get('location')).toBe(`${ADMIN}${refusal('broken')}`);
    expect((await browse.send(callback)).headers.get('location')).toBe(`${ADMIN}/`);
    expect((await browse.send(callback)).headers.get('location')).toBe(`${ADMIN}${refusal('broken')}`);
  });

  it.each([
    ['state', (url: URL) => url.searchParams.set('state', 'another')],
    ['code', (url: URL) => url.searchParams.set('code', 'another')],
    ['issuer', (url: URL) => url.searchParams.set('iss', 'https://other.example.org')],
  ])('is refused with another %s', async (_, change) => {
    const callback = await comeBack(someone({ email: owner.email }));
    change(callback);
    expect((await browse.send(callback.href)).headers.get('location')).toBe(`${ADMIN}${refusal('broken')}`);
    expect(await sessionOf()).toBeNull();
  });

  it.each([
    ['whose signature is wrong', (parts: string[]) => [parts[0], parts[1], 'A'.repeat(parts[2]?.length ?? 0)]],
    [
      'that was made for another sign-in',
      ([head, body = '', seal]: string[]) => {
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
        return [head, Buffer.from(JSON.stringify({ ...claims, nonce: 'another' })).toString('base64url'), seal];
      },
    ],
  ])('is refused with an ID token %s', async (_, change) => {
    peer.spoiled.set('/token', (body) => {
      const answer = JSON.parse(body);
      return JSON.stringify({ ...answer, id_token: change(answer.id_token.split('.')).join('.') });
    });
    expect(await enter(someone({ email: owner.email }))).toBe(refusal('broken'));
    expect(await sessionOf()).toBeNull();
  });

  it('is tried a few times only, by a program that keeps its cookie', async () => {
    const callback = await comeBack(someone({ email: owner.email }));
    const cookie = browse.cookies(callback.href);
    const problems: (string | null)[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      callback.searchParams.set('code', `guess-${attempt}`);
      const address = `${app.url}${callback.pathname}${callback.search}`;
      const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' });
      problems.push(new URL(answer.headers.get('location') ?? '').searchParams.get('problem'));
    }
    expect(problems).toEqual(['broken', 'broken', 'broken', 'broken', 'broken', 'limit']);
    expect(await enter(someone({ email: owner.email }))).not.toContain('limit');
  });

  it('is refused when it took more than ten minutes', async () => {
    const clock = new TestClock();
    const slow = await startTestApp({ adminUrl: ADMIN, clock, singleSignOn: parseSingleSignOn(peer.settings('acme')) });
    const by = new Browse({ [ADMIN]: slow.url });
    const callback = (await comeBack(someone(), {}, by)).href;
    clock.advance(11 * 60_000);
    expect((await by.send(callback)).headers.get('location')).toBe(`${ADMIN}${refusal('broken')}`);
    await slow.close();
  });

  it('says so when the person said no', async () => {
    expect(await enter(null)).toBe(refusal('denied'));
  });

  it('refuses paths of other sites, and providers that do not exist', async () => {
    for (const next of ['//evil.example.org', '/\\evil.example.org', 'https://evil.example.org', '']) {
      expect((await begin({ next })).status).toBe(400);
    }
    expect((await begin({ provider: 'other' })).status).toBe(404);
    expect((await browse.send(`${ADMIN}/auth/provider/callback/other`)).status).toBe(404);
  });

  it('takes only paths that a header can hold, and keeps what is behind the # out of queries', async () => {
    for (const next of ['/日本', '/a\u0001', '/a b', '/\\evil.example']) {
      const answer = await begin({ next });
      expect(codeOf({ status: answer.status, body: await bodyOf(answer) })).toEqual([400, 'validation_failed']);
    }
    const next = '/invitations/accept#inv_secret';
    const to = '/sign-in?problem=unverified&provider=acme&next=%2Finvitations%2Faccept#inv_secret';
    expect(await enter(someone({ email_verified: false }), { next })).toBe(to);
  });

  it('needs an origin of the admin or the API', async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example.org' };
    const body = JSON.stringify({ provider: 'acme' });
    const answer = await browse.send(`${ADMIN}/auth/provider/begin`, { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
  });
});

it('logs why a sign-in was refused, and no secret', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const logged = await startTestApp({ adminUrl: ADMIN, log, singleSignOn: parseSingleSignOn(peer.settings('acme')) });
  const by = new Browse({ [ADMIN]: logged.url });
  const callback = await comeBack(someone(), {}, by);
  const code = callback.searchParams.get('code') ?? '';
  callback.searchParams.set('state', 'another');
  await by.send(callback.href);
  const fresh = await comeBack(someone(), {}, by);
  await by.send(fresh.href);
  const refused = lines.filter((line) => line.includes('a sign-in was refused')).map((line) => JSON.parse(line));
  expect(refused).toMatchObject([
    { provider: 'acme', problem: 'broken', reason: expect.stringContaining('state') },
    { provider: 'acme', problem: 'not_invited' },
  ]);
  const all = lines.join('');
  expect(refused.map(({ reason }) => reason).join()).not.toContain('@');
  for (const secret of [code, fresh.searchParams.get('code') ?? '', peer.client.client_secret]) {
    expect(all).not.toContain(secret);
  }
  await logged.close();
});

describe('roles by groups', () => {
  it('come, change and go with the groups, at the next sign-in', async () => {
    const person = someone({ groups: ['staff', 'cms-editors'] });
    await map(['cms-admins', 'developer'], ['cms-editors', 'editor'], ['staff', 'viewer']);
    await enter(person);
    expect(await memberOf(person)).toMatchObject({ role: 'editor', by_group: 'cms-editors' });
    expect((await clientOf().get(base)).body.role).toBe('editor');
    await enter({ ...person, groups: ['staff', 'cms-editors', 'cms-admins'] });
    expect(await memberOf(person)).toMatchObject({ role: 'developer', by_group: 'cms-admins' });
    await enter({ ...person, groups: 'staff' });
    expect(await memberOf(person)).toMatchObject({ role: 'viewer', by_group: 'staff' });
    await enter({ ...person, groups: [] });
    expect(await memberOf(person)).toBeUndefined();
    expect(codeOf(await clientOf().get(base))).toEqual([404, 'project.not_found']);
    const changed = (await actions()).filter((action) => action.startsWith('member.'));
    expect(changed).toEqual(['member.remove', 'member.update', 'member.update', 'member.add']);
  });

  it('leave alone what was given by hand', async () => {
    const person = someone({ email: owner.email, groups: ['staff'] });
    await map(['staff', 'viewer']);
    await enter(person);
    // The owner's first sign-in through the provider ended other sessions.
    owner = { ...owner, api: clientOf() };
    expect(await memberOf(person)).toMatchObject({ role: 'owner', by_group: null });
    browse = new Browse({ [ADMIN]: app.url });
    const other = someone({ groups: ['staff'] });
    await enter(other);
    const id = (await memberOf(other))?.user_id ?? '';
    await owner.api.patch(`${base}/members/${id}`, { role: 'editor' });
    await enter({ ...other, groups: [] });
    expect(await memberOf(other)).toMatchObject({ role: 'editor', by_group: null });
  });

  it('never take the role of the last owner', async () => {
    const person = someone({ groups: ['cms-owners'] });
    await map(['cms-owners', 'owner']);
    await enter(person);
    await owner.api.delete(`${base}/members/${owner.id}`);
    await enter({ ...person, groups: [] });
    const client = clientOf();
    expect((await client.get(base)).body.role).toBe('owner');
    // With another owner, it goes.
    await app.database.prisma.member.create({ data: { projectId: project.id, userId: owner.id, role: 'owner' } });
    await enter({ ...person, groups: [] });
    expect(codeOf(await clientOf().get(base))).toEqual([404, 'project.not_found']);
  });

  it('stay when the provider names no groups, as when there are too many', async () => {
    const person = someone({ groups: ['staff'] });
    await map(['staff', 'viewer']);
    await enter(person);
    const { groups: _, ...rest } = person;
    for (const facts of [{ _claim_names: { groups: 'elsewhere' } }, { groups: null }, {}]) {
      await enter({ ...rest, ...facts });
      expect(await memberOf(person)).toBeDefined();
    }
  });

  it('leave out groups, and refuse people, whose names cannot be kept', async () => {
    const person = someone({ groups: ['a\u0001', 'g'.repeat(256), 'staff'] });
    await map(['staff', 'viewer']);
    await enter(person);
    expect(await memberOf(person)).toMatchObject({ by_group: 'staff' });
    for (const sub of ['nul\u0001', 's'.repeat(256)]) {
      const by = new Browse({ [ADMIN]: app.url });
      expect(await enter({ ...person, sub }, {}, by)).toBe(refusal('broken'));
    }
  });

  it('respect the quota of people, and end with the project', async () => {
    await app.database.prisma.project.update({ where: { id: project.id }, data: { quotas: { people: 1 } } });
    await map(['quota', 'viewer']);
    const person = someone({ groups: ['quota'] });
    expect(await enter(person)).toBe('/');
    expect(await memberOf(person)).toBeUndefined();
    await app.database.prisma.project.update({ where: { id: project.id }, data: { quotas: {} } });
    await owner.api.send('DELETE', base, { confirm_name: 'Test' });
    expect(await enter(person)).toBe('/');
    expect(await app.database.prisma.member.count({ where: { projectId: project.id } })).toBe(0);
  });

  it('are set by owners only, for providers and roles that exist', async () => {
    expect((await map(['a', 'editor'], ['b', 'nothing'])).body.error.details).toMatchObject([
      { path: ['group_roles', 1, 'role'] },
    ]);
    const other = await owner.api.patch(base, { group_roles: [{ provider: 'other', group: 'a', role: 'editor' }] });
    expect(other.body.error.details).toMatchObject([{ path: ['group_roles', 0, 'provider'] }]);
    expect((await map(['a', 'editor'], ['a', 'viewer'])).status).toBe(400);
    const developer = await app.person({ projectId: project.id, role: 'developer' });
    expect(codeOf(await developer.api.patch(base, { group_roles: [] }))).toEqual([403, 'auth.insufficient_role']);
    expect((await developer.api.get(`${base}/members`)).body.group_roles).toBeNull();
    await owner.api.patch(base, { roles: { writer: { name: 'Writer', permissions: ['entry.write'] } } });
    await map(['a', 'writer']);
    expect((await owner.api.get(`${base}/members`)).body.group_roles).toEqual([
      { provider: 'acme', group: 'a', role: 'writer' },
    ]);
    expect((await owner.api.patch(base, { roles: {} })).body.error.details).toMatchObject([{ path: ['roles'] }]);
  });
});

/** Lets a program in. @returns the answer with its token */
const allowProgram = async (by = browse): Promise<LooseBody> => {
  const device = await bodyOf(await post('device/request', {}, by));
  await post('device/preview', { code: device.user_code }, by);
  await post('device/allow', { code: device.user_code }, by);
  return bodyOf(await post('device/token', { device_code: device.device_code }, by));
};

describe('a second factor', () => {
  it('is asked for unless the provider asked for one', async () => {
    const person = someone({ email: owner.email });
    await enter(person);
    await givePassword(owner.id);
    const uri = await turnOnCodes(await signIn(app.url, owner.email, PASSWORD));
    browse = new Browse({ [ADMIN]: app.url });
    expect(await enter(person, { next: '/account' })).toBe('/sign-in?step=code&next=%2Faccount');
    expect(await sessionOf()).toBeNull();
    const answer = await browse.send(`${ADMIN}/auth/two-factor/verify-totp`, {
      method: 'POST',
      headers: { origin: ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ code: nextCode(uri) }),
    });
    expect(answer.status).toBe(200);
    expect((await sessionOf()).id).toBe(owner.id);
    for (const amr of [['otp'], ['hwk'], ['pwd', 'pin'], ['sc', 'user']]) {
      peer.amr = amr;
      expect(await enter(person, {}, new Browse({ [ADMIN]: app.url }))).toBe('/sign-in?step=code&next=%2F');
    }
    for (const amr of [['mfa'], ['pwd', 'otp'], ['pwd', 'hwk'], ['fpt', 'hwk']]) {
      peer.amr = amr;
      const fresh = new Browse({ [ADMIN]: app.url });
      expect(await enter(person, {}, fresh)).toBe('/');
      expect((await sessionOf(fresh)).id).toBe(owner.id);
    }
  });

  it('of the provider opens a project that requires one, for that session and the programs that it allows', async () => {
    await map(['staff', 'editor']);
    const person = someone({ groups: ['staff'] });
    await app.database.prisma.project.update({ where: { id: project.id }, data: { requiresTwoFactor: true } });
    await enter(person);
    const refused = [403, 'auth.two_factor_required'];
    expect(codeOf(await clientOf().get(base))).toEqual(refused);
    const before = clientOf();
    peer.amr = ['mfa'];
    await enter(person);
    expect((await clientOf().get(base)).status).toBe(200);
    expect(codeOf(await before.get(base))).toEqual(refused);
    const { token } = await allowProgram();
    expect((await app.client({ token }).get(base)).status).toBe(200);
  });
});

describe('settings', () => {
  it('let in addresses of some domains only', async () => {
    const strict = await startApp({ STELE_SSO_DOMAINS: 'acme.example', STELE_SSO_ANYONE: '1' });
    const by = new Browse({ [ADMIN]: strict.url });
    expect(await enter(someone(), {}, by)).toBe(refusal('domain'));
    expect(await enter(someone({ email: 'grace@acme.example' }), {}, by)).toBe('/');
    expect(await sessionOf(by)).toMatchObject({ email: 'grace@acme.example' });
    // Someone who is linked already, from before the setting.
    const person = someone();
    const { prisma } = strict.database;
    const { id: userId } = await createAccount(prisma, {
      name: 'Old',
      email: person.email ?? '',
      passwordHash: null,
      emailVerified: true,
    });
    const link = { id: 'acc_old', userId, providerId: `acme ${peer.url}`, accountId: person.sub };
    await prisma.account.create({ data: link });
    const unverified = { ...person, email: 'any@acme.example', email_verified: false };
    expect(await enter(unverified, {}, new Browse({ [ADMIN]: strict.url }))).toBe(refusal('domain'));
    await strict.close();
  });

  it('let in accounts of Google only that the domain manages', async () => {
    const settings = parseSingleSignOn({
      ...peer.settings('acme'),
      STELE_SSO_ANYONE: '1',
      STELE_SSO_DOMAINS: 'example.org',
    });
    const [acme] = settings?.providers ?? [];
    if (!settings || !acme) throw new Error('There is a provider.');
    const singleSignOn = { ...settings, providers: [{ ...acme, id: 'google', name: 'Google' }] };
    const google = await startTestApp({ adminUrl: ADMIN, singleSignOn });
    const ends: (string | undefined)[] = [];
    for (const facts of [{}, { hd: 'other.example' }, { hd: 'example.org' }]) {
      const by = new Browse({ [ADMIN]: google.url });
      peer.person = someone(facts);
      const { url } = await bodyOf(await begin({ provider: 'google' }, by));
      const answer = await by.send((await by.follow(url, GOOGLE)).href);
      ends.push(answer.headers.get('location')?.slice(ADMIN.length));
    }
    const refused = '/sign-in?problem=domain&provider=google&next=%2F';
    expect(ends).toEqual([refused, refused, '/']);
    await google.close();
  });

  it.each([
    [true, '/'],
    ['1', '/'],
    [false, '/sign-in?problem=unverified&provider=microsoft&next=%2F'],
    [undefined, '/sign-in?problem=unverified&provider=microsoft&next=%2F'],
  ])('take an address of Microsoft as verified by xms_edov: %s', async (xms_edov, to) => {
    const settings = parseSingleSignOn({ ...peer.settings('acme'), STELE_SSO_ANYONE: '1' });
    const [acme] = settings?.providers ?? [];
    if (!settings || !acme) throw new Error('There is a provider.');
    const singleSignOn = { ...settings, providers: [{ ...acme, id: 'microsoft', name: 'Microsoft' }] };
    const microsoft = await startTestApp({ adminUrl: ADMIN, singleSignOn });
    const by = new Browse({ [ADMIN]: microsoft.url });
    const { email_verified: _, ...person } = someone();
    peer.person = xms_edov === undefined ? person : { ...person, xms_edov };
    const { url } = await bodyOf(await begin({ provider: 'microsoft' }, by));
    const answer = await by.send((await by.follow(url, MICROSOFT)).href);
    expect(answer.headers.get('location')).toBe(`${ADMIN}${to}`);
    await microsoft.close();
  });

  it('leave passwords and passkeys to the operator', async () => {
    const mails = await startMailPeer();
    const mail = { smtpUrl: mails.url, from: 'Stele <stele@example.org>' };
    const singleSignOn = parseSingleSignOn({ ...peer.settings('acme'), STELE_SSO_ONLY: '1' });
    const limits = parseLimits('auth.provider=100000');
    const only = await startTestApp({ adminUrl: ADMIN, singleSignOn, mail, limits });
    const { id: projectId } = await only.project();
    const { prisma } = only.database;
    const passwordHash = await hashPassword(only.services, PASSWORD);
    const [boss, operator] = await Promise.all(
      ['boss', 'operator'].map((name) =>
        createAccount(prisma, { name, email: `${name}@example.org`, passwordHash, emailVerified: true }),
      ),
    );
    if (!boss || !operator) throw new Error('There are both.');
    await prisma.member.create({ data: { projectId, userId: boss.id, role: 'owner' } });
    await prisma.member.create({ data: { projectId, userId: operator.id, role: 'owner' } });
    await only.makeOperator(operator.id);
    const cookie = await signIn(only.url, operator.email, PASSWORD);
    await expect(signIn(only.url, boss.email, PASSWORD)).rejects.toThrow('auth.invalid_credentials');
    const byKey = async (userId: string): Promise<number> => {
      const key = new DeviceKey();
      await key.add(prisma, userId);
      const by = new Browse({ [ADMIN]: only.url });
      const { challenge } = await bodyOf(await post('passkeys/sign-in-options', {}, by));
      return (await post('passkeys/sign-in', { response: key.answer(challenge, ADMIN) }, by)).status;
    };
    expect([await byKey(operator.id), await byKey(boss.id)]).toEqual([200, 401]);
    const made = await only.client({ cookie }).post(`/projects/${projectId}/members/${boss.id}/reset-link`, {});
    expect(codeOf(made)).toEqual([403, 'member.reset_not_allowed']);
    const { secret } = await createPasswordReset(prisma, {
      userId: boss.id,
      madeById: null,
      now: new Date(),
      lifetimeMs: 60_000,
    });
    const by = new Browse({ [ADMIN]: only.url });
    for (const [path, more] of [
      ['preview', {}],
      ['complete', { password: PASSWORD }],
    ] as const) {
      expect((await post(`password-reset/${path}`, { secret, ...more }, by)).status).toBe(404);
    }
    for (const { email } of [boss, operator]) await post('password-reset/request', { email }, by);
    expect((await mails.next()).to).toBe(operator.email);
    expect(await prisma.passwordReset.count({ where: { userId: boss.id } })).toBe(1);
    expect((await bodyOf(await by.send(`${ADMIN}/auth/providers`))).replaces_passwords).toBe(true);
    expect(await enter(someone({ email: boss.email }), {}, by)).toBe('/');
    expect((await sessionOf(by)).id).toBe(boss.id);
    await only.close();
    await mails.close();
  });
});

describe('an account that is linked to a provider', () => {
  const links = async (by = browse): Promise<LooseBody[]> =>
    (await bodyOf(await by.send(`${ADMIN}/auth/provider/links`))).data;
  const unlink = async (id: string, password = PASSWORD, by = browse) => post('provider/unlink', { id, password }, by);

  it('lists it, and is unlinked with the password; roles of its groups and its other sessions end', async () => {
    await map(['editors', 'editor']);
    const grace = someone({ groups: ['editors'] });
    await enter(grace);
    const { id: userId } = await sessionOf();
    const elsewhere = new Browse({ [ADMIN]: app.url });
    await enter(grace, {}, elsewhere);
    expect(await memberOf(grace)).toMatchObject({ by_group: 'editors' });
    const listed = await links();
    expect(listed).toEqual([{ id: expect.stringMatching(/^acc_/), name: 'Acme', created_at: expect.any(String) }]);
    const [{ id } = { id: '' }] = listed;
    // Without a password, it's the only way in.
    expect(codeOf({ status: 400, body: await bodyOf(await unlink(id)) })).toEqual([400, 'validation_failed']);
    await givePassword(userId);
    const wrong = await unlink(id, 'not the password');
    expect([wrong.status, (await bodyOf(wrong)).error.details[0].path]).toEqual([400, ['password']]);
    expect(await bodyOf(await unlink(id))).toEqual({ removed: 1 });
    expect(await bodyOf(await unlink(id))).toEqual({ removed: 0 });
    expect(await links()).toEqual([]);
    expect([(await sessionOf()).id, await sessionOf(elsewhere)]).toEqual([userId, null]);
    expect(await memberOf(grace)).toBeUndefined();
    const record = await app.database.prisma.auditRecord.findFirst({
      where: { action: 'account.unlink_provider', targetId: userId },
    });
    expect(record).toMatchObject({ projectId: null, data: { provider: 'acme' } });
    expect(await actions()).toContain('member.remove');
    expect(await signIn(app.url, grace.email as string, PASSWORD)).toContain('session');
  });

  it('is unlinked only by its own person, who has to be signed in', async () => {
    await enter(someone({ email: owner.email }));
    const [{ id } = { id: '' }] = await links();
    const stranger = await app.person();
    const other = await fetch(`${app.url}/auth/provider/unlink`, {
      method: 'POST',
      headers: { cookie: stranger.cookie, origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ id, password: PASSWORD }),
    });
    expect([other.status, await other.json()]).toEqual([200, { removed: 0 }]);
    const out = new Browse({ [ADMIN]: app.url });
    expect((await unlink(id, PASSWORD, out)).status).toBe(401);
    expect((await out.send(`${ADMIN}/auth/provider/links`)).status).toBe(401);
    expect(await linksOf(owner)).toHaveLength(1);
  });

  it('keeps the last provider where only providers let people in, but the operator needs none', async () => {
    const strict = await startApp({ STELE_SSO_ONLY: '1' });
    try {
      const email = `${newId('user')}@example.org`;
      const { id: userId } = await createAccount(strict.database.prisma, {
        name: 'Grace',
        email,
        passwordHash: null,
        emailVerified: true,
      });
      const by = new Browse({ [ADMIN]: strict.url });
      await enter(someone({ email }), {}, by);
      await setPassword(strict.database.prisma, userId, await hashPassword(strict.services, PASSWORD));
      const [{ id } = { id: '' }] = await links(by);
      const refused = await unlink(id, PASSWORD, by);
      expect(codeOf({ status: refused.status, body: await bodyOf(refused) })).toEqual([409, 'auth.only_sign_in']);
      // A provider that has left the settings lets no one in.
      const gone = {
        id: newId('account'),
        accountId: 'x',
        providerId: 'old https://old.example.org',
        userId,
      };
      await strict.database.prisma.account.create({ data: gone });
      expect((await links(by)).map(({ name }) => name)).toEqual(['Acme', 'old']);
      expect((await unlink(id, PASSWORD, by)).status).toBe(409);
      expect(await bodyOf(await unlink(gone.id, PASSWORD, by))).toEqual({ removed: 1 });
      await strict.makeOperator(userId);
      expect(await bodyOf(await unlink(id, PASSWORD, by))).toEqual({ removed: 1 });
    } finally {
      await strict.close();
    }
  });
});

it('ends sessions after some hours, however they began and are used', async () => {
  const hourly = await startApp({ STELE_SSO_HOURS: '1' });
  const { prisma } = hourly.database;
  const { id: userId, email } = await hourly.invited();
  const by = new Browse({ [ADMIN]: hourly.url });
  const person = someone({ email });
  await enter(person, {}, by);
  const now = () => hourly.services.clock.now().getTime();
  const left = async () => {
    const sessions = await prisma.session.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    return sessions.map(({ expiresAt }) => Math.ceil((expiresAt.getTime() - now()) / 60_000));
  };
  expect(await left()).toEqual([60]);
  await prisma.session.updateMany({ where: { userId }, data: { expiresAt: new Date(now() + 10 * 60_000) } });
  // The session isn't renewed, and a program that it allows lasts as long.
  expect((await sessionOf(by)).id).toBe(userId);
  const { token, expires_in } = await allowProgram(by);
  expect((await hourly.client({ token }).get('/projects')).status).toBe(200);
  expect(await left()).toEqual([10, 10]);
  expect(Math.ceil(expires_in / 60)).toBe(10);
  // After a code, it's another session.
  await setPassword(prisma, userId, await hashPassword(hourly.services, PASSWORD));
  const uri = await turnOnCodes(await signIn(hourly.url, email, PASSWORD), hourly);
  await prisma.session.deleteMany({ where: { userId } });
  const fresh = new Browse({ [ADMIN]: hourly.url });
  expect(await enter(person, {}, fresh)).toContain('step=code');
  expect((await post('two-factor/verify-totp', { code: nextCode(uri) }, fresh)).status).toBe(200);
  expect((await sessionOf(fresh)).id).toBe(userId);
  expect(await left()).toEqual([60]);
  await hourly.close();
});

describe('a provider that does not answer', () => {
  it('is told in an error at the button, and on the sign-in page afterwards', async () => {
    const down = new OidcPeer();
    await down.start([CALLBACK]);
    const other = await startTestApp({ adminUrl: ADMIN, singleSignOn: parseSingleSignOn(down.settings('acme')) });
    const by = new Browse({ [ADMIN]: other.url });
    down.person = someone();
    const { url } = await bodyOf(await begin({}, by));
    const callback = await by.follow(url, CALLBACK);
    await down.close();
    expect((await by.send(callback.href)).headers.get('location')).toBe(`${ADMIN}${refusal('unreachable')}`);
    await other.close();
    const cold = await startTestApp({ adminUrl: ADMIN, singleSignOn: parseSingleSignOn(down.settings('acme')) });
    const answer = await begin({}, new Browse({ [ADMIN]: cold.url }));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([409, 'auth.provider_unreachable']);
    await cold.close();
  });

  it('without an address to send people to is told in an error, and asked once in a while', async () => {
    const half = new OidcPeer();
    await half.start([CALLBACK]);
    const discovery = '/.well-known/openid-configuration';
    half.spoiled.set(discovery, (body) => JSON.stringify({ ...JSON.parse(body), authorization_endpoint: undefined }));
    const other = await startTestApp({ adminUrl: ADMIN, singleSignOn: parseSingleSignOn(half.settings('acme')) });
    const by = new Browse({ [ADMIN]: other.url });
    const answers = [...(await Promise.all([begin({}, by), begin({}, by)])), await begin({}, by)];
    for (const answer of answers) {
      expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([409, 'auth.provider_unreachable']);
    }
    expect(half.asked).toEqual([discovery]);
    await other.close();
    await half.close();
  });

  it('with user info is not missed when the ID token has what is needed', async () => {
    const whole = new OidcPeer(0, true);
    await whole.start([CALLBACK]);
    whole.spoiled.set('/me', () => 'no JSON');
    const settings = { ...whole.settings('acme'), STELE_SSO_ANYONE: '1' };
    const other = await startTestApp({ adminUrl: ADMIN, singleSignOn: parseSingleSignOn(settings) });
    const ends: (string | null)[] = [];
    for (const person of [someone({ groups: ['staff'] }), someone()]) {
      const by = new Browse({ [ADMIN]: other.url });
      whole.person = person;
      const callback = await by.follow((await bodyOf(await begin({}, by))).url, CALLBACK);
      ends.push((await by.send(callback.href)).headers.get('location'));
    }
    expect(ends).toEqual([`${ADMIN}/`, `${ADMIN}/`]);
    // Only the second one's groups were missing.
    expect(whole.asked.filter((path) => path === '/me')).toHaveLength(1);
    await other.close();
    await whole.close();
  });

  it('in a private network is not called without the setting', async () => {
    const settings = parseSingleSignOn(peer.settings('acme'));
    if (!settings) throw new Error('There are settings.');
    const guarded = await startTestApp({ adminUrl: ADMIN, singleSignOn: { ...settings, allowsPrivate: false } });
    peer.asked.length = 0;
    const answer = await begin({}, new Browse({ [ADMIN]: guarded.url }));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([409, 'auth.provider_unreachable']);
    expect(peer.asked).toEqual([]);
    await guarded.close();
  });
});

it('does not exist where no provider is set', async () => {
  const plain = await startTestApp();
  const ask = (path: string, init?: RequestInit) => fetch(`${plain.url}/auth/${path}`, init);
  expect(await (await ask('providers')).json()).toEqual({ data: [], replaces_passwords: false });
  expect((await ask('provider/begin', { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await ask('provider/callback/acme')).status).toBe(404);
  expect((await ask('sign-in/provider', { method: 'POST', body: '{}' })).status).toBe(404);
  await plain.close();
});

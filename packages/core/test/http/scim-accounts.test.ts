import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { ScimClient } from '@stele/testing/scim-client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/accounts.ts';
import { createPasswordReset } from '../../src/access/password-resets.ts';
import { newId } from '../../src/platform/ids.ts';
import { Browse } from '../support/browse.ts';
import { DeviceKey } from '../support/device-key.ts';
import { lockWaits } from '../support/lock-waits.ts';
import {
  createByScim,
  enterByProvider,
  OFF,
  ON,
  SCIM_ADMIN,
  SCIM_TOKENS,
  scimSettings,
  startScim,
  userOfOkta,
} from '../support/scim-directory.ts';
import { StreamListener } from '../support/stream-listener.ts';
import { PASSWORD, startTestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

const { app, peer, acme, close } = await startScim();
afterAll(close);

const post = (path: string, body: object, cookie = '') =>
  fetch(`${app.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SCIM_ADMIN, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
const withPassword = (email: string) => post('sign-in/email', { email, password: PASSWORD });
const givePassword = async (userId: string) =>
  setPassword(app.database.prisma, userId, await hashPassword(app.services, PASSWORD));

describe('an account that was there before', () => {
  it('is joined by its address, and what was set before it was verified ends', async () => {
    const person = await app.invited();
    const { id } = await createByScim(acme, { ...userOfOkta(), emails: [{ value: person.email.toUpperCase() }] });
    expect(id).toBe(person.id);
    expect((await withPassword(person.email)).status).toBe(401);
    const action = 'account.link_directory';
    const [record] = await app.database.prisma.auditRecord.findMany({ where: { targetId: id, action } });
    expect(record).toMatchObject({
      action: 'account.link_directory',
      data: { provider: 'acme', removed: { passwords: 1, sessions: 1 } },
      actor: { type: 'system', id: 'scim', name: 'Acme (SCIM)' },
    });
    // Credentials that the person sets afterwards stay at their first sign-in.
    await givePassword(id);
    expect((await enterByProvider(app, peer, person.email)).to).toBe('/');
    expect((await withPassword(person.email)).status).toBe(200);
  });

  it('is not needed by someone who was invited: they are a member at once', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const user = userOfOkta();
    await owner.api.post(`/projects/${project.id}/invitations`, { email: user.userName, role: 'author' });
    const { id } = await createByScim(acme, user);
    const { data } = (await owner.api.get(`/projects/${project.id}/members`)).body;
    expect(data).toContainEqual(expect.objectContaining({ user_id: id, role: 'author', deactivated: false }));
    await acme.patch(`/Users/${id}`, OFF);
    const after = (await owner.api.get(`/projects/${project.id}/members`)).body.data;
    expect(after).toContainEqual(expect.objectContaining({ user_id: id, role: 'author', deactivated: true }));
    // Owners of projects make no link that would open the account.
    const link = await owner.api.post(`/projects/${project.id}/members/${id}/reset-link`, {});
    expect(codeOf(link)).toEqual([403, 'member.reset_not_allowed']);
  });

  it('keeps its address when another account has the new one', async () => {
    const person = await app.person();
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    const taken = await acme.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'emails[primary eq true].value',
      value: person.email,
    });
    expect(taken.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect((await acme.get(`/Users/${id}`)).body.emails).toMatchObject([{ value: user.userName }]);
  });

  it('of the person who set up the instance stays active', async () => {
    const person = await app.person();
    await app.makeOperator(person.id);
    const { id } = await createByScim(acme, { ...userOfOkta(), emails: [{ value: person.email }] });
    expect((await person.api.get('/projects')).status).toBe(200);
    expect((await acme.patch(`/Users/${id}`, OFF)).body).toMatchObject({ status: '409' });
    expect((await acme.delete(`/Users/${id}`)).status).toBe(409);
    const moved = await acme.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'emails',
      value: [{ value: 'a@example.org' }],
    });
    expect(moved.status).toBe(409);
    expect((await acme.get(`/Users/${id}`)).body.active).toBe(true);
    expect((await person.api.get('/projects')).status).toBe(200);
  });

  it('can be of an address that is let in only, but is deactivated whatever its address', async () => {
    const strict = await startTestApp({
      database: app.database,
      singleSignOn: scimSettings(peer, { STELE_SSO_DOMAINS: 'example.com' }),
    });
    const client = new ScimClient(strict.url, 'acme', SCIM_TOKENS.acme);
    expect((await client.post('/Users', userOfOkta())).body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    const { id } = await createByScim(acme);
    expect((await client.patch(`/Users/${id}`, OFF)).body.active).toBe(false);
    await strict.close();
  });

  it('is of a domain that its company may speak for: others keep theirs', async () => {
    const person = await app.person();
    const shared = await startTestApp({
      adminUrl: SCIM_ADMIN,
      database: app.database,
      singleSignOn: scimSettings(peer, { STELE_SSO_ACME_DOMAINS: 'acme.example', STELE_SSO_ANYONE: '1' }),
    });
    const [ofAcme, ofOther] = (['acme', 'other'] as const).map(
      (provider) => new ScimClient(shared.url, provider, SCIM_TOKENS[provider]),
    );
    const theirs = { ...userOfOkta(), emails: [{ value: person.email }] };
    expect((await ofAcme?.post('/Users', theirs))?.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    const { to } = await enterByProvider(shared, peer, person.email);
    expect(to).toContain('problem=domain');
    expect((await person.api.get('/projects')).status).toBe(200);
    expect((await ofOther?.post('/Users', userOfOkta()))?.status).toBe(201);
    const address = `${newId('user')}@acme.example`;
    const { id } = await createByScim(ofAcme as ScimClient, { ...userOfOkta(), emails: [{ value: address }] });
    const move = { op: 'replace', path: 'emails', value: [{ value: `${newId('user')}@example.org` }] };
    expect((await ofAcme?.patch(`/Users/${id}`, move))?.status).toBe(400);
    await shared.close();
  });

  it('no more once its company may not speak for its address, as it could before', async () => {
    const options = { adminUrl: SCIM_ADMIN, database: app.database };
    const more = { STELE_SSO_ANYONE: '1' };
    const before = await startTestApp({ ...options, singleSignOn: scimSettings(peer, more) });
    const ofAcme = (url: string) => new ScimClient(url, 'acme', SCIM_TOKENS.acme);
    const address = `${newId('user')}@example.org`;
    const { id } = await createByScim(ofAcme(before.url), { ...userOfOkta(), emails: [{ value: address }] });
    const linked = `${newId('user')}@example.org`;
    expect((await enterByProvider(before, peer, linked)).to).not.toContain('problem=');
    await before.close();

    const own = { ...more, STELE_SSO_ACME_DOMAINS: 'acme.example' };
    const bound = await startTestApp({ ...options, singleSignOn: scimSettings(peer, own) });
    const moved = `${newId('user')}@acme.example`;
    const move = { op: 'replace', path: 'emails', value: [{ value: moved }] };
    expect((await ofAcme(bound.url).patch(`/Users/${id}`, move)).status).toBe(400);
    expect((await enterByProvider(bound, peer, moved, undefined, linked)).to).toContain('problem=domain');
    expect(await app.database.prisma.user.count({ where: { email: { in: [address, linked] } } })).toBe(2);
    await bound.close();
  });
});

describe('someone who is deactivated', () => {
  let project: TestProject;
  let owner: TestPerson;
  let person: { id: string; email: string };
  let browse: Browse;

  beforeEach(async () => {
    project = await app.project();
    owner = await app.person({ projectId: project.id, role: 'owner' });
    const user = userOfOkta();
    person = { id: (await createByScim(acme, user)).id, email: user.userName };
    const entered = await enterByProvider(app, peer, person.email);
    expect(entered.to).toBe('/');
    browse = entered.browse;
  });
  const cookie = () => browse.cookies(SCIM_ADMIN);
  const session = async () => ((await (await browse.send(`${SCIM_ADMIN}/auth/get-session`)).json()) as LooseBody)?.user;

  it('loses sessions, personal tokens, links and invitations at once, and comes in by no way', async () => {
    await app.database.prisma.member.create({ data: { projectId: project.id, userId: person.id, role: 'owner' } });
    const api = app.client({ cookie: cookie() });
    const begun = (await (await post('device/request', {})).json()) as LooseBody;
    await post('device/preview', { code: begun.user_code }, cookie());
    expect((await post('device/allow', { code: begun.user_code }, cookie())).status).toBe(200);
    const fetched = (await (await post('device/token', { device_code: begun.device_code })).json()) as LooseBody;
    const program = app.client({ token: fetched.token });
    expect((await program.get('/projects')).status).toBe(200);
    const waiting = (await (await post('device/request', {})).json()) as LooseBody;
    await post('device/preview', { code: waiting.user_code }, cookie());
    await post('device/allow', { code: waiting.user_code }, cookie());
    const body = { email: 'friend@example.org', role: 'owner' };
    const invited = await api.post(`/projects/${project.id}/invitations`, body);
    const shared = await api.post(`/projects/${project.id}/preview-links`, {});
    const link = app.client({ token: shared.body.secret });
    expect((await link.get(`/projects/${project.id}/preview-links/me`)).status).toBe(200);
    await givePassword(person.id);
    const { prisma } = app.database;
    const now = app.services.clock.now();
    const reset = await createPasswordReset(prisma, { userId: person.id, madeById: null, now, lifetimeMs: 60_000 });
    const stream = await StreamListener.open(app, project.id, { headers: { cookie: cookie() }, open: [] });
    expect(stream.response.status).toBe(200);

    expect((await acme.patch(`/Users/${person.id}`, OFF)).status).toBe(200);
    expect(await session()).toBeUndefined();
    expect(codeOf(await api.get('/projects'))).toEqual([401, 'auth.missing_session']);
    await stream.ended;
    expect((await program.get('/projects')).status).toBe(401);
    expect((await link.get(`/projects/${project.id}/preview-links/me`)).status).toBe(401);
    expect((await post('device/token', { device_code: waiting.device_code })).status).toBe(404);
    expect((await post('password-reset/complete', { secret: reset.secret, password: PASSWORD })).status).toBe(404);
    const open = await owner.api.get(`/projects/${project.id}/invitations`);
    expect(open.body.data).toEqual([]);
    expect(invited.status).toBe(201);

    expect((await enterByProvider(app, peer, person.email)).to).toBe(
      '/sign-in?problem=deactivated&provider=acme&next=%2F',
    );
    const refused = await withPassword(person.email);
    expect(codeOf({ status: refused.status, body: await refused.json() })).toEqual([403, 'auth.deactivated']);
    expect(refused.headers.getSetCookie().join()).not.toContain('session_token=');
    expect((await post('sign-in/email', { email: person.email, password: 'a wrong one' })).status).toBe(401);
    expect(await prisma.session.count({ where: { userId: person.id } })).toBe(0);

    await acme.patch(`/Users/${person.id}`, ON);
    expect((await withPassword(person.email)).status).toBe(200);
    expect((await enterByProvider(app, peer, person.email)).to).toBe('/');
    expect(await session()).toBeUndefined();
  });

  it('is not let in by a passkey either', async () => {
    const byKey = async () => {
      const key = new DeviceKey();
      await key.add(app.database.prisma, person.id);
      const by = new Browse({ [SCIM_ADMIN]: app.url });
      const send = (path: string, body: object) =>
        by.send(`${SCIM_ADMIN}/auth/passkeys/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: SCIM_ADMIN },
          body: JSON.stringify(body),
        });
      const { challenge } = (await (await send('sign-in-options', {})).json()) as LooseBody;
      const answer = await send('sign-in', { response: key.answer(challenge, SCIM_ADMIN) });
      return codeOf({ status: answer.status, body: await answer.json() });
    };
    const { session: sessions } = app.database.prisma;
    expect(await byKey()).toEqual([200, undefined]);
    await acme.patch(`/Users/${person.id}`, OFF);
    expect(await byKey()).toEqual([403, 'auth.deactivated']);
    expect(await sessions.count({ where: { userId: person.id } })).toBe(0);
  });

  // The embedded database has one connection: nothing happens at the same moment there.
  it.skipIf(!process.env.TEST_DATABASE_URL)('has no session that began at that moment', async () => {
    const { pool, prisma } = app.database;
    await givePassword(person.id);
    await prisma.session.deleteMany({ where: { userId: person.id } });
    // Holds the person's row as a deactivation does, which has looked for sessions already.
    const deactivation = await pool.connect();
    await deactivation.query('BEGIN');
    await deactivation.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [person.id]);
    const signingIn = withPassword(person.email);
    await expect.poll(() => lockWaits(app), { timeout: 30_000 }).toBe(1);
    await deactivation.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [person.id]);
    await deactivation.query('COMMIT');
    deactivation.release();
    expect((await signingIn).status).toBe(403);
    expect(await prisma.session.count({ where: { userId: person.id } })).toBe(0);
  });

  it('can be created so', async () => {
    const user = { ...userOfOkta(), active: false };
    await createByScim(acme, user);
    expect((await enterByProvider(app, peer, user.userName)).to).toBe(
      '/sign-in?problem=deactivated&provider=acme&next=%2F',
    );
  });
});

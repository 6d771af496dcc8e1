import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { startMailPeer } from '@stele/testing/mail-peer';
import { afterAll, describe, expect, it } from 'vitest';
import { createPasswordReset } from '../../src/access/password-resets.ts';
import { lockWaits } from '../support/lock-waits.ts';
import {
  createByScim,
  enterByProvider,
  OFF,
  ON,
  SCIM_ADMIN,
  startScim,
  userOfEntra,
  userOfOkta,
} from '../support/scim-directory.ts';

const mails = await startMailPeer();
const mail = { smtpUrl: mails.url, from: 'Stele <stele@example.org>' };
const { app, peer, acme, other, close } = await startScim({ mail });
afterAll(async () => {
  await close();
  await mails.close();
});

const { prisma } = app.database;
const post = async (path: string, body: object): Promise<{ status: number; body: LooseBody }> => {
  const answer = await fetch(`${app.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SCIM_ADMIN },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const move = (email: string) => ({ op: 'replace', path: 'emails', value: [{ value: email, primary: true }] });
const recordsOf = (targetId: string) => prisma.auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } });

describe('an account of another provider', () => {
  it('is not joined, nor moved once both have it', async () => {
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    expect((await other.post('/Users', user)).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const person = await app.person();
    await prisma.account.create({
      data: { id: 'acc_of_acme', providerId: 'acme https://acme.example', accountId: 'grace', userId: person.id },
    });
    const refused = await other.post('/Users', { ...userOfOkta(), emails: [{ value: person.email }] });
    expect(refused.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    await prisma.account.create({
      data: { id: 'acc_of_other', providerId: 'other https://other.example', accountId: 'grace', userId: id },
    });
    expect((await acme.patch(`/Users/${id}`, move('moved@example.org'))).status).toBe(409);
    expect(await prisma.user.findUnique({ where: { id } })).toMatchObject({ email: user.userName });
  });
});

describe('the account of someone who left', () => {
  it.each([
    ['another externalId', (user: object) => ({ ...user, externalId: 'someone else' })],
    ['no externalId', ({ externalId: _, ...user }: Record<string, unknown>) => user],
  ])('is not given to someone with their address and %s', async (_, changed) => {
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    await acme.delete(`/Users/${id}`);
    const refused = await acme.post('/Users', changed(user));
    expect(refused.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect((await createByScim(acme, user)).id).toBe(id);
    expect((await enterByProvider(app, peer, user.userName)).to).toBe('/');
  });

  it('is not given to someone else when neither has an externalId', async () => {
    const { externalId: _, ...user } = userOfEntra();
    await acme.delete(`/Users/${(await createByScim(acme, user)).id}`);
    expect((await acme.post('/Users', user)).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  it('follows their name and address when they are back, which ends links to reset the password', async () => {
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    await acme.delete(`/Users/${id}`);
    const now = app.services.clock.now();
    await createPasswordReset(prisma, { userId: id, madeById: null, now, lifetimeMs: 60_000 });
    const email = `back-${user.userName}`;
    await createByScim(acme, { ...user, displayName: 'Rear Admiral', emails: [{ value: email }] });
    expect(await prisma.user.findUnique({ where: { id } })).toMatchObject({ name: 'Rear Admiral', email });
    expect(await prisma.passwordReset.count({ where: { userId: id } })).toBe(0);
    const records = (await recordsOf(id)).map(({ action, data }) => [action, data]);
    expect(records).toEqual(
      expect.arrayContaining([
        ['account.link_directory', { provider: 'acme', email }],
        [
          'account.update_by_directory',
          expect.objectContaining({ provider: 'acme', name: 'Rear Admiral', email, changed: ['email', 'name'] }),
        ],
      ]),
    );
  });

  // The embedded database has one connection: nothing happens at the same moment there.
  it.skipIf(!process.env.TEST_DATABASE_URL)('is given back once when two requests ask for it', async () => {
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    await acme.delete(`/Users/${id}`);
    const holder = await app.database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [id]);
    const both = [acme.post('/Users', user), acme.post('/Users', user)];
    await expect.poll(() => lockWaits(app), { timeout: 30_000 }).toBe(2);
    await holder.query('COMMIT');
    holder.release();
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('loses all its names when they are deleted for good, also earlier ones', async () => {
    const operator = await app.person();
    await app.makeOperator(operator.id);
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const invite = (email: string) => owner.api.post(`/projects/${project.id}/invitations`, { email, role: 'viewer' });
    const user = { ...userOfOkta(), displayName: 'Ünal' };
    const [first, last] = [user.userName, `last-${user.userName}`];
    await invite(first);
    const { id } = await createByScim(acme, user);
    await acme.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Ünal Two' });
    await acme.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: last }, move(last));
    await acme.delete(`/Users/${id}`);
    const traces = async (): Promise<number> => {
      const { rows } = await app.database.pool.query<{ count: number }>(
        `SELECT count(*)::int FROM (SELECT to_jsonb(a) AS row FROM audit_records a
          UNION ALL SELECT to_jsonb(i) FROM invitations i) r
          WHERE position($1 IN row::text) + position($2 IN row::text) > 0`,
        [first, 'Ünal'],
      );
      return rows[0]?.count ?? 0;
    };
    expect(await traces()).toBeGreaterThan(4);
    const gone = await operator.api.send('DELETE', `/instance/people/${id}`, { confirm_email: last });
    expect(gone.status).toBe(200);
    await app.services.jobs.drain({ kinds: ['forget-person'] });
    expect(await traces()).toBe(0);
  });
});

describe('someone who is deactivated', () => {
  it('gets no link to reset the password, and opens none', async () => {
    const operator = await app.person();
    await app.makeOperator(operator.id);
    const project = await app.project();
    await app.database.prisma.member.create({ data: { projectId: project.id, userId: operator.id, role: 'owner' } });
    const user = userOfOkta();
    const { id } = await createByScim(acme, user);
    await prisma.member.create({ data: { projectId: project.id, userId: id, role: 'viewer' } });
    await acme.patch(`/Users/${id}`, OFF);
    const ask = (email: string) => post('password-reset/request', { email });
    const [known, unknown] = [await ask(user.userName), await ask('no-one@example.org')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const link = await operator.api.post(`/projects/${project.id}/members/${id}/reset-link`, {});
    expect(codeOf(link)).toEqual([403, 'member.reset_not_allowed']);
    const now = app.services.clock.now();
    const { secret } = await createPasswordReset(prisma, { userId: id, madeById: null, now, lifetimeMs: 60_000 });
    expect(codeOf(await post('password-reset/preview', { secret }))).toEqual([404, 'auth.reset_over']);
    await acme.patch(`/Users/${id}`, ON);
    await ask(user.userName);
    expect((await mails.next()).to).toBe(user.userName);
    expect(mails.waiting()).toBe(0);
    expect((await recordsOf(id)).filter(({ action }) => action === 'account.request_password_reset')).toHaveLength(1);
  });
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/accounts.ts';
import { createPasswordReset, HANDED_LINK_LIFETIME_MS } from '../../src/access/password-resets.ts';
import { enterByProvider, SCIM_ADMIN, startScim } from '../support/scim-directory.ts';
import { PASSWORD, type TestPerson, type TestProject } from '../support/test-app.ts';

const { app, peer, acme, close } = await startScim();
afterAll(close);

describe('a transaction that the database ends twice because of deadlocks runs again', () => {
  let project: TestProject;
  let owner: TestPerson;

  beforeEach(async () => {
    project = await app.project();
    owner = await app.person({ projectId: project.id, role: 'owner' });
    await app.database.prisma.project.update({
      where: { id: project.id },
      data: { groupRoles: [{ provider: 'acme', group: 'editors', role: 'editor' }] },
    });
  });

  const roleOf = async (userId: string): Promise<string | undefined> => {
    const where = { projectId_userId: { projectId: project.id, userId } };
    return (await app.database.prisma.member.findUnique({ where }))?.role;
  };

  /** Sends a request whose first two attempts to write a table end as they do because of a deadlock. A sequence isn't rolled back. */
  async function throughDeadlocks<Answer>(table: string, request: () => Promise<Answer>): Promise<Answer> {
    const { pool } = app.database;
    await pool.query(`
      CREATE SEQUENCE attempts;
      CREATE FUNCTION end_by_deadlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('attempts') < 3 THEN RAISE 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER end_by_deadlock AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION end_by_deadlock()`);
    try {
      const answer = await request();
      const { rows } = await pool.query('SELECT last_value::int AS attempts FROM attempts');
      expect(rows[0].attempts).toBeGreaterThanOrEqual(3);
      return answer;
    } finally {
      await pool.query('DROP FUNCTION end_by_deadlock CASCADE; DROP SEQUENCE attempts');
    }
  }

  it('when an invitation is accepted', async () => {
    const guest = await app.person();
    const invited = await owner.api.post(`/projects/${project.id}/invitations`, { email: guest.email, role: 'author' });
    const secret = new URL(invited.body.accept_url).hash.slice(1);
    const answer = await throughDeadlocks('members', () => guest.api.post('/invitations/accept', { secret }));
    expect([answer.status, await roleOf(guest.id)]).toEqual([200, 'author']);
  });

  it('when someone signs in through a provider, or unlinks it', async () => {
    const person = await app.person();
    const { browse } = await enterByProvider(app, peer, person.email);
    const { to } = await throughDeadlocks('members', () => enterByProvider(app, peer, person.email, ['editors']));
    expect([to, await roleOf(person.id)]).toEqual(['/', 'editor']);

    await setPassword(app.database.prisma, person.id, await hashPassword(app.services, PASSWORD));
    const { id } = await app.database.prisma.account.findFirstOrThrow({
      where: { userId: person.id, providerId: { not: 'credential' } },
    });
    const unlinked = await throughDeadlocks('members', () =>
      browse.send(`${SCIM_ADMIN}/auth/provider/unlink`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SCIM_ADMIN },
        body: JSON.stringify({ id, password: PASSWORD }),
      }),
    );
    expect([await unlinked.json(), await roleOf(person.id)]).toEqual([{ removed: 1 }, undefined]);
  });

  it('when a password is reset', async () => {
    const { services, database } = app;
    const reset = { userId: owner.id, madeById: null, now: services.clock.now(), lifetimeMs: HANDED_LINK_LIFETIME_MS };
    const { secret } = await createPasswordReset(database.prisma, reset);
    const answer = await throughDeadlocks('password_resets', () =>
      fetch(`${app.url}/auth/password-reset/complete`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SCIM_ADMIN },
        body: JSON.stringify({ secret, password: 'another password' }),
      }),
    );
    expect([answer.status, await answer.json()]).toEqual([200, { email: owner.email }]);
  });

  it('when a directory changes a group', async () => {
    const person = (await acme.post('/Users', { userName: 'ada@example.org' })).body;
    const group = (await acme.post('/Groups', { displayName: 'editors' })).body;
    const added = await throughDeadlocks('members', () =>
      acme.patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: person.id }] }),
    );
    expect([added.status, await roleOf(person.id)]).toEqual([204, 'editor']);
  });
});

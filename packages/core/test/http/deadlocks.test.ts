import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, setPassword } from '../../src/access/accounts.ts';
import { throughDeadlocks } from '../support/deadlocks.ts';
import { enterByProvider, SCIM_ADMIN, startScim } from '../support/scim-directory.ts';
import { PASSWORD, type TestPerson, type TestProject } from '../support/test-app.ts';

describe.runIf(process.env.TEST_DATABASE_URL)('what the database ends because of deadlocks runs again:', () => {
  let scim: Awaited<ReturnType<typeof startScim>>;
  let project: TestProject;
  let owner: TestPerson;
  const groups = ['editors'];

  beforeAll(async () => {
    scim = await startScim();
  });
  afterAll(() => scim.close());
  beforeEach(async () => {
    project = await scim.app.project();
    owner = await scim.app.person({ projectId: project.id, role: 'owner' });
    await scim.app.database.prisma.project.update({
      where: { id: project.id },
      data: { groupRoles: [{ provider: 'acme', group: 'editors', role: 'editor' }] },
    });
  });

  const row = (table: string, id: string): string => `SELECT FROM ${table} WHERE id = '${id}'`;
  const send = <Answer>(first: string, second: string, request: () => Promise<Answer>): Promise<Answer> =>
    throughDeadlocks(scim.app.database.pool, { first, second }, request);
  const roleOf = async (userId: string): Promise<string | undefined> => {
    const where = { projectId_userId: { projectId: project.id, userId } };
    return (await scim.app.database.prisma.member.findUnique({ where }))?.role;
  };

  it('accepting an invitation, while its person is changed', async () => {
    const guest = await scim.app.person();
    const invited = await owner.api.post(`/projects/${project.id}/invitations`, { email: guest.email, role: 'author' });
    const secret = new URL(invited.body.accept_url).hash.slice(1);
    const answer = await send(row('invitations', invited.body.id), row('users', guest.id), () =>
      guest.api.post('/invitations/accept', { secret }),
    );
    expect([answer.status, await roleOf(guest.id)]).toEqual([200, 'author']);
  });

  it('signing in through a provider and unlinking it, while the project is changed', async () => {
    const { app, peer } = scim;
    const person = await app.person();
    const { browse } = await enterByProvider(app, peer, person.email);
    const rows = [row('users', person.id), row('projects', project.id)] as const;
    const { to } = await send(...rows, () => enterByProvider(app, peer, person.email, groups));
    expect([to, await roleOf(person.id)]).toEqual(['/', 'editor']);

    await setPassword(app.database.prisma, person.id, await hashPassword(app.services, PASSWORD));
    const { id } = await app.database.prisma.account.findFirstOrThrow({
      where: { userId: person.id, providerId: { not: 'credential' } },
    });
    const unlinked = await send(...rows, () =>
      browse.send(`${SCIM_ADMIN}/auth/provider/unlink`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SCIM_ADMIN },
        body: JSON.stringify({ id, password: PASSWORD }),
      }),
    );
    expect([await unlinked.json(), await roleOf(person.id)]).toEqual([{ removed: 1 }, undefined]);
  });

  it("changing a directory's group, while its people are changed", async () => {
    const { acme } = scim;
    const person = (await acme.post('/Users', { userName: 'ada@example.org' })).body;
    const group = (await acme.post('/Groups', { displayName: 'editors' })).body;
    const added = await send(row('directory_groups', group.id), row('users', person.id), () =>
      acme.patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: person.id }] }),
    );
    expect([added.status, await roleOf(person.id)]).toEqual([204, 'editor']);
  });
});

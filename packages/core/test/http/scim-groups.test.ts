import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { enterByProvider, SCIM_ADMIN, startScim } from '../support/scim-directory.ts';
import { countStatements } from '../support/statements.ts';
import type { TestPerson, TestProject } from '../support/test-app.ts';

const { app, peer, acme, close } = await startScim();
afterAll(close);
let project: TestProject;
let owner: TestPerson;
let base: string;
let count = 0;

beforeEach(async () => {
  project = await app.project();
  base = `/projects/${project.id}`;
  owner = await app.person({ projectId: project.id, role: 'owner' });
});

const user = async (): Promise<{ id: string; email: string }> => {
  const email = `person-${++count}@example.org`;
  const { status, body } = await acme.post('/Users', { userName: email, externalId: `id-${count}` });
  expect(status).toBe(201);
  return { id: body.id, email };
};
const groupOf = async (displayName: string, ...members: { id: string }[]): Promise<string> => {
  const answer = await acme.post('/Groups', { displayName, members: members.map(({ id }) => ({ value: id })) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const map = (...groups: [group: string, role: string][]) =>
  app.database.prisma.project.update({
    where: { id: project.id },
    data: { groupRoles: groups.map(([group, role]) => ({ provider: 'acme', group, role })) },
  });
/** Who has which role in the project, beside its owner. */
const roles = async (): Promise<Record<string, string>> => {
  const { data } = (await owner.api.get(`${base}/members`)).body;
  const others = (data as { user_id: string; role: string }[]).filter(({ user_id }) => user_id !== owner.id);
  return Object.fromEntries(others.map(({ user_id, role }) => [user_id, role]));
};
const add = (id: string, ...people: { id: string }[]) =>
  acme.patch(`/Groups/${id}`, {
    op: 'Add',
    path: 'members',
    value: people.map((one) => ({ $ref: null, value: one.id })),
  });
const enter = async (email: string, groups?: readonly string[]) => (await enterByProvider(app, peer, email, groups)).to;

describe('before the directory has told of any group', () => {
  it('the groups of the token count, until the person is deactivated', async () => {
    const { prisma } = app.database;
    await prisma.directoryGroup.deleteMany();
    await map(['writers', 'author']);
    const person = await user();
    expect(await enter(person.email, ['writers'])).toBe('/');
    await acme.patch(`/Users/${person.id}`, { op: 'replace', path: 'displayName', value: 'Ada' });
    expect(await roles()).toEqual({ [person.id]: 'author' });
    await acme.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: false });
    expect(await roles()).toEqual({});
  });
});

describe('groups of a directory', () => {
  it('are made, found, filled, emptied, renamed and deleted as Entra does it, and give roles at once', async () => {
    const [ada, grace] = [await user(), await user()];
    await map(['Editors', 'editor'], ['object-1', 'publisher'], ['Authors', 'author']);
    expect((await acme.find('Groups', 'displayName eq "Editors"', '&excludedAttributes=members')).body).toMatchObject({
      totalResults: 0,
    });
    const made = await acme.post('/Groups', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: 'object-2',
      displayName: 'Editors',
      meta: { resourceType: 'Group' },
    });
    const { id } = made.body;
    expect([made.status, made.body]).toMatchObject([201, { displayName: 'Editors', members: [] }]);
    expect((await add(id, ada, grace)).status).toBe(204);
    expect(await roles()).toEqual({ [ada.id]: 'editor', [grace.id]: 'editor' });
    expect((await acme.find('Groups', `id eq "${id}" and members eq "${ada.id}"`)).body.totalResults).toBe(1);
    expect((await acme.find('Groups', `members.value eq "${ada.id}"`)).body.Resources).toMatchObject([{ id }]);
    const without = (await acme.get(`/Groups/${id}?excludedAttributes=members`)).body;
    expect([without.displayName, 'members' in without]).toEqual(['Editors', false]);
    expect((await acme.get(`/Users/${ada.id}`)).body.groups).toEqual([{ value: id, display: 'Editors' }]);
    const gone = await acme.patch(`/Groups/${id}`, {
      op: 'Remove',
      path: 'members',
      value: [{ $ref: null, value: ada.id }],
    });
    expect(gone.status).toBe(204);
    expect(await roles()).toEqual({ [grace.id]: 'editor' });
    await acme.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'Authors' });
    expect(await roles()).toEqual({ [grace.id]: 'author' });
    await acme.patch(`/Groups/${id}`, { op: 'Replace', value: { externalId: 'object-1' } });
    expect(await roles()).toEqual({ [grace.id]: 'publisher' });
    expect((await acme.delete(`/Groups/${id}`)).status).toBe(204);
    expect(await roles()).toEqual({});
    expect((await acme.get(`/Groups/${id}`)).status).toBe(404);
    const { data } = (await owner.api.get(`${base}/audit?action=member.`)).body;
    expect(data[0]).toMatchObject({
      action: 'member.remove',
      actor: { id: 'scim', name: 'Acme (SCIM)' },
      data: { provider: 'acme', group: 'object-1' },
    });
    const records = await app.database.prisma.auditRecord.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } });
    expect([...new Set(records.map(({ action }) => action))]).toEqual([
      'directory_group.create',
      'directory_group.update',
      'directory_group.delete',
    ]);
  });

  it('are pushed as Okta does it', async () => {
    const [ada, grace] = [await user(), await user()];
    await map(['okta-editors', 'editor']);
    const id = await groupOf('okta-editors', ada);
    expect((await acme.post('/Groups', { displayName: 'okta-editors' })).body.scimType).toBe('uniqueness');
    const swap = [
      { op: 'remove', path: `members[value eq "${ada.id}"]` },
      { op: 'add', path: 'members', value: [{ value: grace.id, display: grace.email }] },
    ];
    expect((await acme.patch(`/Groups/${id}`, ...swap)).status).toBe(204);
    expect(await roles()).toEqual({ [grace.id]: 'editor' });
    const whole = { schemas: [], id, displayName: 'okta-editors', members: [{ value: ada.id }, { value: grace.id }] };
    const put = await acme.put(`/Groups/${id}`, whole);
    expect(put.body.members.map(({ value }: { value: string }) => value).sort()).toEqual([ada.id, grace.id].sort());
    expect((await acme.put(`/Groups/${id}`, { displayName: 'okta-editors' })).body.members).toHaveLength(2);
    expect(await roles()).toEqual({ [ada.id]: 'editor', [grace.id]: 'editor' });
    await acme.patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: ada.id }] });
    expect(await roles()).toEqual({ [ada.id]: 'editor' });
    await acme.patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'okta-others' } });
    expect(await roles()).toEqual({});
    await acme.patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'okta-editors' } });
    await acme.patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    expect(await roles()).toEqual({});
    expect((await acme.get(`/Groups/${id}`)).body.members).toEqual([]);
  });

  it('lose who is deactivated or deleted, and have them back with who is active again', async () => {
    const [ada, grace] = [await user(), await user()];
    await map(['staff', 'viewer']);
    const id = await groupOf('staff', ada, grace);
    await acme.patch(`/Users/${ada.id}`, { op: 'replace', path: 'active', value: false });
    expect(await roles()).toEqual({ [grace.id]: 'viewer' });
    await acme.patch(`/Users/${ada.id}`, { op: 'replace', path: 'active', value: true });
    expect(await roles()).toEqual({ [ada.id]: 'viewer', [grace.id]: 'viewer' });
    await acme.delete(`/Users/${ada.id}`);
    expect(await roles()).toEqual({ [grace.id]: 'viewer' });
    expect((await acme.get(`/Groups/${id}`)).body.members).toMatchObject([{ value: grace.id }]);
    expect((await add(id, ada)).body).toMatchObject({ status: '400', scimType: 'invalidValue' });
  });

  it('are not contradicted by the token of a sign-in', async () => {
    const person = await user();
    await map(['told', 'editor'], ['claimed', 'owner']);
    await groupOf('told', person);
    expect(await enter(person.email, ['claimed'])).toBe('/');
    expect(await enter(person.email)).toBe('/');
    expect(await roles()).toEqual({ [person.id]: 'editor' });
    // Someone whom the directory doesn't have is in the groups of the token.
    expect(await enter(`person-${++count}@example.org`, ['claimed'])).toBe('/');
    expect(Object.values(await roles()).sort()).toEqual(['editor', 'owner']);
  });

  it('leave alone what was given by hand, and one owner', async () => {
    const [ada, grace, byHand] = [await user(), await user(), await user()];
    await map(['bosses', 'owner']);
    await app.database.prisma.member.create({ data: { projectId: project.id, userId: byHand.id, role: 'viewer' } });
    const id = await groupOf('bosses', ada, grace, byHand);
    expect(await roles()).toEqual({ [ada.id]: 'owner', [grace.id]: 'owner', [byHand.id]: 'viewer' });
    await app.database.prisma.member.deleteMany({ where: { userId: owner.id } });
    expect((await acme.patch(`/Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(204);
    const left = await app.database.prisma.member.findMany({ where: { projectId: project.id } });
    expect(left.map(({ role }) => role).sort()).toEqual(['owner', 'viewer']);
  });

  it('leave an owner who is not deactivated, as owners do', async () => {
    const [ada, grace] = [await user(), await user()];
    await map(['heads', 'owner']);
    const { member } = app.database.prisma;
    await member.create({ data: { projectId: project.id, userId: grace.id, role: 'owner' } });
    const id = await groupOf('heads', ada);
    await acme.patch(`/Users/${grace.id}`, { op: 'replace', path: 'active', value: false });
    await member.delete({ where: { projectId_userId: { projectId: project.id, userId: owner.id } } });
    await acme.patch(`/Groups/${id}`, { op: 'remove', path: 'members' });
    expect(await member.count({ where: { projectId: project.id, userId: ada.id, role: 'owner' } })).toBe(1);
    const alone = app.client({ cookie: (await enterByProvider(app, peer, ada.email)).browse.cookies(SCIM_ADMIN) });
    const lower = await alone.patch(`${base}/members/${ada.id}`, { role: 'viewer' });
    expect(codeOf(lower)).toEqual([409, 'member.last_owner']);
    expect((await alone.patch(`${base}/members/${grace.id}`, { role: 'viewer' })).status).toBe(200);
    await alone.patch(`${base}/members/${grace.id}`, { role: 'owner' });
    const operator = await app.person();
    await app.makeOperator(operator.id);
    const gone = await operator.api.send('DELETE', `/instance/people/${ada.id}`, { confirm_email: ada.email });
    expect(codeOf(gone)).toEqual([409, 'member.last_owner']);
  });

  it('give roles up to the quota of people', async () => {
    await map(['many', 'viewer']);
    await app.database.prisma.project.update({ where: { id: project.id }, data: { quotas: { people: 3 } } });
    await groupOf('many', await user(), await user(), await user());
    expect(Object.keys(await roles())).toHaveLength(2);
  });

  it('change with the same number of statements, however many people come and go', { tags: ['full'] }, async () => {
    await map(['crowd', 'viewer']);
    const id = await groupOf('crowd');
    const people: { id: string }[] = [];
    for (let n = 0; n < 200; n++) people.push(await user());
    const counted = countStatements(app.database);
    const statements = async (work: () => Promise<unknown>): Promise<number> => {
      counted.reset();
      await work();
      return counted.statements.length;
    };
    const one = await statements(() => add(id, ...people.slice(0, 1)));
    const most = await statements(() => add(id, ...people.slice(1)));
    expect(most).toBe(one);
    expect(one).toBeLessThan(30);
    expect(Object.keys(await roles())).toHaveLength(200);
    const ids = people.map(({ id: value }) => ({ value }));
    const removed = await statements(() => acme.patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: ids }));
    expect(removed).toBeLessThan(30);
    expect(await roles()).toEqual({});
    expect(await statements(() => acme.get('/Users?count=200'))).toBe(2);
    expect(await statements(() => acme.get('/Groups'))).toBe(2);
    counted.stop();
  });

  it.each([
    [{ members: [{ value: 'usr_x' }], displayName: 'x' }, 'invalidValue'],
    [{ members: 7, displayName: 'x' }, 'invalidValue'],
    [{ members: [{}], displayName: 'x' }, 'invalidValue'],
    [{ displayName: '' }, 'invalidValue'],
    [{ displayName: 'a\nb' }, 'invalidValue'],
    [{ displayName: 'a'.repeat(256) }, 'invalidValue'],
    [{ displayName: 'x', externalId: {} }, 'invalidValue'],
    [{ displayName: 'x', members: Array(5001).fill({ value: 'x' }) }, 'tooMany'],
  ])('are refused when they are %.60j', async (body, scimType) => {
    const answer = await acme.post('/Groups', body);
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
    expect((await acme.find('Groups', 'displayName eq "x"')).body.totalResults).toBe(0);
  });

  it('refuse changes that make no sense', async () => {
    const id = await groupOf(`sense-${++count}`);
    for (const operation of [
      { op: 'remove', path: 'displayName' },
      { op: 'add', path: 'members[value eq "x"]', value: 1 },
      { op: 'remove', path: 'members[display eq "x"]' },
      { op: 'add', path: 'members', value: ['usr_unknown'] },
      { op: 'replace', path: 'displayName', value: {} },
    ]) {
      expect((await acme.patch(`/Groups/${id}`, operation)).status).toBe(400);
    }
    expect((await acme.patch(`/Groups/${id}`, { op: 'add', path: 'color', value: 'red' })).status).toBe(204);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'GET']) {
      const body = { displayName: 'x', Operations: [{ op: 'add', path: 'color', value: 1 }] };
      const gone = await acme.send(method, '/Groups/grp_x', method === 'GET' ? undefined : body);
      expect(gone.status).toBe(404);
    }
  });
});

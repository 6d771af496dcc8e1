import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSingleSignOn } from '../../src/access/providers/provider-settings.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

/** A provider that no test asks. */
const settings = {
  STELE_SSO: 'acme',
  STELE_SSO_ACME_ISSUER: 'https://login.acme.example',
  STELE_SSO_ACME_CLIENT_ID: 'stele',
  STELE_SSO_ACME_CLIENT_SECRET: 'secret',
};
const editors = { provider: 'acme', group: 'editors', role: 'editor' };

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
let base: string;

beforeAll(async () => {
  app = await startTestApp({ singleSignOn: parseSingleSignOn(settings) });
});
beforeEach(async () => {
  project = await app.project();
  base = `/projects/${project.id}`;
  owner = await app.person({ projectId: project.id, role: 'owner' });
});
afterAll(() => app.close());

const link = ({ id: userId }: TestPerson) =>
  app.database.prisma.account.create({
    data: {
      id: newId('account'),
      accountId: userId,
      providerId: 'acme https://login.acme.example',
      userId,
      groups: [editors.group],
    },
  });
const refusedPath = ({ body }: { readonly body: LooseBody }): string => body.error.details[0].path.join('.');

describe('roles of groups', () => {
  it('are given by owners who sign in through the provider themselves, and by the operator', async () => {
    const refused = await owner.api.patch(base, { group_roles: [editors] });
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refusedPath(refused)).toBe('group_roles.0.provider');
    await link(owner);
    expect((await owner.api.patch(base, { group_roles: [editors] })).status).toBe(200);
    const operator = await app.person({ projectId: project.id, role: 'owner' });
    await app.makeOperator(operator.id);
    const both = [editors, { ...editors, group: 'authors', role: 'author' }];
    expect((await operator.api.patch(base, { group_roles: both })).status).toBe(200);
    // Any owner may send groups again that are there already.
    const other = await app.person({ projectId: project.id, role: 'owner' });
    expect((await other.api.patch(base, { group_roles: both.toReversed() })).status).toBe(200);
  });

  it('can be removed one at a time when their provider is gone', async () => {
    const gone = [1, 2].map((n) => ({ provider: 'before', group: `group-${n}`, role: 'editor' }));
    await app.database.prisma.project.update({ where: { id: project.id }, data: { groupRoles: gone } });
    expect((await owner.api.patch(base, { group_roles: gone.slice(1) })).status).toBe(200);
    const added = await owner.api.patch(base, { group_roles: gone });
    expect([codeOf(added), refusedPath(added)]).toEqual([[400, 'validation_failed'], 'group_roles.0.provider']);
  });

  it('give way to the role of an invitation that is accepted', async () => {
    const { prisma } = app.database;
    const { id: userId, email, api } = await app.person();
    const { body } = await owner.api.post(`${base}/invitations`, { email, role: 'viewer' });
    const group = { role: 'owner', byGroup: 'owners', byProvider: 'acme' };
    await prisma.member.create({ data: { projectId: project.id, userId, ...group } });
    const secret = new URL(body.accept_url).hash.slice(1);
    expect((await api.post('/invitations/accept', { secret })).status).toBe(200);
    const where = { projectId_userId: { projectId: project.id, userId } };
    const given = { role: 'viewer', byGroup: null, byProvider: null };
    expect(await prisma.member.findUnique({ where })).toMatchObject(given);
  });
});

it('an owner whose provider asked for a second factor once, but not in this session, locks no one out', async () => {
  await app.database.prisma.user.update({ where: { id: owner.id }, data: { providerFactor: true } });
  expect(codeOf(await owner.api.patch(base, { requires_two_factor: true }))).toEqual([400, 'validation_failed']);
  await app.database.prisma.session.updateMany({ where: { userId: owner.id }, data: { providerFactor: true } });
  expect((await owner.api.patch(base, { requires_two_factor: true })).status).toBe(200);
  expect((await owner.api.get(base)).status).toBe(200);
});

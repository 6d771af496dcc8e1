import { codeOf } from '@stele/testing/api-client';
import type { OidcPeer } from '@stele/testing/oidc-peer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseQuotas } from '../../src/access/limits/quotas.ts';
import { parseOperatorOnly } from '../../src/access/operator-only.ts';
import { newId } from '../../src/platform/ids.ts';
import { enterByProvider, SCIM_ADMIN, startScim } from '../support/scim-directory.ts';
import { PASSWORD, startTestApp, type TestApp, type TestPerson } from '../support/test-app.ts';

const newEmail = (): string => `${newId('user')}@example.org`;
const NOT_INVITED = '/sign-in?problem=not_invited&provider=acme&next=%2F';

describe.each(['', 'projects,invitations,groups'])('with STELE_OPERATOR_ONLY=%s', (setting) => {
  const isReserved = setting !== '';
  let app: TestApp;
  let peer: OidcPeer;
  let close: () => Promise<void>;
  let operator: TestPerson;
  let owner: TestPerson;
  let base: string;
  beforeAll(async () => {
    ({ app, peer, close } = await startScim({ operatorOnly: parseOperatorOnly(setting) }));
    operator = await app.person();
    await app.makeOperator(operator.id);
  });
  afterAll(() => close());
  beforeEach(async () => {
    const { id } = await app.project();
    base = `/projects/${id}`;
    owner = await app.person({ projectId: id, role: 'owner' });
    await app.database.prisma.member.create({ data: { projectId: id, userId: operator.id, role: 'owner' } });
  });

  it(`lets ${isReserved ? 'only the operator' : 'anyone'} make a project`, async () => {
    const made = { name: 'Mine', locales: ['en'] };
    const [byOperator, byOther] = [await operator.api.post('/projects', made), await owner.api.post('/projects', made)];
    expect(byOperator.status).toBe(201);
    if (isReserved) expect(codeOf(byOther)).toEqual([403, 'instance.operator_only']);
    else expect(byOther.status).toBe(201);
  });

  it(`gives an account by ${isReserved ? "the operator's invitation only" : 'any invitation'}`, async () => {
    const accept = async (by: TestPerson, email: string) => {
      const { accept_url: link } = (await by.api.post(`${base}/invitations`, { email, role: 'viewer' })).body;
      return app.api.post('/invitations/accept', { secret: link.split('#')[1], name: 'New', password: PASSWORD });
    };
    expect((await accept(operator, newEmail())).status).toBe(200);
    const email = newEmail();
    const byOwner = await accept(owner, email);
    if (!isReserved) return expect(byOwner.status).toBe(200);
    expect(codeOf(byOwner)).toEqual([403, 'invitation.account_required']);
    expect((await enterByProvider(app, peer, email)).to).toBe(NOT_INVITED);
    expect(await app.database.prisma.user.count({ where: { email } })).toBe(0);
    await operator.api.post(`${base}/invitations`, { email, role: 'viewer' });
    expect((await enterByProvider(app, peer, email)).to).toBe('/');
  });

  it('takes people with an account by the invitation of any owner', async () => {
    const known = await app.person();
    const { accept_url: link } = (await owner.api.post(`${base}/invitations`, { email: known.email, role: 'viewer' }))
      .body;
    expect((await known.api.post('/invitations/accept', { secret: link.split('#')[1] })).status).toBe(200);
  });

  it(`lets ${isReserved ? 'only the operator' : 'owners'} give roles to ${isReserved ? '' : 'their own '}groups`, async () => {
    const give = (by: TestPerson, group: string) =>
      by.api.patch(base, { group_roles: [{ provider: 'acme', group, role: 'editor' }] });
    const pathOf = ({ body }: Awaited<ReturnType<typeof give>>) => body.error.details[0].path;
    expect(pathOf(await give(owner, 'staff'))).toEqual(['group_roles', 0, 'provider']);
    const { browse } = await enterByProvider(app, peer, owner.email, ['staff', 'editors']);
    // The first sign-in through a provider ends the sessions before.
    owner = { ...owner, api: app.client({ cookie: browse.cookies(SCIM_ADMIN) }) };
    expect(pathOf(await give(owner, 'directors'))).toEqual(['group_roles', 0, isReserved ? 'provider' : 'group']);
    const stranger = newEmail();
    expect((await enterByProvider(app, peer, stranger, ['directors'])).to).toBe(NOT_INVITED);
    expect((await give(owner, 'editors')).status).toBe(isReserved ? 400 : 200);
    expect((await give(operator, 'directors')).status).toBe(200);
    // Groups that have a role already stay, whoever saves them.
    expect((await give(owner, 'directors')).status).toBe(200);
    expect((await enterByProvider(app, peer, stranger, ['directors'])).to).toBe('/');
    await enterByProvider(app, peer, owner.email, ['directors']);
    await owner.api.patch(base, { group_roles: [] });
    expect((await give(owner, 'editors')).status).toBe(400);
  });
});

describe('the number of projects of a person', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ quotas: parseQuotas('projects=2') });
  });
  afterAll(() => app.close());
  const make = (by: TestPerson) => by.api.post('/projects', { name: 'Mine', locales: ['en'] });

  it('counts those that a person made, also at the same moment, and not those that are gone', async () => {
    const person = await app.person();
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await make(person)).status));
    expect(statuses.sort()).toEqual([201, 201, 409, 409, 409]);
    expect(codeOf(await make(person))).toEqual([409, 'project.limit_reached']);
    expect((await make(await app.person())).status).toBe(201);
    const [{ id, name }] = (await person.api.get('/projects')).body.data;
    expect((await person.api.send('DELETE', `/projects/${id}`, { confirm_name: name })).status).toBe(200);
    expect((await make(person)).status).toBe(201);
  });

  it('stays the same when another person becomes the owner', async () => {
    const [person, heir] = [await app.person(), await app.person()];
    const { id } = (await make(person)).body;
    await make(person);
    await app.database.prisma.member.create({ data: { projectId: id, userId: heir.id, role: 'owner' } });
    await heir.api.delete(`/projects/${id}/members/${person.id}`);
    expect(codeOf(await make(person))).toEqual([409, 'project.limit_reached']);
  });

  it('has no bound for the operator', async () => {
    const operator = await app.person();
    await app.makeOperator(operator.id);
    for (let count = 0; count < 4; count++) expect((await make(operator)).status).toBe(201);
  });
});

it('says what is wrong with the setting', () => {
  expect(() => parseOperatorOnly('projects,people')).toThrow('STELE_OPERATOR_ONLY holds "people"');
  expect([...parseOperatorOnly(' groups, projects ,')]).toEqual(['groups', 'projects']);
  expect(parseOperatorOnly(undefined).size).toBe(0);
});

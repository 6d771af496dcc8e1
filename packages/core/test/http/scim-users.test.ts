import { ScimClient } from '@stele/testing/scim-client';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import {
  createByScim,
  OFF,
  ON,
  SCIM_TOKENS,
  scimSettings,
  startScim,
  userOfEntra,
  userOfOkta,
} from '../support/scim-directory.ts';
import { startTestApp } from '../support/test-app.ts';

const { app, peer, acme, other, close } = await startScim();
afterAll(close);

const lastActions = async (targetId: string): Promise<string[]> =>
  (await app.database.prisma.auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );

describe('the address of a directory', () => {
  it('says what it can do, and is found by the token of its provider only', async () => {
    const config = await acme.get('/ServiceProviderConfig');
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect((await acme.get('/ResourceTypes')).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      'User',
      'Group',
    ]);
    const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
    expect((await acme.get(`/Schemas/${schema}`)).body.attributes[0].name).toBe('displayName');
    for (const token of [SCIM_TOKENS.other, '', `${SCIM_TOKENS.acme}a`]) {
      const refused = await new ScimClient(app.url, 'acme', token).get('/Users');
      expect(refused.status).toBe(401);
      expect(refused.body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '401',
        detail: 'The SCIM token is not valid.',
      });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    }
    for (const provider of ['plain', 'none', '__proto__', '']) {
      expect((await new ScimClient(app.url, provider, SCIM_TOKENS.acme).get('/Users')).status).toBe(404);
    }
    for (const path of [
      '',
      '/',
      '/Users/x/y',
      '/Nothing',
      '/constructor',
      '/Schemas/x',
      '/ServiceProviderConfig/x',
      '/Users/usr_x',
    ]) {
      expect((await acme.get(path)).status, path).toBe(404);
    }
    const refusedMethod = await acme.delete('/Users');
    expect([refusedMethod.status, refusedMethod.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await acme.post('/Schemas', {})).status).toBe(405);
  });

  it('has limits: of wrong tokens by address, and of requests by provider', async () => {
    const limits = parseLimits('auth.directory=2,directory.request=3');
    const small = await startTestApp({ singleSignOn: scimSettings(peer), limits });
    const wrong = new ScimClient(small.url, 'acme', SCIM_TOKENS.other);
    expect([await wrong.get('/Users'), await wrong.get('/Users'), await wrong.get('/Users')]).toMatchObject(
      [401, 401, 429].map((status) => ({ status, body: { status: String(status) } })),
    );
    const right = new ScimClient(small.url, 'acme', SCIM_TOKENS.acme);
    for (let n = 0; n < 3; n++) expect((await right.get('/Users')).status).toBe(200);
    const refused = await right.get('/Users');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await new ScimClient(small.url, 'other', SCIM_TOKENS.other).get('/Users')).status).toBe(200);
    await small.close();
  });
});

describe('people of a directory', () => {
  it('are created, found, changed and deleted as Okta does it', async () => {
    const user = userOfOkta();
    const filter = `userName eq "${user.userName}"`;
    const none = await acme.find('Users', filter, '&startIndex=1&count=100');
    expect(none.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    const answer = await acme.post('/Users', user);
    const { id } = answer.body;
    expect(answer.headers.get('location')).toBe(`${app.url}/scim/v2/acme/Users/${id}`);
    const { locale: _, password: __, schemas, ...kept } = user;
    expect(answer.body).toMatchObject({ schemas, id, ...kept, meta: { resourceType: 'User' } });
    expect(JSON.stringify(answer.body)).not.toContain('not taken');
    expect((await acme.find('Users', filter)).body.Resources).toEqual([answer.body]);
    expect((await acme.post('/Users', user)).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const account = await app.database.prisma.user.findUniqueOrThrow({ where: { id } });
    expect(account).toMatchObject({ name: 'Grace Hopper', email: user.userName, emailVerified: true });
    const changed = { ...user, id, meta: {}, displayName: 'Rear Admiral Hopper' };
    expect((await acme.put(`/Users/${id}`, changed)).body.displayName).toBe('Rear Admiral Hopper');
    expect(await app.database.prisma.user.findUnique({ where: { id } })).toMatchObject({ name: changed.displayName });
    expect((await acme.patch(`/Users/${id}`, OFF)).body.active).toBe(false);
    // A change that says nothing of it doesn't let someone in again.
    const { active: ___, ...rest } = changed;
    expect((await acme.put(`/Users/${id}`, rest)).body.active).toBe(false);
    expect((await acme.patch(`/Users/${id}`, ON)).body.active).toBe(true);
    expect((await acme.delete(`/Users/${id}`)).status).toBe(204);
    expect((await acme.get(`/Users/${id}`)).status).toBe(404);
    expect((await acme.delete(`/Users/${id}`)).status).toBe(404);
    // Records of one request have no order.
    expect((await lastActions(id)).sort()).toEqual([
      'account.create',
      'account.deactivate',
      'account.deactivate',
      'account.delete_by_directory',
      'account.reactivate',
      'account.update_by_directory',
    ]);
  });

  it('are created, found, changed and deactivated as Entra does it', async () => {
    const user = userOfEntra();
    const { id, active, addresses } = await createByScim(acme, user);
    expect([active, addresses]).toEqual([true, undefined]);
    const filters = [
      `externalId eq "${user.externalId}"`,
      `userName eq "${user.userName.toUpperCase()}"`,
      `id eq "${id}" and active eq true`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${user.userName}"`,
      `emails[type eq "work"].value eq "${user.userName}"`,
    ];
    for (const filter of filters) {
      expect((await acme.find('Users', filter)).body.Resources, filter).toMatchObject([{ id }]);
    }
    const renamed = await acme.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `king-${id}@example.org` },
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'ada@home.example' },
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { op: 'Replace', path: 'name.formatted', value: 'Ada King' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Poetry' },
      { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'FR' },
      { op: 'Remove', path: 'externalId' },
    );
    expect([renamed.status, renamed.body]).toMatchObject([
      200,
      {
        name: { formatted: 'Ada King', givenName: 'Ada', familyName: 'King' },
        emails: [
          { type: 'work', value: `king-${id}@example.org`, primary: true },
          { type: 'home', value: 'ada@home.example' },
        ],
      },
    ]);
    expect(renamed.body.externalId).toBeUndefined();
    expect(await app.database.prisma.user.findUnique({ where: { id } })).toMatchObject({
      name: 'Ada King',
      email: `king-${id}@example.org`,
    });
    const off = await acme.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(off.body.active).toBe(false);
    expect((await acme.patch(`/Users/${id}`, { op: 'Add', value: { active: 'True' } })).body.active).toBe(true);
    const less = await acme.patch(`/Users/${id}`, { op: 'remove', path: 'emails[type eq "home"]' });
    expect(less.body.emails).toHaveLength(1);
    const only = await acme.get(`/Users/${id}?attributes=userName`);
    expect(Object.keys(only.body).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
  });

  it('have one main address, and lose only those that a change names', async () => {
    const { id, emails } = await createByScim(acme);
    const [home, office] = [`home-${id}@example.org`, `office-${id}@example.org`];
    const main = { op: 'add', path: 'emails', value: [{ value: home, type: 'home', primary: true }] };
    const moved = (await acme.patch(`/Users/${id}`, main)).body.emails;
    expect(moved).toMatchObject([{ primary: false }, { value: home, primary: true }]);
    const other = { op: 'add', path: 'emails', value: [{ value: office, type: 'office' }] };
    const back = { op: 'replace', path: 'emails[type eq "work"].primary', value: true };
    const after = (await acme.patch(`/Users/${id}`, other, back)).body.emails;
    expect(after.filter((one: { primary?: boolean }) => one.primary)).toMatchObject([{ value: emails[0].value }]);
    const less = { op: 'remove', path: 'emails', value: [{ value: office }] };
    expect((await acme.patch(`/Users/${id}`, less)).body.emails).toHaveLength(2);
    expect((await acme.patch(`/Users/${id}`, { op: 'replace', path: 'displayName' })).status).toBe(400);
  });

  it('are those of one provider only, in pages', async () => {
    const mine = await createByScim(acme);
    const theirs = await createByScim(other);
    for (const [client, id] of [
      [other, mine.id],
      [acme, theirs.id],
    ] as const) {
      const ways = [client.get(`/Users/${id}`), client.patch(`/Users/${id}`, OFF), client.delete(`/Users/${id}`)];
      for (const { status } of await Promise.all(ways)) expect(status).toBe(404);
      expect((await client.find('Users', `id eq "${id}"`)).body.totalResults).toBe(0);
      const members = [{ value: id }];
      expect((await client.post('/Groups', { displayName: id, members })).body.scimType).toBe('invalidValue');
    }
    const all = (await acme.get('/Users')).body;
    expect(all.totalResults).toBe(all.Resources.length);
    const page = (await acme.get('/Users?startIndex=2&count=1')).body;
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(page.Resources).toEqual([all.Resources[1]]);
    expect((await acme.get('/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    expect((await acme.get('/Users?startIndex=99999999999999999999')).body.Resources).toEqual([]);
  });
});

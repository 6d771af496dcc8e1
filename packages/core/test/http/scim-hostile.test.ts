import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, describe, expect, it } from 'vitest';
import { createByScim, OFF, SCIM_TOKENS, startScim } from '../support/scim-directory.ts';

const { app, acme, close } = await startScim();
afterAll(close);

describe('hostile requests', () => {
  it.each([
    'userName eq "a',
    'userName eq a',
    'userName co "a"',
    'userName eq "a" or userName eq "b"',
    'userName eq "a" and ',
    'userName eq "\\u0000"',
    'userName eq "\0"',
    'userName eq "\\ud800"',
    '__proto__ eq "a"',
    'constructor.prototype eq "a"',
    'password eq "a"',
    `${'('.repeat(500)}userName eq "a"`,
    `${'a['.repeat(200)}b eq "c"`,
    `userName eq "${'a'.repeat(2000)}"`,
    'userName eq "a"\'; DROP TABLE users; --',
    '',
  ])('with the filter %j are refused', async (filter) => {
    const answer = await acme.find('Users', filter);
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidFilter']);
    expect((await acme.find('Groups', filter)).status).toBe(400);
  });

  it.each([
    ['{"userName":"a@example.org"', 'invalidSyntax'],
    ['[]', 'invalidSyntax'],
    ['{}', 'invalidValue'],
    ['{"userName":null}', 'invalidValue'],
    ['{"userName":{"a":1}}', 'invalidValue'],
    ['{"userName":"no address"}', 'invalidValue'],
    ['{"userName":"a\\u0000@example.org"}', 'invalidValue'],
    ['{"userName":"a@example.org","name":{"formatted":"\\u0000"}}', 'invalidValue'],
    ['{"userName":"a@example.org","__proto__":{"active":false}}', 'invalidValue'],
    ['{"userName":"a@example.org","emails":"a@example.org"}', 'invalidValue'],
    ['{"userName":"a@example.org","active":"perhaps"}', 'invalidValue'],
    [`{"userName":"a@example.org","emails":[${'{"value":"b@example.org"},'.repeat(30)}{"value":"c"}]}`, 'invalidValue'],
    [`{"userName":"a@example.org","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'invalidValue'],
  ])('with the body %.60s are refused', async (body, scimType) => {
    const answer = await acme.send('POST', '/Users', body);
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
  });

  it.each([
    [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    [{ op: 7, path: 'active' }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'add', value: 'text' }, 'invalidValue'],
    [{ op: 'add', value: null }, 'invalidValue'],
    [{ op: 'add', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type co "work"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'add', path: 'a.b.c.d', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: '__proto__.active', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'active[value eq "x"]', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: [] }, 'invalidValue'],
    [{ op: 'add', path: 'emails', value: Array(99).fill({ value: 'x' }) }, 'invalidValue'],
  ])('with the operation %j are refused', async (operation, scimType) => {
    const { id } = await createByScim(acme);
    const before = await acme.get(`/Users/${id}`);
    const answer = await acme.patch(`/Users/${id}`, operation);
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
    expect((await acme.get(`/Users/${id}`)).body).toEqual(before.body);
  });

  it('change nothing beside what they name', async () => {
    const { id } = await createByScim(acme);
    const names = ['constructor', 'toString', 'id', 'schemas', 'groups', 'deletedAt'];
    for (const path of names) {
      const answer = await acme.patch(`/Users/${id}`, { op: 'replace', path, value: { prototype: { x: 1 } } });
      expect([answer.status, answer.body.id]).toEqual([200, id]);
    }
    expect(({} as LooseBody).x).toBeUndefined();
    expect((await acme.send('PATCH', `/Users/${id}`, '{}')).status).toBe(400);
    expect((await acme.patch(`/Users/${id}`, ...Array(1001).fill(OFF))).body.scimType).toBe('tooMany');
    expect((await acme.send('POST', '/Users', `{"a":"${'a'.repeat(1024 * 1024)}"}`)).status).toBe(413);
    const html = {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${SCIM_TOKENS.acme}`, 'content-type': 'text/html' },
    };
    expect((await fetch(`${app.url}/scim/v2/acme/Users`, html)).status).toBe(415);
    expect((await acme.get('/Users?count=many')).status).toBe(400);
    expect((await acme.get('/Users/%00')).status).toBe(404);
    expect((await acme.get('/Users/%ff')).status).toBe(404);
  });
});

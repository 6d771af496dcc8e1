import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordReset } from '../../src/access/password-resets.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { DeviceKey } from '../support/device-key.ts';
import { countStatements } from '../support/statements.ts';
import { PASSWORD, signIn, startTestApp, type TestApp, type TestPerson } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('auth.second_factor=2,auth.change_password=2') });
});
afterAll(() => app.close());

async function auth(path: string, body: object, { cookie }: Partial<TestPerson> = {}): Promise<LooseBody> {
  const response = await fetch(`${app.url}/auth/${path}`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const sessionsOf = ({ id: userId }: TestPerson) => app.database.prisma.session.findMany({ where: { userId } });
const passwordOf = ({ id: userId }: TestPerson) =>
  app.database.prisma.account.findFirst({ where: { userId, providerId: 'credential' } });
const passkeysOf = ({ id: userId }: TestPerson) => app.database.prisma.passkey.findMany({ where: { userId } });

/** Changes of an account: a request, and what it changes. */
const CHANGES: Readonly<
  Record<
    string,
    {
      begin: (person: TestPerson) => Promise<{ path: string; body: object }>;
      state: (person: TestPerson) => Promise<unknown>;
    }
  >
> = {
  'a session ends': {
    begin: async (person) => {
      await signIn(app.url, person.email, PASSWORD);
      const [, other] = await sessionsOf(person);
      return { path: 'sessions/end', body: { id: other?.id } };
    },
    state: sessionsOf,
  },
  'other sessions end': {
    begin: async (person) => {
      await signIn(app.url, person.email, PASSWORD);
      return { path: 'sessions/end-others', body: {} };
    },
    state: sessionsOf,
  },
  'a password is changed': {
    begin: async () => ({
      path: 'change-password',
      body: { currentPassword: PASSWORD, newPassword: 'another long password' },
    }),
    state: passwordOf,
  },
  'a password is set by a link': {
    begin: async ({ id: userId }) => {
      const lost = { userId, madeById: null, now: new Date(), lifetimeMs: 60_000 };
      const { secret } = await app.database.prisma.$transaction((tx) => createPasswordReset(tx, lost));
      return { path: 'password-reset/complete', body: { secret, password: 'another long password' } };
    },
    state: passwordOf,
  },
  'a passkey is removed': {
    begin: async (person) => {
      await new DeviceKey().add(app.database.prisma, person.id);
      const [key] = await passkeysOf(person);
      return { path: 'passkeys/remove', body: { id: key?.id } };
    },
    state: passkeysOf,
  },
  'a program is allowed': {
    begin: async (person) => {
      const { body } = await auth('device/request', {});
      await auth('device/preview', { code: body.user_code }, person);
      return { path: 'device/allow', body: { code: body.user_code } };
    },
    state: ({ id: userId }) => app.database.prisma.deviceCode.findMany({ where: { userId } }),
  },
};

describe.each(Object.entries(CHANGES))('when %s', (_, { begin, state }) => {
  it('nothing has changed without the audit record', async () => {
    const person = await app.person();
    const { path, body } = await begin(person);
    const before = await state(person);
    const failing = countStatements(app.database, (sql) => sql.includes('INSERT INTO audit_records'));
    const refused = await auth(path, body, person);
    failing.stop();
    expect(refused.status).toBe(500);
    expect(await state(person)).toEqual(before);
    expect((await auth(path, body, person)).status).toBe(200);
    expect(await state(person)).not.toEqual(before);
  });
});

describe('a limit that counts failures', () => {
  it('gives units back after a success and a conflict, and not after a refusal', async () => {
    const person = await app.person();
    const enable = (password: string) => auth('two-factor/enable', { password }, person);
    for (const _ of [1, 2, 3]) expect((await enable(PASSWORD)).status).toBe(200);
    await app.database.prisma.user.update({ where: { id: person.id }, data: { twoFactorEnabled: true } });
    for (const _ of [1, 2, 3]) expect(codeOf(await enable(PASSWORD))).toEqual([409, 'auth.two_factor_enabled']);
    const wrong = await Promise.all([1, 2, 3].map(() => enable('a wrong password')));
    expect(wrong.map(({ status }) => status).sort()).toEqual([400, 400, 429]);
    expect((await enable(PASSWORD)).status).toBe(429);
  });
});

it('stores a device code with where its request came from, in one statement', async () => {
  const sent = countStatements(app.database);
  const { status } = await auth('device/request', {});
  sent.stop();
  expect(status).toBe(200);
  const writes = sent.statements.filter((sql) => /^(?:INSERT|UPDATE)/.test(sql) && sql.includes('device_codes'));
  expect(writes.map((sql) => sql.split(' ')[0])).toEqual(['INSERT']);
  const row = await app.database.prisma.deviceCode.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(row).toMatchObject({ ipAddress: '127.0.0.1', userAgent: 'node', status: 'pending', userId: null });
});

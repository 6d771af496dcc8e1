// @module-tag full
import type { LooseBody } from '@stele/testing/api-client';
import { codeOfApp } from '@stele/testing/authenticator';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { text } from '../../src/platform/database/row.ts';
import { query, sql } from '../../src/platform/database/sql.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { PASSWORD, startTestApp, type TestApp, type TestPerson } from '../support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;
const JUMPS: readonly [string, number][] = [
  ['15 days ahead', 15 * DAY_MS],
  ['ten years ahead', 3653 * DAY_MS],
  ['ten years behind', -3653 * DAY_MS],
];
/** The tables that the sign-in library writes. */
const TABLES = ['users', 'accounts', 'sessions', 'verifications', 'device_codes', 'two_factors', 'passkeys'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('auth.second_factor=100000') });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

/** Sets the clock of the machine; the database keeps its own. */
const jump = (ms: number): void => {
  const now = vi.getRealSystemTime();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now + ms);
};

interface Answer {
  readonly status: number;
  readonly body: LooseBody;
  readonly cookie: string;
}

async function auth(path: string, cookie?: string, body?: object): Promise<Answer> {
  const response = await fetch(`${app.url}/auth/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin: app.url, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const kept = response.headers.getSetCookie().filter((one) => !/Max-Age=0/i.test(one));
  const cookies = kept.map((one) => one.split(';')[0]);
  return { status: response.status, body: await response.json(), cookie: cookies.join('; ') };
}

const signIn = ({ email }: Pick<TestPerson, 'email'>, cookie?: string) =>
  auth('sign-in/email', cookie, { email, password: PASSWORD });
const isSignedIn = async (cookie: string): Promise<boolean> => Boolean((await auth('get-session', cookie)).body?.user);
const appCode = (uri: string, ahead = 0): string => codeOfApp(uri, app.services.clock.now().getTime() + ahead * 30_000);
const sessionsOf = ({ id: userId }: TestPerson) => app.database.prisma.session.findMany({ where: { userId } });

async function turnOnCodes({ cookie }: Pick<TestPerson, 'cookie'>): Promise<string> {
  const { totp_uri: uri } = (await auth('two-factor/enable', cookie, { password: PASSWORD })).body;
  expect((await auth('two-factor/confirm', cookie, { code: appCode(uri, -1) })).status).toBe(200);
  return uri;
}

/** How many days each time in the tables of the sign-in library is from the time of the database. */
async function daysFromNow(): Promise<{ readonly place: string; readonly days: number }[]> {
  const columns = await query(
    app.database.pool,
    sql`SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_name = ANY(${TABLES}) AND data_type LIKE 'timestamp%'`,
    { table: text, column: text },
  );
  expect(new Set(columns.map(({ table }) => table)).size).toBe(TABLES.length);
  const found = [];
  for (const { table, column } of columns) {
    const text = `SELECT extract(epoch FROM ${column} - $1::timestamptz)::float8 / 86400 AS days FROM ${table}
      WHERE ${column} IS NOT NULL AND ${column} < '9000-01-01'`;
    const { rows } = await app.database.pool.query<{ days: number }>(text, [app.services.clock.now()]);
    found.push(...rows.map(({ days }) => ({ place: `${table}.${column}`, days })));
  }
  return found;
}

describe.each(JUMPS)('while the clock of the machine is %s', (_, ms) => {
  it('keeps sessions that began before, and after it those that began meanwhile', async () => {
    const person = await app.person();
    const before = (await signIn(person)).cookie;
    jump(ms);
    expect(await isSignedIn(before)).toBe(true);
    const meanwhile = (await signIn(person)).cookie;
    expect(await isSignedIn(meanwhile)).toBe(true);
    vi.useRealTimers();
    expect(await Promise.all([before, meanwhile].map(isSignedIn))).toEqual([true, true]);
    expect(await sessionsOf(person)).toHaveLength(3);
  });

  it('ends sessions whose time is over', async () => {
    const person = await app.person();
    const { cookie } = await signIn(person);
    const expiresAt = new Date(app.services.clock.now().getTime() - 60_000);
    await app.database.prisma.session.updateMany({ where: { userId: person.id }, data: { expiresAt } });
    jump(ms);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it('takes codes of now, in sign-ins that began before, and remembers browsers', async () => {
    const person = await app.person();
    const uri = await turnOnCodes(person);
    const pending = (await signIn(person)).cookie;
    jump(ms);
    const done = await auth('two-factor/verify-totp', pending, { code: appCode(uri), trustDevice: true });
    expect(done.body).toEqual({ signed_in: true });
    vi.useRealTimers();
    expect((await signIn(person, done.cookie)).body.twoFactorRedirect).toBeUndefined();
  });

  it('lets programs in', async () => {
    const { cookie } = await app.person();
    const device = (await auth('device/request', undefined, {})).body;
    jump(ms);
    for (const step of ['preview', 'allow']) {
      expect((await auth(`device/${step}`, cookie, { code: device.user_code })).status).toBe(200);
    }
    const { status, body } = await auth('device/token', undefined, { device_code: device.device_code });
    expect([status, Math.round(body.expires_in / 86_400)]).toEqual([200, 14]);
  });

  // The embedded database takes its time from this process.
  it.skipIf(!process.env.TEST_DATABASE_URL)('writes no time but of the database', async () => {
    jump(ms);
    const person = await app.person();
    const uri = await turnOnCodes(person);
    const done = await auth('two-factor/verify-totp', (await signIn(person)).cookie, {
      code: appCode(uri),
      trustDevice: true,
    });
    expect(done.status).toBe(200);
    for (let guess = 0; guess < 10; guess++) {
      await auth('two-factor/verify-totp', (await signIn(person)).cookie, { code: '000000' });
    }
    await auth('device/request', undefined, {});
    await auth('passkeys/sign-in-options', undefined, {});
    const found = await daysFromNow();
    // Browsers are remembered for thirty days.
    expect(found.filter(({ days }) => days < -1 || days > 31)).toEqual([]);
    expect(new Set(found.map(({ place }) => place))).toContain('two_factors.locked_until');
  });
});

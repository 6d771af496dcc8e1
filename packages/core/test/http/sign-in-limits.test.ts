import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp, type TestAppOptions, TestClock } from '../support/test-app.ts';

const PROXY_SECRET = 'p'.repeat(40);
const MINUTE = 60_000;

let app: TestApp;
let clock: TestClock;
const open: TestApp[] = [];

beforeAll(async () => {
  clock = new TestClock(Date.now());
  app = await startTestApp({ clock, proxySecret: PROXY_SECRET });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  clock.advance(MINUTE);
});
afterAll(() => app.close());

interface Attempt {
  readonly email: string;
  readonly password?: string;
  /** The address that the connection comes from; all of 127.0.0.0/8 is this machine. */
  readonly from?: string;
  readonly headers?: Record<string, string>;
  readonly to?: TestApp;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  readonly body: any;
}

function attempt({ email, password = 'a wrong password', from = '127.0.0.1', headers = {}, to = app }: Attempt) {
  return post(to, '/auth/sign-in/email', { email, password }, from, headers);
}

function post(to: TestApp, path: string, body: object, from: string, headers: Record<string, string> = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { method: 'POST', localAddress: from, headers: { 'content-type': 'application/json', ...headers } };
    const sent = request(`${to.url}${path}`, options, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          body: JSON.parse(text),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Signs in, and keeps the cookie that proves that the account was used in this browser. @returns a Cookie header */
async function knownBrowserOf(email: string): Promise<string> {
  const response = await fetch(`${app.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('stele.known_browser=')) ?? '';
  expect(cookie).toMatch(/; Path=\/auth; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
  return cookie.split(';')[0] ?? '';
}

/** The headers that the admin sends for a client, as the contract has them. */
function speakingFor(address: string, secret = PROXY_SECRET, at = Date.now()): Record<string, string> {
  const told = `${address};${at}`;
  const mac = createHmac('sha256', secret).update(told).digest('base64url');
  return { 'x-stele-forwarded-client': `${told};${mac}` };
}

async function times(count: number, send: (n: number) => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await send(n)).status);
  return statuses;
}

/** Sends so many at once. @returns how many got each status */
async function together(count: number, send: (n: number) => Promise<Answer>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => send(n)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const allOf = (status: number, count: number): number[] => Array<number>(count).fill(status);

async function withOptions(options: TestAppOptions): Promise<TestApp> {
  const one = await startTestApp({ database: app.database, clock, ...options });
  open.push(one);
  return one;
}

describe('attempts to sign in', () => {
  it('are ten a minute for one account from one address, then 429 in the envelope with Retry-After', async () => {
    const { email } = await app.person();
    expect(await times(10, () => attempt({ email }))).toEqual(allOf(401, 10));
    const refused = await attempt({ email });
    expect([refused.status, refused.body.error.code, refused.retryAfter]).toEqual([429, 'rate_limited', '60']);
    expect(refused.body.error.details[0]).toMatchObject({ limit: 'auth.sign_in', units: 10 });
    expect((await attempt({ email, password: PASSWORD })).status).toBe(429);
    expect((await attempt({ email: email.toUpperCase(), password: PASSWORD })).status).toBe(429);
    clock.advance(MINUTE);
    expect((await attempt({ email, password: PASSWORD })).status).toBe(200);
  });

  it('count when many come at once, before any of them is answered', async () => {
    const { email } = await app.person();
    expect(await together(40, () => attempt({ email }))).toEqual({ 401: 10, 429: 30 });
  });

  it('count only when they fail', async () => {
    const { email } = await app.person();
    expect(await times(12, () => attempt({ email, password: PASSWORD }))).toEqual(allOf(200, 12));
    expect(await times(11, () => attempt({ email }))).toEqual([...allOf(401, 10), 429]);
  });

  it('by a stranger elsewhere hold up no one', async () => {
    const { email } = await app.person();
    await times(11, () => attempt({ email, from: '127.0.0.2' }));
    expect((await attempt({ email, password: PASSWORD, from: '127.0.0.3' })).status).toBe(200);
  });

  it('for one account from many addresses are fifty a minute; a person with a session from their address gets in', async () => {
    const person = await app.person();
    const { email } = person;
    const addresses = (n: number) => `127.0.1.${1 + (n % 20)}`;
    expect(await together(60, (n) => attempt({ email, from: addresses(n) }))).toEqual({ 401: 50, 429: 10 });
    const elsewhere = await attempt({ email, password: PASSWORD, from: '127.0.0.9' });
    expect([elsewhere.status, elsewhere.body.error.details[0].limit]).toEqual([429, 'auth.sign_in_account']);
    // The person's session was made from 127.0.0.1.
    expect((await attempt({ email, password: PASSWORD })).status).toBe(200);
    expect(await times(11, () => attempt({ email }))).toEqual([...allOf(401, 10), 429]);
    clock.advance(MINUTE);
    expect((await attempt({ email, password: PASSWORD, from: '127.0.0.9' })).status).toBe(200);
  });

  it('from one address for many accounts are sixty a minute; people who signed in from there go on', async () => {
    const known = await app.person();
    const from = '127.0.0.1';
    const guess = (n: number) => attempt({ email: `nobody-${n}@example.org`, from });
    expect(await together(70, guess)).toEqual({ 401: 60, 429: 10 });
    expect((await attempt({ email: known.email, password: PASSWORD, from })).status).toBe(200);
    expect((await attempt({ email: known.email, password: PASSWORD, from: '127.0.0.4' })).status).toBe(200);
  });

  it('spend nothing when they are refused', async () => {
    const { email } = await app.person();
    await times(30, () => attempt({ email, from: '127.0.0.5' }));
    // Ten of the account's fifty and of the address's sixty are gone, not thirty.
    const others = await together(60, (n) => attempt({ email: `other-${n}@example.org`, from: '127.0.0.5' }));
    expect(others).toEqual({ 401: 50, 429: 10 });
  });
});

describe('the address of a client', () => {
  it('is what the admin signs, so that its clients are distinguished', async () => {
    const { email } = await app.person();
    const through = (address: string) => attempt({ email, headers: speakingFor(address) });
    await times(10, () => through('203.0.113.7'));
    expect((await through('203.0.113.7')).status).toBe(429);
    expect((await through('203.0.113.8')).status).toBe(401);
    expect((await attempt({ email })).status).toBe(401);
    const sessions = await app.database.prisma.session.findMany({ where: { user: { email } } });
    await attempt({ email, password: PASSWORD, headers: speakingFor('203.0.113.9') });
    const after = await app.database.prisma.session.findMany({ where: { user: { email } } });
    expect(after.filter(({ id }) => sessions.every((one) => one.id !== id))).toMatchObject([
      { ipAddress: '203.0.113.9' },
    ]);
  });

  it('is one for a whole IPv6 network, and the IPv4 one that an IPv6 address stands for', async () => {
    const { email } = await app.person();
    const through = (address: string) => attempt({ email, headers: speakingFor(address) });
    await times(10, (n) => through(`2001:db8:0:1::${n.toString(16)}`));
    expect((await through('2001:db8:0:1:ffff::1')).status).toBe(429);
    expect((await through('2001:db8:0:2::1')).status).toBe(401);
    await times(10, () => through('::ffff:198.51.100.1'));
    expect((await through('198.51.100.1')).status).toBe(429);
  });

  const forgeries: [string, () => Record<string, string>][] = [
    ['signs with another key', () => speakingFor('203.0.113.1', 'q'.repeat(40))],
    ['signs with an empty key', () => speakingFor('203.0.113.1', '')],
    ['repeats an old one', () => speakingFor('203.0.113.1', PROXY_SECRET, Date.now() - 6 * MINUTE)],
    [
      'takes one apart',
      () => ({
        'x-stele-forwarded-client': `203.0.113.2${speakingFor('203.0.113.1')['x-stele-forwarded-client']?.slice(11)}`,
      }),
    ],
    ['leaves the signature out', () => ({ 'x-stele-forwarded-client': `203.0.113.1;${Date.now()};` })],
    ['names the header between servers', () => ({ 'x-stele-client-address': '203.0.113.1' })],
    ['writes X-Forwarded-For', () => ({ 'x-forwarded-for': '203.0.113.1', 'x-real-ip': '203.0.113.1' })],
  ];
  for (const [index, [how, headers]] of forgeries.entries()) {
    it(`can't be invented by someone who ${how}`, async () => {
      const { email } = await app.person();
      const from = `127.0.2.${index + 1}`;
      await times(10, () => attempt({ email, from }));
      expect((await attempt({ email, from, headers: headers() })).status).toBe(429);
    });
  }

  it('is not believed from anyone when no secret is shared', async () => {
    const { email } = await app.person();
    const none = await withOptions({});
    await times(10, () => attempt({ email, to: none, from: '127.0.0.6' }));
    for (const secret of ['', 'null', 'undefined', PROXY_SECRET]) {
      const headers = speakingFor('203.0.113.1', secret);
      expect((await attempt({ email, to: none, from: '127.0.0.6', headers })).status).toBe(429);
    }
  });

  it('is what the last of our proxies saw, however much stands before it', async () => {
    const behindTwo = await withOptions({ trustedProxies: 2 });
    const { email } = await app.person();
    const through = (forwarded: string) =>
      attempt({ email, to: behindTwo, from: '127.0.0.7', headers: { 'x-forwarded-for': forwarded } });
    await times(10, (n) => through(`198.51.100.${n}, 203.0.113.5, 10.0.0.1`));
    expect((await through('198.51.100.77, 203.0.113.5, 10.0.0.1')).status).toBe(429);
    expect((await through('203.0.113.6, 10.0.0.1')).status).toBe(401);
    // A client that bypasses the proxy counts by its connection.
    expect((await through('203.0.113.5')).status).toBe(401);
  });
});

describe('guessing the current password to change it', () => {
  it('is bounded for each person', async () => {
    const person = await app.person();
    const headers = { cookie: person.cookie, origin: app.url };
    const change = (n: number) =>
      post(
        app,
        '/auth/change-password',
        { currentPassword: `a wrong password ${n}`, newPassword: 'a new password' },
        '127.0.0.1',
        headers,
      );
    expect(await times(11, change)).toEqual([...allOf(400, 10), 429]);
  });
});

const redisUrl = process.env.TEST_REDIS_URL;
if (!redisUrl) process.stdout.write('skipped: sign-in limits on a real Redis (set TEST_REDIS_URL)\n');

describe.skipIf(!redisUrl)('counted in Redis', () => {
  afterAll(async () => {
    const redis = new Redis(redisUrl ?? '');
    const keys = await redis.keys('stele:limit:auth.*');
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  });

  it('attempts at two processes count together, and those that succeed are given back', async () => {
    const redis = { kind: 'redis', url: redisUrl ?? '' } as const;
    const [one, two] = [await withOptions({ redis }), await withOptions({ redis })];
    const { email } = await app.person();
    const from = '127.0.3.1';
    const right = await times(14, (n) => attempt({ email, from, password: PASSWORD, to: n % 2 ? one : two }));
    expect(right).toEqual(allOf(200, 14));
    expect(await together(30, (n) => attempt({ email, from, to: n % 2 ? one : two }))).toEqual({ 401: 10, 429: 20 });
    const refused = await attempt({ email, from, to: two });
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
  });
});

describe('a browser in which the account was used before', () => {
  it('signs in its owner, however much strangers guess, from many addresses and from its own', async () => {
    const [{ email }, other] = [await app.person(), await app.person()];
    const cookie = await knownBrowserOf(email);
    const headers = { cookie, origin: app.url };
    for (let minute = 0; minute < 3; minute++) {
      for (let network = 1; network <= 6; network++) {
        const guesses = { email, headers: speakingFor(`2001:db8:0:${network}::1`) };
        await together(10, () => attempt(guesses));
      }
      await together(12, () => attempt({ email }));
      expect((await attempt({ email, password: PASSWORD })).status).toBe(429);
      expect((await attempt({ email, password: PASSWORD, headers })).status).toBe(200);
      clock.advance(MINUTE);
    }
    // The header is a proof for this account alone, and its own guesses count.
    const guesses = await times(12, () => attempt({ email, headers }));
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
    await together(10, () => attempt({ email: other.email, headers }));
    expect((await attempt({ email: other.email, password: PASSWORD, headers })).status).toBe(429);
  });
});

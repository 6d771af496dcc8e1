import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressCheck } from '../../src/features/doctor/address-checks.ts';
import { limits, parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Stands for a Redis that hangs: it takes connections, and never answers. */
let silent: Server;
const sockets = new Set<Socket>();
let app: TestApp;

beforeAll(async () => {
  silent = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  app = await startTestApp({ redis: { kind: 'redis', url }, limits: parseLimits(undefined) });
});
afterAll(async () => {
  await app.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Guesses that anyone can make, and the limit that bounds them. */
const GUESSES = [
  ['auth.sign_in', () => post('/auth/sign-in/email', { email: 'ada@example.org', password: 'a wrong password' })],
  ['auth.reset', () => post('/auth/password-reset/preview', { secret: 'w'.repeat(43) })],
  ['invitation.preview', () => post('/v1/invitations/preview', { secret: 'w'.repeat(43) })],
  [
    'instance.set_up',
    () => post('/v1/instance/setup', { code: 'WRONG', name: 'A', email: 'a@b.org', password: 'long enough' }),
  ],
] as const;

it.each(GUESSES)('still bounds guesses by %s', async (name, guess) => {
  const { units } = limits[name];
  const statuses: number[] = [];
  for (let count = 0; count < units + 2; count++) statuses.push((await guess()).status);
  expect(statuses.slice(0, units)).not.toContain(429);
  expect(statuses.slice(0, units).filter((status) => status >= 500)).toEqual([]);
  expect(statuses.slice(units)).toEqual([429, 429]);
});

it('is ready, and says on /readyz and to doctor that Redis is out of reach', async () => {
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ redis: 'unreachable' })]);
  const found = await addressCheck('api', app.url, 'API_URL', 60_000).run();
  expect(found).toContainEqual(expect.objectContaining({ verdict: 'warn', message: expect.stringContaining('Redis') }));
});

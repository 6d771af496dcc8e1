import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { codeOf } from '@stele/testing/api-client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts';
import { openPGlite } from '../../src/platform/database/open-pglite.ts';
import { PGliteSession } from '../../src/platform/database/pglite-session.ts';
import { PGliteStream } from '../../src/platform/database/pglite-stream.ts';
import { allRoutes, ExampleRequests } from '../support/example-requests.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

/** A database server on a port, which can be cut off and come back. */
class CuttableServer {
  readonly #session: PGliteSession;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  port = 0;

  constructor(session: PGliteSession) {
    this.#session = session;
  }

  async listen(): Promise<void> {
    this.#server = createServer((socket) => {
      const stream = new PGliteStream(this.#session);
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => stream.destroy());
      socket.pipe(stream).pipe(socket);
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

const lines: { level: number; err?: { message: string } }[] = [];
let server: CuttableServer;
let database: Database;
let app: TestApp;
let project: TestProject;
let person: TestPerson;

beforeAll(async () => {
  const pglite = await openPGlite('memory://', undefined);
  server = new CuttableServer(new PGliteSession(pglite));
  await server.listen();
  const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
  database = await openDatabase({ kind: 'postgres', url, poolSize: 1 }, { log: silentLog, migrate: true });
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  app = await startTestApp({ database, log });
  project = await app.project();
  person = await app.person({ projectId: project.id, role: 'owner' });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await server.cut();
});

it('an unreachable database is 503 with Retry-After everywhere, logged once, and recovers by itself', async () => {
  const path = `/projects/${project.id}`;
  const input = encodeURIComponent(JSON.stringify({ projectId: project.id }));
  const cookie = { cookie: person.cookie, origin: app.url };
  const json = { 'content-type': 'application/json' };
  const signIn = JSON.stringify({ email: person.email, password: 'correct horse battery' });
  const requests: [string, RequestInit][] = [
    [`/v1${path}/entries`, { headers: { authorization: `Bearer ${project.tokens.admin}` } }],
    [`/v1${path}/entries`, { headers: cookie }],
    [`/v1${path}/snapshot/latest`, { headers: { authorization: `Bearer ${project.tokens.read_published}` } }],
    [`/v1${path}`, { method: 'PATCH', headers: { ...cookie, ...json }, body: '{"name":"x"}' }],
    [`/trpc/projects.get?input=${input}`, { headers: cookie }],
    [
      `/trpc/projects.get,projects.list?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { projectId: project.id }, 1: {} }))}`,
      { headers: cookie },
    ],
    ['/auth/get-session', { headers: cookie }],
    ['/auth/sessions', { headers: cookie }],
    ['/auth/sign-in/email', { method: 'POST', headers: { ...json, origin: app.url }, body: signIn }],
  ];
  const answers = async (): Promise<[string, number, string | null][]> => {
    const told: [string, number, string | null][] = [];
    for (const [route, init] of requests) {
      const response = await fetch(app.url + route, init);
      told.push([route, response.status, response.headers.get('retry-after')]);
      await response.text();
    }
    return told;
  };
  for (const [route, status] of await answers()) expect([200, 404], route).toContain(status);
  await server.cut();
  lines.length = 0;
  for (const [route, status, retryAfter] of await answers()) {
    expect([route, status, Number(retryAfter) > 0]).toEqual([route, 503, true]);
  }
  expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1);
  expect(lines.find(({ level }) => level >= 50)?.err?.message).toMatch(/ECONNREFUSED|Connection terminated/);
  await server.listen();
  for (const [route, status] of await answers()) expect([200, 404], route).toContain(status);
});

it('every operation that asks the database says so while it is out of reach', async () => {
  const requests = await ExampleRequests.make(app);
  await server.cut();
  // The document is made once, and of the program alone.
  for (const route of allRoutes.filter(({ key }) => key !== 'openapi.document')) {
    const answer = await requests.send(route);
    expect([route.key, ...codeOf(answer)]).toEqual([route.key, 503, 'unavailable']);
    expect(Number(answer.headers.get('retry-after')), route.key).toBeGreaterThan(0);
  }
  await server.listen();
});

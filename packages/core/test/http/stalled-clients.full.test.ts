// @module-tag full
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeListener } from '../../src/server/node-listener.ts';
import { createWebHandler } from '../../src/server/web-handler.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const STALLED_AFTER_MS = 1000;
/** More than systems buffer for a client that doesn't read. */
const ENTRIES = 30;
const TEXT = 'x'.repeat(1_000_000);

let app: TestApp;
let project: TestProject;
let server: Server;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
  for (let index = 0; index < ENTRIES; index++) {
    const body = { collection_key: 'posts', values: { en: { text: TEXT } }, via: 'import' };
    await project.api.post(`/projects/${project.id}/entries`, body);
  }
  server = createServer(
    nodeListener({
      handle: createWebHandler(app.services),
      log: pino({ level: 'silent' }),
      stalledAfterMs: STALLED_AFTER_MS,
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

/** Requests the drafts of a collection, and doesn't read the answer. */
async function ask(path: string, connection = 'keep-alive'): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET /v1/projects/${project.id}${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\nauthorization: Bearer ${project.tokens.admin}\r\n\r\n`,
  );
  return socket;
}

it('cuts off clients that take nothing of an answer, streamed or whole', async () => {
  const closed = new Promise<void>((resolve) => {
    let left = 2;
    server.on('connection', (socket) => socket.once('close', () => --left === 0 && resolve()));
  });
  const clients = [await ask('/drafts/posts.en.json'), await ask('/entries?include=values')];
  // A page of entries alone might fit into what the system holds: more of them wait on the connection.
  clients[1]?.write(
    `GET /v1/projects/${project.id}/entries?include=values HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${project.tokens.admin}\r\n\r\n`.repeat(
      5,
    ),
  );
  await closed;
  for (const client of clients) client.destroy();
});

it('lets clients be slow that take something now and then', async () => {
  const socket = await ask('/drafts/posts.en.json', 'close');
  let received = 0;
  const ended = once(socket, 'close');
  socket.on('error', () => undefined);
  let rests = 6;
  socket.on('data', (part: Buffer) => {
    received += part.length;
    if (rests === 0 || received < (7 - rests) * 1_000_000) return;
    rests--;
    socket.pause();
    void wait(STALLED_AFTER_MS / 2).then(() => socket.resume());
  });
  socket.resume();
  await ended;
  expect(received).toBeGreaterThan(ENTRIES * TEXT.length);
});

it("buffers a limited part of answers that many clients don't read: the oldest are cut off", async () => {
  const patient = createServer(
    nodeListener({
      handle: createWebHandler(app.services),
      log: pino({ level: 'silent' }),
    }),
  );
  const sockets: Socket[] = [];
  patient.on('connection', (socket) => sockets.push(socket));
  patient.listen(0, '127.0.0.1');
  await once(patient, 'listening');
  const { port } = patient.address() as AddressInfo;
  const page = `GET /v1/projects/${project.id}/entries?include=values HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${project.tokens.admin}\r\n\r\n`;
  const clients: Socket[] = [];
  const cut = (): number => sockets.filter(({ destroyed }) => destroyed).length;
  // A page of about two megabytes might fit into what the system holds; five do not.
  while (cut() < 3) {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    await once(client, 'connect');
    client.pause();
    client.write(page.repeat(5));
    clients.push(client);
    const before = clients.length;
    await expect.poll(() => sockets.length).toBe(before);
    await expect.poll(() => sockets.at(-1)?.bytesWritten ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(sockets.reduce((sum, { writableLength }) => sum + writableLength, 0)).toBeLessThan(100 * 1024 * 1024);
  }
  expect(sockets.slice(0, 3).map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  for (const client of clients) client.destroy();
  patient.closeAllConnections();
  patient.close();
});

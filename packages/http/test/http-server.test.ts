import { once } from 'node:events';
import { Agent, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpServer, type HttpServerOptions } from '../src/index.ts';

const LATE_MS = 60_000;

let server: HttpServer;
/** Answers that the test sends itself, in the order of their requests. */
let held: ServerResponse[];
afterEach(() => server.close(0));

/** Starts a server that holds answers to /held and the bodies of /body, and answers everything else. @returns the port */
async function start(options?: HttpServerOptions): Promise<number> {
  server = new HttpServer(options);
  held = [];
  server.serve(
    (incoming, outgoing) => {
      if (incoming.url === '/held') held.push(outgoing);
      else if (incoming.url === '/body') incoming.resume().once('end', () => outgoing.end('received'));
      else outgoing.end('answered');
    },
    (problem) => new Response(problem, { status: 400, headers: { 'x-problem': problem } }),
  );
  return await server.listen(0, '127.0.0.1');
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** All bytes until the server closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const bytes of socket) text += bytes;
  return text;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('a broken request', () => {
  it.each([
    ['that is no HTTP', 'nonsense\r\n\r\n', 'validation_failed'],
    ['with too long headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 'headers_too_large'],
    [
      'whose body is no chunk',
      'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n',
      'validation_failed',
    ],
  ])('%s gets the answer of its kind, and the connection ends', async (_, bytes, problem) => {
    const socket = await connectTo(await start());
    socket.write(bytes);
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain(`x-problem: ${problem}\r\n`);
    expect(text).toContain('connection: close\r\n');
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(problem);
  });

  it('never adds bytes to another answer: behind one under way, the connection is cut', async () => {
    const socket = await connectTo(await start());
    socket.write(get('/held'));
    await expect.poll(() => held.length).toBe(1);
    socket.write('nonsense\r\n\r\n');
    expect(await readAll(socket)).toBe('');
  });
});

describe('ending', () => {
  it('finishes answers under way, and closes idle connections, also those that never sent a request', async () => {
    const port = await start();
    const idle = await connectTo(port);
    const busy = await connectTo(port);
    busy.write(get('/held'));
    await expect.poll(() => held.length).toBe(1);
    const closed = server.close(LATE_MS);
    expect(await readAll(idle)).toBe('');
    held[0]?.end('at last');
    expect(await readAll(busy)).toMatch(/\r\nConnection: close\r\n[\s\S]*at last/i);
    await closed;
    await expect(connectTo(port)).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for no client that never ends an idle connection', async () => {
    const port = await start();
    const silent = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(silent, 'connect');
    silent.on('error', () => undefined);
    await server.close(LATE_MS);
    silent.destroy();
  });

  it('answers requests that were on their way, and asks their clients to close', async () => {
    const agent = new Agent({ keepAlive: true });
    const port = await start();
    const ask = async (): Promise<string | undefined> => {
      const [answer] = await once(request({ port, agent }).end(), 'response');
      for await (const _ of answer);
      return answer.headers.connection;
    };
    expect(await ask()).toBe('keep-alive');
    const drained = server.drain();
    expect(await ask()).toBe('close');
    await drained;
    agent.destroy();
  });

  it('cuts off what isn’t done in time', async () => {
    const socket = await connectTo(await start());
    socket.write(get('/held'));
    await expect.poll(() => held.length).toBe(1);
    await server.close(0);
    expect(await readAll(socket)).toBe('');
  });

  it('answers requests on their way also when it is asked to end twice', async () => {
    const port = await start();
    const socket = await connectTo(port);
    const closed = Promise.all([server.close(LATE_MS), server.close(LATE_MS)]);
    socket.write(get('/'));
    expect(await readAll(socket)).toContain('answered');
    await closed;
  });

  it('ends once, however often it is asked to, and without having listened', async () => {
    await start();
    await server.drain();
    await Promise.all([server.close(LATE_MS), server.close(LATE_MS)]);
    await new HttpServer().close(LATE_MS);
  });
});

it('tells who listens that the port is taken', async () => {
  const port = await start();
  await expect(new HttpServer().listen(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
});

it.each([
  [{}, /^HTTP\/1\.1 100 /],
  [{ decidesOnBodies: true }, /^HTTP\/1\.1 200 /],
])('with %o, clients that ask before they send a body get %s', async (options, first) => {
  const socket = await connectTo(await start(options));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n');
  const [bytes] = await once(socket, 'data');
  expect(String(bytes)).toMatch(first);
  socket.destroy();
});

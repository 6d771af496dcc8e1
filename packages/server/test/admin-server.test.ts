import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { freePorts } from '@stele/testing/free-ports';
import { gate } from '@stele/testing/gate';
import { rawRequest } from '@stele/testing/raw-request';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from '../src/admin/admin-server.ts';

const SECRET = 's'.repeat(32);
const SCRIPT = 'console.log("hashed")';

let folder: string;
let api: Server;
let answer: RequestListener;
let admin: AdminServer;
let url: string;
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-admin-'));
  await mkdir(path.join(folder, '_next', 'static'), { recursive: true });
  await writeFile(path.join(folder, 'index.html'), '<script>begin()</script><div>The admin</div>');
  await writeFile(path.join(folder, '_next', 'static', 'a.js'), SCRIPT);
  await writeFile(path.join(folder, '_next', 'static', 'a.js.gz'), gzipSync(SCRIPT));
  await writeFile(path.join(folder, 'secret'), 'of another kind');
  api = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const [port = 0] = await freePorts(1);
  url = `http://127.0.0.1:${port}`;
  logged = [];
  const env = {
    ADMIN_PORT: String(port),
    API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    STELE_PROXY_SECRET: SECRET,
  };
  admin = await startAdminServer(env, folder, (line) => logged.push(line));
});
afterEach(async () => {
  api.closeAllConnections();
  api.close();
  await admin.close();
  await rm(folder, { recursive: true });
});

test('every address of a screen answers the page, and is kept only as long as it is the same', async () => {
  for (const address of ['/', '/sign-in', '/projects/prj_1/entries/a%2Fb', '/projects/prj_1/media/a.png', '/nope']) {
    const { status, headers, text } = await rawRequest(url, address);
    expect([address, status, text]).toEqual([address, 200, '<script>begin()</script><div>The admin</div>']);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await rawRequest(url, address, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  }
});

test('a file with a hash in its name is kept for good, and compressed for those who read that', async () => {
  const plain = await rawRequest(url, '/_next/static/a.js');
  expect(plain).toMatchObject({ status: 200, text: SCRIPT });
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['br', undefined],
  ]) {
    const { headers } = await rawRequest(url, '/_next/static/a.js', { headers: { 'accept-encoding': accepted ?? '' } });
    expect([accepted, headers['content-encoding'], headers.etag === plain.headers.etag]).toEqual([
      accepted,
      encoding,
      encoding === undefined,
    ]);
  }
  const head = await rawRequest(url, '/_next/static/a.js', { method: 'HEAD' });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)]);
});

test('only its own files are served, however others are asked for', async () => {
  const files = ['/_next/static/b.js', '/_next/static/a.js.gz', '/favicon.ico', '/_next/', '/_next/static/a.js%00'];
  for (const address of [...files, '/%ff', '/_next/..%2f..%2f..%2fetc%2fpasswd', '/_next/static/../../package.json']) {
    expect([address, (await rawRequest(url, address)).status]).toEqual([address, 404]);
  }
  expect((await rawRequest(url, '/secret')).text).toContain('The admin');
  expect((await rawRequest(url, '/sign-in', { method: 'POST' })).status).toBe(405);
});

test('hands on what belongs to the API, and names its client', async () => {
  answer = (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
    });
  };
  const forged = { 'x-stele-forwarded-client': 'forged', 'x-forwarded-for': '203.0.113.9', cookie: 'session=1' };
  const { status, headers, text } = await rawRequest(url, '/auth/%ff/../sign-in?next=%2F', {
    from: '127.0.0.7',
    headers: forged,
    body: { email: 'a@b.c' },
  });
  const told = JSON.parse(text);
  expect([status, told.method, told.url, told.body]).toEqual([
    201,
    'POST',
    '/auth/sign-in?next=%2F',
    '{"email":"a@b.c"}',
  ]);
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
  // The API says itself how its answers are to be read.
  expect(headers['content-security-policy']).toBeUndefined();
  expect(told.headers).toMatchObject({ cookie: 'session=1', 'x-forwarded-for': '203.0.113.9, 127.0.0.7' });
  const [address, at, mac] = told.headers['x-stele-forwarded-client'].split(';');
  expect(address).toBe('127.0.0.7');
  expect(mac).toBe(createHmac('sha256', SECRET).update(`${address};${at}`).digest('base64url'));
});

test.each(['/v1/projects/prj_1/entries', '/v1/openapi.json', '/metrics', '/auth/../v1/openapi.json'])(
  'does not hand on %s',
  async (address) => {
    answer = (_request, response) => response.writeHead(500).end('handed on');
    expect((await rawRequest(url, address)).text).not.toBe('handed on');
  },
);

test('compresses what the API says, but lets an event through at once', async () => {
  let send: (text: string) => void = () => undefined;
  answer = (request, response) => {
    const isStream = request.url?.includes('/events');
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    if (!isStream) response.end(JSON.stringify('long '.repeat(1000)));
    else {
      response.flushHeaders();
      send = (text) => response.write(text);
    }
  };
  const list = await fetch(`${url}/trpc/list`, { headers: { 'accept-encoding': 'gzip' } });
  expect([list.headers.get('content-encoding'), list.headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
  expect(await list.json()).toBe('long '.repeat(1000));
  const gone = new AbortController();
  const stream = await fetch(`${url}/v1/projects/prj_1/events`, { signal: gone.signal });
  expect(stream.headers.get('content-encoding')).toBeNull();
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (const text of ['event: one\n\n', 'event: two\n\n']) {
    send(text);
    expect(await reader?.read()).toEqual({ done: false, value: text });
  }
  gone.abort();
  // A stream that the client leaves doesn't stay open behind the admin.
  await expect.poll(() => new Promise((resolve) => api.getConnections((_, count) => resolve(count)))).toBeLessThan(2);
});

test('hands back an answer that comes before the end of what was sent', async () => {
  answer = (request, response) => {
    request.resume();
    response.writeHead(413, { 'content-type': 'application/json' }).end('{"error":{}}');
  };
  const { status } = await fetch(`${url}/trpc/save`, { method: 'POST', body: 'x'.repeat(5_000_000) });
  expect(status).toBe(413);
});

test('says so where the API can not be reached or breaks off, and goes on', async () => {
  answer = (request) => request.socket.destroy();
  expect((await rawRequest(url, '/trpc/list')).status).toBe(502);
  expect(logged.join('')).toMatch(/GET \/trpc\/list failed: socket hang up\n$/);
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half');
    setImmediate(() => response.destroy());
  };
  await expect(fetch(`${url}/trpc/list`).then((half) => half.text())).rejects.toThrow();
  expect((await rawRequest(url, '/readyz')).text).toBe('{"status":"ok"}');
});

test.each([
  [{ STELE_PROXY_SECRET: 'short' }, 'STELE_PROXY_SECRET'],
  [{ API_URL: 'localhost' }, 'API_URL'],
  [{ API_URL: 'http://api:3000/v1' }, 'API_URL'],
  [{ ADMIN_URL: 'https://example.org/cms' }, 'ADMIN_URL'],
  [{ ADMIN_PORT: 'many' }, 'ADMIN_PORT'],
  [{ STELE_TRUST_PROXY: '11' }, 'STELE_TRUST_PROXY'],
])('refuses a wrong setting: %o', async (env, name) => {
  await expect(startAdminServer(env, folder, () => undefined)).rejects.toThrow(`The setting ${name} is wrong`);
});

test('the frame of a preview shows one website only, and only to the editor itself', async () => {
  const own = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
  const site = '/preview-frame?site=https%3A%2F%2Fwww.example.org';
  const { status, headers, text } = await rawRequest(url, site, { headers: own });
  expect([status, text]).toEqual([200, expect.stringMatching(/^<!doctype html>(?!.*<script)/)]);
  const policy = String(headers['content-security-policy']);
  expect(policy.split('; ').slice(0, 2)).toEqual(["default-src 'none'", 'frame-src https://www.example.org']);
  expect(policy).toContain("frame-ancestors 'self'");
  for (const others of [{}, { ...own, 'sec-fetch-dest': 'document' }, { ...own, 'sec-fetch-site': 'cross-site' }]) {
    expect((await rawRequest(url, site, { headers: others })).status).toBe(403);
  }
  for (const wrong of [
    '',
    'javascript:alert(1)',
    'https://a.example/path',
    'https://*',
    'https://a;b',
    "https://a.example; script-src 'unsafe-inline'",
  ]) {
    const address = `/preview-frame?site=${encodeURIComponent(wrong)}`;
    expect([wrong, (await rawRequest(url, address, { headers: own })).status]).toEqual([wrong, 400]);
  }
  expect(String((await rawRequest(url, '/')).headers['content-security-policy'])).toContain("frame-src 'self'");
});

test('no page keeps a way to a window of the admin, at any address', async () => {
  for (const path of ['/', '/projects/prj_x/entries', '/preview-window', '/sign-in', '/nothing.js']) {
    const { headers } = await rawRequest(url, path);
    expect([path, headers['cross-origin-opener-policy']]).toEqual([path, 'same-origin']);
  }
});

test('a server that ends answers what it has handed on and what still comes on open connections, and then closes them', async () => {
  const { begin, begun, goOn } = gate();
  answer = async (request, response) => {
    if (request.url === '/trpc/slow') await begin();
    response.end(`answer to ${request.url}`);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (address: string, options: RequestOptions = {}): Promise<IncomingMessage> => {
    const [response] = await once(get(url + address, options), 'response');
    return response;
  };
  const slow = ask('/trpc/slow');
  await begun;
  (await ask('/', { agent })).resume();
  const drained = admin.drain();
  expect((await ask('/trpc/quick', { agent })).headers.connection).toBe('close');
  await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await drained;
  goOn();
  expect((await slow).statusCode).toBe(200);
});
